/** The answer times of a TTT server, and the choices of its machine, over a whole trace (TTT-TM-01, TTT-24). */
import type { Cell } from '../../../protocols/ttt/message';
import type { GameEvent } from '../../../protocols/ttt/rules';
import type { Micros } from '../../../protocols/time';
import type { VerdictRecorder } from '../../oracle/verdict-recorder';

/** The least answers for a median, and the least games with the same beginning for a verdict on choices. */
const LEAST = 10;
const GAMES = 64;
const CHOICES = 4;

export class ResponseStatistics {
  private readonly low: number[] = [];
  private readonly high: number[] = [];
  private readonly choices = new Map<Cell, Cell[]>();
  private opening = false;

  constructor(
    private readonly recorder: VerdictRecorder,
    private readonly limit: Micros,
  ) {}

  /** An answer to a join or to a move. */
  answer({ low, high }: { readonly low: number; readonly high: number }): void {
    this.low.push(low);
    this.high.push(high);
  }

  /** A game may begin. */
  joined(): void {
    this.opening = true;
  }

  /** The machine's answer to the first move after a join. */
  machineMove(event: GameEvent, cell: Cell | undefined): void {
    if (!this.opening || event.kind !== 'move' || cell === undefined) return;
    this.opening = false;
    const seen = this.choices.get(event.cell) ?? [];
    seen.push(cell);
    this.choices.set(event.cell, seen);
    if (seen.length < GAMES) return;
    const different = new Set(seen).size;
    this.recorder.check('TTT-24', different >= CHOICES, () => ({
      title: `${GAMES} games that begin with cell ${event.cell}`,
      expected: `at least ${CHOICES} different answers`,
      seen: String(different),
    }));
    this.choices.delete(event.cell);
  }

  finish(): void {
    if (this.low.length < LEAST) return;
    const span = { low: median(this.low), high: median(this.high) };
    this.recorder.measure(
      'TTT-TM-01',
      'median of joins and moves to their answers',
      span,
      { max: this.limit },
      true,
    );
  }
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
