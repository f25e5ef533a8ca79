/**
 * A TTT server watched from its players' lines: it compares what each player sends and receives with the rules. The
 * state is known from the first join. It is lost where messages of two players cross.
 */
import type { Chunk } from '../../../protocols/chunk';
import type { LinkBinding } from '../../../devices/links/link';
import { BYTE, serverMessageOf, type Cell } from '../../../protocols/ttt/message';
import {
  eventsOf,
  expect,
  follow,
  freshGame,
  type Delivery,
  type Game,
  type GameEvent,
  type GameState,
  type PlayerId,
} from '../../../protocols/ttt/rules';
import { serverMessages } from '../../../protocols/ttt/ttt';
import { millis, type Micros } from '../../../protocols/time';
import { dueText, eventText } from '../../oracle/ttt/descriptions';
import { between, type Bounds } from '../../../protocols/monitor/timed-decoder';
import { VerdictRecorder } from '../../oracle/verdict-recorder';
import { brokenBy, noEffectClauseOf, instant, keptBy, linkOf, playerOf, withoutSocket } from './clauses';
import { DisconnectionMonitor } from './disconnection-monitor';
import { PlayerLinks } from './player-links';
import { TurnTimes, type Turn } from './turn-times';
import { JoinMonitor } from './join-monitor';
import { ResponseStatistics } from './response-statistics';
import type { TraceMonitor, TraceMonitorOptions } from '../trace/trace-monitor';

/** An answer that has not come within this time is missing. */
const ANSWER_TIMEOUT = millis(2000);

export class TttMonitor implements TraceMonitor {
  private readonly recorder: VerdictRecorder;
  private readonly statistics: ResponseStatistics;
  private readonly disconnections: DisconnectionMonitor;
  private readonly joins: JoinMonitor;
  private readonly game: Game;
  private state: GameState | undefined;
  /** Turns that wait for the end of an earlier one. */
  private waiting: Turn[] = [];
  private turn: Turn | undefined;
  private pending: Delivery[] = [];
  private machine: Cell | undefined;
  /** The clause of the last turn without an effect. */
  private noEffectClause: string | undefined;
  private readonly times: TurnTimes;
  /** The last turn was answered: a later one reaches the server after it. */
  private answered = false;
  private readonly connected = new Set<string>();
  private readonly links: PlayerLinks;
  private afterReset = false;
  /** A datagram may have been lost. */
  private mayBeLost = false;

  constructor(private readonly options: TraceMonitorOptions) {
    const { parameters, ledger, exact, fresh, binding } = options;
    this.links = new PlayerLinks(binding);
    this.game = parameters['game'] === 'ttt-pvp' ? 'ttt-pvp' : 'ttt-pve';
    this.times = new TurnTimes(millis(Number(parameters['settleMs'])), exact);
    this.recorder = new VerdictRecorder({
      ledger,
      exact,
      fields: (raw, direction) => (direction === 'rx' ? serverMessages('serial').fields(raw) : []),
    });
    this.disconnections = new DisconnectionMonitor(this.recorder);
    this.joins = new JoinMonitor(this.recorder, ANSWER_TIMEOUT);
    this.statistics = new ResponseStatistics(this.recorder, millis(Number(parameters['responseMs'])));
    this.state = fresh ? freshGame(this.game) : undefined;
  }

  linkOpened(link: string, binding: LinkBinding, at: Micros): void {
    this.links.opened(link, binding);
    if (binding === 'tcp') this.connected.add(link);
    if (binding === 'tcp') this.take({ kind: 'join', player: this.links.playerAt(link) }, instant(at), true);
  }

  linkClosed(link: string, by: 'host' | 'board', at: Micros): void {
    const player = this.links.playerAt(link);
    if (this.connected.has(link))
      if (by === 'host') this.disconnections.left(player, at);
      else this.disconnections.closed(player, this.state !== undefined && !this.afterReset);
    this.disconnections.otherTraffic();
    if (!this.links.isTcp(link) || !this.connected.has(link)) return;
    this.take({ kind: 'leave', player }, instant(at), false);
    this.connected.delete(link);
    if (this.connected.size > 0 || !this.options.recordsResets) return;
    this.desynchronise();
    this.state = freshGame(this.game);
  }

  tx(chunk: Chunk, whole: boolean, link: string): void {
    const binding = this.links.bindingOf(link);
    if (!whole || binding === undefined) return this.desynchronise();
    this.disconnections.otherTraffic();
    const events = eventsOf(binding, this.links.playerAt(link), chunk.bytes);
    this.recorder.rememberChunk('tx', link, chunk);
    for (const event of events) this.take(event, chunk, events.length === 1);
  }

  rx(chunk: Chunk, whole: boolean, link: string): void {
    this.recorder.rememberChunk('rx', link, chunk);
    const wrong = chunk.bytes.find((byte) => serverMessageOf(byte) === undefined);
    const binding = this.links.bindingOf(link);
    const long = binding === 'udp' && chunk.bytes.length !== 1;
    this.recorder.check('TTT-01', wrong === undefined && !long, () => ({
      title: `what ${link} hears`,
      expected: 'one byte out of 0-8 S F P W',
      seen: wrong === undefined ? `${chunk.bytes.length} bytes` : wrong.toString(16).padStart(2, '0'),
    }));
    if (wrong !== undefined || long || !whole || binding === undefined) return this.desynchronise();
    for (const byte of chunk.bytes) this.rxByte(this.links.playerAt(link), byte, chunk);
  }

  /** Shuts the game down and begins a new one. The host may miss the last bytes to the players. */
  reset(at: Micros): void {
    this.tick(at);
    const settled = this.turn === undefined && this.waiting.length === 0;
    this.disconnections.shutDown((settled ? this.state?.seats : undefined) ?? [], at);
    this.joins.desynchronise();
    this.desynchronise();
    this.state = freshGame(this.game);
    this.afterReset = true;
  }

  traceGap(): void {
    this.disconnections.desynchronise();
    this.joins.desynchronise();
    this.desynchronise();
  }

  tick(now: Micros): void {
    const { turn } = this;
    this.disconnections.tick(now, (player) => this.hostListens(player));
    if (turn === undefined || now <= turn.at.notAfter + ANSWER_TIMEOUT) return this.joins.tick(now);
    const [due] = this.pending;
    if (due !== undefined && !this.mayBeLost && !this.mayBeUnseen())
      this.fail(this.clauseOf(turn.event), due, 'nothing');
    this.joins.desynchronise();
    this.desynchronise();
  }

  finish(): void {
    this.statistics.finish();
    this.links.finish(this.recorder);
  }

  /** A host that resets a board through its line does not receive meanwhile. Either side may close a connection. */
  private hostListens(player: PlayerId): boolean {
    return this.options.exact && this.links.bindingOf(linkOf(player)) !== 'tcp';
  }

  private take(event: GameEvent, at: Bounds, alone: boolean): void {
    const turn = { event, at, alone };
    const binding = this.links.bindingOf(linkOf(playerOf(event) ?? ''));
    const mayBeLost = this.times.mayBeLost(binding, at);
    this.mayBeLost ||= mayBeLost;
    if (mayBeLost) this.joins.desynchronise();
    else this.joins.take(event, at.notAfter, binding === 'tcp');
    if (event.kind === 'join') {
      this.statistics.joined();
      this.disconnections.joined(event.player);
    }
    if (this.times.add(turn, this.answered)) return this.desynchronise();
    this.waiting.push(turn);
    this.beginNext();
  }

  private beginNext(): void {
    while (this.turn === undefined) {
      const next = this.waiting.shift();
      if (next === undefined) return;
      if (this.state !== undefined) this.begin(next, this.state);
    }
  }

  private begin(turn: Turn, state: GameState): void {
    const { deliveries, effect } = expect(state, turn.event);
    // A player who has closed a UDP socket receives nothing more.
    this.pending = deliveries.filter(({ to }) => this.links.playerAt(linkOf(to)) === to);
    this.machine = undefined;
    this.answered = false;
    if (this.pending.length > 0) {
      this.turn = turn;
      this.afterReset = false;
      return;
    }
    if (!effect) this.noEffectClause = noEffectClauseOf(turn.event);
    if (deliveries.some(({ kind }) => kind === 'digit')) return this.desynchronise();
    this.state = follow(state, turn.event).state;
  }

  private rxByte(to: PlayerId, byte: number, at: Bounds): void {
    this.disconnections.rx(to, byte, at.notAfter);
    this.joins.rx(to);
    const message = serverMessageOf(byte);
    const cell = message?.kind === 'move' ? message.cell : undefined;
    const due = this.pending.findIndex((one) =>
      one.to !== to
        ? false
        : one.kind === 'byte'
          ? one.byte === byte
          : cell !== undefined && one.empty.includes(cell),
    );
    const { turn, state } = this;
    if (state === undefined) return this.inferState(to, byte);
    if (due < 0 || turn === undefined) return this.unexpected(to, byte);
    const [delivery] = this.pending.splice(due, 1);
    if (turn.alone && playerOf(turn.event) === to) this.statistics.answer(between(turn.at, at));
    if (delivery?.kind === 'digit') {
      this.machine = cell;
      this.statistics.machineMove(turn.event, cell);
    }
    if (this.pending.length > 0) return;
    this.turnEnded(turn, state);
  }

  private turnEnded(turn: Turn, state: GameState): void {
    this.turn = undefined;
    this.answered = true;
    const { state: next, ended } = follow(state, turn.event, this.machine);
    for (const clause of keptBy(turn.event, state, ended.length > 0)) this.recorder.pass(clause);
    if (this.noEffectClause !== undefined && turn.event.kind === 'move') {
      this.recorder.pass(this.noEffectClause);
      this.noEffectClause = undefined;
    }
    this.state = next;
    this.beginNext();
  }

  /** A foreign trace may show one line of several: other players may take part unseen. */
  private mayBeUnseen(byte?: number): boolean {
    return !this.options.recordsResets && (this.game === 'ttt-pvp' || byte === BYTE.full);
  }

  /** A byte that is not due. */
  private unexpected(to: PlayerId, byte: number): void {
    const shut = byte === BYTE.shutdown;
    // After a reset the end of the earlier game may still be announced. An unrecorded shutdown shows in the same way.
    const explained = (shut && (this.afterReset || !this.options.recordsResets)) || this.mayBeLost;
    if (!explained && !this.mayBeUnseen(byte)) {
      const event = this.turn?.event ?? this.times.last?.event;
      const due = this.pending[0];
      const clause = event === undefined ? 'TTT-01' : this.clauseOf(event);
      this.fail(shut ? 'TTT-40' : clause, due, `${linkOf(to)} hears ${String.fromCharCode(byte)}`);
    }
    const { afterReset } = this;
    this.desynchronise();
    if (shut) this.state = freshGame(this.game);
    else this.inferState(to, byte);
    this.afterReset = shut && afterReset;
  }

  /** A player who has to play or wait after nothing but a join is alone at an empty board. */
  private inferState(player: PlayerId, byte: number): void {
    const alone = this.game === 'ttt-pve' ? BYTE.play : BYTE.wait;
    const join = byte === alone ? this.times.soleJoin(player) : undefined;
    if (join === undefined) return;
    this.desynchronise();
    this.state = follow(freshGame(this.game), join).state;
    this.answered = true;
  }

  private clauseOf(event: GameEvent): string {
    if (this.noEffectClause !== undefined && event.kind === 'move') return this.noEffectClause;
    return brokenBy(event, this.game, this.state);
  }

  private fail(clause: string, due: Delivery | undefined, seen: string): void {
    const event = this.turn?.event ?? this.times.last?.event;
    const title = event === undefined ? 'nobody does anything' : eventText(withoutSocket(event));
    const expected = dueText(due && { ...due, to: linkOf(due.to) });
    this.recorder.fail(clause, title, expected, seen);
  }

  private desynchronise(): void {
    this.state = this.turn = this.noEffectClause = undefined;
    this.pending = [];
    this.waiting = [];
    this.answered = this.afterReset = this.mayBeLost = false;
  }
}
