/** Sessions of a scenario: the suite plays them in their order, and a case of fuzzing is one of them. */
import { conversationBoards } from '../../../devices/virtual/described/board';
import type { AnyConversation } from '../../../protocols/conversation/session';
import { gate } from '../../../protocols/conversation/testing/gate';
import { millis } from '../../../protocols/time';
import { dice } from '../../fuzz/campaign/dice';
import { conversationTarget } from '../../fuzz/targets/described/fuzz-target';
import type { ConversationSessions, PlayedSession, SessionParts } from '../../player/conversation-sessions';
import { listen, recipeStep, send } from '../../player/step';
import { requirementsWith, runSuite } from '../../testing/suite-run';
import { conversationSuite } from './suite';

const GATE = gate as unknown as AnyConversation;
const CLAUSE = 'GT-OP-01';
const OPEN = Uint8Array.of(0x6f);
const MADE: SessionParts = { made: (recipe) => (recipe === 'open' ? OPEN : undefined) };

function scenarioOf(sessions: ConversationSessions['sessions']): ConversationSessions {
  return { id: 'opens', title: 'it opens', covers: [CLAUSE], group: 'valid', fields: ['key'], sessions };
}

/** The run, and the sessions that began in it. */
async function play(all: readonly PlayedSession[], board = 'gate', sampled = false) {
  const began: string[] = [];
  const sessions = all.map((one, n): PlayedSession => ({
    ...one,
    steps: (table) => {
      began.push(`${n}${table.all ? '' : ' of some'}`);
      return one.steps?.(table) ?? [];
    },
  }));
  const suite = conversationSuite(GATE, {
    ...MADE,
    scenarios: [scenarioOf(() => sessions)],
    probe: () => [OPEN],
  });
  const ran = await runSuite(suite, { kinds: conversationBoards(GATE), board, only: [CLAUSE], sampled });
  return { ran, began };
}

test('steps are bytes, messages and recipes; each waits for what was due before', async () => {
  const { ran, began } = await play([
    { steps: () => [OPEN, { message: { type: 'open' } }, recipeStep('keypad', 'open')] },
    { steps: () => [OPEN] },
  ]);
  expect([requirementsWith(ran, 'pass'), began]).toEqual([[CLAUSE], ['0', '1']]);
  expect(ran.events.findLast(({ type }) => type === 'scenario-end')).toMatchObject({
    accounting: { judged: 4 },
  });
});

test.each([
  [true, ['0']],
  [undefined, ['0', '1']],
] as const)(
  'after a premise (%p) that fails, the other sessions are left out',
  async (isPremise, expected) => {
    const all = [{ steps: () => [OPEN], ...(isPremise && { isPremise }) }, { steps: () => [OPEN] }];
    const { ran, began } = await play(all, 'gate+counts-by-two');
    expect([requirementsWith(ran, 'fail'), began]).toEqual([[CLAUSE], expected]);
  },
);

test('where time is short, sessions know that some are enough', async () => {
  const { began } = await play([{ steps: () => [OPEN] }], 'gate', true);
  expect(began).toEqual(['0 of some']);
});

test('a scenario without a session for these parameters is skipped', async () => {
  const { ran } = await play([]);
  expect(requirementsWith(ran, 'skip')).toContain(CLAUSE);
});

test('a case of fuzzing is what comes before each session, and one of them', () => {
  const one = scenarioOf(() => [
    { steps: () => [{ message: { type: 'lock' } }, recipeStep('keypad', 'open')] },
  ]);
  const parts = { ...MADE, between: () => [listen(millis(1))], scenarios: [one, { ...one, weight: 0 }] };
  const own = { states: [], triggers: [], responses: [], fields: [], session: () => ({}) };
  const session = conversationTarget(GATE, own, parts).session({});
  const { generators } = session;
  expect(generators).toMatchObject([{ name: 'opens', group: 'valid', weight: 4, fields: ['key'] }]);
  const { view } = session.model(true);
  expect(generators[0]?.make(dice(1), view)).toEqual([
    listen(millis(1)),
    send('keypad', Uint8Array.of(0x6c)),
    recipeStep('keypad', 'open'),
  ]);
});
