import type { AnyConversation } from '../../../protocols/conversation/session';
import { gate } from '../../../protocols/conversation/testing/gate';
import { conversationProtocol } from './protocol';

test('a description that names no way to find the board is refused', () => {
  expect(() => conversationProtocol(gate as unknown as AnyConversation, {})).toThrow(
    'probe: give bytes to which any live board says something, or `reach`',
  );
});
