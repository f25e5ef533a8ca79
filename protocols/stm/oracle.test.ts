import fc from 'fast-check';
import type { Answer, Tile } from './message';
import { agrees, apply, expect as expectedAnswer, follow, POWER_ON } from './rules';
import { session } from './testing/stm.arbitrary';

const shiftKinds = (all: readonly Tile[]) =>
  all.map((one, i) => ({ ...one, kind: all[(i + 1) % all.length]!.kind }));

test('the oracle agrees with a board of the same rules in any session, and follows its answers', () => {
  fc.assert(
    fc.property(session(), (requests) => {
      let board = POWER_ON;
      let judge = POWER_ON;
      for (const request of requests) {
        const expected = expectedAnswer(judge, request);
        const turn = apply(board, request, shiftKinds);
        expect({ request, agrees: agrees(expected, turn.answer) }).toEqual({ request, agrees: true });
        judge = follow(judge, request, turn.answer);
        board = turn.game;
        expect(judge).toEqual(board);
      }
    }),
  );
});

test('the oracle agrees with no other answer', () => {
  const all: Answer[] = [
    { type: 'start' },
    { type: 'reset' },
    { type: 'shuffle', tiles: [{ x: 4, y: 2, z: 0, kind: 27 }] },
    { type: 'select', result: true },
    { type: 'select', result: false },
    { type: 'match', result: true },
    { type: 'match', result: false },
    { type: 'state', state: 'playing' },
    { type: 'state', state: 'won' },
    { type: 'state', state: 'over' },
    ...([1, 2, 3, 4, 5, 6] as const).map((code): Answer => ({ type: 'error', code })),
  ];
  for (const right of all) {
    const agreeing = all.filter((other) => agrees({ type: 'exact', answer: right }, other));
    expect(agreeing).toEqual([right]);
  }
});

test('sessions reach every answer', () => {
  const reached = new Set<string>();
  for (const requests of fc.sample(session(), { numRuns: 400, seed: 7 })) {
    let game = POWER_ON;
    for (const request of requests) {
      const turn = apply(game, request);
      game = turn.game;
      const { type } = turn.answer;
      const detail = { ...turn.answer, tiles: undefined };
      reached.add(type === 'shuffle' ? 'shuffle' : JSON.stringify(detail));
    }
  }
  // Start, Reset, Shuffle, Select ×2, Match ×2, State ×3, Error 05 and 06.
  expect([...reached].sort()).toHaveLength(12);
});
