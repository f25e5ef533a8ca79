/**
 * The host's side of the Durak line: the second board. It sends, acknowledges, and sorts what the board sends. It judges
 * what every packet must keep (DRK-LK-01 to 04).
 */
import * as fc from 'fast-check';
import { encode, packets, type CardRecord, type Packet } from '../../../protocols/durak/durak';
import { after, micros, millis, type Micros } from '../../../protocols/time';
import { BoardSilent, type Bench } from '../../bench/bench';
import { hex, type Channel, type Received, type Sent } from '../../bench/channel';
import { latency } from '../../../protocols/monitor/measurement';

export type Deck = readonly CardRecord[];

/** What came from the board. `malformed`: bytes that are no packet. */
export type RxEvent = { readonly received: Received<Packet> } & (
  { readonly kind: 'ack' | 'hello' | 'malformed' } | { readonly kind: 'deck'; readonly cards: Deck }
);

const ACK = encode({ type: 'ack' });
export const HELLO = encode({ type: 'hello' });

/** Packets in a row that a board may leave unacknowledged before the scenario is given up. */
const SILENT_PACKETS = 8;
/** Events before an acknowledgement that are kept. A sound board sends a few; one that floods the line sends any number. */
const MOST_WAITING = 64;
/** An acknowledgement within this time after one of ours answers it (DRK-LK-04). */
const ACK_OF_ACK = millis(500);
/** Within this an acknowledgement SHOULD start (DRK-LK-03). */
const PROMPT_ACK = millis(250);
/** Latest hello after a start, and what the page allows on top (DRK-HS-01). */
export const LATEST_HELLO = millis(10_250);

export class DurakHost {
  readonly channel: Channel<Packet, Packet>;
  readonly maxAckTime: Micros;
  /** How long the answer to an illegal move may take. The board gives it without a person. */
  readonly maxAnswerTime: Micros;
  readonly answerTimeout: Micros;
  /** How long a move may take: the board's own, or a person's at its buttons. */
  readonly maxMoveTime: Micros;
  readonly moveTimeout: Micros;
  readonly auto: boolean;
  private readonly inbox: RxEvent[] = [];
  private unansweredPackets = 0;
  private lastAckSentAt = micros(-1e12);
  private lastAckedPacket: string | undefined;

  constructor(readonly bench: Bench) {
    this.channel = bench.channel('main', packets(), packets());
    this.maxAckTime = millis(bench.number('ackMs'));
    this.auto = bench.text('moves') === 'auto';
    this.maxMoveTime = millis(bench.number(this.auto ? 'moveMs' : 'operatorMs'));
    this.maxAnswerTime = millis(bench.number('moveMs'));
    this.answerTimeout = micros(2 * this.maxAnswerTime + 2_000_000);
    this.moveTimeout = micros(this.maxMoveTime * (this.auto ? 2 : 1) + 2_000_000);
  }

  now(): Micros {
    return this.channel.now();
  }

  /** Switches the board off and on. Throws without a reset recipe: scenarios that call it need one. */
  async powerCycle(): Promise<{ readonly notBefore: Micros; readonly notAfter: Micros }> {
    await this.channel.waitForSilence(millis(20), millis(500));
    this.inbox.length = 0;
    this.lastAckedPacket = undefined;
    this.lastAckSentAt = micros(-1e12);
    const notBefore = this.now();
    if (!(await this.bench.reset())) throw new Error('the board has no reset recipe');
    this.channel.discardInput();
    return { notBefore, notAfter: this.now() };
  }

  /** Acknowledges what a board in an unknown state sends, until it sends nothing more. */
  async drain(): Promise<void> {
    const end = after(this.now(), millis(20_000));
    while (this.now() < end) {
      const rx = await this.next(after(this.now(), millis(3700)));
      if (rx === undefined) return;
      if (rx.kind !== 'malformed') await this.ack();
    }
  }

  /**
   * Sends bytes until a packet of one of `types` comes, up to `tries` times. Drops other packets. A board that is still
   * starting receives nothing.
   */
  async sendUntil(
    bytes: Uint8Array,
    types: readonly Packet['type'][],
    tries: number,
    wait: Micros,
  ): Promise<Packet['type'] | undefined> {
    for (let n = 0; n < tries; n++) {
      const { notAfter } = await this.channel.sendBytes(bytes);
      for (;;) {
        const received = await this.channel.next(after(notAfter, wait));
        if (received === undefined) break;
        const type = received.event.kind === 'frame' ? received.event.value.type : undefined;
        if (type !== undefined && types.includes(type)) return type;
      }
    }
    return undefined;
  }

  /** Restarts the board and greets it until it acknowledges: it is player 2 then. */
  async greetFirst(): Promise<boolean> {
    await this.powerCycle();
    return (await this.sendUntil(HELLO, ['ack'], 12, millis(900))) !== undefined;
  }

  /** What comes first after a start: the hello. */
  afterStart(): Promise<RxEvent | undefined> {
    return this.next(after(this.now(), micros(LATEST_HELLO + 2_000_000)));
  }

  /** The hello after a start. undefined: none came, and `ids` are inconclusive. */
  async awaitHello(...ids: readonly string[]): Promise<RxEvent | undefined> {
    const rx = await this.afterStart();
    if (rx?.kind === 'hello') return rx;
    for (const id of ids) this.bench.inconclusive(id, `no hello came after the start: ${describeRx(rx)}`);
    return undefined;
  }

  /** The next event by `until`. Judges and skips stray acknowledgements. */
  async next(until: Micros): Promise<RxEvent | undefined> {
    const waiting = this.inbox.shift();
    if (waiting !== undefined) return waiting;
    for (;;) {
      const rx = await this.read(until);
      if (rx?.kind !== 'ack') return rx;
      this.judgeStrayAck(rx);
    }
  }

  /** Sends an acknowledgement, after the bytes `before`. */
  async ack(before: Uint8Array = new Uint8Array(0)): Promise<Sent> {
    const sent = await this.channel.sendBytes(Uint8Array.of(...before, ...ACK));
    this.lastAckSentAt = sent.notAfter;
    return sent;
  }

  /** Sends a deck packet. undefined: it was not acknowledged. */
  sendDeck(cards: Deck, what: string, charge?: string): Promise<Sent | undefined> {
    return this.sendPacket(deckBytes(cards), what, charge);
  }

  /** Sends a packet. undefined: it was not acknowledged. Other packets that come meanwhile are kept for {@link next}. */
  async sendPacket(bytes: Uint8Array, what: string, charge = 'DRK-LK-01'): Promise<Sent | undefined> {
    const sent = await this.channel.sendBytes(bytes);
    return (await this.expectAck(sent, what, charge)) ? sent : undefined;
  }

  /** Waits for the acknowledgement of what was sent. `charge`: the clause that a missing one breaks. */
  async expectAck(sent: Sent, what: string, charge = 'DRK-LK-01'): Promise<boolean> {
    const rx = await this.nextAck(after(sent.notAfter, micros(this.maxAckTime + 1_500_000)));
    this.bench.check(charge, rx !== undefined, () => ({
      title: `${what} is acknowledged`,
      expected: '04 0A',
      seen: `no acknowledgement within ${((this.maxAckTime + 1_500_000) / 1000).toFixed(0)} ms`,
    }));
    if (rx === undefined) {
      if (++this.unansweredPackets >= SILENT_PACKETS)
        throw new BoardSilent(`the board acknowledged none of the last ${SILENT_PACKETS} packets`);
      return false;
    }
    this.unansweredPackets = 0;
    this.lastAckedPacket = what;
    const bounds = {
      name: 'packet to acknowledgement',
      unit: 'us',
      ...latency(sent, rx.received),
    } as const;
    this.bench.measure(
      'DRK-LK-02',
      { ...bounds, max: this.maxAckTime },
      () => `the acknowledgement of ${what}`,
    );
    this.bench.measure('DRK-LK-03', { ...bounds, max: PROMPT_ACK }, () => `the acknowledgement of ${what}`);
    return true;
  }

  /** Judges that no acknowledgement comes within `span`. true: none came. */
  async expectNoAck(span: Micros, requirement: string, what: string): Promise<boolean> {
    const rx = await this.nextAck(after(this.now(), span));
    this.bench.check(requirement, rx === undefined, () => ({
      title: what,
      expected: 'no acknowledgement',
      seen: '04 0A',
    }));
    return rx === undefined;
  }

  /** Judges that no second acknowledgement of one packet comes. */
  async expectSingleAck(what: string, requirement = 'DRK-LK-01'): Promise<void> {
    const rx = await this.nextAck(after(this.now(), millis(500)));
    this.bench.check(requirement, rx === undefined, () => ({
      title: `${what} is acknowledged exactly once`,
      expected: 'one 04 0A',
      seen: 'a second one',
    }));
  }

  /** Discards acknowledgements for `span`, without judging them. */
  async discardAcks(span: Micros): Promise<void> {
    const until = after(this.now(), span);
    while ((await this.nextAck(until)) !== undefined);
  }

  /** Up to `limit` events until `until`, each acknowledged unless it is malformed. */
  async acknowledgeAll(until: Micros, limit: number): Promise<RxEvent[]> {
    const seen: RxEvent[] = [];
    while (seen.length < limit) {
      const rx = await this.next(until);
      if (rx === undefined) break;
      seen.push(rx);
      if (rx.kind !== 'malformed') await this.ack();
    }
    return seen;
  }

  /** Gives the reason for the clauses that were not judged. */
  reportUnjudged(ids: readonly string[], reason: string): void {
    for (const id of ids) if (!this.bench.wasJudged(id)) this.bench.inconclusive(id, reason);
  }

  /** The next acknowledgement by `until`. */
  private async nextAck(until: Micros): Promise<RxEvent | undefined> {
    for (;;) {
      const rx = await this.read(until);
      if (rx === undefined || rx.kind === 'ack') return rx;
      if (this.inbox.length < MOST_WAITING) this.inbox.push(rx);
    }
  }

  private async read(until: Micros): Promise<RxEvent | undefined> {
    const received = await this.channel.next(until);
    if (received === undefined) return undefined;
    const { event } = received;
    if (event.kind === 'reject') return { kind: 'malformed', received };
    return event.value.type === 'deck'
      ? { kind: 'deck', cards: event.value.cards, received }
      : { kind: event.value.type, received };
  }

  /** Fails an acknowledgement that no packet waits for: it answers our acknowledgement, or is a packet's second one. */
  private judgeStrayAck(rx: RxEvent): void {
    const ofAck = rx.received.notAfter - this.lastAckSentAt <= ACK_OF_ACK;
    const about = this.lastAckedPacket ?? 'what was sent';
    this.bench.check(ofAck ? 'DRK-LK-04' : 'DRK-LK-01', false, () => ({
      title: ofAck ? 'an acknowledgement is never acknowledged' : `${about} is acknowledged exactly once`,
      expected: ofAck ? 'silence' : 'one 04 0A',
      seen: ofAck ? '04 0A' : 'one more 04 0A',
    }));
  }
}

export function deckBytes(cards: Deck): Uint8Array {
  return encode({ type: 'deck', cards });
}

/** A random number below a bound, from the run's seed. */
export type Choose = (below: number) => number;

export function chooser(host: DurakHost): Choose {
  const numbers = host.bench.sample(fc.nat(0x7fffffff), 4096);
  let next = 0;
  return (below) => (numbers[next++ % numbers.length] ?? 0) % below;
}

/** For a person. */
export function describeRx(rx: RxEvent | undefined): string {
  if (rx === undefined) return 'nothing';
  const { event } = rx.received;
  if (rx.kind === 'hello') return 'a hello';
  if (rx.kind === 'ack') return 'an acknowledgement';
  if (rx.kind === 'deck') return 'a deck packet';
  const shown = hex(event.raw.subarray(0, 24));
  return event.kind === 'reject'
    ? `${shown}${event.raw.length > 24 ? '…' : ''} (${event.error.message})`
    : shown;
}
