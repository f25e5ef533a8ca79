/**
 * The packets that one Durak board sends by itself and repeats: until they are acknowledged, and not after that
 * (DRK-LK-07 to 09).
 */
import type { Packet } from '../../../protocols/durak/packet';
import { micros, millis, type Micros } from '../../../protocols/time';
import { hex } from '../../bench/channel';
import { MARGIN } from './acknowledgement-monitor';
import { between, type TimedEvent } from '../../../protocols/monitor/timed-decoder';
import type { VerdictRecorder } from '../verdict-recorder';

export type PacketKind = 'hello' | 'deck';

/**
 * waiting: no acknowledgement has come. acked: one has. moved: a legal move answered it. dropped: the other's hello
 * replaced it. unsure: the board may have received an acknowledgement or not.
 */
type Standing = 'waiting' | 'acked' | 'moved' | 'dropped' | 'unsure';

interface Own {
  readonly kind: PacketKind;
  readonly hex: string;
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
}

const INTERVAL = { min: 2_700_000, max: 3_500_000 };
const WATCHED = millis(7000);
/** A packet that began within this time after its acknowledgement was on its way already: it is no wrong repetition. */
export const GRACE = millis(250);
/** An acknowledgement this shortly before or during a packet may belong to it, or not. */
export const CROSSING = millis(20);

export class RepetitionMonitor {
  private own: Own | undefined;
  /** Acknowledged packets that must not come again yet. */
  private done: { readonly hex: string; readonly at: Micros }[] = [];
  /** When an acknowledgement came that nothing waited for. */
  private staleAt: Micros | undefined;

  constructor(private readonly recorder: VerdictRecorder) {}

  /** Whether the last packet still waits for its acknowledgement; `unsure` counts as neither. */
  get waiting(): PacketKind | undefined {
    return this.own?.standing === 'waiting' ? this.own.kind : undefined;
  }

  /** The last packet in hex, if it was acknowledged or may have been. */
  get acknowledged(): string | undefined {
    const { own } = this;
    const taken = own?.standing === 'acked' || (own?.standing === 'unsure' && !own.overdue);
    return taken ? own?.hex : undefined;
  }

  get unsure(): boolean {
    return this.own?.standing === 'unsure';
  }

  /**
   * The board sent a packet: `again` if it sent it before. `answers`: its last state is due (DRK-PL-10), which looks
   * like a repetition.
   */
  rx(passed: TimedEvent<Packet>, kind: PacketKind, answers: boolean): 'new' | 'again' {
    const text = hex(passed.event.raw);
    const { own } = this;
    if (own !== undefined && own.hex === text && (own.standing === 'waiting' || own.standing === 'unsure'))
      return this.repeated(own, passed);
    const known = own?.hex === text || this.done.some((one) => one.hex === text);
    if (known && !answers && own !== undefined) return this.surplus(own, kind, text, passed);
    if (own?.standing === 'waiting')
      this.recorder.fail(
        own.stale ? 'DRK-LK-09' : 'DRK-LK-07',
        `its last ${own.kind}, not acknowledged`,
        'the same packet again',
        `another ${kind}`,
      );
    const stale = this.staleAt !== undefined && this.staleAt > passed.first.notBefore - CROSSING;
    // It may be a repetition that was on its way when the acknowledgement came.
    const repeats = own?.hex === text && passed.first.notBefore - own.settledAt <= GRACE;
    this.own = {
      kind,
      hex: text,
      latest: passed,
      copies: 1,
      standing: stale || repeats ? 'unsure' : 'waiting',
      settledAt: passed.last.notAfter,
      overdue: false,
      stale: this.staleAt !== undefined,
      behind: undefined,
    };
    this.staleAt = undefined;
    return 'new';
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
    this.done.push({ hex: own.hex, at: passed.last.notAfter });
    return own.kind;
  }

  /** A legal move, or the other's hello, came in place of an acknowledgement. `unsure`: it may have. */
  settledBy(standing: 'moved' | 'dropped' | 'unsure', passed: TimedEvent<Packet>): void {
    const { own } = this;
    if (own?.standing === 'waiting' || own?.standing === 'unsure') this.settle(own, standing, passed);
  }

  tick(now: Micros): void {
    const { own } = this;
    if (own?.standing === 'waiting' && now > own.latest.last.notAfter + INTERVAL.max + MARGIN) {
      const clause = own.stale ? 'DRK-LK-09' : 'DRK-LK-07';
      const since = own.stale ? ', after an acknowledgement that came before it was sent' : '';
      this.recorder.fail(
        clause,
        `its ${own.kind}, not acknowledged${since}`,
        'the same packet again within 3500 ms',
        'none',
        { kind: 'silence' },
      );
      own.standing = 'unsure';
      own.overdue = true;
    }
    if (own?.standing === 'moved' && now > own.settledAt + WATCHED) {
      this.recorder.pass('DRK-LK-09');
      this.own = undefined;
    }
    for (let first = this.done[0]; first !== undefined && now > first.at + WATCHED; first = this.done[0]) {
      this.done.shift();
      this.recorder.pass('DRK-LK-08');
    }
  }

  private repeated(own: Own, passed: TimedEvent<Packet>): 'again' {
    if (own.standing === 'waiting') {
      const { low } = between(own.latest.last, passed.first);
      const { high } = between(own.latest.first, passed.first);
      // The page counts from the time of sending: from the first byte or from the last.
      this.recorder.measure('DRK-LK-07', `the same ${own.kind} again`, { low, high }, INTERVAL);
      if (own.stale) this.recorder.pass('DRK-LK-09');
    }
    own.latest = passed;
    own.copies++;
    own.standing = 'waiting';
    return 'again';
  }

  /** A settled packet again: allowed if it was on its way already. */
  private surplus(own: Own, kind: PacketKind, text: string, passed: TimedEvent<Packet>): 'again' {
    const { standing, settledAt } = own;
    const settled =
      own.hex === text ? settledAt : (this.done.find((one) => one.hex === text)?.at ?? settledAt);
    if (passed.first.notBefore - settled <= GRACE) return 'again';
    const [clause, why] = own.hex === text && standing !== 'acked' ? CHARGED[standing] : ACKED[kind];
    this.recorder.fail(
      own.hex === text ? (own.behind ?? clause) : clause,
      why,
      'not sent again',
      `the same ${kind} ${((passed.first.notBefore - settled) / 1000).toFixed(0)} ms later`,
      { kind: 'unasked' },
    );
    return 'again';
  }

  private settle(own: Own, standing: Standing, passed: TimedEvent<Packet>): void {
    own.standing = standing;
    own.settledAt = micros(passed.last.notAfter);
    if (own.copies > 1) this.recorder.pass('DRK-LK-07');
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
