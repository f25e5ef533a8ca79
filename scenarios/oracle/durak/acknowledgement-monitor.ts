/**
 * Judges the acknowledgements of one Durak board: one for each good packet that it receives, none for anything else
 * (DRK-LK-01 to 06, 10 to 14).
 */
import { LF, type Packet } from '../../../protocols/durak/packet';
import { micros, millis, type Micros } from '../../../protocols/time';
import { hex } from '../../bench/channel';
import { between, type TimedEvent } from '../../../protocols/monitor/timed-decoder';
import type { VerdictRecorder } from '../verdict-recorder';

interface PendingAck {
  readonly passed: TimedEvent<Packet>;
  readonly what: string;
  /** The clauses that the acknowledgement keeps. Without it, the first is broken. */
  readonly clauses: readonly string[];
  /** The board may not have received the packet: the acknowledgement is optional. */
  readonly optional: boolean;
}

/** An event that must not be acknowledged, up to `until`. */
interface Quiet {
  readonly clause: string;
  readonly what: string;
  readonly until: Micros;
}

/** A late acknowledgement counts as missing after this additional time. */
export const MARGIN = millis(500);
const PROMPT = millis(250);
const ACK_OF_ACK = millis(500);
/**
 * A packet that takes this long is slow (DRK-LK-13). One that takes longer than the second time may be dropped
 * (DRK-LK-11).
 */
const SLOW = millis(300);
const LONGEST = millis(2400);

/** The clause for an unexpected acknowledgement without another cause. */
const CUT = { clause: 'DRK-LK-11', what: 'the rest of a line that was dropped after 3000 ms' };
const UNASKED = { clause: 'DRK-LK-01', what: 'an acknowledgement that nothing waits for' };

/** The clause of a packet's acknowledgement, by what came before the packet. */
const CLAUSE_BY_PRECEDING: ReadonlyMap<string, string> = new Map([
  ['garbage', 'DRK-LK-05'],
  ['no-ack', 'DRK-LK-05'],
  ['interrupted', 'DRK-LK-10'],
  ['unfinished', 'DRK-LK-11'],
  ['too-long', 'DRK-LK-12'],
]);

export class AcknowledgementMonitor {
  private readonly pending: PendingAck[] = [];
  private readonly missed: PendingAck[] = [];
  private quiet: Quiet[] = [];
  /** What came directly before the next packet. */
  private before: string | undefined;

  constructor(
    private readonly recorder: VerdictRecorder,
    private readonly ackMs: Micros,
    /** Up to this time an acknowledgement may belong to something before the tap. */
    private readonly settled: Micros,
  ) {}

  /** true while an acknowledgement is due. */
  get busy(): boolean {
    return this.pending.length > 0;
  }

  /** When the next acknowledgement counts as missing; undefined: none is due. */
  get dueAt(): Micros | undefined {
    const [next] = this.pending;
    return next === undefined ? undefined : micros(next.passed.last.notAfter + this.ackMs + MARGIN + 1);
  }

  /** An acknowledgement that is late, but not missing yet. */
  overdue(now: Micros): Pick<PendingAck, 'what' | 'clauses'> | undefined {
    const [next] = this.pending;
    return next === undefined || next.optional || now <= next.passed.last.notAfter + PROMPT
      ? undefined
      : next;
  }

  /** The clause that the next good packet keeps because of what came directly before it. */
  get precedingClause(): string | undefined {
    return this.before === undefined ? undefined : CLAUSE_BY_PRECEDING.get(this.before);
  }

  /** The board received a good packet. `clauses`: other clauses that its acknowledgement keeps. */
  packet(passed: TimedEvent<Packet>, what: string, clauses: readonly string[]): void {
    const span = between(passed.first, passed.last);
    const { precedingClause } = this;
    this.before = undefined;
    this.pending.push({
      passed,
      what,
      clauses: [
        ...(precedingClause === undefined ? [] : [precedingClause]),
        ...(span.low > SLOW && span.high <= LONGEST ? ['DRK-LK-13'] : []),
        ...clauses,
        'DRK-LK-01',
      ],
      optional: span.high > LONGEST,
    });
  }

  /**
   * The board received bytes that are no packet. `malformed`: a complete line, so that an acknowledgement of it can be
   * recognised.
   */
  refuse(passed: TimedEvent<Packet>, code: string, malformed: boolean): void {
    this.before = malformed ? undefined : code;
    const tooLong = code === 'too-long' && passed.event.raw.at(-1) === LF;
    if (!malformed && !tooLong) return;
    const what = passed.event.kind === 'reject' ? passed.event.error.message : code;
    const until = micros(passed.last.notAfter + this.ackMs);
    if (tooLong) this.quiet.push({ clause: 'DRK-LK-12', what: 'after an over-long line', until });
    else this.quiet.push({ clause: 'DRK-LK-06', what: `after a malformed packet (${what})`, until });
  }

  /** The board received an acknowledgement. */
  ack(passed: TimedEvent<Packet>): void {
    this.before = undefined;
    const until = micros(passed.last.notAfter + ACK_OF_ACK);
    this.quiet.push({ clause: 'DRK-LK-04', what: 'after a lone 04 0A', until });
  }

  /** The board sent an acknowledgement. */
  rx(passed: TimedEvent<Packet>): void {
    const [next] = this.pending;
    // An acknowledgement that was on the wire before the packet's end belongs to an earlier one.
    if (next !== undefined && passed.first.notAfter >= next.passed.last.notBefore) {
      this.pending.shift();
      const span = between(next.passed.last, passed.first);
      for (const clause of next.clauses) this.recorder.pass(clause);
      this.recorder.measure('DRK-LK-02', 'the acknowledgement', span, { max: this.ackMs });
      this.recorder.measure('DRK-LK-03', 'the acknowledgement', span, { max: PROMPT });
      return;
    }
    const late = this.missed.shift();
    if (late !== undefined)
      return this.recorder.measure(
        'DRK-LK-02',
        'the acknowledgement',
        between(late.passed.last, passed.first),
        {
          max: this.ackMs,
        },
      );
    this.unexpected(passed);
  }

  /** The board sent something that begins like an acknowledgement, in place of a due one. */
  garbled(raw: Uint8Array): boolean {
    const pending = this.pending.shift();
    if (pending === undefined) return false;
    this.recorder.fail('DRK-LK-01', pending.what, 'the acknowledgement 04 0A', hex(raw.subarray(0, 8)));
    return true;
  }

  tick(now: Micros): void {
    for (let next = this.pending[0]; next !== undefined; next = this.pending[0]) {
      if (now <= next.passed.last.notAfter + this.ackMs + MARGIN) break;
      this.pending.shift();
      if (!next.optional) this.missing(next);
    }
    const over = this.quiet.filter(({ until }) => now > until + MARGIN);
    if (over.length === 0) return;
    this.quiet = this.quiet.filter(({ until }) => now <= until + MARGIN);
    for (const { clause } of over) this.recorder.pass(clause);
  }

  private missing(pending: PendingAck): void {
    this.missed.push(pending);
    const [clause = 'DRK-LK-01'] = pending.clauses;
    this.recorder.fail(clause, pending.what, `an acknowledgement within ${this.ackMs / 1000} ms`, 'none', {
      kind: 'silence',
      missing: 'acknowledgement',
    });
  }

  private unexpected(passed: TimedEvent<Packet>): void {
    const { notBefore, notAfter } = passed.first;
    if (notBefore < this.settled) return;
    const index = this.quiet.findLastIndex(({ until }) => notBefore <= until);
    const [quiet] = index < 0 ? [] : this.quiet.splice(index, 1);
    const cut = this.before === 'unfinished' ? CUT : undefined;
    const { clause, what } = quiet ?? cut ?? UNASKED;
    const at = `${what}, at ${(notAfter / 1e6).toFixed(3)} s`;
    this.recorder.fail(clause, at, 'no acknowledgement', '04 0A', { kind: 'unasked' });
  }
}
