import fc from 'fast-check';
import { emptyCells, EMPTY, isOver, LINES, linesIn, place } from './board';
import { BYTE, cellOf, type Cell } from './message';
import { hostDone, machineDone, missing, NO_PROGRESS, progressWith, PveHost } from './scenarios/pve-host';
import { legalRounds, roundsOfEveryKind, roundsToEveryEnd, type Round } from './scenarios/legal-rounds';
import { freshGame, type GameState } from './game';
import { eventsOf, expect as oracle, follow, type GameEvent } from './testing/model';
import { chunking, playerBytes } from './ttt.arbitrary';
import { session, step } from './testing/sessions.arbitrary';
import { CONVERSATIONS } from './testing/ttt.vectors';

describe('conversations of the page', () => {
  test.each(CONVERSATIONS.map((conversation) => [conversation.name, conversation] as const))(
    '%s',
    (_, { game, lines }) => {
      let state = freshGame(game);
      for (const line of lines) {
        const [input = '', output = ''] = line.split('→').map((part) => part.trim());
        const event = eventOf(input);
        const sent = oracle(state, event).deliveries.map((to) =>
          to.kind === 'byte' ? `${to.to}${String.fromCharCode(to.byte)}` : `${to.to}?${to.empty.join('')}`,
        );
        expect([line, sent.join(' ')]).toEqual([line, output.replace(/=\d/, '')]);
        const answer = /=(\d)/.exec(output)?.[1];
        state = follow(state, event, answer === undefined ? undefined : cellOf(answer.charCodeAt(0))).state;
      }
    },
  );
});

describe('the server as a model', () => {
  test.each(['ttt-pve', 'ttt-pvp'] as const)('%s: laws over any session', (game) => {
    fc.assert(
      fc.property(session(['a', 'b', 'c', 'd']), fc.nat(), (events, seed) => {
        let state = freshGame(game);
        for (const event of events) {
          const before = state;
          const { sent, closes, state: next } = step(state, event, (empty) => empty[seed % empty.length]!);
          expectLaws(before, event, sent, closes, next);
          state = next;
        }
      }),
      { numRuns: 300 },
    );
  });

  test('a stream has the same events in any chunks (TTT-42); a datagram has one at most', () => {
    const bytes = playerBytes('serial');
    fc.assert(
      fc.property(
        bytes.chain((all) => fc.tuple(fc.constant(all), chunking(all))),
        ([all, chunks]) => {
          expect(chunks.flatMap((chunk) => eventsOf('serial', 'a', chunk))).toEqual(
            eventsOf('serial', 'a', all),
          );
          expect(eventsOf('udp', 'a', all)).toEqual(eventsOf('serial', 'a', all).slice(0, 1));
        },
      ),
    );
    expect(eventsOf('tcp', 'a', Uint8Array.of(BYTE.join, BYTE.leave)).map(({ kind }) => kind)).toEqual([
      'invalid',
      'invalid',
    ]);
  });

  test('the machine must answer, with an empty cell', () => {
    const { state } = follow(freshGame('ttt-pve'), { kind: 'join', player: 'a' });
    const move: GameEvent = { kind: 'move', player: 'a', cell: 4 };
    expect(() => follow(state, move)).toThrow(RangeError);
    expect(() => follow(state, move, 4)).toThrow(RangeError);
  });
});

function expectLaws(
  before: GameState,
  event: GameEvent,
  sent: readonly { to: string; byte: number }[],
  closes: readonly string[],
  next: GameState,
): void {
  const { effect } = oracle(before, event);
  if (!effect) expect(next).toEqual(before);
  expect(isOver(next.board)).toBe(false);
  expect(new Set(next.seats).size).toBe(next.seats.length);
  expect(new Set(sent.map(({ to }) => to)).size).toBe(sent.length);
  const closing = sent.filter(({ byte }) => byte === BYTE.full || byte === BYTE.shutdown).map(({ to }) => to);
  expect(closing).toEqual(closes);
  if (before.game === 'ttt-pve') {
    expect(sent.some(({ byte }) => byte === BYTE.wait)).toBe(false);
    expect(next.turn).toBe(0);
  }
  if (event.kind !== 'move') expect(sent.every(({ byte }) => cellOf(byte) === undefined)).toBe(true);
  if (event.kind === 'move' && effect && before.game === 'ttt-pvp') {
    expect(next.turn).not.toBe(before.turn);
    expect(sent).toEqual([
      { to: before.seats.find((seat) => seat !== event.player), byte: 0x30 + event.cell },
    ]);
  }
  const taken = [next.board[0], next.board[1]].map((bits) => bits.toString(2).replaceAll('0', '').length);
  if (next.game === 'ttt-pvp') expect(Math.abs(taken[0]! - taken[1]!)).toBeLessThanOrEqual(1);
}

describe('rounds', () => {
  test('all legal rounds, each ending exactly with its last move', () => {
    const count = { opener: 0, follower: 0, drawn: 0 };
    for (const { lines, by } of legalRounds()) count[lines.length === 0 ? 'drawn' : by]++;
    // The well-known numbers of tic-tac-toe games.
    expect(count).toEqual({ opener: 131_184, follower: 77_904, drawn: 46_080 });
  });

  test('a round to every end: 958 positions, played to the end through the PvP model', () => {
    const rounds = roundsToEveryEnd();
    expect(rounds).toHaveLength(958);
    expect(new Set(rounds.map((round) => endOf(round).join())).size).toBe(958);
    expect(rounds.filter(({ lines }) => lines.length === 0)).toHaveLength(16);
    let state = seated();
    for (const round of rounds) state = play(state, round);
  });

  test('rounds of every kind: each line by both, double lines with the ninth cell, a draw', () => {
    const rounds = roundsOfEveryKind();
    for (const by of ['opener', 'follower'] as const) {
      const lines = rounds
        .filter((round) => round.by === by && round.lines.length === 1)
        .map(({ lines: [line] }) => line);
      expect(new Set(lines)).toEqual(new Set(LINES.keys()));
    }
    expect(rounds.some(({ lines, full }) => lines.length === 0 && full)).toBe(true);
    expect(rounds.some(({ lines, full }) => lines.length === 1 && full)).toBe(true);
    expect(rounds.some(({ lines, full }) => lines.length === 2 && full)).toBe(true);
    for (const parity of ['opener', 'follower']) {
      expect(rounds.slice(0, 8).filter(({ by }) => by === parity)).toHaveLength(4);
    }
    expect(rounds.length).toBeLessThan(50);
  });
});

/** Plays a round, and compares the opener of the next one with a count of the moves. */
function play(start: GameState, { moves, lines }: Round): GameState {
  let state = start;
  moves.forEach((cell, i) => {
    const player = state.seats[state.turn]!;
    const { state: next, ended } = follow(state, { kind: 'move', player, cell });
    expect(ended).toHaveLength(i === moves.length - 1 ? 1 : 0);
    if (ended[0]) expect(ended[0].lines).toEqual(lines);
    state = next;
  });
  expect(state.board).toEqual(EMPTY);
  expect(state.turn).toBe((start.turn + moves.length) % 2);
  return state;
}

function endOf({ moves }: Round): readonly [number, number] {
  let board: readonly [number, number] = EMPTY;
  moves.forEach((cell, i) => (board = place(board, i % 2 === 0 ? 0 : 1, cell)));
  return board;
}

function seated(): GameState {
  const first = follow(freshGame('ttt-pvp'), { kind: 'join', player: 'a' }).state;
  return follow(first, { kind: 'join', player: 'b' }).state;
}

describe('the host against the machine', () => {
  test.each([1, 2, 3, 4, 5])(
    'seed %i: the machine makes all lines and both draws, then the host makes all its',
    (seed) => {
      const random = lehmer(seed);
      const host = new PveHost();
      let progress = NO_PROGRESS;
      let state = follow(freshGame('ttt-pve'), { kind: 'join', player: 'a' }).state;
      let rounds = 0;
      let forced = 0;
      while (!(machineDone(progress) && hostDone(progress)) && rounds < 600) {
        const avoiding = !machineDone(progress);
        const cell = host.choose(state, progress);
        const spare = emptyCells(state.board).length > 1;
        const taken = step(
          state,
          { kind: 'move', player: 'a', cell },
          (empty) => empty[random(empty.length)]!,
        );
        const own = taken.ended.some(({ by, lines }) => by === 0 && lines.length > 0);
        if (avoiding && own) {
          expect(spare).toBe(false);
          forced++;
        }
        for (const end of taken.ended) progress = progressWith(progress, end);
        rounds += taken.ended.length;
        state = taken.state;
      }
      expect(missing(progress)).toEqual([]);
      expect(rounds).toBeLessThan(400);
      expect(forced).toBeLessThan(rounds / 10);
    },
  );

  test('playing to win, it wins nearly every round', () => {
    const random = lehmer(7);
    const host = new PveHost();
    let state = follow(freshGame('ttt-pve'), { kind: 'join', player: 'a' }).state;
    const won: boolean[] = [];
    while (won.length < 200) {
      const cell = host.choose(state, NO_PROGRESS, true);
      const taken = step(state, { kind: 'move', player: 'a', cell }, (empty) => empty[random(empty.length)]!);
      won.push(...taken.ended.map(({ by, lines }) => by === 0 && lines.length > 0));
      state = taken.state;
    }
    expect(won.filter(Boolean).length).toBeGreaterThan(185);
  });
});

test('a line is three of one side', () => {
  for (const { mask, cells } of LINES) {
    expect(cells.reduce((bits: number, cell: Cell) => bits | (1 << cell), 0)).toBe(mask);
    expect(isOver([mask, 0]) && isOver([0, mask])).toBe(true);
    expect(isOver([mask & ~(1 << cells[0]), 1 << cells[0]])).toBe(false);
  }
  expect(linesIn(0x1ff)).toHaveLength(8);
});

function eventOf(input: string): GameEvent {
  const player = input.slice(0, 1);
  const what = input.slice(1);
  if (input === '!') return { kind: 'shutdown' };
  if (what === '+') return { kind: 'join', player };
  if (what === '-') return { kind: 'leave', player };
  return eventsOf('tcp', player, Uint8Array.of(what.charCodeAt(0)))[0]!;
}

/** A small seeded generator: integers from 0 to below `bound`. */
function lehmer(seed: number): (bound: number) => number {
  let x = seed * 7919;
  return (bound) => {
    x = (x * 48271) % 0x7fffffff;
    return x % bound;
  };
}
