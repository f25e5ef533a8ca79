/**
 * Records the verdicts of a monitor on one board: checks with recent traffic as evidence, for the ledger and the
 * journal.
 */
import type { Chunk, Direction } from '../../protocols/chunk';
import type { FieldSpan } from '../../protocols/frame';
import { micros, type Micros } from '../../protocols/time';
import { hex } from '../bench/channel';
import { judge, type Measurement } from '../../protocols/monitor/measurement';
import type { CheckDetail, VerdictLedger } from '../runner/verdict-ledger';
import type { BytesRecord, Verdict } from '../record';
import type { Flaw } from '../../protocols/monitor/failure';
import type { TimedEvent } from '../../protocols/monitor/timed-decoder';

export interface VerdictRecorderOptions {
  /** The name of the board: `a`; undefined: there is only one. */
  readonly side?: string;
  /** The link in the evidence, or one for each direction; default: the side. */
  readonly link?: string | Readonly<Record<Direction, string>>;
  readonly ledger: VerdictLedger;
  /** false: times are the host's, and a rare outlier may be its own. */
  readonly exact: boolean;
  /** Delays findings: an unseen reset may still explain them. Absent: no delay. */
  readonly delay?: Micros;
  readonly fields: (raw: Uint8Array, direction: Direction) => readonly FieldSpan[];
  /** Called just before a failed check is written down, with what it is about if that is known. */
  readonly onFlaw?: (flaw: Flaw | undefined) => void;
}

const MEMORY = 8;
const SHOWN_BYTES = 640;
const PASSED: CheckDetail = { title: '' };

export class VerdictRecorder {
  private readonly recent: {
    readonly direction: Direction;
    readonly link: string;
    readonly passed: TimedEvent<unknown>;
  }[] = [];

  /** Findings are dropped: the board may not be at fault. */
  muted = false;
  private delayed: { readonly at: Micros; readonly write: () => void }[] = [];
  private now = micros(0);

  constructor(private readonly options: VerdictRecorderOptions) {}

  remember(direction: Direction, passed: TimedEvent<unknown>, link = this.linkOf(direction)): void {
    this.recent.push({ direction, link, passed });
    if (this.recent.length > MEMORY) this.recent.shift();
  }

  /** Like `remember`, for bytes that need no decoding. */
  rememberChunk(direction: Direction, link: string, chunk: Chunk): void {
    const { bytes, notBefore, notAfter } = chunk;
    const event = { kind: 'frame', raw: bytes, first: notBefore, last: notAfter, value: undefined } as const;
    this.remember(direction, { event, first: chunk, last: chunk }, link);
  }

  private linkOf(direction: Direction): string {
    const { side = '', link = side } = this.options;
    return typeof link === 'string' ? link : link[direction];
  }

  /** Lets time pass: findings with a sufficient delay are recorded. */
  tick(now: Micros): void {
    this.now = now;
    const { delay = 0 } = this.options;
    while (this.delayed[0] !== undefined && now - this.delayed[0].at > delay) this.delayed.shift()?.write();
  }

  /** Drops delayed findings: the board was reset. */
  discardDelayed(): void {
    this.delayed = [];
  }

  /** The trace ends: delayed findings are recorded. */
  finish(): void {
    for (const { write } of this.delayed.splice(0)) write();
  }

  /** Judges one requirement in one situation. A failure has a description of what was found. */
  check(
    requirement: string,
    holds: boolean,
    found: () => { title: string; expected: string; seen: string },
    flaw?: Flaw,
  ): void {
    if (holds) return this.record(requirement, 'pass', PASSED);
    const { title, expected, seen } = found();
    const detail = { title: this.withSide(title), expected, seen, evidence: this.evidence() };
    this.writeAfterDelay(() => {
      this.options.onFlaw?.(flaw);
      this.options.ledger.record(requirement, 'fail', detail);
    });
  }

  pass(requirement: string): void {
    this.record(requirement, 'pass', PASSED);
  }

  fail(requirement: string, title: string, expected: string, seen: string, flaw?: Flaw): void {
    this.check(requirement, false, () => ({ title, expected, seen }), flaw);
  }

  inconclusive(requirement: string, title: string): void {
    this.record(requirement, 'inconclusive', { title: this.withSide(title), evidence: this.evidence() });
  }

  /** Not judged, for this reason. */
  skip(requirement: string, reason: string): void {
    this.record(requirement, 'skip', { title: this.withSide(reason) });
  }

  /** Compares a time with its limits in microseconds. `typical`: one of many and no outlier (a median). */
  measure(
    requirement: string,
    name: string,
    span: { readonly low: number; readonly high: number },
    limits: { readonly min?: number; readonly max?: number },
    typical = false,
  ): void {
    const { side, ledger, exact } = this.options;
    const named = side === undefined ? name : `${name}, board ${side}`;
    const measurement: Measurement = { name: named, unit: 'us', ...span, ...limits };
    const evidence = judge(measurement) === 'pass' ? [] : this.evidence();
    this.writeAfterDelay(() => {
      const verdict = ledger.measure(requirement, measurement, !exact && !typical);
      if (verdict === 'pass') return ledger.record(requirement, 'pass', PASSED);
      const expected = [
        limits.min === undefined ? '' : `at least ${ms(limits.min)}`,
        limits.max === undefined ? '' : `at most ${ms(limits.max)}`,
      ];
      ledger.record(requirement, verdict, {
        title: this.withSide(name),
        expected: expected.filter((text) => text !== '').join(' and '),
        seen: ms(span.low) === ms(span.high) ? ms(span.high) : `between ${ms(span.low)} and ${ms(span.high)}`,
        measurement,
        evidence,
      });
    });
  }

  private record(requirement: string, verdict: Verdict, detail: CheckDetail): void {
    this.writeAfterDelay(() => this.options.ledger.record(requirement, verdict, detail));
  }

  private writeAfterDelay(write: () => void): void {
    if (this.muted) return;
    if (this.options.delay === undefined) write();
    else this.delayed.push({ at: this.now, write });
  }

  private withSide(text: string): string {
    return this.options.side === undefined ? text : `board ${this.options.side}: ${text}`;
  }

  private evidence(): BytesRecord[] {
    return this.recent.map(({ direction, link, passed }) =>
      evidenceRecord(direction, link, passed, (raw) => this.options.fields(raw, direction)),
    );
  }
}

/** Traffic as the evidence of a verdict; of a long frame its beginning. */
export function evidenceRecord(
  direction: Direction,
  link: string,
  { event, first, last }: TimedEvent<unknown>,
  fields: (raw: Uint8Array) => readonly FieldSpan[],
): BytesRecord {
  const shown = event.raw.subarray(0, SHOWN_BYTES);
  const elided = event.raw.length - shown.length;
  return {
    link,
    direction,
    notBefore: Math.round(first.notBefore),
    notAfter: Math.round(last.notAfter),
    hex: hex(shown),
    ...(elided > 0 ? { elided } : {}),
    ...(event.kind === 'reject' ? { reject: event.error.message } : {}),
    fields: fields(shown),
  };
}

function ms(us: number): string {
  return `${(us / 1000).toFixed(3)} ms`;
}
