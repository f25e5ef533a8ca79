/** The host's side of the line: the second board. The rules judge all that passes: scenarios only say what to try. */
import {
  after,
  fc,
  micros,
  millis,
  type ConversationHost,
  type ConversationScenario,
  type Micros,
} from '../../../api/index';
import type { Choose } from '../game/deal';
import type { Deck, Packet } from '../wire/packet';
import type { DurakValues } from '../parameters';
import { waitingOf, type DurakState } from '../state';
import { encode } from '../wire/wire';

type Host = ConversationHost<Packet, DurakState, DurakValues>;
export type DurakScenario = ConversationScenario<Packet, DurakState, DurakValues>;

const ACK = encode({ type: 'ack' });
const NOTHING = new Uint8Array(0);
export const HELLO = encode({ type: 'hello' });
/** A late packet still comes by then. */
export const LATE = millis(3100);
/** Latest hello after a start, and what the page allows on top (DRK-HS-01); latest deal; latest repetition. */
const LATEST_HELLO = millis(10_250);
const LATEST_DEAL = millis(12_000);
export const REPEATED = micros(3_500_000 + LATE);
/** A board that nobody has switched on again sends by itself no more after so long. */
const DRAINED = millis(3700);
const MOST_TRIES = 4;

export class DurakHost {
  /** What is tried, for people. */
  private what = '';
  private readonly numbers: readonly number[];
  private chosen = 0;
  readonly maxAckTime: Micros;
  readonly maxAnswerTime: Micros;
  readonly maxMoveTime: Micros;
  readonly auto: boolean;

  constructor(readonly host: Host) {
    const { ackMs, moveMs, operatorMs, moves } = host.p;
    this.numbers = host.bench.sample(fc.nat(0x7fffffff), 4096);
    this.auto = moves === 'auto';
    this.maxAckTime = millis(ackMs);
    this.maxAnswerTime = millis(moveMs);
    this.maxMoveTime = millis(this.auto ? moveMs : operatorMs);
  }

  get bench(): Host['bench'] {
    return this.host.bench;
  }

  get state(): DurakState {
    return this.host.state;
  }

  /** Something is wrong since the last start that leaves the game open. */
  get broken(): boolean {
    return !this.state.isKnown;
  }

  get waiting(): 'hello' | 'deck' | undefined {
    return waitingOf(this.state)?.kind;
  }

  now(): Micros {
    return this.bench.now();
  }

  /** A number below a bound, from the run's seed. */
  readonly choose: Choose = (below) => (this.numbers[this.chosen++ % this.numbers.length] ?? 0) % below;

  /** Switches the board off and on, on a line that is quiet. */
  async powerCycle(): Promise<void> {
    await this.listen(millis(20));
    await this.host.reset();
  }

  describe(what: string): void {
    this.what = what;
  }

  listen(span: Micros, enough?: (state: DurakState) => boolean): Promise<boolean> {
    return this.host.listen(span, this.what, enough);
  }

  /** Does it again where this machine left something of it open: so less is to be played again. Resolves to what it came to. */
  async retry(once: () => Promise<boolean>): Promise<boolean> {
    const { bench } = this;
    for (let tried = 1; ; tried++) {
      let result = false;
      const open = await bench.holdOpen(async () => {
        result = await once();
      });
      if (open.length > 0 && result && tried < MOST_TRIES) continue;
      for (const finding of open) bench.record(finding);
      return result;
    }
  }

  /** What comes next that is no acknowledgement; false: nothing did. */
  async next(span: Micros): Promise<boolean> {
    const { packets } = this.state.notes;
    await this.listen(span, ({ notes }) => notes.packets > packets);
    return this.state.notes.packets > packets;
  }

  /** Sends bytes as they are. What came before is judged first. */
  async send(bytes: Uint8Array): Promise<void> {
    await this.listen(micros(0));
    await this.host.write(bytes);
  }

  ack(before = NOTHING): Promise<void> {
    return this.send(Uint8Array.of(...before, ...ACK));
  }

  /** Acknowledges what comes next; false: nothing did. */
  async ackNext(span: Micros): Promise<boolean> {
    const isThere = await this.next(span);
    if (isThere) await this.ack();
    return isThere;
  }

  /** Lets this time pass, for people: with what is watched in it. */
  watch(what: string, span: Micros): Promise<boolean> {
    this.what = what;
    return this.listen(span);
  }

  sendDeck(cards: Deck, what: string): Promise<boolean> {
    return this.sendPacket(encode({ type: 'deck', cards }), what);
  }

  /** Sends a packet, with other bytes before it or not. false: it was not acknowledged. */
  async sendPacket(bytes: Uint8Array, what: string): Promise<boolean> {
    const { acks } = this.state.notes;
    this.what = what;
    await this.send(bytes);
    await this.listen(micros(this.maxAckTime + LATE), ({ notes }) => notes.pending.length === 0);
    return this.state.notes.acks > acks;
  }

  /** Acknowledges up to `limit` packets that come in this time, and returns how many did. */
  async acknowledgeAll(span: Micros, limit: number): Promise<number> {
    const until = after(this.now(), span);
    let count = 0;
    while (count < limit && this.now() < until && (await this.ackNext(micros(until - this.now())))) count++;
    return count;
  }

  /** Acknowledges what a board in an unknown state sends, until it sends nothing more. */
  async drain(): Promise<void> {
    for (let n = 0; n < 8 && (await this.ackNext(DRAINED)); n++);
  }

  /** Restarts the board and greets it until it acknowledges: it is player 2 then. */
  async greetFirst(greeting: Uint8Array = HELLO): Promise<boolean> {
    await this.powerCycle();
    return this.greet(greeting, 'our hello, right after a start', millis(900));
  }

  /** Sends a packet until it is acknowledged. A real board that is still starting hears nothing. */
  async greet(bytes: Uint8Array, what: string, wait: Micros): Promise<boolean> {
    this.what = what;
    const { acks } = this.state.notes;
    for (let n = 0; n < 12 && this.state.notes.acks === acks; n++)
      if (await this.host.offer(bytes, wait)) await this.listen(wait, ({ notes }) => notes.acks > acks);
    return this.state.notes.acks > acks;
  }

  /** Starts the board, and waits for its hello. */
  start(): Promise<boolean> {
    return this.retry(async () => {
      await this.powerCycle();
      return this.awaitHello();
    });
  }

  /** What comes first after a start: the hello. */
  async awaitHello(): Promise<boolean> {
    this.what = 'the board after a start, receiving nothing';
    await this.listen(micros(LATEST_HELLO + LATE), (state) => waitingOf(state) !== undefined);
    return this.waiting === 'hello';
  }

  /** Acknowledges its hello, and waits for its deal, which is not acknowledged yet. */
  async awaitDeal(what = 'its hello, acknowledged'): Promise<boolean> {
    await this.ack();
    this.what = what;
    await this.listen(micros(LATEST_DEAL + LATE), ({ game, isKnown }) => game !== undefined || !isKnown);
    return this.state.game !== undefined;
  }

  /** Gives the reason for the clauses that were not judged. */
  reportUnjudged(ids: readonly string[], reason: string): void {
    for (const id of ids) if (!this.bench.wasJudged(id)) this.bench.inconclusive(id, reason);
  }
}

/** A scenario of this suite, on a board that can be reset. */
export function scenario(
  id: string,
  title: string,
  covers: readonly string[],
  run: (host: DurakHost) => Promise<void>,
): DurakScenario {
  return { id, title, covers, needs: ['reset'], run: (host) => run(new DurakHost(host)) };
}

/** At a board that is player 2 before the deal, if it can be reset. Else everything that it sends is acknowledged first. */
export function idleScenario(
  id: string,
  title: string,
  covers: readonly string[],
  run: (host: DurakHost) => Promise<void>,
): DurakScenario {
  const idle = async (host: DurakHost): Promise<void> => {
    if (!host.host.canReset || !(await host.greetFirst())) await host.drain();
    await run(host);
  };
  return { id, title, covers, run: (host) => idle(new DurakHost(host)) };
}
