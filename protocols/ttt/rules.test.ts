import { random } from '../../devices/random';
import { EMPTY, emptyCells, isOver, LINES, linesIn, withCell, freshGame, type GameState } from './game';
import { cellOf, type Cell } from './wire';
import { bytesOfRecipe } from './scenarios/recipes';
import { roundsOfEveryKind } from './scenarios/rounds';
import { ALL_ENDS, initialState } from './state';
import { eventsOf, expect as oracle, follow, step, type GameEvent } from './testing/model';
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

describe('rounds of the suite', () => {
  test('rounds of every kind: each line by both, double lines with the ninth cell, a draw', () => {
    const rounds = roundsOfEveryKind(random(3));
    const kinds = rounds.map(({ kind }) => kind);
    for (const side of [0, 1]) for (const line of LINES.keys()) expect(kinds).toContain(`${side} ${line}`);
    expect(kinds).toContain('0  full');
    expect(kinds.some((kind) => /^0 \d full$/.test(kind))).toBe(true);
    expect(kinds.some((kind) => /^0 \d\+\d full$/.test(kind))).toBe(true);
    expect(new Set(kinds).size).toBe(rounds.length);
    // Openers alternate.
    expect(new Set(rounds.slice(0, 16).map(({ moves }, n) => (moves.length + n) % 2)).size).toBe(1);
  });

  test('each ends with its last move, as in the model', () => {
    let state = seated();
    for (const { moves } of roundsOfEveryKind(random(4))) {
      const opener = state.turn;
      moves.forEach((cell, i) => {
        const player = state.seats[state.turn]!;
        const { state: next, ended } = follow(state, { kind: 'move', player, cell });
        expect(ended).toHaveLength(i === moves.length - 1 ? 1 : 0);
        state = next;
      });
      expect([state.board, state.turn]).toEqual([EMPTY, (opener + moves.length) % 2]);
    }
  });
});

function seated(): GameState {
  const first = follow(freshGame('ttt-pvp'), { kind: 'join', player: 'a' }).state;
  return follow(first, { kind: 'join', player: 'b' }).state;
}

test.each([1, 2, 3, 4, 5])(
  'against the machine, seed %i: it makes all lines and both draws, then the host makes all its',
  (seed) => {
    const dice = random(seed);
    const known = initialState('ttt-pve');
    let table = follow(freshGame('ttt-pve'), { kind: 'join', player: 'a' }).state;
    let notes = known.notes;
    let [rounds, needless] = [0, 0];
    while (notes.seen.ends.length < ALL_ENDS && rounds < 400) {
      const made = bytesOfRecipe('goal', { ...known, table, notes });
      const cell = cellOf((made as { bytes: Uint8Array }).bytes[0]!)!;
      const machines = LINES.every(({ name }) => notes.seen.ends.includes(`1 ${name}`));
      const isAvoiding =
        !machines || !notes.seen.ends.includes('0 draw') || !notes.seen.ends.includes('1 draw');
      const { board } = table;
      const isSpare = emptyCells(board).some((one) => linesIn(withCell(board, 0, one)[0]).length === 0);
      const taken = step(
        table,
        { kind: 'move', player: 'a', cell },
        (empty) => empty[dice.int(0, empty.length - 1)]!,
      );
      for (const { by, lines, full } of taken.ended) {
        rounds++;
        if (isAvoiding && by === 0 && lines.length > 0 && isSpare) needless++;
        const end = `${by} ${lines.length === 0 ? 'draw' : LINES[lines[0]!]!.name}`;
        if (lines.length < 2 && !(full && lines.length > 0) && !notes.seen.ends.includes(end))
          notes = { ...notes, seen: { ...notes.seen, ends: [...notes.seen.ends, end] } };
      }
      table = taken.state;
    }
    expect([notes.seen.ends.length, rounds < 150, needless]).toEqual([ALL_ENDS, true, 0]);
  },
);

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
