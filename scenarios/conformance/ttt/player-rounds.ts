/** TTT: rounds of two players, in every way they can end, and whose turn it is after each. */
import * as fc from 'fast-check';
import { CELLS, type Cell } from '../../../protocols/ttt/message';
import { isEmptyCell, LINES } from '../../../protocols/ttt/board';
import { decisiveLine } from '../../../protocols/ttt/rules';
import { roundsOfEveryKind, roundsToEveryEnd, type Round } from '../../../protocols/ttt/rounds';
import { openingCells, playRounds, seatPlayers } from './moves';
import { checkOccupiedCells } from './occupied-cells';
import { tttScenario } from './scenario';
import type { Table } from './table';

const CLAUSES = ['TTT-10', 'TTT-12', 'TTT-32'];

/** Which lines came by which seat: `middle row, second`. */
type Seen = Set<string>;

const players = tttScenario(
  {
    id: 'ttt/players-rounds',
    title: 'two players: every position that a round can end in, and who opens the next',
    covers: ['TTT-01', 'TTT-04', ...CLAUSES],
    game: 'ttt-pvp',
  },
  async (host, bench) => {
    const tries = await checkOccupiedCells(host);
    const left = [...(bench.exhaustive ? roundsToEveryEnd() : roundsOfEveryKind())];
    const all = left.length;
    const seen: Seen = new Set();
    let played = 0;
    while (left.length > 0 && !CLAUSES.some((id) => bench.failedEnough(id))) {
      bench.note(`${all} rounds, each ending in another position`);
      const table = await host.playPlain(async (one) => {
        await seatPlayers(one);
        while (left.length > 0) {
          await playRound(one, taken(left, one), tries, seen);
          played++;
        }
        await missingLines(one, tries, seen);
        // The next round shows that the last one was over.
        await playRounds(one, 1);
      });
      if (table === undefined && played === 0) break;
    }
    if (left.length > 0) {
      const title = `${played} of ${all} rounds were played before a fault`;
      return CLAUSES.forEach((id) => bench.wasJudged(id) || bench.inconclusive(id, title));
    }
    for (const id of CLAUSES) bench.check(id, true, () => ({ title: `${played} rounds` }));
    if (host.garbledCount === 0) bench.check('TTT-01', true, () => ({ title: '' }));
  },
);

/** The next round to play: if possible one that opens with a cell that was taken when the last round ended. */
function taken(left: Round[], { betweenRounds, previous }: Table): Round {
  const at = betweenRounds ? left.findIndex(({ moves }) => !isEmptyCell(previous, moves[0] ?? 0)) : 0;
  const [round] = left.splice(Math.max(0, at), 1);
  if (round === undefined) throw new Error('no round is left');
  return round;
}

async function playRound(table: Table, { moves }: Round, tries: boolean, seen: Seen): Promise<void> {
  for (const [i, cell] of moves.entries()) {
    const before = moves[(i * 5 + 2) % Math.max(1, i)];
    if (tries && i > 0 && before !== undefined) await table.tryOccupied(before);
    await table.play(cell);
  }
  await table.expectQuiet();
  const end = table.ends.at(-1);
  const line = end === undefined ? undefined : decisiveLine(end);
  if (end !== undefined && line !== undefined) seen.add(lineOf(line, end.by));
}

function lineOf(line: number, by: 0 | 1): string {
  return `${LINES[line]?.name}, ${by === 0 ? 'first' : 'second'}`;
}

/** Plays the lines that are missing for a seat: who opens a round depends on the rounds before. */
async function missingLines(table: Table, tries: boolean, seen: Seen): Promise<void> {
  const kinds = roundsOfEveryKind();
  for (const line of LINES.keys())
    for (const by of [0, 1] as const) {
      if (seen.has(lineOf(line, by))) continue;
      const who = table.state.turn === by ? 'opener' : 'follower';
      const round = kinds.find((one) => one.by === who && decisiveLine(one) === line);
      if (round !== undefined) await playRound(table, round, tries, seen);
    }
}

const random = tttScenario(
  {
    id: 'ttt/random-rounds',
    title: 'rounds of legal moves at random',
    covers: ['TTT-12'],
  },
  async (host, bench) => {
    const rounds = bench.exhaustive ? 40 : 8;
    const draws = bench.sample(cellDraws(rounds * CELLS.length), 1)[0] ?? [];
    const table = await host.playPlain(async (one) => {
      await seatPlayers(one);
      for (const draw of draws) {
        if (one.ends.length >= rounds) break;
        await one.play(legal(one, draw));
        if (bench.exhaustive && host.game === 'ttt-pve') await one.expectQuiet();
      }
      await playRounds(one, 1);
    });
    if (table !== undefined) bench.check('TTT-12', true, () => ({ title: `${rounds} rounds` }));
  },
);

function cellDraws(count: number): fc.Arbitrary<number[]> {
  return fc.array(fc.nat({ max: 5039 }), { minLength: count, maxLength: count });
}

function legal(table: Table, draw: number): Cell {
  const empty = openingCells(table);
  return empty[draw % empty.length] ?? 0;
}

export const roundScenarios = [players, random];
