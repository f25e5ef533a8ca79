/** TTT: rounds against the machine, which may choose any empty cell. */
import * as fc from 'fast-check';
import { CELLS, type Cell } from '../../../protocols/ttt/message';
import { isEmptyCell, isFull, linesIn, place } from '../../../protocols/ttt/board';
import {
  hostDone,
  machineDone,
  missing,
  NO_PROGRESS,
  progressWith,
  PveHost,
  type PveProgress,
} from '../../../protocols/ttt/pve-host';
import { JOINS } from '../../../protocols/ttt/monitor/statistics';
import type { RoundEnd } from '../../../protocols/ttt/rules';
import { openingCells, playRounds, seatPlayers } from './moves';
import { checkOccupiedCells } from './occupied-cells';
import { tttScenario } from './scenario';
import type { Table } from './table';

const CLAUSES = ['TTT-10', 'TTT-12', 'TTT-21', 'TTT-22'];
/** The most rounds until every ending has come. A machine that chooses evenly needs about forty. */
const MOST_ROUNDS = 400;
/** The most sittings after faults. A line that the server misses may show as a fault of another clause first. */
const MOST_SITTINGS = 8;

const rounds = tttScenario(
  {
    id: 'ttt/machine-rounds',
    title: 'against the machine: all 8 lines of both, both draws, and who opens the next round',
    covers: ['TTT-01', 'TTT-04', ...CLAUSES],
    game: 'ttt-pve',
  },
  async (host, bench) => {
    const tries = await checkOccupiedCells(host);
    const player = new PveHost();
    let progress = NO_PROGRESS;
    let played = 0;
    let clean = false;
    for (
      let n = 0;
      !clean && n < MOST_SITTINGS && played < MOST_ROUNDS && !bench.failedEnough('TTT-10');
      n++
    ) {
      const before = played;
      const table = await host.playPlain(async (one) => {
        await seatPlayers(one);
        while (!done(progress) && played < MOST_ROUNDS) {
          await turn(one, player, progress, tries);
          for (const end of one.justEnded) {
            played++;
            if (!hidden(one, end)) progress = progressWith(progress, end);
          }
        }
        // The next round shows that the last one was over.
        await playRounds(one, 1, takenBefore(one, openingCells(one))[0]);
      });
      clean = table !== undefined;
      if (!clean && played === before) break;
    }
    for (const id of CLAUSES.filter((one) => one !== 'TTT-10'))
      if (clean) bench.check(id, true, () => ({ title: `${played} rounds` }));
    if (done(progress)) bench.check('TTT-10', true, () => ({ title: `${played} rounds` }));
    else if (played === 0) bench.inconclusive('TTT-10', 'no round came to its end');
    else
      bench.inconclusive('TTT-10', `after ${played} rounds there was no ${missing(progress).join(', no ')}`);
    if (host.garbledCount === 0) bench.check('TTT-01', true, () => ({ title: '' }));
  },
);

function done(progress: PveProgress): boolean {
  return machineDone(progress) && hostDone(progress);
}

/** One move of the host, after it tried an occupied cell. */
async function turn(table: Table, player: PveHost, progress: PveProgress, tries: boolean): Promise<void> {
  const { state, opening } = table;
  const occupied = CELLS.filter((cell) => !isEmptyCell(state.board, cell));
  const tried = opening ?? occupied[(table.ends.length + occupied.length) % Math.max(1, occupied.length)];
  if (tries && tried !== undefined && occupied.includes(tried)) await table.tryOccupied(tried);
  const cells = openingCells(table);
  const preferred = player.choose(state, progress);
  // A server that misses the end of the round ignores a cell that was taken in it.
  const fences = table.betweenRounds ? takenBefore(table, cells) : [];
  const wanted = fences.length > 0 ? fences : cells;
  const cell = wanted.includes(preferred)
    ? preferred
    : (wanted[table.ends.length % wanted.length] ?? preferred);
  await table.play(cell);
  if (table.host.bench.exhaustive || table.justEnded.length > 0) await table.expectQuiet();
}

/** Whether the machine's opening hides that a line was missed: it would have ended the round too. */
function hidden({ previous, opening }: Table, { by, lines }: RoundEnd): boolean {
  if (by === 1 || lines.length === 0 || opening === undefined || !isEmptyCell(previous, opening))
    return false;
  const goneOn = place(previous, 1, opening);
  return isFull(goneOn) || linesIn(goneOn[1]).length > 0;
}

/** The cells that were taken when the last round ended. */
function takenBefore({ previous }: Table, cells: readonly Cell[]): readonly Cell[] {
  return cells.filter((cell) => !isEmptyCell(previous, cell));
}

const chance = tttScenario(
  {
    id: 'ttt/machine-chance',
    title: 'against the machine: its first cells are not always the same',
    covers: ['TTT-24'],
    game: 'ttt-pve',
  },
  async (host, bench) => {
    const [name = 'a'] = host.names;
    const [first = 4] = bench.sample(fc.constantFrom<Cell>(...CELLS), 1);
    let joins = 0;
    await host.playPlain(async (table) => {
      for (; joins < JOINS && host.choices.length === 0; joins++) {
        await table.join(name);
        await table.play(first);
        await table.leave(name);
      }
    });
    const [choice] = host.choices;
    if (choice === undefined)
      return bench.inconclusive('TTT-24', `only ${joins} of ${JOINS} joins came to an answer`);
    bench.check('TTT-24', choice.isRandom, () => ({
      title: `${JOINS} joins, each with the first cell ${first}`,
      expected: 'at least 4 different answers',
      seen: choice.seen,
    }));
  },
);

export const machineScenarios = [rounds, chance];
