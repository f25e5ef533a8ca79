import type { AnyConversation } from '../../../protocols/conversation/session';
import { gate } from '../../../protocols/conversation/testing/gate';
import { RuleError } from '../../../protocols/request-response/definition';
import { conversationProtocol } from './protocol';

test('a description that names no way to find the board is refused', () => {
  expect(() => conversationProtocol(gate as unknown as AnyConversation, {})).toThrow(
    'probe: give bytes to which any live board says something, or `reach`',
  );
});

test('a campaign with nothing to try is the mistake of its description', async () => {
  const nothing = { states: [], triggers: [], responses: [], fields: [], session: () => ({}) };
  const { targets } = conversationProtocol(gate, {
    probe: () => [Uint8Array.of(0x6f)],
    fuzz: nothing,
    scenarios: [
      {
        id: 'all',
        title: 'all',
        covers: gate.requirements.map((one) => one.id),
        run: () => Promise.resolve(),
      },
    ],
  });
  const [target] = (await targets?.()) ?? [];
  expect(() => target?.session({}, ['keypad'])).toThrow(RuleError);
});
