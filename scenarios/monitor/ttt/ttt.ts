/**
 * A TTT server watched from its players' lines: what each said and heard, held against the rules. Nobody's turn is known
 * before somebody was seen to join; of players whose messages cross, nobody knows whose came first.
 */
import type { Chunk, LinkBinding } from '../../../devices/links/link';
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
import { between, type Bounds } from '../../oracle/timed-decoder';
import { VerdictRecorder } from '../../oracle/verdict-recorder';
import { brokenBy, clauseOfNothing, instant, keptBy, linkOf, playerOf } from './clauses';
import { DisconnectionMonitor } from './disconnections';
import { PlayerLinks } from './player-links';
import { JoinMonitor } from './join-responses';
import { ResponseStatistics } from './response-statistics';
import type { TraceMonitor, TraceMonitorOptions } from '../trace/trace-monitor';

export function createTttMonitor(options: TraceMonitorOptions): TraceMonitor {
  return new TttMonitor(options);
}

interface Turn {
  readonly event: GameEvent;
  readonly at: Bounds;
  /** Nothing else came with it, so that its answer can be timed. */
  readonly alone: boolean;
}

/** An answer that has not come by then is missing. */
const PATIENCE = millis(2000);

class TttMonitor implements TraceMonitor {
  private readonly recorder: VerdictRecorder;
  private readonly pace: ResponseStatistics;
  private readonly goodbyes: DisconnectionMonitor;
  private readonly newcomers: JoinMonitor;
  private readonly game: Game;
  private readonly settle: Micros;
  private state: GameState | undefined;
  /** What was said and waits for what came before it. */
  private waiting: Turn[] = [];
  private turn: Turn | undefined;
  private owed: Delivery[] = [];
  private machine: Cell | undefined;
  /** What the last turn that must change nothing is under. */
  private mind: string | undefined;
  private last: Turn | undefined;
  /** When what was said before it was. */
  private beforeAt = -Infinity;
  /** What was said last that may have an effect. */
  private spoken: Turn | undefined;
  /** When somebody else than who spoke last said something. */
  private otherAt = -Infinity;
  /** Its answer came: what is said behind it comes behind it. */
  private answered = false;
  private readonly connected = new Set<string>();
  private readonly links: PlayerLinks;
  private quiet = false;
  /** What was sent may not have arrived. */
  private doubtful = false;

  constructor(private readonly options: TraceMonitorOptions) {
    const { parameters, ledger, exact, fresh, binding } = options;
    this.links = new PlayerLinks(binding);
    this.game = parameters['game'] === 'ttt-pvp' ? 'ttt-pvp' : 'ttt-pve';
    this.settle = millis(Number(parameters['settleMs']));
    this.recorder = new VerdictRecorder({
      ledger,
      exact,
      fields: (raw, direction) => (direction === 'rx' ? serverMessages('serial').fields(raw) : []),
    });
    this.goodbyes = new DisconnectionMonitor(this.recorder);
    this.newcomers = new JoinMonitor(this.recorder, PATIENCE);
    this.pace = new ResponseStatistics(this.recorder, millis(Number(parameters['responseMs'])));
    this.state = fresh ? freshGame(this.game) : undefined;
  }

  linkOpened(link: string, binding: LinkBinding, at: Micros): void {
    this.tick(at);
    this.links.opened(link, binding);
    if (binding === 'tcp') this.connected.add(link);
    if (binding === 'tcp') this.take({ kind: 'join', player: this.links.playerAt(link) }, instant(at), true);
  }

  linkClosed(link: string, by: 'host' | 'board', at: Micros): void {
    this.tick(at);
    const player = this.links.playerAt(link);
    if (this.connected.has(link))
      if (by === 'host') this.goodbyes.left(player, at);
      else this.goodbyes.closed(player, this.state !== undefined && !this.quiet);
    this.goodbyes.passes();
    if (!this.links.isTcp(link) || !this.connected.has(link)) return;
    this.take({ kind: 'leave', player }, instant(at), false);
    this.connected.delete(link);
    if (this.connected.size > 0 || !this.options.recordsResets) return;
    this.lose();
    this.state = freshGame(this.game);
  }

  tx(chunk: Chunk, whole: boolean, link: string): void {
    this.tick(chunk.notBefore);
    const binding = this.links.carries(link);
    if (!whole || binding === undefined) return this.lose();
    this.goodbyes.passes();
    const events = eventsOf(binding, this.links.playerAt(link), chunk.bytes);
    this.recorder.rememberChunk('tx', link, chunk);
    for (const event of events) this.take(event, chunk, events.length === 1);
  }

  rx(chunk: Chunk, whole: boolean, link: string): void {
    this.tick(chunk.notBefore);
    this.recorder.rememberChunk('rx', link, chunk);
    const wrong = chunk.bytes.find((byte) => serverMessageOf(byte) === undefined);
    const binding = this.links.carries(link);
    const long = binding === 'udp' && chunk.bytes.length !== 1;
    this.recorder.check('TTT-01', wrong === undefined && !long, () => ({
      title: `what ${link} hears`,
      expected: 'one byte out of 0-8 S F P W',
      seen: wrong === undefined ? `${chunk.bytes.length} bytes` : wrong.toString(16).padStart(2, '0'),
    }));
    if (wrong !== undefined || long || !whole || binding === undefined) return this.lose();
    for (const byte of chunk.bytes) this.hear(this.links.playerAt(link), byte, chunk);
  }

  /** Shuts the game down, and begins a fresh one: who was seated may have heard so and not have been listened to. */
  reset(at: Micros): void {
    this.tick(at);
    const settled = this.turn === undefined && this.waiting.length === 0;
    this.goodbyes.shutDown((settled ? this.state?.seats : undefined) ?? [], at);
    this.newcomers.lost();
    this.lose();
    this.state = freshGame(this.game);
    this.quiet = true;
  }

  traceGap(until: Micros): void {
    this.tick(until);
    this.goodbyes.lost();
    this.newcomers.lost();
    this.lose();
  }

  tick(now: Micros): void {
    const { turn } = this;
    this.goodbyes.tick(now, (player) => this.listens(player));
    if (turn === undefined || now <= turn.at.notAfter + PATIENCE) return this.newcomers.tick(now);
    const [due] = this.owed;
    if (due !== undefined && !this.doubtful && !this.unseen())
      this.fail(this.clauseOf(turn.event), dueText(due), 'nothing');
    this.newcomers.lost();
    this.lose();
  }

  finish(now: Micros): void {
    this.tick(now);
    this.pace.finish();
    this.links.finish(this.recorder);
  }

  /** A host that resets a board by its line does not listen then; a connection may be closed by either side. */
  private listens(player: PlayerId): boolean {
    return this.options.exact && this.links.carries(linkOf(player)) !== 'tcp';
  }

  /** Of datagrams in a row some may be lost on their way. */
  private hurried(binding: LinkBinding | undefined, { notBefore }: Bounds): boolean {
    if (binding !== 'udp' || this.options.exact || this.last === undefined) return false;
    return notBefore - this.last.at.notAfter < this.settle - ROUNDING;
  }

  private take(event: GameEvent, at: Bounds, alone: boolean): void {
    const turn = { event, at, alone };
    const binding = this.links.carries(linkOf(playerOf(event) ?? ''));
    const hurried = this.hurried(binding, at);
    this.doubtful ||= hurried;
    if (hurried) this.newcomers.lost();
    else this.newcomers.did(event, at.notAfter, binding === 'tcp');
    if (event.kind === 'join') {
      this.pace.joined();
      this.goodbyes.joined(event.player);
    }
    const { spoken } = this;
    const crosses = spoken !== undefined && this.crosses(spoken, turn);
    this.beforeAt = this.last?.at.notAfter ?? -Infinity;
    this.last = turn;
    if (event.kind !== 'invalid') {
      if (spoken !== undefined && playerOf(spoken.event) !== playerOf(event))
        this.otherAt = spoken.at.notAfter;
      this.spoken = turn;
    }
    if (crosses) return this.lose();
    this.waiting.push(turn);
    this.go();
  }

  private go(): void {
    while (this.turn === undefined) {
      const next = this.waiting.shift();
      if (next === undefined) return;
      if (this.state !== undefined) this.begin(next, this.state);
    }
  }

  /** Somebody else said something so shortly before that nobody knows whose came first. */
  private crosses(last: Turn, { event, at }: Turn): boolean {
    if (playerOf(last.event) === playerOf(event)) return false;
    if (event.kind === 'invalid' || this.answered) return false;
    return at.notBefore - last.at.notAfter < this.settle - ROUNDING;
  }

  private begin(turn: Turn, state: GameState): void {
    const { deliveries, effect } = expect(state, turn.event);
    // Who has closed a socket of udp hears nothing any more.
    this.owed = deliveries.filter(({ to }) => this.links.playerAt(linkOf(to)) === to);
    this.machine = undefined;
    this.answered = false;
    if (this.owed.length > 0) {
      this.turn = turn;
      this.quiet = false;
      return;
    }
    if (!effect) this.mind = clauseOfNothing(turn.event);
    if (deliveries.some(({ kind }) => kind === 'digit')) return this.lose();
    this.state = follow(state, turn.event).state;
  }

  private hear(to: PlayerId, byte: number, at: Bounds): void {
    this.goodbyes.rx(to, byte, at.notAfter);
    this.newcomers.rx(to);
    const message = serverMessageOf(byte);
    const cell = message?.kind === 'move' ? message.cell : undefined;
    const due = this.owed.findIndex((one) =>
      one.to !== to
        ? false
        : one.kind === 'byte'
          ? one.byte === byte
          : cell !== undefined && one.empty.includes(cell),
    );
    const { turn, state } = this;
    if (state === undefined) return this.learn(to, byte);
    if (due < 0 || turn === undefined) return this.unasked(to, byte);
    const [delivery] = this.owed.splice(due, 1);
    if (turn.alone && playerOf(turn.event) === to) this.pace.answer(between(turn.at, at));
    if (delivery?.kind === 'digit') {
      this.machine = cell;
      this.pace.digit(turn.event, cell);
    }
    if (this.owed.length > 0) return;
    this.done(turn, state);
  }

  private done(turn: Turn, state: GameState): void {
    this.turn = undefined;
    this.answered = true;
    const { state: next, ended } = follow(state, turn.event, this.machine);
    for (const clause of keptBy(turn.event, state, ended.length > 0)) this.recorder.pass(clause);
    if (this.mind !== undefined && turn.event.kind === 'move') {
      this.recorder.pass(this.mind);
      this.mind = undefined;
    }
    this.state = next;
    this.go();
  }

  /** A trace that is not ours may be of one player's line: others are at the table whom nobody saw. */
  private unseen(byte?: number): boolean {
    return !this.options.recordsResets && (this.game === 'ttt-pvp' || byte === BYTE.full);
  }

  /** What nobody was owed. */
  private unasked(to: PlayerId, byte: number): void {
    const shut = byte === BYTE.shutdown;
    // Behind a reset the last words of the game before may still come; a shut down that nobody told of shows so.
    const explained = (shut && (this.quiet || !this.options.recordsResets)) || this.doubtful;
    if (!explained && !this.unseen(byte)) {
      const event = this.turn?.event ?? this.last?.event;
      const due = this.owed[0];
      const clause = event === undefined ? 'TTT-01' : this.clauseOf(event);
      this.fail(shut ? 'TTT-40' : clause, dueText(due), `${linkOf(to)} hears ${String.fromCharCode(byte)}`);
    }
    const { quiet } = this;
    this.lose();
    if (shut) this.state = freshGame(this.game);
    else this.learn(to, byte);
    this.quiet = shut && quiet;
  }

  /** Who is told to play, or to wait, behind nothing but their own joining, sits alone at an empty board. */
  private learn(player: PlayerId, byte: number): void {
    const alone = this.game === 'ttt-pve' ? BYTE.play : BYTE.wait;
    const { last } = this;
    if (byte !== alone || last?.event.kind !== 'join' || last.event.player !== player) return;
    // What was said shortly before may have been answered only now.
    if (last.at.notBefore - Math.max(this.otherAt, this.beforeAt) < this.settle - ROUNDING) return;
    this.lose();
    this.state = follow(freshGame(this.game), last.event).state;
    this.answered = true;
  }

  private clauseOf(event: GameEvent): string {
    if (this.mind !== undefined && event.kind === 'move') return this.mind;
    return brokenBy(event, this.game, this.state);
  }

  private fail(clause: string, expected: string, seen: string): void {
    const event = this.turn?.event ?? this.last?.event;
    const title = event === undefined ? 'nobody does anything' : eventText(event).replace(/#\d+/, '');
    this.recorder.fail(clause, title, expected.replace(/#\d+/, ''), seen);
  }

  private lose(): void {
    this.state = this.turn = this.mind = undefined;
    this.owed = [];
    this.waiting = [];
    this.answered = this.quiet = this.doubtful = false;
  }
}

/** Times of a journal are whole microseconds. */
const ROUNDING = 1000;
