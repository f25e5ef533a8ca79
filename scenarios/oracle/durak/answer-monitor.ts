/** The answer of a Durak board to a packet that is no legal move: its last state, once more (DRK-PL-10). */
import type { Packet } from '../../../protocols/durak/packet';
import { micros, type Micros } from '../../../protocols/time';
import { MARGIN } from './acknowledgement-monitor';
import { between, type Bounds, type TimedEvent } from '../timed-decoder';
import type { VerdictRecorder } from '../verdict-recorder';

/** Last states without a move between them. As many do not come from damaged packets alone. */
const DISPUTE = 12;

export class AnswerMonitor {
  /** From then on the answer is due. */
  private dueFrom: Bounds | undefined;
  /** Until then the board may send its last state: whether it has to is not certain. */
  private allowedUntil = micros(-Infinity);
  /** How often the board has sent its last state, or may have, since it made a move. */
  private statements = 0;

  constructor(
    private readonly recorder: VerdictRecorder,
    private readonly moveMs: Micros,
  ) {}

  get isDue(): boolean {
    return this.dueFrom !== undefined;
  }

  /** The boards do not agree on what was played, and tell each other so time after time. */
  get disputes(): boolean {
    return this.statements >= DISPUTE;
  }

  /** The board received a packet that it may answer. */
  allow({ last }: TimedEvent<Packet>): void {
    this.allowedUntil = micros(last.notAfter + this.moveMs + MARGIN);
  }

  /** The board received a packet that it has to answer. */
  require({ last }: TimedEvent<Packet>): void {
    this.dueFrom ??= last;
  }

  /** No answer is due any more. */
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

  /** The board sent its last state, which is not certain to be an answer. */
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
    );
    this.dueFrom = undefined;
  }
}
