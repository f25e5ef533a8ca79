/**
 * One sitting at the server: who joined, what was played, what is due and what came, held against the rules.
 *
 * What is due is waited for; what is not shows when a player listens next, or in `quiet`. Whatever is not as the rules
 * have it ends the sitting by {@link Astray}.
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
  readonly disturbed: string | undefined;
  /** Bytes came that are no messages, which is judged: what is missing may be in them. */
  readonly garbled: boolean;
  readonly detail: CheckDetail;
}

/** The game is not as the rules have it. */
export class Astray extends Error {
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
  between = false;
  /** The cell that the machine opened the round with, where it did. */
  opening: Cell | undefined;
  /** An occupied cell that was tried just before, and ought to have been ignored. */
  tried: Cell | undefined;
  /** In this round something came before that the rules ignore, refuse, or end a game by: of which clause that is. */
  mind: string | undefined;
  /** Rounds that the event done last ended. */
  justEnded: readonly RoundEnd[] = [];
  private event: GameEvent | undefined;
  private before: GameState;
  private disturbance: string | undefined;
  /** Something was done that must change nothing, and the round and the opening of the next went well behind it. */
  outlived = false;
  /** Behind so many rounds what was disturbed cannot matter any more. */
  private expires = Infinity;
  private garbled = false;
  /** Bytes in a row that are no messages. */
  private noise = 0;
  /** Whose input nothing has confirmed yet. */
  private unsettled: string | undefined;

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
    await this.settled(name);
    const sent = await this.host.player(name).come(rest);
    await this.done({ kind: 'join', player: name }, sent);
    if (this.host.bench.exhaustive) await this.quiet();
  }

  async leave(name: string, rest?: Uint8Array): Promise<void> {
    await this.settled(name);
    await this.host.player(name).go(rest);
    await this.done({ kind: 'leave', player: name }, undefined);
    // A new connection under the same name is not behind the old one's end.
    if (this.host.binding === 'tcp' && this.unsettled !== undefined) this.unsettled = `${name}, gone`;
  }

  move(name: string, cell: Cell): Promise<void> {
    return this.say(name, Uint8Array.of(BYTE.cell0 + cell));
  }

  /** The player in turn takes a cell. */
  async play(cell: Cell): Promise<void> {
    const name = this.inTurn;
    if (name === undefined) throw new Error('nobody is in turn');
    await this.move(name, cell);
    // Against the machine an answer too many would be taken for the next.
    const now = this.host.game === 'ttt-pve' || this.justEnded.length > 0;
    if (this.host.bench.exhaustive && now) await this.quiet();
  }

  /** An occupied cell is tried by the player in turn, whose next move is its fence. */
  async tryOccupied(cell: Cell): Promise<void> {
    const { inTurn, mind } = this;
    if (inTurn === undefined) return;
    await this.move(inTurn, cell);
    this.tried = cell;
    this.mind = mind;
  }

  /** Bytes in one piece: what each of them asks for is due. */
  say(name: string, bytes: Uint8Array): Promise<void> {
    return this.pieces(name, [bytes], bytes);
  }

  /** The same in several pieces, of which the last is sent before anything is listened to. */
  async pieces(name: string, pieces: readonly Uint8Array[], whole: Uint8Array): Promise<void> {
    await this.settled(name);
    let sent: Sent | undefined;
    for (const piece of pieces) {
      sent = await this.host.player(name).send(piece);
      if (pieces.length > 1) await this.host.bench.pause(PIECE_GAP);
    }
    const events = eventsOf(this.host.binding, name, whole);
    const alone = events.length === 1 && whole.length === 1;
    if (events.length === 0) this.unsettled = name;
    for (const event of events) await this.done(event, alone ? sent : undefined);
  }

  /** Someone comes to a full game and says something before anything is listened to; what they hear is not looked at. */
  async barge(name: string, bytes: Uint8Array): Promise<void> {
    const { host } = this;
    await this.settled(name);
    const player = host.player(name);
    await player.come();
    await player.send(bytes);
    await player.hush(host.settle, millis(1000));
    await player.shut();
    this.unsettled = `${name}, gone`;
  }

  /** Something that must change nothing. In a control it is left out. */
  async disturb(what: string, work: () => Promise<void>): Promise<void> {
    if (this.control) return;
    const { mind } = this;
    this.disturbance = what;
    await work();
    this.mind = mind;
    // Of a board that was empty, what is wrong shows in its round; else in the first move of the next, too.
    const { board } = this.state;
    this.expires = this.ends.length + (board[0] + board[1] === 0 ? 1 : 2);
  }

  /** Waits, and nobody may hear anything. */
  async quiet(span: Micros = this.host.settle): Promise<void> {
    const odd = await this.gather(span);
    this.unsettled = undefined;
    if (odd.length > 0) throw new Astray(this.fault('extra', undefined, odd));
  }

  /** The game is shut down by the board's reset recipe: done outside, followed here. */
  async shutDown(): Promise<void> {
    await this.done({ kind: 'shutdown' }, undefined);
  }

  /** Whether a move comes out where it should: for finding out what a server holds of a game that went astray. */
  async reaches(name: string, cell: Cell): Promise<boolean> {
    const { host, state } = this;
    await host.bench.pause(host.settle);
    for (const one of host.names) await host.player(one).hush(micros(0), millis(50));
    await host.player(name).send(Uint8Array.of(BYTE.cell0 + cell));
    const at = host.game === 'ttt-pve' ? name : state.seats.find((seat) => seat !== name);
    if (at === undefined) return false;
    const heard = await host.player(at).hear(after(host.bench.now(), host.probing));
    if (heard?.kind !== 'message' || heard.message.kind !== 'move') return false;
    return host.game === 'ttt-pve' || heard.message.cell === cell;
  }

  /** Input on another link waits until the server must have seen what was sent before. */
  private async settled(name: string): Promise<void> {
    if (this.unsettled === undefined || this.unsettled === name) return;
    await this.host.bench.pause(this.host.settle);
    this.unsettled = undefined;
  }

  private async done(event: GameEvent, sent: Sent | undefined): Promise<void> {
    const before = this.state;
    this.event = event;
    this.before = before;
    this.justEnded = [];
    const { deliveries, closes } = expect(before, event);
    let machine: Cell | undefined;
    for (const delivery of deliveries) machine = (await this.receive(delivery, sent)) ?? machine;
    this.follow(event, machine);
    // The answer to the next join is all that a lone player can leave behind.
    if (event.kind === 'join' && this.mind === 'TTT-34') this.mind = undefined;
    this.mind = mindOf(this, event, before) ?? this.mind;
    if (this.host.binding === 'tcp') for (const name of closes) await this.closing(name);
    if (event.kind !== 'shutdown') this.unsettled = deliveries.length > 0 ? undefined : event.player;
  }

  private follow(event: GameEvent, machine: Cell | undefined): void {
    const { before } = this;
    const { state, ended } = follow(before, event, machine);
    this.state = state;
    if (state.seats !== before.seats && event.kind !== 'move') {
      this.between = false;
      this.opening = undefined;
    }
    if (event.kind !== 'move' || state === before) return;
    this.tried = undefined;
    this.justEnded = ended;
    if (ended.length === 0) return;
    this.ends.push(...ended);
    this.mind = undefined;
    if (this.disturbance !== undefined && this.ends.length >= this.expires) {
      this.disturbance = undefined;
      this.outlived = true;
    }
    this.between = true;
    const mine = place(before.board, before.turn, event.cell);
    const byMachine = before.game === 'ttt-pve' && ended[0]?.by === 1;
    this.previous = byMachine && machine !== undefined ? place(mine, 1, machine) : mine;
    this.opening = before.game === 'ttt-pve' && !byMachine ? machine : undefined;
  }

  /** The machine's cell, where it is a digit of its choice. */
  private async receive(delivery: Delivery, sent: Sent | undefined): Promise<Cell | undefined> {
    const heard = await this.hear(delivery.to, this.host.patience);
    if (heard === undefined || !fits(delivery, heard)) throw await this.astray(delivery, heard);
    if (heard.kind !== 'message') return undefined;
    if (sent !== undefined && this.event?.kind !== 'shutdown')
      this.host.time(this.event?.kind === 'join' ? 'join' : 'move', latency(sent, heard.received));
    return delivery.kind === 'digit' && heard.message.kind === 'move' ? heard.message.cell : undefined;
  }

  /** The next that comes to a player; what is no message is judged on the way. */
  private async hear(name: string, span: Micros): Promise<PlayerRx | undefined> {
    const until = after(this.host.bench.now(), span);
    for (;;) {
      const heard = await this.host.player(name).hear(until);
      if (heard?.kind !== 'garbled') {
        this.noise = 0;
        return heard;
      }
      this.garbled = true;
      this.host.garbled(heard, name);
      this.noise = heard.message === undefined ? this.noise + 1 : 0;
      if (this.noise > FLOOD) return heard;
      if (heard.message !== undefined)
        return { kind: 'message', message: heard.message, received: heard.received };
    }
  }

  /** Behind F and S the server closes (TTT-05). */
  private async closing(name: string): Promise<void> {
    const { host } = this;
    const heard = await this.hear(name, host.patience);
    if (heard !== undefined && heard.kind !== 'closed')
      throw new Astray(this.fault('extra', undefined, [{ to: name, rx: heard }]));
    host.bench.check('TTT-05', heard !== undefined, () => ({
      title: this.event === undefined ? '' : eventText(this.event),
      expected: 'the server closes the connection behind its message',
      seen: 'it stays open',
    }));
    await host.player(name).shut();
    this.unsettled = `${name}, gone`;
  }

  /** All that comes to anybody until it has been quiet for `span`. */
  private async gather(span: Micros): Promise<Arrival[]> {
    const { host, state } = this;
    const until = after(host.bench.now(), span);
    const odd: Arrival[] = [];
    for (const to of host.names) {
      while (odd.length < FLOOD) {
        const heard = await this.hear(to, micros(Math.max(0, until - host.bench.now())));
        if (heard === undefined) break;
        if (heard.kind !== 'closed') odd.push({ to, rx: heard });
        else if (state.seats.includes(to)) odd.push({ to, rx: heard });
        if (heard.kind === 'closed') break;
      }
    }
    const left = until - host.bench.now();
    if (left > 0 && odd.length === 0) await host.bench.pause(micros(left));
    return odd;
  }

  private async astray(due: Delivery, heard: PlayerRx | undefined): Promise<Astray> {
    const flood = this.noise > FLOOD;
    const first = heard === undefined ? [] : [{ to: due.to, rx: heard }];
    const more = flood || heard?.kind === 'closed' ? [] : await this.gather(this.host.settle);
    const all = [...first, ...more];
    const at = all.findIndex((one) => one.to === due.to && fits(due, one.rx));
    if (at >= 0) return new Astray(this.fault('extra', due, all.toSpliced(at, 1)));
    const instead = all.some(({ to }) => to === due.to);
    return new Astray(this.fault(instead ? 'wrong' : 'missing', due, all));
  }

  private fault(kind: Fault['kind'], due: Delivery | undefined, odd: readonly Arrival[]): Fault {
    const { event, before, disturbance, host } = this;
    const last = event === undefined ? 'nobody does anything' : eventText(event);
    const tried = this.tried === undefined ? '' : `, the occupied cell ${this.tried} tried before`;
    const more = kind === 'extra' && due !== undefined ? ', and no more' : '';
    return {
      kind,
      event,
      before,
      due,
      odd,
      disturbed: disturbance,
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
function mindOf({ state, host }: Table, event: GameEvent, before: GameState): string | undefined {
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

function fits(delivery: Delivery, heard: PlayerRx): boolean {
  if (heard.kind !== 'message') return false;
  const { message } = heard;
  if (delivery.kind === 'digit') return message.kind === 'move' && delivery.empty.includes(message.cell);
  return (message.kind === 'move' ? BYTE.cell0 + message.cell : BYTE[message.kind]) === delivery.byte;
}
