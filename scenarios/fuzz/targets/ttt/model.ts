/**
 * The oracle of a TTT server: the pending deliveries of each player, in order. A machine may choose any empty cell.
 *
 *     tx → events, in order        rx → the first pending delivery on that link
 *
 * Between links there is no order. After an event without an answer, the next step waits `settleMs`.
 */
import type { Chunk } from '../../../../protocols/chunk';
import type { LinkBinding } from '../../../../devices/links/link';
import { BYTE, cellOf, serverMessageOf } from '../../../../protocols/ttt/message';
import {
  eventsOf,
  expect,
  follow,
  freshGame,
  type Game,
  type GameEvent,
  type GameState,
} from '../../../../protocols/ttt/rules';
import { after, millis, type Micros } from '../../../../protocols/time';
import type { DialStep, Model } from '../../../oracle/model';
import type { Failure, FailureKind } from '../../../../protocols/monitor/failure';
import type { Due, CoveragePoint } from '../../../../protocols/monitor/monitor';
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
  isDelivered,
  isMove,
  type Exchange,
  type LabelledEvent,
  type PendingDelivery,
  isOfAnotherGame,
  unaskedLabel,
} from './labels';
import { bytesOfRecipe } from './recipes';
import { ResponseTimes } from './response-times';

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

/** After this time, a delivery counts as missing. */
const DELIVERY_TIMEOUT = millis(1500);
/** A move is sent to a link whose player has no seat. */
const OVERHEARD = { kind: 'unasked', trigger: 'move of others', due: 'silence', plain: true } as const;
const FIRST_MOVES = { trigger: 'first moves', clause: 'TTT-24' };
const ANSWERS = { trigger: 'answers', clause: 'TTT-TM-01' };
/** Clauses about the effect of an event, not about the form or the time of an answer. */
const BY_EFFECT = /^TTT-(?:0[234]|[1-3]\d)$/;

export class TttModel implements Model {
  failure: Failure | undefined;
  private state: GameState | undefined;
  private pending: PendingDelivery[] = [];
  /** Events after a move that the machine has not answered yet. */
  private waiting: { readonly event: GameEvent; readonly at: Micros; readonly rest: boolean }[] = [];
  /** Bytes on links whose own events wait, as there is no order between links. */
  private early: { readonly link: string; readonly byte: number; readonly at: Micros }[] = [];
  private seen: CoveragePoint[] = [];
  private writes = 0;
  private lastTx: LabelledEvent = { trigger: 'nothing', clause: 'TTT-04', write: 0 };
  private settledAt: Micros | undefined;
  /** Links whose players have left since the game became unknown. */
  private readonly gone = new Set<string>();
  /** The last event since a good move that had no effect or ended something. A failure is charged to its clause. */
  private suspect: LabelledEvent | undefined;
  /** Links with an open connection. */
  private readonly open = new Set<string>();
  private begun = false;
  /** The last event, and the game before it. */
  private lastEvent: { readonly state: GameState; readonly event: GameEvent } | undefined;
  private readonly responseTimes: ResponseTimes;
  private readonly firstAnswers = new FirstAnswers();

  constructor(private readonly options: TttModelOptions) {
    this.state = options.fresh ? freshGame(options.game) : undefined;
    this.responseTimes = new ResponseTimes(options.response);
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
    const rest = binding === 'udp' && bytes.length > 1;
    if (binding === 'udp' && bytes.length === 0) this.onEmptyDatagram();
    for (const event of eventsOf(binding, link, bytes)) this.take(event, notAfter, rest);
    this.settledAt = after(notAfter, this.options.settle);
  }

  isUp(link: string): boolean {
    return this.open.has(link);
  }

  dialled({ link, up }: DialStep, at: Micros): void {
    this.begun = true;
    this.writes++;
    // An open connection is closed first.
    if (this.open.delete(link) || this.state === undefined)
      this.take({ kind: 'leave', player: link }, at, false);
    this.pending = this.pending.filter(({ delivery }) => delivery.to !== link);
    if (up) this.open.add(link);
    if (up) this.take({ kind: 'join', player: link }, at, false);
    this.settledAt = after(at, this.options.settle);
  }

  ended(link: string, at: Micros): void {
    this.open.delete(link);
    if (!this.judging) return;
    const next = this.pending.find(({ delivery }) => delivery.to === link);
    if (next?.delivery.kind === 'end') {
      this.pending.splice(this.pending.indexOf(next), 1);
      // Its player leaves too.
      this.take({ kind: 'leave', player: link }, at, false);
    } else
      this.fail(
        'answer',
        { ...(next ?? this.lastTx), clause: 'TTT-05' },
        'an open connection',
        'the end of it',
      );
  }

  rx(link: string, { bytes, notBefore }: Chunk): void {
    if (!this.judging) return;
    if (bytes.length !== 1 && this.options.binding === 'udp')
      return this.fail(
        'malformed',
        { ...this.lastTx, clause: 'TTT-01' },
        'one byte',
        `${bytes.length} bytes`,
      );
    for (const byte of bytes) this.onByte(link, byte, notBefore);
  }

  passed(now: Micros): void {
    const [first] = this.pending;
    if (this.failure === undefined && first !== undefined && now >= after(first.at, DELIVERY_TIMEOUT))
      this.fail('silence', first, deliveryWords(first.delivery), 'nothing');
    if (this.settledAt !== undefined && now >= this.settledAt) this.settled();
  }

  due(): Due | undefined {
    if (this.failure !== undefined) return undefined;
    const [first] = this.pending;
    if (first !== undefined) return { link: first.delivery.to, until: after(first.at, DELIVERY_TIMEOUT) };
    const [link = ''] = this.options.links;
    return this.settledAt === undefined ? undefined : { link, until: this.settledAt };
  }

  /** From the first input on. After a reset, earlier players may still get bytes. */
  private get judging(): boolean {
    return this.failure === undefined && this.state !== undefined && this.begun;
  }

  /** Once all players have left, the game is known. */
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
    this.lastTx = this.suspect = label;
    if (this.state !== undefined) this.addPoint(this.state, label, silenceLabel(label.trigger, false), true);
  }

  /** Goes on to the next move that the machine must answer. */
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
    const trigger = triggerLabel(state, event);
    const label = { trigger, clause: clauseOf(state, event, rest), write: this.writes };
    this.lastTx = label;
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
      return this.fail(
        'malformed',
        { ...this.lastTx, clause: 'TTT-01' },
        'one of 0..8 S F P W',
        byteWords(byte),
      );
    const next = this.pending.find(({ delivery }) => delivery.to === link);
    if (next === undefined && this.waiting.some(({ event }) => 'player' in event && event.player === link))
      return void this.early.push({ link, byte, at });
    if (next === undefined && this.isOverheard(link, byte)) return this.failOverheard(byte);
    if (next === undefined) return this.fail('unasked', this.lastTx, 'silence', byteWords(byte));
    const { delivery } = next;
    const cell = cellOf(byte);
    const right = isDelivered(delivery, byte);
    // A letter is no answer to a move, right or wrong.
    if (!right && cell === undefined && isMove(delivery))
      return this.fail('unasked', next, 'silence', byteWords(byte));
    if (!right) return this.fail('answer', next, deliveryWords(delivery), byteWords(byte));
    this.pending.splice(this.pending.indexOf(next), 1);
    const slow = this.responseTimes.add(at - next.at);
    if (slow !== undefined) this.fail('late', ANSWERS, slow.expected, slow.seen);
    // The answer to a move may belong to another event of the same write.
    if (cell !== undefined && next.write !== this.suspect?.write) this.suspect = undefined;
    if (this.lastEvent === undefined) return;
    this.addPoint(this.lastEvent.state, next, responseLabel(byte), byte === BYTE.full);
    if (delivery.kind !== 'digit' || cell === undefined) return;
    const few = this.firstAnswers.addAnswer(cell);
    if (few !== undefined) this.fail('answer', FIRST_MOVES, DIFFERENT, few);
    this.state = follow(this.lastEvent.state, this.lastEvent.event, cell).state;
    this.goOn();
  }

  /** A move of the players has reached someone without a seat. */
  private isOverheard(link: string, byte: number): boolean {
    const { state, event } = this.lastEvent ?? {};
    if (state === undefined || event?.kind !== 'move' || cellOf(byte) === undefined) return false;
    return expect(state, event).effect && !state.seats.includes(link);
  }

  private failOverheard(byte: number): void {
    const requirement = this.options.game === 'ttt-pve' ? 'TTT-21' : 'TTT-32';
    this.failure ??= { ...OVERHEARD, requirement, expected: 'silence', seen: byteWords(byte) };
  }

  private addPoint(state: GameState, { trigger, clause }: Exchange, response: string, isNoOp: boolean): void {
    this.seen.push({ state: stateLabel(state), trigger, response, requirement: clause, isNoOp });
  }

  private fail(kind: FailureKind, exchange: Exchange, expected: string, seen: string): void {
    const { trigger } = exchange;
    const { state = freshGame(this.options.game) } = this.lastEvent ?? {};
    if (kind !== 'unasked' || isOfAnotherGame(trigger)) this.addPoint(state, exchange, seen, false);
    const suspect = BY_EFFECT.test(exchange.clause) ? this.suspect : undefined;
    const requirement = suspect?.clause ?? exchange.clause;
    // An extra byte is charged to the event that should have had no answer.
    const unasked = kind === 'unasked' ? unaskedLabel(suspect?.trigger ?? trigger, seen) : undefined;
    this.failure ??= { kind, requirement, trigger, due: expected, expected, seen, ...unasked };
  }
}
