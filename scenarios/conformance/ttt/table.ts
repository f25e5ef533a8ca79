/**
 * One sitting at the server: who joined, what was played, what is due and what came, judged by the rules.
 *
 * It waits for what is due. What is not due shows when a player is listened to next, or in `expectQuiet`. A broken rule
 * ends the sitting by {@link FaultError}.
 */
import { EMPTY, place, type Board } from '../../../protocols/ttt/board';
import { BYTE, type Cell } from '../../../protocols/ttt/message';
import {
  eventsOf,
  expect,
  follow,
  freshGame,
  type Delivery,
  type GameEvent,
  type GameState,
  type RoundEnd,
} from '../../../protocols/ttt/rules';
import { after, micros, millis, type Micros } from '../../../protocols/time';
import type { Sent } from '../../bench/channel';
import { latency } from '../../../protocols/monitor/measurement';
import { FaultError, isDelivery, suspectClauseAfter, type Fault } from './fault';
import type { TttSession } from './session';
import { eventText, type Arrival, type PlayerRx } from '../../oracle/ttt/descriptions';

/** More surplus messages than this are a flood. The rest is ignored. */
const FLOOD = 64;
/** Between the pieces of one input. */
const PIECE_GAP = millis(3);

export class Table {
  state: GameState;
  /** The board in which the last round ended. */
  previous: Board = EMPTY;
  /** Rounds that have ended, oldest first. */
  readonly ends: RoundEnd[] = [];
  /** A round has ended, and nobody joined or left since. */
  betweenRounds = false;
  /** The cell with which the machine opened the round, if it did. */
  opening: Cell | undefined;
  /** An occupied cell that was tried just before. The server must have ignored it. */
  triedCell: Cell | undefined;
  /** The clause of ignored or refused input, or of a leave, in this round. */
  suspectClause: string | undefined;
  /** Rounds that the event done last ended. */
  justEnded: readonly RoundEnd[] = [];
  private event: GameEvent | undefined;
  private before: GameState;
  private disturbance: string | undefined;
  /** After a disturbance the round went well, and the opening of the next. */
  recovered = false;
  /** After this number of rounds the disturbance cannot matter any more. */
  private expires = Infinity;
  private garbled = false;
  /** Bytes in a row that are no messages. */
  private garbledInARow = 0;
  /** The player whose input nothing has confirmed yet. */
  private unconfirmed: string | undefined;

  constructor(
    readonly host: TttSession,
    /** Leaves out what must change nothing, to see whether the game goes well without it. */
    readonly control: boolean,
  ) {
    this.state = this.before = freshGame(host.game);
  }

  /** Whose turn it is; undefined while players are missing. */
  get inTurn(): string | undefined {
    return this.state.seats.length < this.host.seats ? undefined : this.state.seats[this.state.turn];
  }

  async join(name: string, rest?: Uint8Array): Promise<void> {
    await this.settleBefore(name);
    const sent = await this.host.player(name).join(rest);
    await this.applyEvent({ kind: 'join', player: name }, sent);
    if (this.host.bench.exhaustive) await this.expectQuiet();
  }

  async leave(name: string, rest?: Uint8Array): Promise<void> {
    await this.settleBefore(name);
    await this.host.player(name).leave(rest);
    await this.applyEvent({ kind: 'leave', player: name }, undefined);
    // The end of a connection and a new one of the same player need not arrive in order.
    if (this.host.binding === 'tcp' && this.unconfirmed !== undefined) this.unconfirmed = `${name}, gone`;
  }

  move(name: string, cell: Cell): Promise<void> {
    return this.send(name, Uint8Array.of(BYTE.cell0 + cell));
  }

  /** The player in turn takes a cell. */
  async play(cell: Cell): Promise<void> {
    const name = this.inTurn;
    if (name === undefined) throw new Error('nobody is in turn');
    await this.move(name, cell);
    // Against the machine a surplus answer would be taken for the next one.
    const now = this.host.game === 'ttt-pve' || this.justEnded.length > 0;
    if (this.host.bench.exhaustive && now) await this.expectQuiet();
  }

  /** The player in turn tries an occupied cell. The player's next move shows whether that was ignored. */
  async tryOccupied(cell: Cell): Promise<void> {
    const { inTurn, suspectClause } = this;
    if (inTurn === undefined) return;
    await this.move(inTurn, cell);
    this.triedCell = cell;
    this.suspectClause = suspectClause;
  }

  /** Sends bytes in one piece, and expects the answers to all of them. */
  send(name: string, bytes: Uint8Array): Promise<void> {
    return this.sendPieces(name, [bytes], bytes);
  }

  /** Sends bytes in several pieces, all before anything is received. */
  async sendPieces(name: string, pieces: readonly Uint8Array[], whole: Uint8Array): Promise<void> {
    await this.settleBefore(name);
    let sent: Sent | undefined;
    for (const piece of pieces) {
      sent = await this.host.player(name).send(piece);
      if (pieces.length > 1) await this.host.bench.pause(PIECE_GAP);
    }
    const events = eventsOf(this.host.binding, name, whole);
    const alone = events.length === 1 && whole.length === 1;
    if (events.length === 0) this.unconfirmed = name;
    for (const event of events) await this.applyEvent(event, alone ? sent : undefined);
  }

  /** Joins a full game and sends bytes before anything is received. The answers are discarded. */
  async joinAndSend(name: string, bytes: Uint8Array): Promise<void> {
    const { host } = this;
    await this.settleBefore(name);
    const player = host.player(name);
    await player.join();
    await player.send(bytes);
    await player.discard(host.settleTime, millis(1000));
    await player.close();
    this.unconfirmed = `${name}, gone`;
  }

  /** Does something that must change nothing. A control leaves it out. */
  async disturb(what: string, work: () => Promise<void>): Promise<void> {
    if (this.control) return;
    const { suspectClause } = this;
    this.disturbance = what;
    await work();
    this.suspectClause = suspectClause;
    // A fault shows in the same round; unless the board was empty, also in the first move of the next.
    const { board } = this.state;
    this.expires = this.ends.length + (board[0] + board[1] === 0 ? 1 : 2);
  }

  /** As {@link disturb}. Nobody may receive anything after it. */
  disturbQuietly(what: string, work: () => Promise<void>): Promise<void> {
    return this.disturb(what, async () => {
      await work();
      await this.expectQuiet();
    });
  }

  /** Judges that nobody receives anything for `span`. */
  async expectQuiet(span: Micros = this.host.settleTime): Promise<void> {
    const odd = await this.collectUnexpected(span);
    this.unconfirmed = undefined;
    if (odd.length > 0) throw this.fault('extra', undefined, odd);
  }

  /** Follows a shutdown of the game by the board's reset recipe. */
  async shutDown(): Promise<void> {
    await this.applyEvent({ kind: 'shutdown' }, undefined);
  }

  /** Before input on another link, waits until the server must have received the input before it. */
  private async settleBefore(name: string): Promise<void> {
    if (this.unconfirmed === undefined || this.unconfirmed === name) return;
    await this.host.bench.pause(this.host.settleTime);
    this.unconfirmed = undefined;
  }

  private async applyEvent(event: GameEvent, sent: Sent | undefined): Promise<void> {
    const before = this.state;
    this.event = event;
    this.before = before;
    this.justEnded = [];
    const { deliveries, closes } = expect(before, event);
    let machine: Cell | undefined;
    for (const delivery of deliveries) machine = (await this.expectDelivery(delivery, sent)) ?? machine;
    this.updateRound(event, machine);
    // What a lone leave may break shows in the answer to the next join.
    if (event.kind === 'join' && this.suspectClause === 'TTT-34') this.suspectClause = undefined;
    this.suspectClause = suspectClauseAfter(event, before, this.state, this.host.game) ?? this.suspectClause;
    if (this.host.binding === 'tcp') for (const name of closes) await this.expectClose(name);
    if (event.kind !== 'shutdown') this.unconfirmed = deliveries.length > 0 ? undefined : event.player;
  }

  private updateRound(event: GameEvent, machine: Cell | undefined): void {
    const { before } = this;
    const { state, ended } = follow(before, event, machine);
    this.state = state;
    if (state.seats !== before.seats && event.kind !== 'move') {
      this.betweenRounds = false;
      this.opening = undefined;
    }
    if (event.kind !== 'move' || state === before) return;
    this.triedCell = undefined;
    this.justEnded = ended;
    if (ended.length === 0) return;
    this.ends.push(...ended);
    this.suspectClause = undefined;
    if (this.disturbance !== undefined && this.ends.length >= this.expires) {
      this.disturbance = undefined;
      this.recovered = true;
    }
    this.betweenRounds = true;
    const mine = place(before.board, before.turn, event.cell);
    const byMachine = before.game === 'ttt-pve' && ended[0]?.by === 1;
    this.previous = byMachine && machine !== undefined ? place(mine, 1, machine) : mine;
    this.opening = before.game === 'ttt-pve' && !byMachine ? machine : undefined;
  }

  /** Waits for a delivery. The machine's cell, where the delivery is a cell of its choice. */
  private async expectDelivery(delivery: Delivery, sent: Sent | undefined): Promise<Cell | undefined> {
    const rx = await this.nextMessage(delivery.to, this.host.answerTimeout);
    if (rx === undefined || !isDelivery(delivery, rx)) throw await this.deliveryFault(delivery, rx);
    if (rx.kind !== 'message') return undefined;
    if (sent !== undefined && this.event?.kind !== 'shutdown')
      this.host.recordDelay(this.event?.kind === 'join' ? 'join' : 'move', latency(sent, rx.received));
    return delivery.kind === 'digit' && rx.message.kind === 'move' ? rx.message.cell : undefined;
  }

  /** The next message for a player. Judges bytes that are no message. */
  private async nextMessage(name: string, span: Micros): Promise<PlayerRx | undefined> {
    const until = after(this.host.bench.now(), span);
    for (;;) {
      const rx = await this.host.player(name).receive(until);
      if (rx?.kind !== 'garbled') {
        this.garbledInARow = 0;
        return rx;
      }
      this.garbled = true;
      this.host.failGarbled(rx, name);
      this.garbledInARow = rx.message === undefined ? this.garbledInARow + 1 : 0;
      if (this.garbledInARow > FLOOD) return rx;
      if (rx.message !== undefined) return { kind: 'message', message: rx.message, received: rx.received };
    }
  }

  /** Judges that the server closes the connection after F and S (TTT-05). */
  private async expectClose(name: string): Promise<void> {
    const { host } = this;
    const rx = await this.nextMessage(name, host.answerTimeout);
    if (rx !== undefined && rx.kind !== 'closed') throw this.fault('extra', undefined, [{ to: name, rx }]);
    host.bench.check('TTT-05', rx !== undefined, () => ({
      title: this.event === undefined ? '' : eventText(this.event),
      expected: 'the server closes the connection after its message',
      seen: 'it stays open',
    }));
    await host.player(name).close();
    this.unconfirmed = `${name}, gone`;
  }

  /** Everything that comes to any player within `span`. */
  private async collectUnexpected(span: Micros): Promise<Arrival[]> {
    const { host, state } = this;
    const until = after(host.bench.now(), span);
    const odd: Arrival[] = [];
    for (const to of host.names) {
      while (odd.length < FLOOD) {
        const rx = await this.nextMessage(to, micros(Math.max(0, until - host.bench.now())));
        if (rx === undefined) break;
        if (rx.kind !== 'closed' || state.seats.includes(to)) odd.push({ to, rx });
        if (rx.kind === 'closed') break;
      }
    }
    const left = until - host.bench.now();
    if (left > 0 && odd.length === 0) await host.bench.pause(micros(left));
    return odd;
  }

  private async deliveryFault(due: Delivery, rx: PlayerRx | undefined): Promise<FaultError> {
    const flood = this.garbledInARow > FLOOD;
    const first = rx === undefined ? [] : [{ to: due.to, rx }];
    const more = flood || rx?.kind === 'closed' ? [] : await this.collectUnexpected(this.host.settleTime);
    const all = [...first, ...more];
    const at = all.findIndex((one) => one.to === due.to && isDelivery(due, one.rx));
    if (at >= 0) return this.fault('extra', due, all.toSpliced(at, 1));
    const instead = all.some(({ to }) => to === due.to);
    return this.fault(instead ? 'wrong' : 'missing', due, all);
  }

  private fault(kind: Fault['kind'], due: Delivery | undefined, odd: readonly Arrival[]): FaultError {
    const { event, before, disturbance, garbled, triedCell } = this;
    const fault = { kind, event, before, due, odd, disturbance, garbled };
    return new FaultError(fault, triedCell, this.host.evidence());
  }
}
