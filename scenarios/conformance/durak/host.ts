/**
 * The host's side of the Durak line: the second board. It sends, acknowledges and waits. A monitor judges all that passes: scenarios only
 * say what to try.
 */
import type { Chunk } from '../../../protocols/chunk';
import type { Choose } from '../../../protocols/durak/deal';
import { encode, packets, type Deck, type Packet } from '../../../protocols/durak/durak';
import { DurakMonitor } from '../../../protocols/durak/monitor/monitor';
import type { State } from '../../../protocols/durak/rules';
import type { TimedEvent } from '../../../protocols/monitor/timed-decoder';
import { after, micros, millis, type Micros } from '../../../protocols/time';
import { BoardSilent, type Bench } from '../../bench/bench';
import type { Channel } from '../../bench/channel';
import { randomBelow } from '../random-below';
import { VerdictWriter, type BreakReason } from './verdicts';

/** What came from the board, but for acknowledgements. `malformed`: bytes that are no packet. */
export type RxEvent = 'hello' | 'deck' | 'malformed';

const ACK = encode({ type: 'ack' });
export const HELLO = encode({ type: 'hello' });

/** Packets in a row that a board may leave unacknowledged before the scenario is given up. */
const SILENT_PACKETS = 8;
/** Events that are kept. A sound board sends a few; one that floods the line sends any number. */
const MOST_WAITING = 64;
/** Latest hello after a start, and what the page allows on top (DRK-HS-01). */
const LATEST_HELLO = millis(10_250);
/** A late packet still comes by then. */
export const LATE = millis(3100);
/** Latest first deck after the acknowledged hello (DRK-HS-05). */
const LATEST_DEAL = millis(1000);

export class DurakHost {
  readonly maxAckTime: Micros;
  /** How long the answer to an illegal move may take. The board gives it without a person. */
  readonly maxAnswerTime: Micros;
  /** How long a move may take: the board's own, or a person's at its buttons. */
  readonly maxMoveTime: Micros;
  readonly auto: boolean;
  private readonly channel: Channel<Packet, Packet>;
  private readonly monitor: DurakMonitor;
  private inbox: RxEvent[] = [];
  /** When its last deck began, at the earliest. */
  lastDeckAt = micros(0);
  private acks = 0;
  private unansweredPackets = 0;
  private readonly verdicts: VerdictWriter;

  constructor(readonly bench: Bench) {
    this.channel = bench.channel('main', packets(), packets());
    this.maxAckTime = millis(bench.number('ackMs'));
    this.auto = bench.text('moves') === 'auto';
    this.maxMoveTime = millis(bench.number(this.auto ? 'moveMs' : 'operatorMs'));
    this.maxAnswerTime = millis(bench.number('moveMs'));
    this.verdicts = new VerdictWriter(bench);
    this.monitor = new DurakMonitor({
      parameters: bench.parameters,
      onPass: this.verdicts.onPass,
      onRx: (passed) => this.queue(passed),
    });
    this.monitor.reset(this.now(), false);
  }

  now(): Micros {
    return this.channel.now();
  }

  /** Something went wrong since the last start that leaves the game open. */
  get broken(): BreakReason | undefined {
    return this.verdicts.broken;
  }

  /** The game as it stands, if there is one. */
  get game(): State | undefined {
    return this.monitor.estimate.game;
  }

  /** The board's packet that waits for an acknowledgement. */
  get waiting(): 'hello' | 'deck' | undefined {
    return this.monitor.estimate.waiting;
  }

  /** This host paused so that nobody knows how the board reads its bytes. */
  get isLost(): boolean {
    return this.monitor.desynchronised;
  }

  /** Switches the board off and on, on a line that is quiet. */
  async powerCycle(): Promise<void> {
    await this.listen(millis(20));
    await this.restart();
  }

  /** Switches the board off and on. Throws without a reset recipe: scenarios that call it need one. */
  async restart(): Promise<void> {
    const notBefore = this.now();
    if (!(await this.bench.reset())) throw new Error('the board has no reset recipe');
    this.channel.discardInput();
    this.forget();
    this.monitor.started({ notBefore, notAfter: this.now() });
    this.record();
  }

  /** The board is being switched on now. */
  assumeStarted(): void {
    this.monitor.reset(this.now());
  }

  /** After a pause that nobody can judge: waits until the line is clear, in an unknown state. */
  async recover(): Promise<void> {
    await this.listen(millis(3600));
    await this.drain();
    this.forget();
    this.monitor.reset(this.now(), false);
  }

  private forget(): void {
    this.inbox = [];
    this.verdicts.restart();
  }

  /** Acknowledges what a board in an unknown state sends, until it sends nothing more. */
  async drain(): Promise<void> {
    const end = after(this.now(), millis(20_000));
    while (this.now() < end) {
      const rx = await this.next(after(this.now(), millis(3700)));
      if (rx === undefined) return;
      if (rx !== 'malformed') await this.ack();
    }
  }

  /** Restarts the board and greets it until it acknowledges: it is player 2 then. */
  async greetFirst(greeting: Uint8Array = HELLO): Promise<boolean> {
    await this.powerCycle();
    return this.greet(greeting, 'our hello, right after a start', millis(900));
  }

  /** Sends a packet until it is acknowledged. A real board that is still starting receives nothing, and is not judged by that. */
  async greet(bytes: Uint8Array, what: string, wait: Micros): Promise<boolean> {
    this.verdicts.situation = what;
    const before = this.acks;
    for (let n = 0; n < 12 && this.acks === before; n++) {
      const sent = await this.channel.sendBytes(bytes);
      const until = after(sent.notAfter, wait);
      const first = this.bench.exhaustive ? undefined : await this.channel.nextChunk(until);
      if (first === undefined && !this.bench.exhaustive) continue;
      this.monitor.tx(sent);
      if (first !== undefined) this.take(first);
      await this.listenUntil(until, () => this.acks > before);
    }
    return this.acks > before;
  }

  /** What comes first after a start: the hello. */
  async awaitHello(): Promise<RxEvent | undefined> {
    this.verdicts.situation = 'the board after a start, receiving nothing';
    const rx = await this.next(after(this.now(), micros(LATEST_HELLO + LATE)));
    return rx === 'hello' ? rx : undefined;
  }

  /** Acknowledges its hello, and waits for its deal. It is not acknowledged yet. undefined: none came in time. */
  async awaitDeal(situation = 'its hello, acknowledged'): Promise<RxEvent | undefined> {
    await this.ack();
    this.verdicts.situation = situation;
    const rx = await this.next(after(this.now(), micros(LATEST_DEAL + LATE)));
    return rx === 'deck' ? rx : undefined;
  }

  /** The next event by `until` that is no acknowledgement. */
  async next(until: Micros): Promise<RxEvent | undefined> {
    await this.listenUntil(until, () => this.inbox.length > 0);
    return this.inbox.shift();
  }

  /** Judges what comes within `span`. */
  listen(span: Micros): Promise<void> {
    return this.listenUntil(after(this.now(), span));
  }

  /** Receives until this time, or until `enough`. */
  async listenUntil(until: Micros, enough: () => boolean = () => false): Promise<void> {
    while (!enough() && (await this.receive(until)));
  }

  /** Waits until an acknowledgement, a deal, a move or an answer that is due has come, or is missing. */
  async settle(enough: () => boolean = () => false): Promise<void> {
    for (let due = this.monitor.due(); due !== undefined && !enough(); due = this.monitor.due())
      await this.receive(due.until);
  }

  /** Judges the next bytes by `until`; false: none came. */
  private async receive(until: Micros): Promise<boolean> {
    const chunk = await this.channel.nextChunk(until);
    if (chunk !== undefined) {
      this.take(chunk);
      return true;
    }
    this.monitor.tick(until);
    this.record();
    return false;
  }

  private take(chunk: Chunk): void {
    this.monitor.rx(chunk);
    this.record();
  }

  /** Sends bytes as they are. What came before is judged first. */
  async send(bytes: Uint8Array): Promise<Chunk> {
    await this.listenUntil(this.now());
    const sent = await this.channel.sendBytes(bytes);
    this.monitor.tx(sent);
    return sent;
  }

  /** Sends an acknowledgement, after the bytes `before`. */
  async ack(before: Uint8Array = new Uint8Array(0)): Promise<void> {
    await this.send(Uint8Array.of(...before, ...ACK));
  }

  sendDeck(cards: Deck, what: string): Promise<boolean> {
    return this.sendPacket(deckBytes(cards), what);
  }

  /** Sends a packet, with other bytes before it or not. false: it was not acknowledged. */
  async sendPacket(bytes: Uint8Array, what: string): Promise<boolean> {
    const before = this.acks;
    this.verdicts.situation = what;
    await this.send(bytes);
    return this.awaitAck(before);
  }

  private async awaitAck(before: number): Promise<boolean> {
    await this.settle(() => !this.monitor.hasPendingAck);
    if (this.acks > before) this.unansweredPackets = 0;
    else if (!this.isLost && ++this.unansweredPackets >= SILENT_PACKETS)
      throw new BoardSilent(`the board acknowledged none of the last ${SILENT_PACKETS} packets`);
    return this.acks > before;
  }

  /** Up to `limit` events until `until`, each acknowledged unless it is malformed. */
  async acknowledgeAll(until: Micros, limit: number): Promise<RxEvent[]> {
    const seen: RxEvent[] = [];
    while (seen.length < limit) {
      const rx = await this.next(until);
      if (rx === undefined) break;
      seen.push(rx);
      if (rx !== 'malformed') await this.ack();
    }
    return seen;
  }

  /** Acknowledges hellos of the board in play: the game goes on. */
  async acknowledgeHellos(): Promise<void> {
    const count = this.inbox.filter((kind) => kind === 'hello').length;
    this.inbox = [];
    for (let n = 0; n < count; n++) await this.ack();
  }

  /** What is tried, for people: the title of what is found now. */
  describe(situation: string): void {
    this.verdicts.situation = situation;
  }

  /** Tries again while a time was not known well enough to be judged. `once` gives undefined where there is nothing to try any more. */
  retryVague<T>(once: () => Promise<T | undefined>): Promise<T | undefined> {
    return this.verdicts.retryVague(once);
  }

  /** Gives the reason for the clauses that were not judged. */
  reportUnjudged(ids: readonly string[], reason: string): void {
    for (const id of ids) if (!this.bench.wasJudged(id)) this.bench.inconclusive(id, reason);
  }

  private queue({ event, first }: TimedEvent<Packet>): void {
    const kind = event.kind === 'reject' ? 'malformed' : event.value.type;
    if (kind === 'deck') this.lastDeckAt = first.notBefore;
    if (kind === 'ack') this.acks++;
    else if (this.inbox.length < MOST_WAITING) this.inbox.push(kind);
  }

  private record(): void {
    this.verdicts.write(this.monitor.judgements());
  }
}

export function deckBytes(cards: Deck): Uint8Array {
  return encode({ type: 'deck', cards });
}

export function chooser(host: DurakHost): Choose {
  return randomBelow(host.bench, 4096);
}
