/**
 * One Durak board's part in the game: which player it is, how that was settled, and what it owes by it (DRK-HS).
 *
 *     hello ──▶ acknowledged: player 1, who deals      hello ◀── acknowledges: player 2
 */
import type { Packet } from '../../../protocols/durak/packet';
import type { Player } from '../../../protocols/durak/rules';
import { micros, millis, type Micros } from '../../../protocols/time';
import { MARGIN } from './acknowledgement-monitor';
import { GRACE, type RepetitionMonitor } from './repetition-monitor';
import { between, type Bounds, type TimedEvent } from '../timed-decoder';
import type { VerdictRecorder } from '../verdict-recorder';

export interface RoleMonitorOptions {
  readonly recorder: VerdictRecorder;
  readonly repeats: RepetitionMonitor;
  /** When the board was started; undefined where nobody knows: it may have been on for hours. */
  readonly startedAt: Micros | undefined;
  /** What the board hears is what another board says: a deal tells who is who. false: it may be anything. */
  readonly infers: boolean;
  /** false: the board may have been reset at any time. */
  readonly recordsResets: boolean;
}

const WATCHED = millis(12_000);
const HELLO = { min: 100_000, max: 10_250_000 };
const LATEST_DEAL = { max: 1_000_000 };

export class RoleMonitor {
  /** Told by a hello, or by who deals: undefined while nobody knows. */
  role: Player | undefined;
  private settledAt: Bounds | undefined;
  private helloSent = false;
  private helloReceived = false;
  /** A deck, before it had a part. */
  private earlyDeckReceived = false;
  private dealMissed = false;

  /** `restarted`: somebody pressed the board's reset button, and nobody said so. */
  constructor(
    private readonly options: RoleMonitorOptions,
    private readonly restarted: () => void,
  ) {}

  /** Nobody knows what the board did before. */
  get unknown(): boolean {
    return this.options.startedAt === undefined;
  }

  /** Somebody came to a board whose part may have been settled long since: its next reset would be told. */
  private get late(): boolean {
    return this.unknown && this.options.recordsResets && !this.options.infers;
  }

  /** The board heard a hello: the clauses that its acknowledgement keeps, or that the hello must change nothing. */
  txHello(passed: TimedEvent<Packet>): {
    readonly unmoved: boolean;
    readonly clauses: readonly string[];
  } {
    const { repeats, recordsResets } = this.options;
    this.helloReceived = true;
    if (this.role !== undefined && !recordsResets) this.restart();
    else if (this.role !== undefined) return { unmoved: true, clauses: ['DRK-HS-07'] };
    if (this.unknown && !this.helloSent) return { unmoved: false, clauses: [] };
    if (this.late) {
      // Its hello may have been one too many.
      repeats.settledBy('unsure', passed);
      return { unmoved: false, clauses: [] };
    }
    const crossing = repeats.waiting === 'hello' || repeats.unsure;
    repeats.settledBy('dropped', passed);
    this.settle(2, passed.last);
    return { unmoved: false, clauses: crossing ? ['DRK-HS-06'] : ['DRK-HS-03'] };
  }

  /** The board heard a deck before it had a part. */
  txEarlyDeck(): void {
    this.earlyDeckReceived = true;
  }

  /** The board said a hello for the first time. */
  rxHello(passed: TimedEvent<Packet>): void {
    const { recorder, repeats, startedAt, recordsResets } = this.options;
    if (this.role !== undefined && !recordsResets) this.restart();
    else if (this.role !== undefined && this.settledAt !== undefined) {
      const since = passed.first.notBefore - this.settledAt.notAfter;
      if (since <= GRACE && this.role === 2) repeats.settledBy('dropped', passed);
      else if (since > WATCHED) this.restart();
      else this.lateHello(since);
    }
    if (startedAt !== undefined && !this.helloSent && !this.helloReceived) {
      const start = { notBefore: startedAt, notAfter: startedAt };
      recorder.measure('DRK-HS-01', 'the first hello after the start', between(start, passed.first), HELLO);
    }
    this.helloSent = true;
  }

  /** The board's hello was acknowledged. */
  acked(passed: TimedEvent<Packet>): void {
    if (this.role === undefined && !(this.late && this.helloReceived)) this.settle(1, passed.last);
  }

  /** The board dealt, as player 1. */
  dealt(passed: TimedEvent<Packet>): void {
    const { recorder } = this.options;
    const title = 'the deal after the acknowledged hello';
    if (this.settledAt !== undefined)
      recorder.measure('DRK-HS-05', title, between(this.settledAt, passed.first), LATEST_DEAL);
    recorder.pass('DRK-HS-04');
  }

  /** When a deal counts as missing; undefined: it owes none. `playing`: there is one. */
  dealDueAt(playing: boolean): Micros | undefined {
    const dealIsDue = this.role === 1 && !playing && !this.dealMissed && this.settledAt !== undefined;
    return dealIsDue ? micros(this.watchedUntil + 1) : undefined;
  }

  tick(now: Micros, playing: boolean): void {
    const { recorder, startedAt } = this.options;
    const unmoved = this.earlyDeckReceived && !this.helloSent && !this.helloReceived;
    if (unmoved && startedAt !== undefined && now > startedAt + HELLO.max + MARGIN) {
      this.earlyDeckReceived = false;
      const title = 'a deck before it had a part, then nothing else';
      recorder.fail('DRK-HS-07', title, 'ignored: its hello comes all the same', 'no hello');
    }
    if (this.settledAt === undefined || this.dealMissed || now <= this.watchedUntil) return;
    this.dealMissed = true;
    if (this.role === 2) recorder.pass('DRK-HS-03');
    else if (!playing) recorder.fail('DRK-HS-04', 'its hello was acknowledged', 'a deal within 12 s', 'none');
  }

  private get watchedUntil(): number {
    return (this.settledAt?.notAfter ?? 0) + WATCHED - MARGIN;
  }

  private lateHello(since: number): void {
    this.options.recorder.fail(
      this.role === 1 ? 'DRK-HS-04' : 'DRK-HS-03',
      `player ${this.role ?? ''}, ${(since / 1e6).toFixed(1)} s after that was settled`,
      'no hello',
      'a hello',
    );
  }

  private settle(role: Player, at: Bounds): void {
    this.role = role;
    this.settledAt = at;
    this.dealMissed = false;
  }

  /** A hello long after the handshake: somebody pressed the reset button. */
  private restart(): void {
    this.role = this.settledAt = undefined;
    this.restarted();
  }
}
