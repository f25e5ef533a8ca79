import fc from 'fast-check';
import { KNOWN_BOARDS } from './testing/known-boards';
import { type Answer, type Request, type Tile } from './message';
import { POWER_ON, WINNING_PAIRS, type Game } from './rules';
import * as rules from './rules';
import { tile, tiles } from './testing/stm.arbitrary';

const START: Request = { type: 'start' };
const RESET: Request = { type: 'reset' };
const SET_STATE: Request = { type: 'set-state' };
const A: Tile = { x: 4, y: 2, z: 0, kind: 27 };
const B: Tile = { x: 8, y: 2, z: 0, kind: 27 };
const C: Tile = { x: 12, y: 2, z: 0, kind: 5 };
const NO_GAME: Answer = { type: 'error', code: 6 };
const BLOCKED: Answer = { type: 'error', code: 5 };

function select(tile: Tile, open = true): Request {
  return { type: 'select', tile, open };
}

function match(tile: Tile, open = true): Request {
  return { type: 'match', tile, open };
}

function shuffle(...all: readonly Tile[]): Request {
  return { type: 'shuffle', tiles: all };
}

/** The last answer of a board to these requests, and the game after it. */
function play(game: Game, ...requests: readonly Request[]): { game: Game; answer: Answer } {
  let answer: Answer | undefined;
  for (const request of requests) ({ game, answer } = rules.apply(game, request));
  if (answer === undefined) throw new Error('nothing was asked');
  return { game, answer };
}

function answer(game: Game, ...requests: readonly Request[]): Answer {
  return play(game, ...requests).answer;
}

function times(n: number, ...requests: readonly Request[]): Request[] {
  return Array.from({ length: n }, () => requests).flat();
}

const begun = play(POWER_ON, START).game;
const truth = (type: 'select' | 'match', result: boolean): Answer => ({ type, result });
const state = (word: 'playing' | 'won' | 'over'): Answer => ({ type: 'state', state: word });

describe('begin and end', () => {
  test('STM-GM-03: before the first Start all but Start get Error 06', () => {
    for (const request of [RESET, shuffle(A), select(A), match(A), SET_STATE]) {
      expect(play(POWER_ON, request)).toEqual({ game: POWER_ON, answer: NO_GAME });
    }
    expect(answer(POWER_ON, START)).toEqual({ type: 'start' });
  });

  test.each([START, RESET])('STM-GM-01, -02, -05: %j begins anew', (request) => {
    const used = play(begun, ...times(5, shuffle(A)), select(A), match(B), select(C)).game;
    expect(used).toMatchObject({ shuffles: 5, pairs: 1, selected: C });
    const { game, answer: reply } = play(used, request);
    expect(reply).toEqual(request);
    expect(game).toEqual({
      started: true,
      ended: false,
      selected: undefined,
      pairs: 0,
      shuffles: 0,
      board: new Map(),
    });
  });

  test.each([START, RESET])('STM-GM-11: after an answered end only %j is answered', (request) => {
    const ended = play(begun, ...times(WINNING_PAIRS, select(A), match(B)), SET_STATE).game;
    for (const refused of [shuffle(A), select(A), match(A), SET_STATE]) {
      expect(play(ended, refused)).toEqual({ game: ended, answer: NO_GAME });
    }
    expect(answer(ended, request, select(A))).toEqual(truth('select', true));
  });

  test('STM-GM-11: 72 pairs do not end the game before Set State says so', () => {
    const full = play(begun, ...times(WINNING_PAIRS, select(A), match(B))).game;
    expect(answer(full, select(A), match(B))).toEqual(truth('match', true));
    expect(answer(full, select(A), match(B), SET_STATE)).toEqual(state('won'));
  });

  test('STM-GM-11: game over ends it too; playing does not', () => {
    const over = play(begun, ...times(5, shuffle(A)), SET_STATE).game;
    expect(answer(over, select(A))).toEqual(NO_GAME);
    expect(answer(begun, SET_STATE, select(A))).toEqual(truth('select', true));
  });

  test('STM-FR-07: 06 is judged before 05', () => {
    const over = play(begun, ...times(5, shuffle(A)), SET_STATE).game;
    expect(answer(over, shuffle(A))).toEqual(NO_GAME);
  });
});

describe('shuffles', () => {
  test('STM-GM-04: a deal is the same positions in the same order and the same kinds', () => {
    const expected = rules.expect(begun, shuffle(A, B, C));
    const dealt = (...all: Tile[]) => rules.agrees(expected, { type: 'shuffle', tiles: all });
    expect(dealt(A, B, C)).toBe(true);
    expect(dealt({ ...A, kind: 5 }, B, { ...C, kind: 27 })).toBe(true);
    expect(dealt(B, A, C)).toBe(false);
    expect(dealt(A, B)).toBe(false);
    expect(dealt(A, B, C, C)).toBe(false);
    expect(dealt(A, B, { ...C, kind: 27 })).toBe(false);
    expect(dealt(A, B, { ...C, z: 1 })).toBe(false);
    expect(rules.agrees(expected, BLOCKED)).toBe(false);
  });

  test('STM-GM-05: the sixth is refused and changes nothing, a selection included', () => {
    const five = play(begun, ...times(5, shuffle(A, B)), select(A)).game;
    expect(five.shuffles).toBe(5);
    expect(play(five, shuffle(C))).toEqual({ game: five, answer: BLOCKED });
    expect(answer(five, shuffle(C), match(B))).toEqual(truth('match', true));
  });

  test('STM-GM-09: a Shuffle that was done leaves nothing selected', () => {
    expect(answer(begun, select(A), shuffle(A, B), match(B))).toEqual(truth('match', false));
  });

  test('a judge takes the deal from an answer, and no shuffle from a refusal', () => {
    const dealt = [
      { ...A, kind: 5 },
      { ...C, kind: 27 },
    ];
    const { board, shuffles } = rules.follow(begun, shuffle(A, C), { type: 'shuffle', tiles: dealt });
    expect([...board.values()]).toEqual(dealt);
    expect(shuffles).toBe(1);
    expect(rules.follow(begun, shuffle(A, C), BLOCKED)).toBe(begun);
    const five = play(begun, ...times(5, shuffle(A, B))).game;
    expect(rules.follow(five, shuffle(A, C), { type: 'shuffle', tiles: dealt })).toBe(five);
  });
});

describe('pairs', () => {
  test('STM-GM-07: Select needs an open condition and nothing selected', () => {
    expect(play(begun, select(A)).game.selected).toEqual(A);
    expect(play(begun, select(A, false))).toEqual({ game: begun, answer: truth('select', false) });
    const selected = play(begun, select(A)).game;
    expect(play(selected, select(C))).toEqual({ game: selected, answer: truth('select', false) });
    expect(play(selected, select(A))).toEqual({ game: selected, answer: truth('select', false) });
    expect(answer(selected, select(C), match(B))).toEqual(truth('match', true));
  });

  test('STM-GM-08: Match needs a selection, an open tile, another position, a matching kind', () => {
    expect(answer(begun, match(B))).toEqual(truth('match', false));
    expect(answer(begun, select(A), match(B))).toEqual(truth('match', true));
    expect(answer(begun, select(A), match(B, false))).toEqual(truth('match', false));
    expect(answer(begun, select(A), match(A))).toEqual(truth('match', false));
    expect(answer(begun, select(A), match({ ...A, z: 1 }))).toEqual(truth('match', true));
    expect(answer(begun, select(A), match({ ...A, x: 5 }))).toEqual(truth('match', true));
    expect(answer(begun, select(A), match({ ...A, y: 3 }))).toEqual(truth('match', true));
    expect(answer(begun, select(A), match(C))).toEqual(truth('match', false));
  });

  test('STM-GM-08: kinds match themselves, flowers flowers, seasons seasons, and nothing else', () => {
    const group = (kind: number) => (kind < 34 ? kind : kind < 38 ? 'flower' : 'season');
    for (let a = 0; a <= 41; a++) {
      for (let b = 0; b <= 41; b++) {
        const reply = answer(begun, select({ ...A, kind: a }), match({ ...B, kind: b }));
        expect({ a, b, reply }).toEqual({ a, b, reply: truth('match', group(a) === group(b)) });
      }
    }
  });

  test('STM-GM-08: neither is checked against the known board', () => {
    const covered = play(begun, shuffle(A, { ...A, z: 1 }, { ...B, kind: 3 })).game;
    expect(answer(covered, select(A), match(B))).toEqual(truth('match', true));
  });

  test('STM-GM-09: a Match, TRUE or FALSE, leaves nothing selected', () => {
    for (const second of [match(B), match(C), match(A), match(B, false)]) {
      const { game } = play(begun, select(A), second);
      expect(game.selected).toBeUndefined();
      expect(answer(game, match(B))).toEqual(truth('match', false));
      expect(answer(game, select(C))).toEqual(truth('select', true));
    }
  });

  test('a false Match counts no pair and takes nothing away', () => {
    const { game } = play(begun, shuffle(A, B, C), select(A), match(C));
    expect(game.pairs).toBe(0);
    expect(game.board.size).toBe(3);
  });

  test('STM-GM-10: a pair takes both positions away, whatever kind stood there', () => {
    const other = { ...B, kind: 9 };
    const { game } = play(begun, shuffle(A, other, C), select({ ...A, kind: 30 }), match({ ...B, kind: 30 }));
    expect([...game.board.values()]).toEqual([C]);
    expect(game.pairs).toBe(1);
  });
});

describe('Set State', () => {
  test('STM-GM-10: won from 72 pairs up, matched before or unknown', () => {
    expect(answer(begun, ...times(71, select(A), match(B)), SET_STATE)).toEqual(state('playing'));
    expect(answer(begun, ...times(72, select(A), match(B)), SET_STATE)).toEqual(state('won'));
    expect(answer(begun, ...times(73, select(A), match(B)), SET_STATE)).toEqual(state('won'));
  });

  test('STM-GM-10: won goes before game over', () => {
    const both = [...times(5, shuffle(C)), ...times(72, select(A), match(B)), SET_STATE];
    expect(answer(begun, ...both)).toEqual(state('won'));
  });

  test('STM-GM-10: game over takes five shuffles', () => {
    expect(answer(begun, ...times(4, shuffle(C)), SET_STATE)).toEqual(state('playing'));
    expect(answer(begun, ...times(5, shuffle(C)), SET_STATE)).toEqual(state('over'));
    expect(answer(begun, ...times(6, shuffle(C)), SET_STATE)).toEqual(state('over'));
    expect(answer(begun, SET_STATE)).toEqual(state('playing'));
  });

  test('STM-GM-10: the known board is the last answer, less what was matched since', () => {
    const moves = times(5, shuffle(A, B, C));
    expect(answer(begun, ...moves, SET_STATE)).toEqual(state('playing'));
    expect(answer(begun, ...moves, select(A), match(B), SET_STATE)).toEqual(state('over'));
    expect(answer(begun, ...times(4, shuffle(A, B)), shuffle(C), SET_STATE)).toEqual(state('over'));
    const before = [...times(4, shuffle(A, B)), select(A), match(B), shuffle(A, B), SET_STATE];
    expect(answer(begun, ...before)).toEqual(state('playing'));
  });

  test('STM-GM-10: an empty board has no move', () => {
    expect(answer(begun, ...times(5, shuffle(A, B)), select(A), match(B), SET_STATE)).toEqual(state('over'));
  });

  test('a match uncovers a tile', () => {
    const board = [A, { ...A, z: 1, kind: 3 }, { ...C, kind: 3 }, B];
    const five = times(5, shuffle(...board));
    expect(answer(begun, ...five, select(board[1]!), match(board[2]!), SET_STATE)).toEqual(state('playing'));
  });

  test.each(KNOWN_BOARDS.map((board) => [board.name, board] as const))(
    'a board with %s',
    (_, { tiles: all, move }) => {
      expect(rules.hasMove(rules.boardOf(all))).toBe(move);
      expect(answer(begun, ...times(5, shuffle(...all)), SET_STATE)).toEqual(
        state(move ? 'playing' : 'over'),
      );
    },
  );
});

test('no request changes the game it was given', () => {
  fc.assert(
    fc.property(tiles(), tile(), (all, one) => {
      const before = play(begun, shuffle(...all)).game;
      const kept = { ...before, board: new Map(before.board) };
      play(before, select(one), match({ ...one, x: (one.x + 1) % 64 }), shuffle(A), SET_STATE, RESET);
      expect(before).toEqual(kept);
    }),
  );
});
