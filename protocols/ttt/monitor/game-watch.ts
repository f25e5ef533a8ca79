/**
 * One game, as far as it is known: what is due to each player, in order, and what is wrong about what comes.
 *
 *     turns → the rules → pending deliveries         bytes to a player → the first of that player's
 *
 * A machine may choose any empty cell: what is done before its answer waits for it.
 */
import type { Bounds } from '../../monitor/timed-decoder';
import type { Micros } from '../../time';
import { BYTE, cellOf, type Cell } from '../message';
import {
  expect,
  follow,
  freshGame,
  type Expectation,
  type Followed,
  type Game,
  type GameState,
  type PlayerId,
  type RoundEnd,
} from '../rules';
import { Circumstances, clauseOfEvent } from './circumstances';
import type { GameReport } from './game-report';
import { EMPTY_DATAGRAM, endsRound, responseLabel, silenceLabel, triggerLabel } from './labels';
import { FirstAnswers, ResponseTimes } from './statistics';
import { isDelivered, type PendingDelivery, type PlayedTurn, type Turn } from './turn';

export interface GameWatchOptions {
  readonly game: Game;
  readonly response: Micros;
  /** Whether what is sent to this player is seen. */
  readonly isReachable: (player: PlayerId) => boolean;
  readonly isConnection: (player: PlayerId) => boolean;
  /** A delivery came: its turn has reached the server. */
  readonly onAnswer: (turn: Turn) => void;
  readonly onRoundEnd?: ((end: RoundEnd) => void) | undefined;
  /** Whether a fault may have a cause that nobody saw: then it is none. `byte`: what came. */
  readonly isExcused: (byte?: number) => boolean;
}

interface EarlyByte {
  readonly player: PlayerId;
  readonly byte: number;
  readonly at: Bounds;
}

export class GameWatch {
  /** undefined: not known. */
  state: GameState | undefined;
  /** What was done last, in the known game. */
  last: PlayedTurn | undefined;
  private beforeLast: PlayedTurn | undefined;
  private pending: PendingDelivery[] = [];
  /** The last move that must be ignored, since the last good one. */
  private ignoredMove: PlayedTurn | undefined;
  /** Turns after a move that the machine has not answered. */
  private waiting: Turn[] = [];
  /** Bytes to players whose own turns wait: between links there is no order. */
  private early: EarlyByte[] = [];
  readonly circumstances = new Circumstances();
  private readonly times: ResponseTimes;
  private readonly firstAnswers = new FirstAnswers();
  /** Players who got bytes that are no message. These may be what is missing. */
  private readonly garbled = new Set<PlayerId>();

  constructor(
    private readonly report: GameReport,
    private readonly options: GameWatchOptions,
  ) {
    this.times = new ResponseTimes(options.response);
  }

  get isQuiet(): boolean {
    return this.firstMissing === undefined && this.waiting.length === 0;
  }

  forget(): void {
    this.state = this.last = this.beforeLast = this.ignoredMove = undefined;
    this.pending = [];
    this.waiting = [];
    this.early = [];
    this.garbled.clear();
    this.circumstances.clear();
  }

  /** Everybody's seat is free. */
  assume(state: GameState): void {
    this.forget();
    this.state = state;
  }

  take(turn: Turn): void {
    this.waiting.push(turn);
    this.goOn();
  }

  /** The game is shut down. `isSeen`: whether somebody listens to what a player is told then. */
  shutDown(turn: Turn, before: GameState, isSeen: (player: PlayerId) => boolean): void {
    this.assume(freshGame(this.options.game));
    const played = this.playedTurn(turn, before, turn.event && expect(before, turn.event));
    this.last = played;
    this.circumstances.played(played);
    for (const to of before.seats) {
      const isOptional = !isSeen(to);
      this.pending.push({ delivery: { kind: 'byte', to, byte: BYTE.shutdown }, turn: played, isOptional });
      if (this.options.isConnection(to)) this.pending.push({ ...endOf(to, played), isOptional });
    }
  }

  /** What is missing first. */
  get firstMissing(): PendingDelivery | undefined {
    return this.pending.find(({ isOptional }) => isOptional !== true);
  }

  /** This player sends something. Who is refused, and goes on sending, may lose the F with the connection (tcp). */
  sends(player: PlayerId): void {
    if (!this.options.isConnection(player)) return;
    this.pending = this.pending.map((one) =>
      one.delivery.to === player && one.turn.player === player && !one.turn.effect
        ? { ...one, isOptional: true }
        : one,
    );
  }

  /** This player hears nothing more. */
  drop(player: PlayerId): void {
    this.pending = this.pending.filter(({ delivery }) => delivery.to !== player);
  }

  garble(player: PlayerId): void {
    this.garbled.add(player);
  }

  /** The server ended the player's connection; `told`: after F or S. false: with the game, which is over. */
  ended(player: PlayerId, told: boolean): boolean {
    const next = this.pending.find(({ delivery }) => delivery.to === player);
    if (next?.delivery.kind === 'end') {
      this.pending = this.pending.filter((one) => one !== next);
      this.report.log.pass('TTT-05', 'answer');
      return next.turn.event?.kind !== 'shutdown';
    }
    const mayBeLost = next?.isOptional === true && next.turn.event?.kind !== 'shutdown';
    if (told || mayBeLost || this.state === undefined || this.options.isExcused()) return true;
    const { turn = this.last } = next ?? {};
    this.report.ended(turn, this.circumstances.ended(turn, next), next);
    this.forget();
    return true;
  }

  /** The first delivery did not come in time. `isDead`: nothing came any more, to nobody. */
  missing(isDead: boolean): void {
    const first = this.firstMissing;
    if (first === undefined) return;
    const isExcused = this.garbled.has(first.delivery.to) || this.options.isExcused();
    if (!isExcused) this.report.missing(first, isDead ? 'TTT-41' : this.circumstances.missing(first));
    // A connection that stays open changes nothing in the game.
    if (first.delivery.kind === 'end') this.pending.splice(this.pending.indexOf(first), 1);
    else this.forget();
  }

  /** A join came later than this, and is not answered either. */
  hasLaterJoin({ at }: Turn): boolean {
    const joins = [...this.pending.map(({ turn }) => turn), ...this.waiting];
    return joins.some(({ event, at: later }) => event?.kind === 'join' && later.notBefore > at.notAfter);
  }

  rx(player: PlayerId, byte: number, at: Bounds): void {
    if (this.state === undefined) return;
    const next = this.pending.find(
      ({ delivery, isOptional }) =>
        delivery.to === player && (isOptional !== true || isDelivered(delivery, byte)),
    );
    if (next === undefined && this.waiting.some((turn) => turn.player === player))
      return void this.early.push({ player, byte, at });
    if (next === undefined) return this.unasked(player, byte, at);
    if (!isDelivered(next.delivery, byte)) return this.wrong(next, byte);
    this.pending = this.pending.filter((one) => one !== next);
    this.options.onAnswer(next.turn);
    this.delivered(next, byte, at);
  }

  private delivered({ delivery, turn }: PendingDelivery, byte: number, at: Bounds): void {
    const { log } = this.report;
    const { event, before } = turn;
    this.garbled.delete(delivery.to);
    if (turn.alone) this.times.add(turn, at, log);
    const cell = cellOf(byte);
    if (cell !== undefined) {
      this.ignoredMove = undefined;
      for (const clause of this.circumstances.confirmed(turn)) log.pass(clause, 'unasked');
    }
    this.report.exchange(turn, responseLabel(byte), byte === BYTE.full);
    if (delivery.kind === 'digit' && cell !== undefined && event !== undefined) {
      this.firstAnswers.answered(turn, cell, log);
      const followed = follow(before, event, cell);
      this.followed(turn, followed, cell);
      if (this.state !== undefined) this.state = followed.state;
    }
    if (this.pending.some((one) => one.turn === turn)) return;
    for (const clause of this.circumstances.kept(turn)) log.pass(clause, 'answer');
    this.goOn();
  }

  /** Goes on to the next move that the machine must answer. */
  private goOn(): void {
    while (this.state !== undefined && !this.pending.some(({ delivery }) => delivery.kind === 'digit')) {
      const next = this.waiting.shift();
      if (next === undefined) break;
      this.play(next, this.state);
    }
    for (const { player, byte, at } of this.early.splice(0)) this.rx(player, byte, at);
  }

  private play(turn: Turn, before: GameState): void {
    const { event } = turn;
    const expected = event && expect(before, event);
    const played = this.playedTurn(turn, before, expected);
    const { effect, trigger } = played;
    this.beforeLast = this.last;
    this.last = played;
    this.circumstances.played(played);
    if (event?.kind === 'move' && !effect) this.ignoredMove = played;
    if (event === undefined || expected === undefined || expected.deliveries.length === 0)
      this.report.exchange(played, silenceLabel(trigger, effect), !effect);
    if (event === undefined || expected === undefined) return;
    if (effect) this.firstAnswers.played(played);
    const isReachable = expected.deliveries.length === 0 || this.await(played, expected);
    if (expected.deliveries.some(({ kind }) => kind === 'digit'))
      return isReachable ? undefined : this.forget();
    if (!effect) return;
    const followed = follow(before, event);
    this.followed(played, followed, undefined);
    this.state = followed.state;
  }

  /** false: nobody hears what is due. */
  private await(turn: PlayedTurn, { deliveries, closes }: Expectation): boolean {
    const { isConnection, isReachable } = this.options;
    const awaited = deliveries.filter(({ to }) => isReachable(to));
    const pending: PendingDelivery[] = awaited.map((delivery) => ({ delivery, turn }));
    for (const to of closes) if (isConnection(to)) pending.push(endOf(to, turn));
    this.pending.push(...pending);
    return awaited.length > 0;
  }

  private followed(turn: PlayedTurn, followed: Followed, machine: Cell | undefined): void {
    this.circumstances.followed(turn, followed, machine);
    for (const end of followed.ended) this.options.onRoundEnd?.(end);
  }

  private playedTurn(turn: Turn, before: GameState, expected?: Expectation): PlayedTurn {
    const { event, player, at, write, alone, rest } = turn;
    const effect = expected?.effect ?? false;
    const ends = effect && event !== undefined && endsRound(before, event);
    const trigger = event && expected ? triggerLabel(event, expected, ends) : EMPTY_DATAGRAM;
    const clause = event === undefined ? 'TTT-03' : clauseOfEvent(before, event, effect, ends);
    const { round, suspect } = this.circumstances;
    return { event, player, at, write, alone, rest, before, round, suspect, effect, ends, trigger, clause };
  }

  private wrong(next: PendingDelivery, byte: number): void {
    const { circumstances, report, ignoredMove: before } = this;
    const { to } = next.delivery;
    const isNext = this.pending.some(({ delivery }) => delivery.to === to && isDelivered(delivery, byte));
    // Of two players, a move comes as it was made.
    const isOfBefore = before?.event?.kind === 'move' && before.event.cell === cellOf(byte);
    if (this.options.isExcused(byte)) return this.forget();
    if (isNext) report.missing(next, circumstances.missing(next));
    else if (isOfBefore && this.options.game === 'ttt-pvp')
      report.unasked(before, circumstances.unasked(before, byte), to, byte);
    else report.wrong(next, circumstances.wrong(next, byte), byte);
    this.forget();
  }

  private unasked(player: PlayerId, byte: number, at: Bounds): void {
    const { circumstances, report } = this;
    // Links may be read one after another: what came before the last turn is not of it.
    const isOld = this.last !== undefined && at.notAfter <= this.last.at.notBefore;
    const last = isOld ? this.beforeLast : this.last;
    if (this.options.isExcused(byte)) return this.forget();
    const clause = circumstances.unasked(last, byte);
    const isOverheard = last?.event?.kind === 'move' && last.effect && cellOf(byte) !== undefined;
    if (isOverheard && !last.before.seats.includes(player)) report.overheard(last, clause, player, byte);
    else report.unasked(last, clause, player, byte);
    this.forget();
  }
}

function endOf(to: PlayerId, turn: PlayedTurn): PendingDelivery {
  return { delivery: { kind: 'end', to }, turn };
}
