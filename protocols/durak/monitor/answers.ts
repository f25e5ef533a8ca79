/** Judges the answer of a Durak board to an illegal move: its last state again (DRK-PL-10). */
import { between, type Bounds, type TimedEvent } from '../../monitor/timed-decoder';
import { micros, type Micros } from '../../time';
import type { Packet } from '../packet';
import type { Findings } from './findings';
import { MARGIN, MISSING_AFTER } from './tolerances';

/** Last states without a move between them. Damaged packets alone do not cause this many. */
const DISPUTE = 12;

interface Refusal {
  /** The answer is due from this time on. */
  readonly since: Bounds;
  /** The clause of the rule that the illegal move breaks. */
  readonly rule: string;
  /** Without an answer this is broken: DRK-LK-14 for a refused packet sent again. */
  readonly clause: string;
}

export class AnswerJudge {
  private due: Refusal | undefined;
  /** Up to this time the board may send its last state, but need not. */
  private allowedUntil = micros(-Infinity);
  /** How often the board has sent its last state since its last move, at most. */
  private statements = 0;

  constructor(
    private readonly findings: Findings,
    private readonly moveMs: Micros,
  ) {}

  get isDue(): boolean {
    return this.due !== undefined;
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
  require({ last }: TimedEvent<Packet>, rule: string, clause: string): void {
    this.due ??= { since: last, rule, clause };
  }

  /** No answer is due any longer. */
  waive(): void {
    this.due = undefined;
  }

  isAllowedAt(time: Micros): boolean {
    return time <= this.allowedUntil;
  }

  answered(passed: TimedEvent<Packet>): void {
    if (this.due === undefined) return;
    const { since, rule, clause } = this.due;
    this.due = undefined;
    this.statements++;
    // It has shown that what came had no effect.
    this.findings.noEffect = undefined;
    const title = 'the answer to a packet that is no legal move';
    for (const kept of new Set([rule, clause])) this.findings.pass(kept);
    this.findings.measure('DRK-PL-10', title, between(since, passed.first), { max: this.moveMs }, true);
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
    return this.due && micros(this.due.since.notAfter + this.moveMs + MISSING_AFTER + 1);
  }

  tick(now: Micros): void {
    if (this.due === undefined || this.missingAt === undefined || now < this.missingAt) return;
    this.findings.failOwn(this.due.clause, {
      kind: 'silence',
      title: 'a packet that is no legal move was acknowledged',
      expected: `its last state within ${this.moveMs / 1000} ms`,
      seen: 'none',
    });
    this.due = undefined;
  }
}
