/**
 * A host that plays a script on a line, and writes down what it sees, as the links of devices/links/ do:
 *
 *     tx  notBefore    the write began                        rx  notBefore    the line was known to be empty, or the least
 *         notAfter     the host saw that it had ended                          time that bytes may have waited
 *         lastNotBefore  the pace of the line from notBefore      notAfter     the host read the bytes
 *
 * All that it does may be late, and stops while it stands still. So bounds are wide, chunks of both directions overlap, and several
 * frames are one chunk.
 */
import type { Chunk } from '../../../protocols/chunk';
import type { AnySession } from '../../../protocols/request-response/definition';
import { micros, type Micros } from '../../../protocols/time';
import { silenceOf } from '../../../protocols/wire/framing';
import { dice, type Dice } from '../../fuzz/campaign/dice';
import { inOrder } from '../../monitor/trace/event-order';
import type { TraceEvent } from '../../monitor/trace/trace-monitor';
import type { Disturbance } from './disturbance';
import type { HostStep, Write } from './host-script';
import type { TrueLine } from './true-line';

export interface HostOptions {
  readonly session: AnySession;
  readonly link: string;
  readonly byteTime: number;
  readonly disturbance: Disturbance;
  /** Of lateness and stalls. The script has its own. */
  readonly seed: number;
  /** A step of the script begins. */
  readonly onStep?: (step: number, at: Micros) => void;
}

/** The host stands still in one write or wait in this many. */
const STALL_EVERY = 12;
/** Milliseconds. */
const STALLS = [100, 300, 1000, 3000, 10_000] as const;

export class DisturbedHost {
  private readonly dice: Dice;
  private readonly events: TraceEvent[] = [];
  /** The last time when the line was known to be empty. */
  private emptyAt = 0;
  private earliest = 0;
  /** When the unread bytes are read. */
  private readAt: number | undefined;
  private stall = { from: 0, to: 0 };
  private answers;
  private hasAnswer = false;

  constructor(
    private readonly line: TrueLine,
    private readonly options: HostOptions,
  ) {
    this.dice = dice(options.seed);
    this.answers = options.session.answers.codec.decoder();
  }

  /** Events in the order in which a monitor is told of them: what is sent counts from its first byte, what comes from its last. */
  play(steps: readonly HostStep[], afterwards: Micros): readonly TraceEvent[] {
    for (const [i, step] of steps.entries()) {
      this.options.onStep?.(i, this.line.now);
      if (step.reset === true) this.reset();
      for (const write of step.writes) this.write(write);
    }
    this.pass(afterwards);
    this.read(this.line.now);
    return [...inOrder(this.events)];
  }

  private write({ bytes, wait }: Write): void {
    if (bytes.length > 0) this.send(bytes);
    if (wait === 'answer') this.awaitAnswer();
    else if (wait > 0) this.pass(wait);
  }

  private send(bytes: Uint8Array): void {
    const { byteTime, disturbance } = this.options;
    const notBefore = this.line.now;
    const span = bytes.length * byteTime;
    // Between the look at the clock and the write, in the write, or before its end is seen.
    this.mayStall(notBefore, this.dice.pick([0, 0, Math.ceil(span / 2), span]));
    this.advance(this.awake(notBefore + this.late()));
    this.line.send(bytes);
    const end = this.line.now;
    this.advance(end);
    const seen = this.awake(end + this.late());
    this.advance(seen);
    const notAfter = micros(seen);
    const isExact = disturbance.lateness === 0;
    const lastNotBefore = isExact ? notAfter : micros(Math.min(notAfter, notBefore + span));
    this.record({ direction: 'tx', bytes, notBefore, notAfter, lastNotBefore });
    this.hasAnswer = false;
  }

  private awaitAnswer(): void {
    const { idle, answers } = this.options.session;
    this.mayStall(this.line.now, this.dice.int(0, Math.ceil(idle / 4)));
    this.advance(this.awake(this.line.now + idle), true);
    if (answers.framing.kind === 'silence') this.pass(micros(1.5 * (silenceOf(answers.framing) ?? 0)));
  }

  private pass(span: Micros): void {
    this.mayStall(this.line.now, this.dice.int(0, Math.ceil(span)));
    this.advance(this.awake(this.line.now + span));
  }

  private reset(): void {
    const at = this.awake(this.line.now);
    this.advance(at);
    if (this.line.unread.some((one) => one.at <= at)) this.read(at);
    this.line.reset();
    this.readAt = undefined;
    this.emptyAt = at;
    this.earliest = at;
    this.answers = this.options.session.answers.codec.decoder();
    this.events.push({ kind: 'reset', at: micros(at), detail: '' });
  }

  /** Lets time pass to `until`, or until an answer was read. */
  private advance(until: number, endsWithAnswer = false): void {
    for (;;) {
      if (endsWithAnswer && this.hasAnswer) return;
      const due = this.dueRead();
      if (this.line.advance(micros(Math.min(until, due ?? Infinity)))) continue;
      if (due === undefined || due > until) return;
      this.read(due);
    }
  }

  private dueRead(): number | undefined {
    const [first] = this.line.unread;
    if (first === undefined) return undefined;
    if (this.options.disturbance.lateness > 0) return this.awake((this.readAt ??= first.at + this.late()));
    return this.line.unread.findLast(({ frame }) => frame === first.frame)?.at;
  }

  private read(at: number): void {
    const { unread } = this.line;
    const [first] = unread;
    const isExact = this.options.disturbance.lateness === 0;
    const taken = unread.findIndex((one) => one.at > at || (isExact && one.frame !== first?.frame));
    const bytes = unread.splice(0, taken < 0 ? unread.length : taken);
    this.readAt = undefined;
    if (first === undefined || bytes.length === 0) return;
    const notAfter = micros(at);
    const notBefore = micros(isExact ? first.at : this.boundBefore(first.at));
    const lastNotBefore = isExact ? notAfter : notBefore;
    this.earliest = notBefore;
    this.emptyAt = at;
    const raw = Uint8Array.from(bytes, ({ byte }) => byte);
    this.record({ direction: 'rx', bytes: raw, notBefore, notAfter, lastNotBefore });
    this.hasAnswer ||= this.answers.push(raw, notAfter).length > 0;
  }

  /** The bytes that are read came after the last read. Often more is known. */
  private boundBefore(first: number): number {
    const known = this.dice.once(3) ? this.emptyAt : first - this.late();
    return Math.max(this.earliest, this.emptyAt, known);
  }

  private record(chunk: Chunk): void {
    this.events.push({ kind: 'chunk', link: this.options.link, chunk, omittedBytes: 0 });
  }

  /** Mostly a little, sometimes all of it. */
  private late(): number {
    const { lateness } = this.options.disturbance;
    if (lateness === 0) return 0;
    return this.dice.once(4) ? this.dice.int(0, lateness) : this.dice.int(0, Math.ceil(lateness / 10));
  }

  private mayStall(at: number, after: number): void {
    if (!this.options.disturbance.stalls || !this.dice.once(STALL_EVERY)) return;
    const from = at + after;
    this.stall = { from, to: from + this.dice.pick(STALLS) * this.dice.int(700, 1300) };
  }

  /** When the host does what is due at `at`. */
  private awake(at: number): number {
    const { from, to } = this.stall;
    return at >= from && at < to ? to : at;
  }
}
