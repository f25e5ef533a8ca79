/** Rounds against the machine, which may choose any empty cell. */
import { fc } from '../../../api/index';
import { isEmptyCell, isFull, linesIn, place } from '../board';
import type { GameState } from '../game';
import { BYTE, CELLS, type Cell } from '../message';
import { JOINS } from '../notes';
import {
  hostDone,
  machineDone,
  missing,
  NO_PROGRESS,
  progressWith,
  PveHost,
  type PveProgress,
} from './pve-host';
import type { LastRound } from '../state';
import { openingCells, type Choose } from './plan';
import { scenario, type TttScenario } from './sitting';

/** The most rounds until every ending has come. A machine that chooses evenly needs about forty. */
const MOST_ROUNDS = 400;
/** The most sittings after faults. A line that the server misses may show as a fault of another clause first. */
const MOST_SITTINGS = 8;
const MOVES = 30;

const rounds = scenario(
  {
    id: 'machine-rounds',
    title: 'against the machine: all 8 lines of both, both draws, and who opens the next round',
    covers: ['TTT-01', 'TTT-04', 'TTT-10', 'TTT-12', 'TTT-21', 'TTT-22'],
    game: 'ttt-pve',
    isPlain: true,
  },
  async (sitting) => {
    const { bench } = sitting.host;
    const game = new MachineRounds();
    for (let n = 0; n < MOST_SITTINGS && !game.isDone && !bench.failedEnough('TTT-10'); n++) {
      let isRight = await sitting.play('a player joins', (plan) => plan.seat());
      const [player = ''] = sitting.links;
      while (isRight && !game.isDone) {
        const plan = sitting.plan();
        plan.game = { ...plan.game, seats: [player] };
        for (let i = 0; i < MOVES; i++) plan.move(game.occupied).move(game.choose).quiet();
        isRight = await sitting.host.play(`round ${game.played + 1}`, ...plan.steps);
        game.look(sitting.host.state.notes.round);
      }
    }
    if (!game.isDone)
      bench.inconclusive('TTT-10', `after ${game.played} rounds there was no ${game.missing.join(', no ')}`);
  },
);

/** The host's side, from round to round. */
class MachineRounds {
  played = 0;
  private progress: PveProgress = NO_PROGRESS;
  private seen: LastRound | undefined;
  private readonly player = new PveHost();

  get isDone(): boolean {
    return (machineDone(this.progress) && hostDone(this.progress)) || this.played >= MOST_ROUNDS;
  }

  get missing(): readonly string[] {
    return missing(this.progress);
  }

  /** A round may have ended. */
  look(round: LastRound): void {
    const { end } = round;
    if (round === this.seen || end === undefined) return;
    this.seen = round;
    this.played++;
    if (!isHidden(round)) this.progress = progressWith(this.progress, end);
  }

  /** A cell that is taken: of the machine's opening, or another. */
  readonly occupied: Choose = ({ board }, round) => {
    this.look(round);
    const cells = CELLS.filter((cell) => !isEmptyCell(board, cell));
    // The first move of a round shows whether the last one was over, and the last moves whether they are answered.
    if (cells.length < 2 || cells.length > 5) return undefined;
    const { opening } = round;
    if (opening !== undefined && cells.includes(opening)) return opening;
    return cells[(this.played + cells.length) % Math.max(1, cells.length)];
  };

  readonly choose: Choose = (game, round) => {
    this.look(round);
    return cellOf(game, round, this.player.choose(game, this.progress), this.played);
  };
}

/** A server that misses the end of a round ignores a cell that was taken in it. */
function cellOf(game: GameState, round: LastRound, preferred: Cell, played: number): Cell {
  const cells = openingCells(game, round);
  const fences = round.isLater ? cells.filter((cell) => !isEmptyCell(round.previous, cell)) : [];
  const wanted = fences.length > 0 ? fences : cells;
  return wanted.includes(preferred) ? preferred : (wanted[played % wanted.length] ?? preferred);
}

/** Whether the machine's opening hides that a line was missed: it would have ended the round too. */
function isHidden({ previous, opening, end }: LastRound): boolean {
  if (end === undefined || end.by === 1 || end.lines.length === 0) return false;
  if (opening === undefined || !isEmptyCell(previous, opening)) return false;
  const next = place(previous, 1, opening);
  return isFull(next) || linesIn(next[1]).length > 0;
}

const chance = scenario(
  {
    id: 'machine-chance',
    title: 'against the machine: its first cells are not always the same',
    covers: ['TTT-24'],
    game: 'ttt-pve',
    isPlain: true,
  },
  async (sitting) => {
    const { bench } = sitting.host;
    const [first = 4] = bench.sample(fc.constantFrom<Cell>(...CELLS), 1);
    const [link = ''] = sitting.links;
    await sitting.play(`${JOINS} joins with the first cell ${first}`, (plan) => {
      for (let n = 0; n < JOINS; n++)
        plan
          .join(link)
          .send(link, [BYTE.cell0 + first])
          .leave(link);
      return plan;
    });
  },
);

export const MACHINE: readonly TttScenario[] = [rounds, chance];
