/**
 * Which player one Durak board is, how that was settled, and what it must send therefore (DRK-HS).
 *
 *     hello ──▶ acknowledged: player 1, who deals      hello ◀── acknowledges: player 2
 */
import { isDeal, started } from '../../../protocols/durak/deal';
import { judge } from '../../../protocols/durak/judge';
import type { Deck, Packet } from '../../../protocols/durak/packet';
import { afterMove, type Player, type State } from '../../../protocols/durak/rules';
import { micros, millis, type Micros } from '../../../protocols/time';
import { MARGIN } from './acknowledgement-monitor';
import { GRACE, type RepetitionMonitor } from './repetition-monitor';
import { between, type Bounds, type TimedEvent } from '../../../protocols/monitor/timed-decoder';
import type { VerdictRecorder } from '../verdict-recorder';

export interface RoleMonitorOptions {
  readonly recorder: VerdictRecorder;
  readonly repeats: RepetitionMonitor;
  /** When the board was started. undefined: unknown, it may have run for hours. */
  readonly startedAt: Micros | undefined;
  /**
   * This board receives from another board, so that a deal shows the role of each. false: the sender may be anything.
   */
  readonly infers: boolean;
  /** false: the board may have been reset at any time. */
  readonly recordsResets: boolean;
}

const WATCHED = millis(12_000);
const HELLO = { min: 100_000, max: 10_250_000 };
const LATEST_DEAL = { max: 1_000_000 };

export class RoleMonitor {
  /** Known from a hello, or from a deal. undefined: not known yet. */
  role: Player | undefined;
  private settledAt: Bounds | undefined;
  private helloSent = false;
  private helloReceived = false;
  /** A deck came before the role was known. */
  private earlyDeckReceived = false;
  /** The board's own deal, before its role was known. */
  private ownDeal: State | undefined;
  private dealMissed = false;

  /** `restarted` is called when the board was reset without a record in the trace. */
  constructor(
    private readonly options: RoleMonitorOptions,
    private readonly restarted: () => void,
  ) {}

  /** The board's earlier actions are unknown. */
  get unknown(): boolean {
    return this.options.startedAt === undefined;
  }

  /** The role may have been settled before the monitor began. The next reset would be recorded. */
  private get late(): boolean {
    return this.unknown && this.options.recordsResets && !this.options.infers;
  }

  /**
   * The board received a hello. `clauses`: what its acknowledgement keeps. `unmoved`: the hello must have no effect.
   */
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
      // The hello may have been a surplus one.
      repeats.settledBy('unsure', passed);
      return { unmoved: false, clauses: [] };
    }
    const crossing = repeats.waiting === 'hello' || repeats.unsure;
    repeats.settledBy('dropped', passed);
    this.settle(2, passed.last);
    return { unmoved: false, clauses: crossing ? ['DRK-HS-06'] : ['DRK-HS-03'] };
  }

  /** The board received a deck. */
  txDeck(cards: Deck): void {
    this.ownDeal = undefined;
    this.inferFromDeal(2, cards);
    if (this.role === undefined) this.earlyDeckReceived = true;
  }

  /** The board sent a deck that is no repetition. Returns the game if this deck shows that the board is player 1. */
  rxDeck(cards: Deck): State | undefined {
    this.inferFromDeal(1, cards);
    if (this.role !== undefined || !this.unknown) return undefined;
    if (isDeal(cards)) this.ownDeal = started(cards);
    else if (this.ownDeal !== undefined && judge(this.ownDeal, cards).legal) {
      // A board that deals and then makes the first move is player 1.
      this.role = 1;
      return afterMove(this.ownDeal, cards);
    }
    return undefined;
  }

  /** The board sent its first hello. */
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

  /** When a deal counts as missing. undefined: none is due. `playing`: the game has begun. */
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
    else if (!playing)
      recorder.fail('DRK-HS-04', 'its hello was acknowledged', 'a deal within 12 s', 'none', {
        kind: 'silence',
      });
  }

  private get watchedUntil(): number {
    return (this.settledAt?.notAfter ?? 0) + WATCHED - MARGIN;
  }

  /** If both boards are seen, the one that deals is player 1, even without a handshake. */
  private inferFromDeal(role: Player, cards: Deck): void {
    if (this.role === undefined && this.unknown && this.options.infers && isDeal(cards)) this.role = role;
  }

  private lateHello(since: number): void {
    this.options.recorder.fail(
      this.role === 1 ? 'DRK-HS-04' : 'DRK-HS-03',
      `player ${this.role ?? ''}, ${(since / 1e6).toFixed(1)} s after that was settled`,
      'no hello',
      'a hello',
      { kind: 'unasked' },
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
