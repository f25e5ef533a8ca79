/**
 * What a TTT server owes its players, by when, and which clause it breaks otherwise. Suite, fuzzing and `check` judge by this alone.
 *
 *     bytes and connections → turns, in order → the game: what is due to whom
 *     bytes to players      ──────────────────────▶ is it what is due?
 *
 * Turns of two players that are too close to each other leave the game unknown, as bytes do that nobody saw. It is known again when
 * everybody has left, and when a player who joins is told to be alone: P against the machine, W of two players.
 */
import { byteText } from '../../byte-text';
import type { Chunk } from '../../chunk';
import { JudgementLog } from '../../monitor/judgement-log';
import type { Judgement } from '../../monitor/judgement';
import type { CoveragePoint, Due, Monitor } from '../../monitor/monitor';
import type { Parameters } from '../../requirement';
import { after, micros, millis, type Micros } from '../../time';
import { BYTE, serverMessageOf } from '../message';
import { eventsOf, follow, freshGame, gameOf, type Game, type GameEvent, type GameState } from '../rules';
import { GameReport } from './game-report';
import { GameWatch } from './game-watch';
import type { TttMonitorOptions } from './monitor-options';
import { Players } from './players';
import { instant, linkOf, type Asked, type LastRound, type Turn } from './turn';
import { TurnOrder } from './turn-order';
import { UnansweredJoins } from './unanswered-joins';

/** How late an answer may be is a clause of its own (TTT-TM-01). */
const LEAST_TIMEOUT = millis(3000);

export class TttMonitor implements Monitor {
  readonly game: Game;
  /** What is due is missing after this time. */
  readonly timeout: Micros;
  private readonly log: JudgementLog<Asked>;
  private readonly points: CoveragePoint[] = [];
  private readonly players: Players;
  private readonly order: TurnOrder;
  private readonly joins: UnansweredJoins;
  private readonly report: GameReport;
  private readonly watch: GameWatch;
  /** Links whose players have left since the game became unknown. */
  private readonly gone = new Set<string>();
  private lastRxAt = -Infinity;
  private writes = 0;
  private isSettled = true;
  /** Until somebody does something, the server may still end an earlier game. */
  private isEarlier = true;
  /** A datagram may have been lost. */
  private mayBeLost = false;

  constructor(
    parameters: Parameters,
    private readonly options: TttMonitorOptions,
  ) {
    const { binding, known = true, keepsCoverage = false } = options;
    const response = millis(Number(parameters['responseMs']));
    this.game = gameOf(parameters['game']);
    this.timeout = micros(Math.max(LEAST_TIMEOUT, 10 * response));
    this.log = new JudgementLog(options.onPass);
    this.players = new Players(binding);
    this.order = new TurnOrder(millis(Number(parameters['settleMs'])));
    this.joins = new UnansweredJoins(this.timeout);
    this.report = new GameReport(this.log, keepsCoverage ? this.points : undefined);
    this.watch = new GameWatch(this.report, {
      game: this.game,
      response,
      isReachable: (player) => this.players.at(linkOf(player)) === player,
      isConnection: (player) => this.players.bindingOf(linkOf(player)) === 'tcp',
      onAnswer: (turn) => this.order.answered(turn),
      isExcused: (byte) => this.isExcused(byte),
      onRoundEnd: options.onRoundEnd,
    });
    if (known) this.watch.assume(freshGame(this.game));
  }

  /** undefined: not known. */
  get state(): GameState | undefined {
    return this.watch.state;
  }

  get desynchronised(): boolean {
    return this.state === undefined;
  }

  judgements(): readonly Judgement<Asked>[] {
    return this.log.takeAll();
  }

  coverage(): readonly CoveragePoint[] {
    return this.points.splice(0);
  }

  get reasonUnjudged(): string | undefined {
    return this.players.reasonUnclear;
  }

  isUp(link: string): boolean {
    return this.players.isConnected(link);
  }

  due(): Due | undefined {
    const missing = this.missingAt();
    const { settledAt } = this.order;
    if (missing !== undefined || this.isSettled || settledAt === undefined) return missing;
    return { link: this.options.links?.[0] ?? '', until: settledAt };
  }

  /** To whom something is due, and from when on it is missing. */
  missingAt(): Due | undefined {
    const first = this.watch.firstMissing;
    if (first !== undefined)
      return { link: linkOf(first.delivery.to), until: after(first.turn.at.notAfter, this.timeout) };
    const join = this.joins.due();
    return join && { link: linkOf(join.player), until: join.until };
  }

  tx(chunk: Chunk, link: string): void {
    this.report.remember(chunk, link);
    const binding = this.players.bindingOf(link);
    if (binding === undefined) return this.forget();
    const { bytes } = chunk;
    const player = this.players.at(link);
    const isDatagram = binding === 'udp';
    const events = isDatagram && bytes.length === 0 ? [undefined] : eventsOf(binding, player, bytes);
    const alone = events.length === 1;
    const rest = isDatagram && bytes.length > 1;
    if (isDatagram && this.options.isExact === false && this.order.isClose(chunk)) {
      this.mayBeLost = true;
      this.joins.clear();
    }
    this.begin();
    this.watch.sends(player);
    for (const event of events) this.take({ event, player, at: chunk, write: this.writes, alone, rest });
  }

  opened(link: string, at: Micros, binding = this.players.bindingOf(link)): void {
    if (binding === undefined) return;
    if (this.isUp(link)) this.closed(link, 'host', at);
    const player = this.players.at(link);
    this.players.opened(link, binding, this.state?.seats.includes(player) ?? true);
    if (binding !== 'tcp') return;
    this.begin();
    this.takeAlone({ kind: 'join', player }, at);
  }

  closed(link: string, by: 'host' | 'board', at: Micros): void {
    const player = this.players.at(link);
    const wasConnected = this.players.closed(link);
    if (this.players.bindingOf(link) !== 'tcp' || (!wasConnected && !this.desynchronised)) return;
    // What ends with the game is no player's leave.
    if (by === 'board' && (this.isEarlier || !this.watch.ended(player, this.players.wasDismissed(link))))
      return;
    if (by === 'host') this.begin();
    // What the server did itself came before all that reaches it from now on.
    else this.order.confirm();
    this.watch.drop(player);
    this.takeAlone({ kind: 'leave', player }, at);
    if (by === 'board') this.order.confirm();
    const isEmpty = !this.players.hasConnections && this.options.seesAll !== false;
    if (wasConnected && isEmpty && this.desynchronised) this.assumeEmpty();
  }

  rx(chunk: Chunk, link: string): void {
    this.report.remember(chunk, link);
    this.lastRxAt = Math.max(this.lastRxAt, chunk.notAfter);
    const binding = this.players.bindingOf(link);
    const isDatagram = binding === 'udp';
    const isLong = isDatagram && chunk.bytes.length !== 1;
    const bytes = isDatagram ? chunk.bytes.subarray(0, 1) : chunk.bytes;
    const wrong = bytes.find((byte) => serverMessageOf(byte) === undefined);
    if (wrong === undefined && !isLong) this.log.pass('TTT-01', 'malformed');
    else {
      const seen = wrong === undefined ? `${chunk.bytes.length} bytes` : byteText(wrong);
      this.report.malformed(this.watch.last, link, seen);
      this.watch.garble(this.players.at(link));
    }
    if (binding === undefined) return this.forget();
    for (const byte of bytes) if (serverMessageOf(byte) !== undefined) this.onByte(link, byte, chunk);
  }

  /** The game is shut down, and a fresh one begins. */
  reset(at: Micros, isCertain = true): void {
    const { state: before, watch } = this;
    const { isQuiet } = watch;
    this.order.reset();
    this.isSettled = true;
    this.assumeEmpty();
    if (!isCertain) return this.forget();
    if (before === undefined || !isQuiet) return;
    this.isEarlier = false;
    const { seesShutDown = false, isExact = true } = this.options;
    const isSeen = (link: string): boolean =>
      seesShutDown || (isExact && this.players.bindingOf(link) !== 'tcp');
    watch.shutDown(this.turnOf({ kind: 'shutdown' }, at), before, (player) => isSeen(linkOf(player)));
  }

  /** Nobody is seated any more, and nothing is due. */
  assumeEmpty(): void {
    this.forget();
    this.joins.clear();
    this.isEarlier = true;
    this.watch.assume(freshGame(this.game));
  }

  /** What was done so far explains nothing that comes: somebody else judges it. */
  acquit(): void {
    this.watch.circumstances.acquit();
  }

  /** The round before the present one. */
  get lastRound(): LastRound {
    return this.watch.circumstances.round;
  }

  gap(): void {
    this.joins.clear();
    this.forget();
  }

  tick(now: Micros): void {
    const missing = this.missingAt();
    if (missing !== undefined && now >= missing.until) this.failMissing(missing.link);
    const { settledAt } = this.order;
    if (this.isSettled || settledAt === undefined || now < settledAt) return;
    this.isSettled = true;
    const isEmpty = this.options.links?.every((link) => this.gone.has(link)) === true;
    if (this.desynchronised && isEmpty) this.assumeEmpty();
  }

  /** Somebody does something. */
  private begin(): void {
    this.writes++;
    this.isSettled = this.isEarlier = false;
  }

  private turnOf(event: GameEvent, at: Micros): Turn {
    const player = event.kind === 'shutdown' ? undefined : event.player;
    return { event, player, at: instant(at), write: this.writes, alone: true, rest: false };
  }

  private takeAlone(event: GameEvent, at: Micros): void {
    this.take(this.turnOf(event, at));
  }

  private take(turn: Turn): void {
    const { event, player } = turn;
    const isConnection = player !== undefined && this.players.bindingOf(linkOf(player)) === 'tcp';
    if (!this.mayBeLost) this.joins.take(turn, isConnection);
    if (this.order.add(turn, isConnection)) this.forget();
    if (!this.desynchronised) return this.watch.take(turn);
    if (player === undefined) return;
    if (event?.kind === 'leave') this.gone.add(linkOf(player));
    else if (event?.kind === 'join') this.gone.delete(linkOf(player));
  }

  private onByte(link: string, byte: number, at: Chunk): void {
    this.players.tell(link, byte);
    const player = this.players.at(link);
    this.joins.rx(player);
    if (this.isEarlier) return;
    if (!this.desynchronised) {
      this.watch.rx(player, byte, at);
      if (!this.desynchronised) return;
      this.forget();
    }
    if (byte === BYTE.shutdown && this.options.seesAll === false)
      return this.watch.assume(freshGame(this.game));
    // Who has to play or to wait after nothing but a join is alone at an empty board.
    const join =
      byte === (this.game === 'ttt-pve' ? BYTE.play : BYTE.wait) ? this.order.soleJoin(link) : undefined;
    if (join === undefined) return;
    this.watch.assume(follow(freshGame(this.game), { kind: 'join', player: join }).state);
    this.order.confirm();
  }

  private failMissing(link: string): void {
    const first = this.watch.firstMissing;
    if (first === undefined) this.report.unanswered(link);
    else this.watch.missing(this.lastRxAt < first.turn.at.notAfter && this.watch.hasLaterJoin(first.turn));
    this.joins.clear();
    this.forget();
  }

  /** Other players may be unseen, or a datagram lost. */
  private isExcused(byte?: number): boolean {
    const isUnseen = this.options.seesAll === false;
    return (
      this.mayBeLost ||
      (isUnseen && (this.game === 'ttt-pvp' || byte === BYTE.full || byte === BYTE.shutdown))
    );
  }

  /** The game is not known any more. */
  private forget(): void {
    this.watch.forget();
    this.gone.clear();
    this.mayBeLost = false;
  }
}
