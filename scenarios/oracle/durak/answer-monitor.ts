/** Judges the answer of a Durak board to an illegal move: its last state again (DRK-PL-10). */
import type { Packet } from '../../../protocols/durak/packet';
import { micros, type Micros } from '../../../protocols/time';
import { MARGIN } from './acknowledgement-monitor';
import { between, type Bounds, type TimedEvent } from '../../../protocols/monitor/timed-decoder';
import type { VerdictRecorder } from '../verdict-recorder';

/** Last states without a move between them. Damaged packets alone do not cause this many. */
const DISPUTE = 12;

export class AnswerMonitor {
  /** The answer is due from this time on. */
  private dueFrom: Bounds | undefined;
  /** Up to this time the board may send its last state, but need not. */
  private allowedUntil = micros(-Infinity);
  /** How often the board has sent its last state since its last move, at most. */
  private statements = 0;

  constructor(
    private readonly recorder: VerdictRecorder,
    private readonly moveMs: Micros,
  ) {}

  get isDue(): boolean {
    return this.dueFrom !== undefined;
  }

  /** The boards disagree on the game, and send each other their states again and again. */
  get disputes(): boolean {
    return this.statements >= DISPUTE;
  }

  /** The board received a packet that it may answer. */
  allow({ last }: TimedEvent<Packet>): void {
    this.allowedUntil = micros(last.notAfter + this.moveMs + MARGIN);
  }

  /** The board received a packet that it must answer. */
  require({ last }: TimedEvent<Packet>): void {
    this.dueFrom ??= last;
  }

  /** No answer is due any longer. */
  waive(): void {
    this.dueFrom = undefined;
  }

  isAllowedAt(time: Micros): boolean {
    return time <= this.allowedUntil;
  }

  answered(passed: TimedEvent<Packet>): void {
    if (this.dueFrom === undefined) return;
    this.statements++;
    const title = 'the answer to a packet that is no legal move';
    this.recorder.measure('DRK-PL-10', title, between(this.dueFrom, passed.first), { max: this.moveMs });
    this.dueFrom = undefined;
  }

  /** The board sent its last state, perhaps not as an answer. */
  stated(): void {
    this.statements++;
  }

  /** The board made a move. */
  moved(): void {
    this.statements = 0;
  }

  /** When the answer counts as missing; undefined: none is due. */
  get missingAt(): Micros | undefined {
    return this.dueFrom && micros(this.dueFrom.notAfter + this.moveMs + MARGIN + 1);
  }

  tick(now: Micros): void {
    if (this.missingAt === undefined || now < this.missingAt) return;
    this.recorder.fail(
      'DRK-PL-10',
      'a packet that is no legal move was acknowledged',
      `its last state within ${this.moveMs / 1000} ms`,
      'none',
      { kind: 'silence' },
    );
    this.dueFrom = undefined;
  }
}
