/** Rounds of both games, in every way they can end, and whose turn it is after each. */
import type { Random } from '../../../api/index';
import { EMPTY, emptyCells, endOf, isEmptyCell, LINES, other, withCell } from '../game';
import type { Board, Side } from '../game';
import { BYTE, CELLS, type Cell } from '../wire';
import { JOINS } from '../state';
import { scenario, type Script, type TttSessions } from './script';

/** Cells in the order of play, and the board in which they end. */
export interface Round {
  readonly moves: readonly Cell[];
  readonly board: Board;
  readonly kind: string;
}

/** A legal round, at random. `kind`: the side that ended it, its lines, and whether no cell was left. */
function randomRound(random: Pick<Random, 'int'>): Round {
  const moves: Cell[] = [];
  let board = EMPTY;
  for (let by: Side = 0; ; by = other(by)) {
    const empty = emptyCells(board);
    const cell = empty[random.int(0, empty.length - 1)] ?? 0;
    const end = endOf(board, by, cell);
    board = withCell(board, by, cell);
    moves.push(cell);
    if (end !== undefined)
      return { moves, board, kind: `${by} ${end.lines.join('+')}${end.full ? ' full' : ''}` };
  }
}

/** The kind of a draw. */
export const DRAW = '0  full';

/** Rounds of so many are looked at. */
const DRAWN = 4000;

/**
 * Rounds that show every kind of end once: each of the 8 lines for the opener and for the follower, the draw, lines with the ninth cell,
 * and two lines at once. Openers alternate between rounds of odd and even length.
 */
export function roundsOfEveryKind(random: Pick<Random, 'int'>): readonly Round[] {
  const kinds = new Map<string, Round>();
  for (let n = 0; n < DRAWN; n++) {
    const round = randomRound(random);
    const known = kinds.get(round.kind);
    if (known === undefined || round.moves.length < known.moves.length) kinds.set(round.kind, round);
  }
  const all = [...kinds.values()];
  const [odd, even] = [1, 0].map((rest) => all.filter(({ moves }) => moves.length % 2 === rest));
  return (odd ?? []).flatMap((round, n) => [round, ...(even ?? []).slice(n, n + 1)]);
}

/** Rounds of one session. */
const EACH = 20;

const players = scenario(
  {
    id: 'players-rounds',
    title: 'two players: rounds that end in every way, and who opens the next',
    covers: ['TTT-01', 'TTT-04', 'TTT-10', 'TTT-12', 'TTT-32'],
    game: 'ttt-pvp',
    isPlain: true,
    weight: 1,
  },
  function* (sitting) {
    const { random, table } = sitting;
    const some = roundsOfEveryKind(random);
    const more = Array.from({ length: table.all ? 8 * EACH : 0 }, () => randomRound(random));
    // Of each kind both seats, as who opens depends on the rounds before; the longest first. After a draw every cell was taken.
    const draws = some.filter(({ kind }) => kind === DRAW);
    const left = [
      ...draws,
      ...some.filter(({ kind }) => kind.endsWith('full')),
      ...some,
      ...some.toReversed(),
      ...more,
    ];
    while (left.length > 0) {
      const rounds = left.splice(0, EACH);
      yield sitting.session(`${rounds.length} rounds`, (script) => {
        script.seat();
        let previous: Board | undefined;
        for (let n = 0; rounds.length > 0; n++) previous = playRound(script, rounds, n, previous);
        // The next round shows that the last one was over.
        return script.rounds(1);
      });
    }
    // The cell of the move that ended a round is free for the next, as others are.
    const after = (cell: Cell) => (script: Script) =>
      script
        .seat()
        .turns(...[0, 3, 1, 4, 2].map((one) => `take ${one}`))
        .quiet()
        .turns(`take ${cell}`)
        .quiet();
    yield sitting.session('a cell of the round before', after(3), { isPremise: true });
    yield sitting.session('the cell that ended the round before', after(2), { charge: 'TTT-32' });
    yield sitting.session('players try to move twice', (script) => {
      script.seat();
      for (let n = 0; n < 2 * CELLS.length; n++) script.turns('fence', 'early');
      return script.rounds(1);
    });
  },
);

/**
 * A round that opens with a cell which was taken when the last one ended: it shows whether the board was emptied. Every other one opens
 * with a cell that was free, or after a move out of turn: it shows whose turn it is.
 */
function playRound(
  script: Script,
  rounds: Round[],
  n: number,
  previous: Board | undefined,
): Board | undefined {
  const showsTurn = n % 2 === 1;
  const isTaken = ({ moves: [first = 0] }: Round): boolean =>
    previous !== undefined && !isEmptyCell(previous, first);
  const at = previous === undefined ? 0 : rounds.findIndex((one) => isTaken(one) !== showsTurn);
  if (showsTurn && at < 0) script.turns('early');
  const [round] = rounds.splice(Math.max(0, at), 1);
  for (const [i, cell] of (round?.moves ?? []).entries()) {
    // One of each a round, in other places of the next.
    if (i === 2 + (n % 6)) script.turns('early');
    if (i === 1 + (n % 7)) script.turns(`occupied ${n}`);
    script.turns(`take ${cell}`);
  }
  script.quiet();
  return round?.board;
}

const randomRounds = scenario(
  {
    id: 'random-rounds',
    title: 'rounds of legal moves at random',
    covers: ['TTT-12'],
    isPlain: true,
    weight: 1,
  },
  function* (sitting) {
    const { random, table, isMachine } = sitting;
    const count = (table.all ? 40 : 8) * CELLS.length;
    yield sitting.session(`${count} moves`, (script) => {
      script.seat();
      for (let n = 0; n < count; n++) {
        script.turns(`any ${random.int(0, 5039)}`);
        if (isMachine) script.quiet();
      }
      return script.rounds(1);
    });
  },
);

/** The most sessions until every end has come. A machine that chooses evenly needs about forty rounds. */
const MOST_SESSIONS = 12;
const MOVES = 90;

const machine = scenario(
  {
    id: 'machine-rounds',
    title: 'against the machine: all 8 lines of both, both draws, and who opens the next round',
    covers: ['TTT-01', 'TTT-04', 'TTT-10', 'TTT-12', 'TTT-21', 'TTT-22'],
    game: 'ttt-pve',
    isPlain: true,
    weight: 0.5,
  },
  function* (sitting) {
    const missing = (): readonly string[] => {
      const { ends } = sitting.table.state.notes.seen;
      const all = [0, 1].flatMap((side) => [...LINES.map(({ name }) => `${side} ${name}`), `${side} draw`]);
      return all.filter((end) => !ends.includes(end));
    };
    for (let n = 0; n < MOST_SESSIONS && missing().length > 0; n++)
      yield sitting.session('rounds', (script) => {
        script.seat();
        for (let i = 0; i < MOVES; i++) script.turns(`held ${i}`, 'goal').quiet();
      });
    // 0: the player, 1: the machine.
    if (missing().length > 0) yield { what: `there was no end ${missing().join(', ')}`, open: 'TTT-10' };
  },
);

const chance = scenario(
  {
    id: 'machine-chance',
    title: 'against the machine: its first cells are not always the same',
    covers: ['TTT-24'],
    game: 'ttt-pve',
    isPlain: true,
    weight: 0.15,
  },
  function* (sitting) {
    const [link = ''] = sitting.links;
    const first = sitting.random.int(0, CELLS.length - 1);
    yield sitting.session(`${JOINS} joins with the first cell ${first}`, (script) => {
      for (let n = 0; n < JOINS; n++)
        script
          .join(link)
          .send(link, [BYTE.cell0 + first])
          .leave(link);
    });
  },
);

export const ROUNDS: readonly TttSessions[] = [players, randomRounds, machine, chance];
