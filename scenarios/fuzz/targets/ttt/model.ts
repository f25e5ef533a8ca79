/**
 * The oracle of a TTT server: what each player is owed, in order; a machine's digit is any empty cell, and is followed.
 *
 *     sent → events, one behind the other        heard → the first that is owed on that link
 *
 * Between links there is no order: what draws no answer is waited out for `settleMs` before the next step.
 */
import type { Chunk, LinkBinding } from '../../../../devices/links/link';
import { BYTE, cellOf, serverMessageOf } from '../../../../protocols/ttt/message';
import {
  eventsOf,
  expect,
  follow,
  freshGame,
  type Delivery,
  type Game,
  type GameEvent,
  type GameState,
} from '../../../../protocols/ttt/rules';
import { after, millis, type Micros } from '../../../../protocols/time';
import type { DialStep } from '../../../oracle/model';
import type { Failure, FailureKind } from '../../../oracle/failure';
import type { Due, CoveragePoint, Model } from '../../../oracle/model';
import { DIFFERENT, FirstAnswers } from './first-answers';
import {
  byteWords,
  deliveryWords,
  clauseOf,
  EMPTY_DATAGRAM,
  responseLabel,
  silenceLabel,
  stateLabel,
  triggerLabel,
  isMove,
  isOfAnotherGame,
  unaskedLabel,
} from './labels';
import { bytesOfRecipe } from './recipes';

export interface TttView {
  /** undefined: not known. */
  readonly state: GameState | undefined;
  readonly links: readonly string[];
}

export interface TttModelOptions {
  readonly fresh: boolean;
  readonly game: Game;
  readonly binding: LinkBinding;
  readonly links: readonly string[];
  readonly settle: Micros;
  readonly response: Micros;
}

/** What an event was, for what comes of it. */
interface EventLabel {
  readonly trigger: string;
  readonly clause: string;
  /** The number of the write that it came with. */
  readonly write: number;
}

interface PendingDelivery extends EventLabel {
  /** A digit of the machine's, a byte, or the end of the connection. */
  readonly delivery: Delivery | { readonly kind: 'end'; readonly to: string };
  readonly at: Micros;
}

/** What never comes is silence; what comes late is judged by its time. */
const DELIVERY_TIMEOUT = millis(1500);
const MEASURED = 10;
/** What somebody hears who does not play. */
const OVERHEARD = 'move of others';
/** Clauses of what is answered, and how: not of what a message is made of, or when it comes. */
const BY_EFFECT = /^TTT-(?:0[234]|[1-3]\d)$/;

export class TttModel implements Model {
  failure: Failure | undefined;
  private state: GameState | undefined;
  private pending: PendingDelivery[] = [];
  /** Events behind a move that the machine has yet to answer. */
  private waiting: { readonly event: GameEvent; readonly at: Micros; readonly rest: boolean }[] = [];
  /** Bytes on links whose own events wait: between links there is no order. */
  private early: { readonly link: string; readonly byte: number; readonly at: Micros }[] = [];
  private seen: CoveragePoint[] = [];
  private writes = 0;
  private lastLabel: EventLabel = { trigger: 'nothing', clause: 'TTT-04', write: 0 };
  private settledAt: Micros | undefined;
  /** Links whose players have left, while nothing is known. */
  private readonly gone = new Set<string>();
  /** What should have had no effect, or an end, since a move was answered rightly: what goes wrong then is under its clause. */
  private suspect: EventLabel | undefined;
  /** Links whose players have come by a connection. */
  private readonly open = new Set<string>();
  private begun = false;
  /** The event taken last, and the game before it. */
  private lastEvent: { readonly state: GameState; readonly event: GameEvent } | undefined;
  private readonly times: number[] = [];
  private readonly firstAnswers = new FirstAnswers();

  constructor(private readonly options: TttModelOptions) {
    this.state = options.fresh ? freshGame(options.game) : undefined;
  }

  get view(): TttView {
    return { state: this.state, links: this.options.links };
  }

  get desynchronised(): boolean {
    return this.state === undefined;
  }

  coverage(): readonly CoveragePoint[] {
    return this.seen.splice(0);
  }

  made(recipe: string): Uint8Array | undefined {
    return this.state === undefined ? undefined : bytesOfRecipe(recipe, this.state);
  }

  tx(link: string, { bytes, notAfter }: Chunk): void {
    const { binding } = this.options;
    this.begun = true;
    this.writes++;
    if (binding === 'udp' && bytes.length === 0) this.onEmptyDatagram();
    const rest = binding === 'udp' && bytes.length > 1;
    for (const event of eventsOf(binding, link, bytes)) this.take(event, notAfter, rest);
    this.settledAt = after(notAfter, this.options.settle);
  }

  isUp(link: string): boolean {
    return this.open.has(link);
  }

  dialled({ link, up }: DialStep, at: Micros): void {
    this.begun = true;
    this.writes++;
    // One that was open is closed first.
    if (this.open.delete(link) || this.state === undefined)
      this.take({ kind: 'leave', player: link }, at, false);
    this.pending = this.pending.filter(({ delivery }) => delivery.to !== link);
    if (up) {
      this.open.add(link);
      this.take({ kind: 'join', player: link }, at, false);
    }
    this.settledAt = after(at, this.options.settle);
  }

  ended(link: string, at: Micros): void {
    this.open.delete(link);
    if (!this.judging) return;
    const index = this.pending.findIndex(({ delivery }) => delivery.to === link);
    const next = this.pending[index];
    if (next?.delivery.kind === 'end') {
      this.pending.splice(index, 1);
      // By then its player has gone too.
      this.take({ kind: 'leave', player: link }, at, false);
    } else this.fail('answer', 'TTT-05', next ?? this.lastLabel, 'an open connection', 'the end of it');
  }

  rx(link: string, { bytes, notBefore }: Chunk): void {
    if (!this.judging) return;
    if (bytes.length !== 1 && this.options.binding === 'udp')
      return this.fail('malformed', 'TTT-01', this.lastLabel, 'one byte', `${bytes.length} bytes`);
    for (const byte of bytes) this.onByte(link, byte, notBefore);
  }

  passed(now: Micros): void {
    const [first] = this.pending;
    if (this.failure === undefined && first !== undefined && now >= after(first.at, DELIVERY_TIMEOUT))
      this.fail('silence', first.clause, first, deliveryWords(first.delivery), 'nothing');
    if (this.settledAt !== undefined && now >= this.settledAt) this.settled();
  }

  due(): Due | undefined {
    if (this.failure !== undefined) return undefined;
    const [first] = this.pending;
    if (first !== undefined) return { link: first.delivery.to, until: after(first.at, DELIVERY_TIMEOUT) };
    const [link = ''] = this.options.links;
    return this.settledAt === undefined ? undefined : { link, until: this.settledAt };
  }

  /** Not before the first input: who was seated before a reset hears of it. */
  private get judging(): boolean {
    return this.failure === undefined && this.state !== undefined && this.begun;
  }

  /** Where everyone has left, the game is known. */
  private settled(): void {
    this.settledAt = undefined;
    if (this.state === undefined && this.options.links.every((link) => this.gone.has(link)))
      this.state = freshGame(this.options.game);
  }

  private take(event: GameEvent, at: Micros, rest: boolean): void {
    if (this.failure !== undefined) return;
    if (this.state === undefined) {
      if (event.kind === 'leave') this.gone.add(event.player);
      else if (event.kind === 'join') this.gone.delete(event.player);
      return;
    }
    this.waiting.push({ event, at, rest });
    this.goOn();
  }

  private onEmptyDatagram(): void {
    const label = { trigger: EMPTY_DATAGRAM, clause: 'TTT-03', write: this.writes };
    this.lastLabel = this.suspect = label;
    if (this.state !== undefined) this.addPoint(this.state, label, silenceLabel(label.trigger, false), true);
  }

  /** Up to the next move that the machine has to answer. */
  private goOn(): void {
    while (this.state !== undefined && !this.pending.some(({ delivery }) => delivery.kind === 'digit')) {
      const next = this.waiting.shift();
      if (next === undefined) break;
      this.play(this.state, next.event, next.at, next.rest);
    }
    for (const { link, byte, at } of this.early.splice(0)) this.onByte(link, byte, at);
  }

  private play(state: GameState, event: GameEvent, at: Micros, rest: boolean): void {
    const { deliveries, closes, effect } = expect(state, event);
    const label = {
      trigger: triggerLabel(state, event),
      clause: clauseOf(state, event, rest),
      write: this.writes,
    };
    this.lastLabel = label;
    this.firstAnswers.take(state, event);
    for (const delivery of deliveries) this.pending.push({ ...label, delivery, at });
    if (this.options.binding === 'tcp')
      for (const to of closes)
        this.pending.push({ ...label, clause: 'TTT-05', delivery: { kind: 'end', to }, at });
    if (deliveries.length === 0) this.addPoint(state, label, silenceLabel(label.trigger, effect), !effect);
    if (!effect || event.kind === 'leave') this.suspect = label;
    this.lastEvent = { state, event };
    if (!deliveries.some(({ kind }) => kind === 'digit')) this.state = follow(state, event).state;
  }

  private onByte(link: string, byte: number, at: Micros): void {
    if (!this.judging) return;
    if (serverMessageOf(byte) === undefined)
      return this.fail('malformed', 'TTT-01', this.lastLabel, 'one of 0..8 S F P W', byteWords(byte));
    const index = this.pending.findIndex(({ delivery }) => delivery.to === link);
    const next = this.pending[index];
    if (next === undefined && this.waiting.some(({ event }) => 'player' in event && event.player === link))
      return void this.early.push({ link, byte, at });
    if (next === undefined && this.isOverheard(link, byte)) return this.failOverheard(byte);
    if (next === undefined)
      return this.fail('unasked', this.lastLabel.clause, this.lastLabel, 'silence', byteWords(byte));
    const { delivery } = next;
    const cell = cellOf(byte);
    const right =
      delivery.kind === 'byte'
        ? delivery.byte === byte
        : delivery.kind === 'digit' && cell !== undefined && delivery.empty.includes(cell);
    // A letter is no answer to a move, right or wrong.
    if (!right && cell === undefined && isMove(delivery))
      return this.fail('unasked', next.clause, next, 'silence', byteWords(byte));
    if (!right) return this.fail('answer', next.clause, next, deliveryWords(delivery), byteWords(byte));
    this.pending.splice(index, 1);
    this.measure(next, at);
    // What answers a move may be the answer to what came in one write with it.
    if (cell !== undefined && next.write !== this.suspect?.write) this.suspect = undefined;
    if (this.lastEvent !== undefined)
      this.addPoint(this.lastEvent.state, next, responseLabel(byte), byte === BYTE.full);
    if (delivery.kind !== 'digit' || cell === undefined || this.lastEvent === undefined) return;
    const few = this.firstAnswers.addAnswer(cell);
    if (few !== undefined) this.fail('answer', 'TTT-24', { trigger: 'first moves' }, DIFFERENT, few);
    this.state = follow(this.lastEvent.state, this.lastEvent.event, cell).state;
    this.goOn();
  }

  /** A move of those who play has reached somebody who does not. */
  private isOverheard(link: string, byte: number): boolean {
    const { lastEvent: moving } = this;
    if (moving?.event.kind !== 'move' || cellOf(byte) === undefined) return false;
    const { seats } = moving.state;
    return expect(moving.state, moving.event).effect && !seats.includes(link);
  }

  private failOverheard(byte: number): void {
    const [expected, seen] = ['silence', byteWords(byte)];
    const requirement = this.options.game === 'ttt-pve' ? 'TTT-21' : 'TTT-32';
    this.failure ??= {
      kind: 'unasked',
      requirement,
      trigger: OVERHEARD,
      due: expected,
      expected,
      seen,
      plain: true,
    };
  }

  /** Of many times the middle one is judged: of one alone it may be the host's. */
  private measure(delivery: PendingDelivery, at: Micros): void {
    this.times.push(at - delivery.at);
    if (this.times.length < MEASURED) return;
    const middle = this.times.toSorted((a, b) => a - b)[this.times.length >> 1] ?? 0;
    const { response } = this.options;
    if (middle <= response) return;
    const most = `within ${response / 1000} ms, most of ${this.times.length}`;
    this.fail('late', 'TTT-TM-01', { trigger: 'answers' }, most, `${(middle / 1000).toFixed(1)} ms`);
  }

  private addPoint(
    state: GameState,
    { trigger, clause }: Omit<EventLabel, 'write'>,
    response: string,
    idle: boolean,
  ): void {
    this.seen.push({ state: stateLabel(state), trigger, response, requirement: clause, isNoOp: idle });
  }

  private fail(
    kind: FailureKind,
    requirement: string,
    { trigger }: Pick<EventLabel, 'trigger'>,
    expected: string,
    seen: string,
  ): void {
    const { state = freshGame(this.options.game) } = this.lastEvent ?? {};
    if (kind !== 'unasked' || isOfAnotherGame(trigger))
      this.addPoint(state, { trigger, clause: requirement }, seen, false);
    const suspect = BY_EFFECT.test(requirement) ? this.suspect : undefined;
    const clause = suspect?.clause ?? requirement;
    // What comes too much is of what should have brought nothing.
    const unasked = kind === 'unasked' ? unaskedLabel(suspect?.trigger ?? trigger, seen) : undefined;
    this.failure ??= { kind, requirement: clause, trigger, due: expected, expected, seen, ...unasked };
  }
}
