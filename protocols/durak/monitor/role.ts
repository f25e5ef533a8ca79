/**
 * Which player one Durak board is, how that was settled, and what it must send therefore (DRK-HS).
 *
 *     hello ──▶ acknowledged: player 1, who deals      hello ◀── acknowledges: player 2
 */
import { between, type Bounds, type TimedEvent } from '../../monitor/timed-decoder';
import { micros, millis, type Micros } from '../../time';
import { isDeal, started } from '../deal';
import { judge } from '../judge';
import type { Deck, Packet } from '../packet';
import { afterMove, type Player, type State } from '../rules';
import type { Findings } from './findings';
import type { RepetitionJudge } from './repetitions';
import { GRACE, MARGIN, MISSING_AFTER } from './tolerances';

export interface RoleOptions {
  readonly findings: Findings;
  readonly repetitions: RepetitionJudge;
  /** When the board was started. undefined: unknown, it may have run for hours. */
  readonly startedAt: Bounds | undefined;
  /**
   * This board receives from another board, so that a deal shows the role of each, and a person may press the reset button of either.
   * false: the sender may be anything.
   */
  readonly infers: boolean;
  /** false: the board may be reset at any time, and nobody tells. */
  readonly seesResets: boolean;
}

const WATCHED = millis(12_000);
const HELLO = { min: 100_000, max: 10_250_000 };
const LATEST_DEAL = { max: 1_000_000 };

export class RoleJudge {
  /** Known from a hello, or from a deal. undefined: not known yet. */
  role: Player | undefined;
  private settledAt: Bounds | undefined;
  /** The clause of how it was settled: hellos that crossed, or what came before the hello. */
  private settledBy: string | undefined;
  private helloSent = false;
  private helloReceived = false;
  /** A deck came before the role was known. */
  private earlyDeckReceived = false;
  /** The board's own deal, before its role was known. */
  private ownDeal: State | undefined;
  private dealMissed = false;

  /** `restarted` is called when the board was reset and nobody told. */
  constructor(
    private readonly options: RoleOptions,
    private readonly restarted: () => void,
  ) {}

  /** The board's earlier actions are unknown. */
  get unknown(): boolean {
    return this.options.startedAt === undefined;
  }

  /** The role may have been settled before the monitor began. The next reset would be told. */
  private get late(): boolean {
    return this.unknown && this.options.seesResets && !this.options.infers;
  }

  /**
   * The board received a hello. `clauses`: what its acknowledgement keeps. `unmoved`: the hello must have no effect.
   * `preceding`: the clause about its separation from the bytes before it.
   */
  txHello(
    passed: TimedEvent<Packet>,
    preceding: string | undefined,
  ): { readonly unmoved: boolean; readonly clauses: readonly string[] } {
    const { repetitions, seesResets } = this.options;
    this.helloReceived = true;
    if (this.role !== undefined && !seesResets) this.restart();
    else if (this.role !== undefined) return { unmoved: true, clauses: ['DRK-HS-07'] };
    if (this.unknown && !this.helloSent) return { unmoved: false, clauses: [] };
    if (this.late) {
      // The hello may have been a surplus one.
      repetitions.settledBy('unsure', passed);
      return { unmoved: false, clauses: [] };
    }
    const crossing = repetitions.waiting === 'hello' || repetitions.unsure;
    repetitions.settledBy('dropped', passed);
    const clause = crossing ? 'DRK-HS-06' : 'DRK-HS-03';
    this.settle(2, passed.last, preceding ?? clause);
    return { unmoved: false, clauses: [clause] };
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

  /** The board sent its first hello, or one more. `playing`: the game has begun. */
  rxHello(passed: TimedEvent<Packet>, playing: boolean): void {
    const { findings, repetitions, startedAt, seesResets, infers } = this.options;
    if (this.role !== undefined && !seesResets) this.restart();
    else if (this.role !== undefined && this.settledAt !== undefined) {
      const since = passed.first.notBefore - this.settledAt.notAfter;
      if (since <= GRACE && this.role === 2) repetitions.settledBy('dropped', passed);
      else if (since > WATCHED && infers) this.restart();
      else this.lateHello(since, playing);
    }
    if (startedAt !== undefined && !this.helloSent && !this.helloReceived)
      findings.measure(
        'DRK-HS-01',
        'the first hello after the start',
        between(startedAt, passed.first),
        HELLO,
        true,
      );
    this.helloSent = true;
  }

  /** The board's hello was acknowledged. */
  acked(passed: TimedEvent<Packet>): void {
    if (this.role === undefined && !(this.late && this.helloReceived))
      this.settle(1, passed.last, 'DRK-HS-04');
  }

  /** The board dealt, as player 1. */
  dealt(passed: TimedEvent<Packet>): void {
    const { findings } = this.options;
    const title = 'the deal after the acknowledged hello';
    if (this.settledAt !== undefined)
      findings.measure('DRK-HS-05', title, between(this.settledAt, passed.first), LATEST_DEAL, true);
    findings.pass('DRK-HS-04');
    // It has not taken a hello that came after the acknowledgement for one that crosses.
    if (this.helloReceived) findings.pass('DRK-HS-06');
    // Nor a deck for a deal.
    if (this.earlyDeckReceived) findings.pass('DRK-HS-07');
  }

  /** The clause that a deal of player 2 breaks. */
  get dealClause(): string {
    return this.settledBy ?? 'DRK-HS-03';
  }

  /** When a deal counts as missing. undefined: none is due. `playing`: the game has begun. */
  dealDueAt(playing: boolean): Micros | undefined {
    const dealIsDue = this.role === 1 && !playing && !this.dealMissed && this.settledAt !== undefined;
    return dealIsDue ? micros(this.watchedUntil + 1) : undefined;
  }

  tick(now: Micros, playing: boolean): void {
    const { findings, startedAt } = this.options;
    if (
      startedAt !== undefined &&
      !this.helloSent &&
      !this.helloReceived &&
      now > startedAt.notAfter + HELLO.max + MISSING_AFTER
    )
      this.missingHello();
    if (this.settledAt === undefined || this.dealMissed || now <= this.watchedUntil) return;
    this.dealMissed = true;
    if (this.role === 2) findings.pass(this.dealClause);
    else if (!playing)
      findings.failOwn('DRK-HS-04', {
        kind: 'silence',
        title: 'its hello was acknowledged',
        expected: 'a deal within 12 s',
        seen: 'none',
      });
  }

  private get watchedUntil(): number {
    return (this.settledAt?.notAfter ?? 0) + WATCHED - MARGIN;
  }

  private missingHello(): void {
    this.helloSent = true;
    this.options.findings.failOwn(this.earlyDeckReceived ? 'DRK-HS-07' : 'DRK-HS-01', {
      kind: 'silence',
      title: this.earlyDeckReceived
        ? 'a deck before it had a role, then nothing else'
        : 'the first hello after the start',
      expected: 'its hello within 10 250 ms of the start',
      seen: 'no hello',
    });
  }

  /** If both boards are seen, the one that deals is player 1, even without a handshake. */
  private inferFromDeal(role: Player, cards: Deck): void {
    if (this.role === undefined && this.unknown && this.options.infers && isDeal(cards)) this.role = role;
  }

  private lateHello(since: number, playing: boolean): void {
    const { role, settledBy = 'DRK-HS-03' } = this;
    this.options.findings.failOwn(role === 1 ? 'DRK-HS-04' : settledBy, {
      kind: playing ? 'reboot' : 'unasked',
      title: `player ${role ?? ''}, ${(since / 1e6).toFixed(1)} s after that was settled`,
      expected: 'no hello',
      seen: 'a hello',
    });
  }

  private settle(role: Player, at: Bounds, by: string): void {
    this.role = role;
    this.settledAt = at;
    this.settledBy = by;
    this.dealMissed = false;
  }

  /** A hello long after the handshake: somebody pressed the reset button. */
  private restart(): void {
    this.role = this.settledAt = undefined;
    this.restarted();
  }
}
