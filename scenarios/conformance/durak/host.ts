/**
 * The host's side of the Durak line: the second board. It sends, acknowledges, and sorts what the board says; what holds
 * of every packet (DRK-LK-01 to 04) is judged on the way.
 */
import * as fc from 'fast-check';
import { encode, packets, type CardRecord, type Packet } from '../../../protocols/durak/durak';
import { after, micros, millis, type Micros } from '../../../protocols/time';
import { BoardSilent, type Bench } from '../../bench/bench';
import { hex, type Channel, type Received, type Sent } from '../../bench/channel';
import { latency } from '../../bench/judge';

export type Deck = readonly CardRecord[];

/** What the board said, sorted. `malformed`: bytes that are no packet. */
export type RxEvent = { readonly received: Received<Packet> } & (
  { readonly kind: 'ack' | 'hello' | 'malformed' } | { readonly kind: 'deck'; readonly cards: Deck }
);

const ACK = encode({ type: 'ack' });
export const HELLO = encode({ type: 'hello' });

/** Packets in a row that a board may leave unacknowledged before the scenario is given up. */
const SILENT_PACKETS = 8;
/** An acknowledgement of an acknowledgement is looked for this long (DRK-LK-04). */
const ACK_OF_ACK = millis(500);
/** Within this an acknowledgement SHOULD start (DRK-LK-03). */
const PROMPT_ACK = millis(250);

export class DurakHost {
  readonly channel: Channel<Packet, Packet>;
  readonly maxAckTime: Micros;
  /** How long the answer to an illegal move may take: that is the board's own affair, whoever moves. */
  readonly maxAnswerTime: Micros;
  readonly answerTimeout: Micros;
  /** How long a move may take and is waited for: the board's own, or a person's at its buttons. */
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

  /** Switches the board off and on. Throws where there is no recipe: scenarios that call it need one. */
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

  /** Acknowledges whatever the board has to say until it has nothing: where it stands is not known. */
  async drain(): Promise<void> {
    const end = after(this.now(), millis(20_000));
    while (this.now() < end) {
      const rx = await this.next(after(this.now(), millis(3700)));
      if (rx === undefined) return;
      if (rx.kind === 'hello' || rx.kind === 'deck') await this.ack();
    }
  }

  /** The next thing said that is no stray acknowledgement, by `until`. */
  async next(until: Micros): Promise<RxEvent | undefined> {
    const waiting = this.inbox.shift();
    if (waiting !== undefined) return waiting;
    for (;;) {
      const rx = await this.read(until);
      if (rx?.kind !== 'ack') return rx;
      this.judgeStrayAck(rx);
    }
  }

  /** Sends an acknowledgement, behind some other bytes where they are given. */
  async ack(before: Uint8Array = new Uint8Array(0)): Promise<Sent> {
    const sent = await this.channel.sendBytes(Uint8Array.of(...before, ...ACK));
    this.lastAckSentAt = sent.notAfter;
    return sent;
  }

  /** Sends a packet's bytes, which must be acknowledged; what else comes meanwhile waits in line. */
  async sendPacket(bytes: Uint8Array, what: string, charge = 'DRK-LK-01'): Promise<Sent | undefined> {
    const sent = await this.channel.sendBytes(bytes);
    return (await this.expectAck(sent, what, charge)) ? sent : undefined;
  }

  /** Waits for the acknowledgement of what was sent. `charge`: what a missing one breaks. */
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

  /** No acknowledgement within `span`; what else comes waits in line. true: none came. */
  async expectNoAck(span: Micros, requirement: string, what: string): Promise<boolean> {
    const rx = await this.nextAck(after(this.now(), span));
    this.bench.check(requirement, rx === undefined, () => ({
      title: what,
      expected: 'no acknowledgement',
      seen: '04 0A',
    }));
    return rx === undefined;
  }

  /** Watches for a second acknowledgement of one packet. */
  async expectSingleAck(what: string, requirement = 'DRK-LK-01'): Promise<void> {
    const rx = await this.nextAck(after(this.now(), millis(500)));
    this.bench.check(requirement, rx === undefined, () => ({
      title: `${what} is acknowledged exactly once`,
      expected: 'one 04 0A',
      seen: 'a second one',
    }));
  }

  /** Lets acknowledgements come or not for `span`, and judges none of them; what else comes waits in line. */
  async discardAcks(span: Micros): Promise<void> {
    const until = after(this.now(), span);
    while ((await this.nextAck(until)) !== undefined);
  }

  /** Everything until `until` but acknowledgements: up to `limit`. */
  async collect(until: Micros, limit = 16): Promise<RxEvent[]> {
    const seen: RxEvent[] = [];
    while (seen.length < limit) {
      const rx = await this.next(until);
      if (rx === undefined) break;
      seen.push(rx);
    }
    return seen;
  }

  /** Says of clauses that nothing was seen of why that is so. */
  reportUnjudged(ids: readonly string[], reason: string): void {
    for (const id of ids) if (!this.bench.wasJudged(id)) this.bench.inconclusive(id, reason);
  }

  /** The next acknowledgement by `until`. */
  private async nextAck(until: Micros): Promise<RxEvent | undefined> {
    for (;;) {
      const rx = await this.read(until);
      if (rx === undefined || rx.kind === 'ack') return rx;
      this.inbox.push(rx);
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

  /** An acknowledgement that no packet waits for: of our acknowledgement, or a packet's second one. */
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

/** Numbers for choices, the same for the same seed. */
export type Choose = (below: number) => number;

export function chooser(host: DurakHost): Choose {
  const numbers = host.bench.sample(fc.nat(0x7fffffff), 4096);
  let next = 0;
  return (below) => (numbers[next++ % numbers.length] ?? 0) % below;
}

/** What was heard, for a person. */
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
