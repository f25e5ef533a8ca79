/**
 * Judges the acknowledgements of one Durak board: one for each good packet that it receives, none for anything else
 * (DRK-LK-01 to 06, 10 to 14).
 */
import { between, type TimedEvent } from '../../monitor/timed-decoder';
import { micros, millis, type Micros } from '../../time';
import { LF, type Packet } from '../packet';
import type { Findings } from './findings';
import type { LinePace } from './open-line';
import { MARGIN, MISSING_AFTER } from './tolerances';

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

const PROMPT = millis(250);
const ACK_OF_ACK = millis(500);
/**
 * A packet that takes this long is slow (DRK-LK-13). One that takes longer than the second time may be dropped
 * (DRK-LK-11).
 */
const SLOW = millis(300);
const LONGEST = millis(2400);
/** Every packet is shorter. A longer line may fill a buffer (DRK-LK-12). */
const LONGEST_PACKET = 500;

/** The clause of a packet's acknowledgement, by what came before the packet. */
const CLAUSE_BY_PRECEDING: ReadonlyMap<string, string> = new Map([
  ['garbage', 'DRK-LK-05'],
  ['no-ack', 'DRK-LK-05'],
  ['interrupted', 'DRK-LK-10'],
  ['unfinished', 'DRK-LK-11'],
  ['too-long', 'DRK-LK-12'],
  ['long', 'DRK-LK-12'],
  // A SYN in an over-long line begins a packet, as in any other.
  ['overflow', 'DRK-LK-10'],
]);
/** Lines that are dropped before their end. */
const RESTS: ReadonlySet<string> = new Set(['unfinished', 'too-long', 'overflow']);
/** The clause of an acknowledgement that nothing waits for, by the line before it. */
const CLAUSE_OF_UNASKED: ReadonlyMap<string, readonly [clause: string, what: string]> = new Map([
  ['unfinished', ['DRK-LK-11', 'the rest of a line that was dropped after 3000 ms']],
  ['too-long', ['DRK-LK-12', 'an over-long line']],
  ['garbage', ['DRK-LK-05', 'bytes before SYN or EOT']],
]);

export class AcknowledgementJudge {
  private readonly pending: PendingAck[] = [];
  private readonly missed: PendingAck[] = [];
  private quiet: Quiet[] = [];
  /** What came directly before the next packet. */
  private before: string | undefined;

  constructor(
    private readonly findings: Findings,
    private readonly ackMs: Micros,
    /** Up to this time an acknowledgement may belong to something that was not seen. */
    private readonly settled: Micros,
  ) {}

  /** true while an acknowledgement is due. */
  get busy(): boolean {
    return this.pending.length > 0;
  }

  /** When the next acknowledgement counts as missing; undefined: none is due. */
  get dueAt(): Micros | undefined {
    const [next] = this.pending;
    return next === undefined
      ? undefined
      : micros(next.passed.last.notAfter + this.ackMs + MISSING_AFTER + 1);
  }

  /** The clause that the next good packet keeps because of what came directly before it. */
  get precedingClause(): string | undefined {
    return this.before === undefined ? undefined : CLAUSE_BY_PRECEDING.get(this.before);
  }

  /** The board received a good packet. `clauses`: other clauses that its acknowledgement keeps. */
  packet(passed: TimedEvent<Packet>, what: string, clauses: readonly string[], pace: LinePace): void {
    const span = between(passed.first, passed.last);
    const { precedingClause } = this;
    this.before = undefined;
    this.pending.push({
      passed,
      what,
      clauses: [
        ...(precedingClause === undefined ? [] : [precedingClause]),
        ...(span.low > SLOW && span.high <= LONGEST ? [pace === 'halves' ? 'DRK-LK-11' : 'DRK-LK-13'] : []),
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
    const { raw } = passed.event;
    const endsLine = raw.at(-1) === LF;
    const until = micros(passed.last.notAfter + this.ackMs);
    if (code === 'garbage' && this.before !== undefined && RESTS.has(this.before)) {
      // The rest of a line that was dropped.
      if (this.before === 'overflow') this.before = 'too-long';
      const [clause = 'DRK-LK-11', what = ''] = CLAUSE_OF_UNASKED.get(this.before) ?? [];
      if (endsLine) this.quiet.push({ clause, what, until });
      return;
    }
    if (malformed) this.before = raw.length > LONGEST_PACKET ? 'long' : undefined;
    else this.before = code === 'too-long' && !endsLine ? 'overflow' : code;
    if (this.before === 'too-long')
      this.quiet.push({ clause: 'DRK-LK-12', what: 'an over-long line', until });
    if (!malformed) return;
    const what = passed.event.kind === 'reject' ? passed.event.error.message : code;
    this.quiet.push({ clause: 'DRK-LK-06', what: `a malformed packet (${what})`, until });
  }

  /** The board received an acknowledgement. */
  ack(passed: TimedEvent<Packet>): void {
    this.before = undefined;
    const until = micros(passed.last.notAfter + ACK_OF_ACK);
    this.quiet.push({ clause: 'DRK-LK-04', what: 'a lone 04 0A', until });
  }

  /** The board sent an acknowledgement. */
  rx(passed: TimedEvent<Packet>): void {
    // An acknowledgement that was on the wire before the packet's end belongs to an earlier one.
    const possible = this.pending.filter(({ passed: { last } }) => passed.first.notAfter >= last.notBefore);
    // Where one stayed away, the next one is prompt again.
    const isPrompt = ({ passed: { last } }: PendingAck): boolean =>
      passed.first.notBefore <= last.notAfter + PROMPT;
    const next = possible.find(isPrompt) ?? possible[0];
    if (next !== undefined) {
      this.pending.splice(this.pending.indexOf(next), 1);
      if (this.pending.length === 0) this.findings.release();
      const span = between(next.passed.last, passed.first);
      for (const clause of next.clauses) this.findings.passAcknowledgement(clause);
      this.findings.measure('DRK-LK-02', 'the acknowledgement', span, { max: this.ackMs }, false);
      this.findings.measure('DRK-LK-03', 'the acknowledgement', span, { max: PROMPT }, false);
      return;
    }
    const late = this.missed.shift();
    if (late === undefined) return this.unexpected(passed);
    const span = between(late.passed.last, passed.first);
    this.findings.measure('DRK-LK-02', 'the acknowledgement', span, { max: this.ackMs }, false);
  }

  /** The board sent something that begins like an acknowledgement, in place of a due one. */
  garbled(seen: string): boolean {
    const pending = this.pending.shift();
    if (pending === undefined) return false;
    const expected = 'the acknowledgement 04 0A';
    this.findings.failAcknowledgement('DRK-LK-01', { kind: 'answer', title: pending.what, expected, seen });
    return true;
  }

  tick(now: Micros): void {
    for (let next = this.pending[0]; next !== undefined; next = this.pending[0]) {
      const { notAfter } = next.passed.last;
      if (!next.optional && now > notAfter + PROMPT) this.findings.hold();
      if (now <= notAfter + this.ackMs + MISSING_AFTER) break;
      this.pending.shift();
      if (!next.optional) this.missing(next);
    }
    if (this.quiet.length === 0) return;
    const over = this.quiet.filter(({ until }) => now > until + MARGIN);
    if (over.length === 0) return;
    this.quiet = this.quiet.filter(({ until }) => now <= until + MARGIN);
    for (const { clause } of over) this.findings.passAcknowledgement(clause);
  }

  private missing(pending: PendingAck): void {
    this.missed.push(pending);
    this.findings.loseGame();
    const [clause = 'DRK-LK-01'] = pending.clauses;
    const expected = `an acknowledgement within ${this.ackMs / 1000} ms`;
    this.findings.failAcknowledgement(clause, {
      kind: 'silence',
      title: pending.what,
      expected,
      seen: 'none',
    });
  }

  private unexpected(passed: TimedEvent<Packet>): void {
    const { notBefore, notAfter } = passed.first;
    if (notBefore < this.settled) return;
    const index = this.quiet.findLastIndex(({ until }) => notBefore <= until);
    const [quiet] = index < 0 ? [] : this.quiet.splice(index, 1);
    const [clause, what] =
      quiet === undefined
        ? (CLAUSE_OF_UNASKED.get(this.before ?? '') ?? ['DRK-LK-01', 'nothing that waits for one'])
        : [quiet.clause, quiet.what];
    const title = `after ${what}, at ${(notAfter / 1e6).toFixed(3)} s`;
    this.findings.failAcknowledgement(clause, {
      kind: 'unasked',
      title,
      expected: 'no acknowledgement',
      seen: '04 0A',
    });
  }
}
