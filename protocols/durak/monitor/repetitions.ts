/**
 * The packets that one Durak board sends by itself and repeats: until they are acknowledged, and not after that
 * (DRK-LK-07 to 09).
 */
import { latin1 } from '../../bytes';
import { between, type TimedEvent } from '../../monitor/timed-decoder';
import { micros, millis, type Micros } from '../../time';
import type { Packet } from '../packet';
import type { Findings } from './findings';
import type { RefusalCharge } from './opponent-move';
import { CROSSING, GRACE, MARGIN, MISSING_AFTER } from './tolerances';

export type PacketKind = 'hello' | 'deck';

/**
 * waiting: no acknowledgement has come. acked: one has. moved: a legal move answered it. dropped: the other's hello
 * replaced it. unsure: the board may have received an acknowledgement or not.
 */
type Standing = 'waiting' | 'acked' | 'moved' | 'dropped' | 'unsure';

interface Own {
  readonly kind: PacketKind;
  readonly key: string;
  /** It is the answer to an illegal move. */
  readonly isAnswer: boolean;
  latest: TimedEvent<Packet>;
  copies: number;
  standing: Standing;
  settledAt: Micros;
  /** It was not repeated in time. */
  overdue: boolean;
  /** Before this was sent, an acknowledgement came that nothing waited for. */
  readonly stale: boolean;
  /** The clause of what came before its acknowledgement. */
  behind: string | undefined;
  /** A malformed packet came while it waited. */
  disturbed: boolean;
}

/** What else a packet that is sent once more may mean. */
export interface RepetitionContext {
  /** The board's last state is due (DRK-PL-10), which looks like a repetition. */
  readonly answers: boolean;
  readonly isOver: boolean;
  /** The charge against a board that takes the other's last move for an illegal one, and so repeats its packet. */
  readonly refusal: RefusalCharge | undefined;
}

const INTERVAL = { min: 2_700_000, max: 3_500_000 };
const WATCHED = millis(7000);

export class RepetitionJudge {
  private own: Own | undefined;
  /** Acknowledged packets that must not come again yet. */
  private done: { readonly key: string; readonly at: Micros }[] = [];
  /** When an acknowledgement came that nothing waited for. */
  private staleAt: Micros | undefined;

  constructor(private readonly findings: Findings) {}

  /** Whether the last packet still waits for its acknowledgement; `unsure` counts as neither. */
  get waiting(): PacketKind | undefined {
    return this.own?.standing === 'waiting' ? this.own.kind : undefined;
  }

  /** The last packet, if it was acknowledged or may have been. */
  get acknowledged(): string | undefined {
    const { own } = this;
    const taken = own?.standing === 'acked' || (own?.standing === 'unsure' && !own.overdue);
    return taken ? own?.key : undefined;
  }

  get unsure(): boolean {
    return this.own?.standing === 'unsure';
  }

  /** When a packet counts as not repeated; undefined before it is overdue, as nobody need wait for it. */
  dueAt(now: Micros): Micros | undefined {
    const { own } = this;
    if (own?.standing !== 'waiting') return undefined;
    const latest = own.latest.last.notAfter + INTERVAL.max;
    return now > latest + MARGIN ? micros(latest + MISSING_AFTER + 1) : undefined;
  }

  /** The board sent a packet: `again` if it sent it before. */
  rx(passed: TimedEvent<Packet>, kind: PacketKind, context: RepetitionContext): 'new' | 'again' {
    const key = latin1(passed.event.raw);
    const { own } = this;
    if (own !== undefined && own.key === key && (own.standing === 'waiting' || own.standing === 'unsure'))
      return this.repeated(own, passed);
    const known = own?.key === key || this.done.some((one) => one.key === key);
    if (known && !context.answers && own !== undefined) return this.surplus(own, kind, key, passed, context);
    if (own?.standing === 'waiting')
      this.findings.failOwn(own.stale ? 'DRK-LK-09' : 'DRK-LK-07', {
        kind: 'answer',
        title: `its last ${own.kind}, not acknowledged`,
        expected: 'the same packet again',
        seen: `another ${kind}`,
      });
    const stale = this.staleAt !== undefined && this.staleAt > passed.first.notBefore - CROSSING;
    // It may be a repetition that was on its way when the acknowledgement came.
    const repeats = own?.key === key && passed.first.notBefore - own.settledAt <= GRACE;
    this.own = {
      kind,
      key,
      isAnswer: context.answers,
      latest: passed,
      copies: 1,
      standing: stale || repeats ? 'unsure' : 'waiting',
      settledAt: passed.last.notAfter,
      overdue: false,
      stale: this.staleAt !== undefined,
      behind: undefined,
      disturbed: false,
    };
    this.staleAt = undefined;
    return 'new';
  }

  /** The board sent a malformed packet at a time at which it repeats its own. */
  repeatsBadly(passed: TimedEvent<Packet>): boolean {
    const { own } = this;
    return own?.standing === 'waiting' && between(own.latest.last, passed.first).high >= INTERVAL.min;
  }

  /** The board received a malformed packet. */
  disturb(): void {
    if (this.own !== undefined) this.own.disturbed = true;
  }

  /**
   * The board received an acknowledgement. Returns the kind of the acknowledged packet. `behind`: the clause of what
   * came before it.
   */
  acked(passed: TimedEvent<Packet>, behind: string | undefined): PacketKind | undefined {
    const { own } = this;
    if (own === undefined || (own.standing !== 'waiting' && own.standing !== 'unsure')) {
      this.staleAt = passed.last.notAfter;
      return undefined;
    }
    if (own.copies === 1 && passed.first.notBefore < own.latest.last.notAfter) {
      own.standing = 'unsure';
      return undefined;
    }
    this.settle(own, 'acked', passed);
    own.behind = behind;
    this.done.push({ key: own.key, at: passed.last.notAfter });
    return own.kind;
  }

  /** A legal move, or the other's hello, came in place of an acknowledgement. `unsure`: it may have. */
  settledBy(standing: 'moved' | 'dropped' | 'unsure', passed: TimedEvent<Packet>): void {
    const { own } = this;
    if (own?.standing === 'waiting' || own?.standing === 'unsure') this.settle(own, standing, passed);
  }

  tick(now: Micros): void {
    const { own } = this;
    if (own?.standing === 'waiting' && now > own.latest.last.notAfter + INTERVAL.max + MISSING_AFTER)
      this.failUnrepeated(own);
    if (own?.standing === 'moved' && now > own.settledAt + WATCHED) {
      this.findings.pass('DRK-LK-09');
      this.own = undefined;
    }
    for (let first = this.done[0]; first !== undefined && now > first.at + WATCHED; first = this.done[0]) {
      this.done.shift();
      this.findings.pass('DRK-LK-08');
    }
  }

  private failUnrepeated(own: Own): void {
    own.standing = 'unsure';
    own.overdue = true;
    const since = own.stale ? ', after an acknowledgement that came before it was sent' : '';
    const clause = own.isAnswer
      ? 'DRK-PL-10'
      : own.stale
        ? 'DRK-LK-09'
        : own.disturbed
          ? 'DRK-LK-06'
          : 'DRK-LK-07';
    this.findings.failOwn(clause, {
      kind: 'silence',
      rule: 'DRK-LK-07',
      title: `its ${own.kind}, not acknowledged${since}`,
      expected: 'the same packet again within 3500 ms',
      seen: 'none',
    });
  }

  private repeated(own: Own, passed: TimedEvent<Packet>): 'again' {
    if (own.standing === 'waiting') {
      const { low } = between(own.latest.last, passed.first);
      const { high } = between(own.latest.first, passed.first);
      // The page counts from the time of sending: from the first byte or from the last.
      this.findings.measure('DRK-LK-07', `the same ${own.kind} again`, { low, high }, INTERVAL, true);
      if (own.stale) this.findings.pass('DRK-LK-09');
      if (own.isAnswer) this.findings.pass('DRK-PL-10');
      if (own.disturbed) this.findings.pass('DRK-LK-06');
    }
    own.latest = passed;
    own.copies++;
    own.standing = 'waiting';
    own.disturbed = false;
    return 'again';
  }

  /** A settled packet again: allowed if it was on its way already. */
  private surplus(
    own: Own,
    kind: PacketKind,
    key: string,
    passed: TimedEvent<Packet>,
    { isOver, refusal }: RepetitionContext,
  ): 'again' {
    const { standing, settledAt } = own;
    const isLast = own.key === key;
    const settled = isLast ? settledAt : (this.done.find((one) => one.key === key)?.at ?? settledAt);
    const since = passed.first.notBefore - settled;
    if (since <= GRACE) return 'again';
    const [general, title] = isLast && standing !== 'acked' ? CHARGED[standing] : ACKED[kind];
    if (isLast && standing === 'moved' && refusal !== undefined) {
      const [expected, seen] = ['the legal move applied', 'the packet before it again'];
      this.findings.failOwn(refusal.clause, { kind: 'answer', title, expected, seen, rule: refusal.rule });
      return 'again';
    }
    const clause = isOver && kind === 'deck' ? 'DRK-PL-09' : ((isLast ? own.behind : undefined) ?? general);
    const seen = `the same ${kind} ${(since / 1000).toFixed(0)} ms later`;
    this.findings.failOwn(clause, { kind: 'unasked', title, expected: 'not sent again', seen });
    return 'again';
  }

  private settle(own: Own, standing: Standing, passed: TimedEvent<Packet>): void {
    own.standing = standing;
    own.settledAt = micros(passed.last.notAfter);
    if (own.copies > 1) this.findings.pass('DRK-LK-07');
  }
}

const ACKED = {
  hello: ['DRK-HS-04', 'its hello was acknowledged'],
  deck: ['DRK-LK-08', 'its packet was acknowledged'],
} as const;
const CHARGED: Readonly<Record<Exclude<Standing, 'acked'>, readonly [clause: string, why: string]>> = {
  waiting: ACKED.deck,
  unsure: ACKED.deck,
  moved: ['DRK-LK-09', 'a legal move followed its packet'],
  dropped: ['DRK-HS-06', "the other board's hello came in the place of an acknowledgement of its own"],
};
