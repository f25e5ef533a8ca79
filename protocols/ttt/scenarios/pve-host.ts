/**
 * How the host plays against the machine. At first it avoids lines of its own, so that the machine makes all 8 lines
 * and both draws come (TTT-10). Then it wins as often as it can, and makes all 8 lines itself.
 *
 * The machine's cells are random, so a cell is worth the mean over the machine's answers. The tree of the rest of a
 * round is small enough for a complete search.
 */
import { emptyCells, isFull, LINES, linesIn, other, place, type Board, type Side } from '../board';
import { CELLS, type Cell } from '../message';
import { decisiveLine, type GameState, type RoundEnd } from '../game';

/** The results of the rounds so far. */
export interface PveProgress {
  /** Lines of the machine and of the host that ended a round by themselves, as bit sets over LINES. */
  readonly machineLines: number;
  readonly hostLines: number;
  /** Draws in which the host took the ninth cell (it opened), and in which the machine did. */
  readonly hostDraw: boolean;
  readonly machineDraw: boolean;
}

const ALL_LINES = (1 << LINES.length) - 1;

export const NO_PROGRESS: PveProgress = {
  machineLines: 0,
  hostLines: 0,
  hostDraw: false,
  machineDraw: false,
};

export function progressWith(progress: PveProgress, end: RoundEnd): PveProgress {
  const line = decisiveLine(end);
  const made = line === undefined ? 0 : 1 << line;
  const draw = end.lines.length === 0;
  const { hostLines, machineLines, hostDraw, machineDraw } = progress;
  return end.by === 0
    ? { ...progress, hostLines: hostLines | made, hostDraw: hostDraw || draw }
    : { ...progress, machineLines: machineLines | made, machineDraw: machineDraw || draw };
}

/** Whether the machine has made all 8 lines, and both draws came. Until then the host makes no line. */
export function machineDone({ machineLines, hostDraw, machineDraw }: PveProgress): boolean {
  return machineLines === ALL_LINES && hostDraw && machineDraw;
}

export function hostDone({ hostLines }: PveProgress): boolean {
  return hostLines === ALL_LINES;
}

/** The missing results, as text, for a check that ran out of rounds. */
export function missing(progress: PveProgress): readonly string[] {
  const lines = (made: number, whose: string): string[] =>
    LINES.flatMap(({ name }, index) => (made & (1 << index) ? [] : [`${name} of the ${whose}`]));
  return [
    ...lines(progress.machineLines, 'machine'),
    ...(progress.hostDraw ? [] : ['draw with the ninth cell taken by the host']),
    ...(progress.machineDraw ? [] : ['draw with the ninth cell taken by the machine']),
    ...lines(progress.hostLines, 'host'),
  ];
}

/**
 * The host's cell when it is to move (side 0). With `win` it plays for its own lines from the start. Else it makes a
 * line only if no other cell is left.
 */
export class PveHost {
  private memo = new Map<number, number>();
  private goal = '';
  private worth: (end: RoundEnd) => number = () => 0;

  /** Throws RangeError where the board has no empty cell. */
  choose(state: GameState, progress: PveProgress, win = machineDone(progress)): Cell {
    this.aim(progress, win);
    const cells = emptyCells(state.board);
    const harmless = win ? cells : cells.filter((cell) => !makesLine(state.board, cell));
    let best: Cell | undefined;
    let most = -Infinity;
    for (const cell of harmless.length > 0 ? harmless : cells) {
      const worth = this.after(state.board, 0, cell);
      if (worth > most) [best, most] = [cell, worth];
    }
    if (best === undefined) throw new RangeError('no cell is empty');
    return best;
  }

  private aim(progress: PveProgress, win: boolean): void {
    const goal = JSON.stringify([progress, win]);
    if (goal === this.goal) return;
    this.goal = goal;
    this.memo = new Map();
    this.worth = win ? (end) => winning(progress, end) : (end) => avoiding(progress, end);
  }

  private value(board: Board, side: Side): number {
    const key = board[0] | (board[1] << 9) | (side << 18);
    const known = this.memo.get(key);
    if (known !== undefined) return known;
    const free = ~(board[0] | board[1]);
    let most = -Infinity;
    let sum = 0;
    let count = 0;
    for (const cell of CELLS) {
      if ((free & (1 << cell)) === 0) continue;
      const next = this.after(board, side, cell);
      most = Math.max(most, next);
      sum += next;
      count++;
    }
    const value = side === 0 ? most : sum / count;
    this.memo.set(key, value);
    return value;
  }

  private after(board: Board, by: Side, cell: Cell): number {
    const bit = 1 << cell;
    const next: Board = by === 0 ? [board[0] | bit, board[1]] : [board[0], board[1] | bit];
    const lines = linesIn(next[by]);
    const full = isFull(next);
    if (lines.length > 0 || full) return this.worth({ by, lines, full });
    return this.value(next, other(by));
  }
}

function makesLine(board: Board, cell: Cell): boolean {
  return linesIn(place(board, 0, cell)[0]).length > 0;
}

/** A line of the host costs more than anything else is worth. */
function avoiding(progress: PveProgress, end: RoundEnd): number {
  const { by, lines } = end;
  if (by === 0 && lines.length > 0) return -4;
  // The machine opens only after a round that the host ended: without lines, by a draw.
  if (lines.length === 0)
    return by === 0 ? Number(!progress.hostDraw || !progress.machineDraw) : Number(!progress.machineDraw) * 2;
  return Number(isNew(progress.machineLines, end));
}

function winning(progress: PveProgress, end: RoundEnd): number {
  if (end.by === 1 || end.lines.length === 0) return 0;
  return isNew(progress.hostLines, end) ? 1.25 : 1;
}

function isNew(made: number, end: RoundEnd): boolean {
  const line = decisiveLine(end);
  return line !== undefined && (made & (1 << line)) === 0;
}
