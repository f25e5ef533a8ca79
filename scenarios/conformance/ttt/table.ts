/**
 * One sitting at the server: who joined, what was played, what is due and what came, held against the rules.
 *
 * What is due is waited for; what is not shows when a player listens next, or in `quiet`. Whatever is not as the rules
 * have it ends the sitting by {@link FaultError}.
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
import { latency } from '../../bench/judge';
import type { CheckDetail } from '../../runner/verdict-ledger';
import type { TttSession } from './session';
import { arrivalsText, dueText, eventText, type Arrival, type PlayerRx } from '../../oracle/ttt/descriptions';

/** missing: what is due does not come. wrong: something else comes in its place. extra: something comes besides. */
export interface Fault {
  readonly kind: 'missing' | 'wrong' | 'extra';
  /** What was done last. */
  readonly event: GameEvent | undefined;
  /** The game before that. */
  readonly before: GameState;
  readonly due: Delivery | undefined;
  /** What came though it was not due. */
  readonly odd: readonly Arrival[];
  /** What was done to the game before that must not change it. */
  readonly disturbance: string | undefined;
  /** Bytes came that are no messages, which is judged: what is missing may be in them. */
  readonly garbled: boolean;
  readonly detail: CheckDetail;
}

/** The game is not as the rules have it. */
export class FaultError extends Error {
  override readonly name = 'Astray';
  constructor(readonly fault: Fault) {
    super(fault.detail.title);
  }
}

/** More than this that is not due is a flood: the rest is not looked at. */
const FLOOD = 64;

export class Table {
  state: GameState;
  /** The board in which the last round ended. */
  previous: Board = EMPTY;
  /** Rounds that have ended, oldest first. */
  readonly ends: RoundEnd[] = [];
  /** Nobody sat down or left behind the last round. */
  betweenRounds = false;
  /** The cell that the machine opened the round with, where it did. */
  opening: Cell | undefined;
  /** An occupied cell that was tried just before, and ought to have been ignored. */
  triedCell: Cell | undefined;
  /** In this round something came before that the rules ignore, refuse, or end a game by: of which clause that is. */
  suspectClause: string | undefined;
  /** Rounds that the event done last ended. */
  justEnded: readonly RoundEnd[] = [];
  private event: GameEvent | undefined;
  private before: GameState;
  private disturbance: string | undefined;
  /** Something was done that must change nothing, and the round and the opening of the next went well behind it. */
  recovered = false;
  /** Behind so many rounds what was disturbed cannot matter any more. */
  private expires = Infinity;
  private garbled = false;
  /** Bytes in a row that are no messages. */
  private garbledInARow = 0;
  /** Whose input nothing has confirmed yet. */
  private unconfirmed: string | undefined;

  constructor(
    readonly host: TttSession,
    /** What must change nothing is left out: to see whether the game goes well without. */
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
    // A new connection under the same name is not behind the old one's end.
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
    // Against the machine an answer too many would be taken for the next.
    const now = this.host.game === 'ttt-pve' || this.justEnded.length > 0;
    if (this.host.bench.exhaustive && now) await this.expectQuiet();
  }

  /** An occupied cell is tried by the player in turn, whose next move is its fence. */
  async tryOccupied(cell: Cell): Promise<void> {
    const { inTurn, suspectClause } = this;
    if (inTurn === undefined) return;
    await this.move(inTurn, cell);
    this.triedCell = cell;
    this.suspectClause = suspectClause;
  }

  /** Bytes in one piece: what each of them asks for is due. */
  send(name: string, bytes: Uint8Array): Promise<void> {
    return this.sendPieces(name, [bytes], bytes);
  }

  /** The same in several pieces, of which the last is sent before anything is listened to. */
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

  /** Someone comes to a full game and says something before anything is listened to; what they hear is not looked at. */
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

  /** Something that must change nothing. In a control it is left out. */
  async disturb(what: string, work: () => Promise<void>): Promise<void> {
    if (this.control) return;
    const { suspectClause } = this;
    this.disturbance = what;
    await work();
    this.suspectClause = suspectClause;
    // Of a board that was empty, what is wrong shows in its round; else in the first move of the next, too.
    const { board } = this.state;
    this.expires = this.ends.length + (board[0] + board[1] === 0 ? 1 : 2);
  }

  /** Waits, and nobody may hear anything. */
  async expectQuiet(span: Micros = this.host.settleTime): Promise<void> {
    const odd = await this.collectUnexpected(span);
    this.unconfirmed = undefined;
    if (odd.length > 0) throw new FaultError(this.fault('extra', undefined, odd));
  }

  /** The game is shut down by the board's reset recipe: done outside, followed here. */
  async shutDown(): Promise<void> {
    await this.applyEvent({ kind: 'shutdown' }, undefined);
  }

  /** Whether a move comes out where it should: for finding out what a server holds of a game that went astray. */
  async tryMove(name: string, cell: Cell): Promise<boolean> {
    const { host, state } = this;
    await host.bench.pause(host.settleTime);
    for (const one of host.names) await host.player(one).discard(micros(0), millis(50));
    await host.player(name).send(Uint8Array.of(BYTE.cell0 + cell));
    const at = host.game === 'ttt-pve' ? name : state.seats.find((seat) => seat !== name);
    if (at === undefined) return false;
    const rx = await host.player(at).receive(after(host.bench.now(), host.probeTimeout));
    if (rx?.kind !== 'message' || rx.message.kind !== 'move') return false;
    return host.game === 'ttt-pve' || rx.message.cell === cell;
  }

  /** Input on another link waits until the server must have seen what was sent before. */
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
    // The answer to the next join is all that a lone player can leave behind.
    if (event.kind === 'join' && this.suspectClause === 'TTT-34') this.suspectClause = undefined;
    this.suspectClause = suspectClauseAfter(this, event, before) ?? this.suspectClause;
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

  /** The machine's cell, where it is a digit of its choice. */
  private async expectDelivery(delivery: Delivery, sent: Sent | undefined): Promise<Cell | undefined> {
    const rx = await this.nextMessage(delivery.to, this.host.answerTimeout);
    if (rx === undefined || !fits(delivery, rx)) throw await this.deliveryFault(delivery, rx);
    if (rx.kind !== 'message') return undefined;
    if (sent !== undefined && this.event?.kind !== 'shutdown')
      this.host.recordDelay(this.event?.kind === 'join' ? 'join' : 'move', latency(sent, rx.received));
    return delivery.kind === 'digit' && rx.message.kind === 'move' ? rx.message.cell : undefined;
  }

  /** The next that comes to a player; what is no message is judged on the way. */
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

  /** Behind F and S the server closes (TTT-05). */
  private async expectClose(name: string): Promise<void> {
    const { host } = this;
    const rx = await this.nextMessage(name, host.answerTimeout);
    if (rx !== undefined && rx.kind !== 'closed')
      throw new FaultError(this.fault('extra', undefined, [{ to: name, rx }]));
    host.bench.check('TTT-05', rx !== undefined, () => ({
      title: this.event === undefined ? '' : eventText(this.event),
      expected: 'the server closes the connection behind its message',
      seen: 'it stays open',
    }));
    await host.player(name).close();
    this.unconfirmed = `${name}, gone`;
  }

  /** All that comes to anybody until it has been quiet for `span`. */
  private async collectUnexpected(span: Micros): Promise<Arrival[]> {
    const { host, state } = this;
    const until = after(host.bench.now(), span);
    const odd: Arrival[] = [];
    for (const to of host.names) {
      while (odd.length < FLOOD) {
        const rx = await this.nextMessage(to, micros(Math.max(0, until - host.bench.now())));
        if (rx === undefined) break;
        if (rx.kind !== 'closed') odd.push({ to, rx });
        else if (state.seats.includes(to)) odd.push({ to, rx });
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
    const at = all.findIndex((one) => one.to === due.to && fits(due, one.rx));
    if (at >= 0) return new FaultError(this.fault('extra', due, all.toSpliced(at, 1)));
    const instead = all.some(({ to }) => to === due.to);
    return new FaultError(this.fault(instead ? 'wrong' : 'missing', due, all));
  }

  private fault(kind: Fault['kind'], due: Delivery | undefined, odd: readonly Arrival[]): Fault {
    const { event, before, disturbance, host } = this;
    const last = event === undefined ? 'nobody does anything' : eventText(event);
    const tried = this.triedCell === undefined ? '' : `, the occupied cell ${this.triedCell} tried before`;
    const more = kind === 'extra' && due !== undefined ? ', and no more' : '';
    return {
      kind,
      event,
      before,
      due,
      odd,
      disturbance: disturbance,
      garbled: this.garbled,
      detail: {
        title: `${disturbance === undefined ? '' : `${disturbance}; then `}${last}${tried}`,
        expected: `${dueText(due)}${more}`,
        seen: arrivalsText(odd),
        evidence: host.evidence(),
      },
    };
  }
}

/** What goes wrong behind it in the same round is charged to this clause. */
function suspectClauseAfter({ state, host }: Table, event: GameEvent, before: GameState): string | undefined {
  switch (event.kind) {
    case 'leave':
      if (!before.seats.includes(event.player)) return 'TTT-35';
      if (host.game === 'ttt-pve') return 'TTT-23';
      return before.seats.length > 1 ? 'TTT-33' : 'TTT-34';
    case 'move':
      return state === before ? 'TTT-04' : undefined;
    case 'invalid':
      return 'TTT-04';
    case 'join':
    case 'shutdown':
      return undefined;
  }
}

const PIECE_GAP = millis(3);

function fits(delivery: Delivery, rx: PlayerRx): boolean {
  if (rx.kind !== 'message') return false;
  const { message } = rx;
  if (delivery.kind === 'digit') return message.kind === 'move' && delivery.empty.includes(message.cell);
  return (message.kind === 'move' ? BYTE.cell0 + message.cell : BYTE[message.kind]) === delivery.byte;
}
