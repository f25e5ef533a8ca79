/**
 * Two Durak boards that play each other, watched from the cable between them.
 *
 * Each board is judged by its own wire: by what reached it and what it sent, whatever became of that on the way. So a
 * fault of the tap is no excuse and no blame: a packet that came damaged must not be acknowledged, one whose
 * acknowledgement was lost must come again.
 */
import type { Chunk } from '../../devices/link';
import type { Side } from '../../devices/tap';
import { DurakDecoder } from '../../protocols/durak/decoder';
import { MALFORMED_CODES } from '../../protocols/durak/faults';
import { explain } from '../../protocols/durak/fields';
import type { Packet } from '../../protocols/durak/packet';
import { DURAK_REQUIREMENTS } from '../../protocols/durak/requirements';
import { sameCards, winner, type Player } from '../../protocols/durak/rules';
import { micros, millis, type Micros } from '../../protocols/time';
import { hex } from '../channel';
import { AckWatch } from './durak-acks';
import { PlayerWatch } from './durak-player';
import { RepeatWatch } from './durak-repeats';
import { Ear, type Passed } from './ear';
import { Notebook, type Way } from './notebook';
import type { Observer, ObserverOptions, Standstill } from './observer';

export function durakObserver(options: ObserverOptions): Observer {
  return new DurakObserver(options);
}

/** What a fault has made of a packet when it made another good one of it: what nothing in the protocol can heal. */
interface Damage {
  deal: boolean;
  lastMove: boolean;
  /** Since a move was made: what came before has been healed. */
  lately: boolean;
}

class DurakObserver implements Observer {
  private boards: Readonly<Record<Side, BoardWatch>>;
  private damage: Damage = { deal: false, lastMove: false, lately: false };

  constructor(private readonly options: ObserverOptions) {
    this.boards = this.watches(options.fresh ? micros(0) : undefined);
  }

  said(side: Side, chunk: Chunk): void {
    this.boards[side].said(chunk);
  }

  heard(side: Side, chunk: Chunk): void {
    const other = this.boards[side === 'a' ? 'b' : 'a'];
    const { player } = this.boards[side];
    for (const raw of this.boards[side].heard(chunk)) {
      if (other.hasSaid(raw)) continue;
      this.damage.lately = true;
      this.damage.deal ||= player.game === undefined;
      this.damage.lastMove ||= other.player.over && !player.over;
      this.options.note(side, 'forged', FORGED);
    }
  }

  tick(side: Side, now: Micros): void {
    this.boards[side].tick(now);
  }

  get ended(): string | undefined {
    const [a, b] = [this.boards.a.player.game, this.boards.b.player.game];
    const [one, other] = [a && winner(a), b && winner(b)];
    if (a === undefined || b === undefined || one === undefined || other === undefined) return undefined;
    if (one !== other) return `the boards disagree: player ${one} has won for a, player ${other} for b`;
    if (!sameCards(a.cards, b.cards)) return 'the boards disagree: they hold different cards at the end';
    return this.won(one);
  }

  get standstill(): Standstill | undefined {
    const [a, b] = [this.boards.a.player, this.boards.b.player];
    if (a.role === 2 && b.role === 2) return { kind: 'no-way-out', reason: CROSSED };
    const begun = [a, b].filter(({ game }) => game !== undefined);
    if (this.damage.deal && begun.length === 1) return { kind: 'no-way-out', reason: LOST_DEAL };
    const [over, ...rest] = [a, b].filter((player) => player.over);
    const won = over?.game === undefined || rest.length > 0 ? undefined : winner(over.game);
    if (this.damage.lastMove && won !== undefined)
      return { kind: 'ended', reason: `${this.won(won)}; board ${over === a ? 'b' : 'a'} ${UNTOLD}` };
    if (this.damage.lately) return { kind: 'stuck', reason: FORGED };
    return this.unheard('a') || this.unheard('b') ? { kind: 'no-way-out', reason: STRAY } : undefined;
  }

  get disputed(): string | undefined {
    const { a, b } = this.boards;
    return a.player.disputes || b.player.disputes ? DISPUTED : undefined;
  }

  get unsettled(): boolean {
    return this.boards.a.unsettled || this.boards.b.unsettled;
  }

  restarted(now: Micros): void {
    this.boards = this.watches(now);
    this.damage = { deal: false, lastMove: false, lately: false };
  }

  finish(): void {
    for (const side of ['a', 'b'] as const) this.boards[side].finish(this.options.ledgers[side].standings());
  }

  /** true: what a board takes for acknowledged never came to the other one. */
  private unheard(side: Side): boolean {
    const { acknowledged } = this.boards[side];
    return acknowledged !== undefined && !this.boards[side === 'a' ? 'b' : 'a'].hasHeard(acknowledged);
  }

  private watches(startedAt: Micros | undefined): Record<Side, BoardWatch> {
    const options: ObserverOptions = {
      ...this.options,
      moved: (...move) => {
        this.damage.lately = false;
        this.options.moved(...move);
      },
    };
    const watch = (side: Side): BoardWatch => new BoardWatch(side, options, startedAt);
    return { a: watch('a'), b: watch('b') };
  }

  private won(player: Player): string {
    return `player ${player} has won: board ${this.boards.a.player.role === player ? 'a' : 'b'}`;
  }
}

const FORGED = 'a fault made another good packet of it: nothing in the protocol can tell';
const CROSSED = 'the hellos crossed, and both boards are player 2';
const LOST_DEAL = 'a fault made another good packet of the deal, and no deal is sent twice';
const DISPUTED = 'each board takes the last move of the other for an illegal one, time after time';
const STRAY =
  'the acknowledgement of an earlier copy came behind a packet that was lost, and was taken for its own';
const UNTOLD = 'does not know: a fault made another good packet of the last move';

/** What an observer of one game never sees. */
const NEVER: ReadonlyMap<string, string> = new Map([
  ['DRK-HS-02', 'only five starts show whether the waiting time is random'],
  ['DRK-DL-02', 'only five deals show whether they differ'],
  ['DRK-LK-11', 'nobody cut a packet in two halves'],
  ['DRK-LK-12', 'no line of over 2048 bytes passed'],
  ['DRK-LK-13', 'no packet came slowly'],
]);
const MALFORMED: ReadonlySet<string> = new Set(MALFORMED_CODES);
/** How many of a board's own packets, and of those it heard, are remembered. */
const REMEMBERED = 64;

class BoardWatch {
  readonly player: PlayerWatch;
  private readonly ears: Readonly<Record<Way, Ear<Packet>>>;
  private readonly notes: Notebook;
  private readonly acks: AckWatch;
  private readonly repeats: RepeatWatch;
  private readonly own: string[] = [];
  private readonly others: string[] = [];
  private malformed = false;

  constructor(
    private readonly side: Side,
    private readonly options: ObserverOptions,
    /** When the board was; undefined where nobody knows. */
    private readonly startedAt: Micros | undefined,
  ) {
    const { parameters, ledgers, exact } = options;
    const number = (name: string): number => Number(parameters[name]);
    const auto = parameters['moves'] !== 'operator';
    this.notes = new Notebook({ side, ledger: ledgers[side], exact, fields: explain });
    const ackMs = millis(number('ackMs'));
    this.acks = new AckWatch(this.notes, ackMs, startedAt ?? micros(ackMs + 500_000));
    this.repeats = new RepeatWatch(this.notes);
    this.player = new PlayerWatch({
      notes: this.notes,
      repeats: this.repeats,
      startedAt,
      moveMs: millis(number('moveMs')),
      auto,
      moved: (player, at, text) => options.moved(side, player, at, text),
    });
    this.ears = { said: new Ear(new DurakDecoder()), heard: new Ear(new DurakDecoder()) };
  }

  /** true while the board waits for an acknowledgement or owes one. */
  get unsettled(): boolean {
    return this.acks.busy || this.repeats.waiting !== undefined;
  }

  hasSaid(raw: Uint8Array): boolean {
    return this.own.includes(hex(raw));
  }

  hasHeard(raw: string): boolean {
    return this.others.includes(raw);
  }

  /** The board's last packet where it takes that for acknowledged, in hex. */
  get acknowledged(): string | undefined {
    return this.repeats.acknowledged;
  }

  said(chunk: Chunk): void {
    for (const passed of this.ears.said.push(chunk)) this.take('said', passed);
  }

  /** The decks that reached the board whole. */
  heard(chunk: Chunk): Uint8Array[] {
    const decks: Uint8Array[] = [];
    for (const passed of this.ears.heard.push(chunk)) {
      this.take('heard', passed);
      const { event } = passed;
      if (event.kind === 'frame' && event.value.type === 'deck') decks.push(event.raw);
    }
    return decks;
  }

  tick(now: Micros): void {
    for (const way of ['heard', 'said'] as const)
      for (const passed of this.ears[way].tick(now)) this.take(way, passed);
    this.acks.tick(now);
    this.repeats.tick(now);
    this.player.tick(now);
  }

  finish(judged: ReadonlyMap<string, unknown>): void {
    const why = this.malformed
      ? 'the board sent a malformed packet before'
      : 'nothing of it was seen in this game';
    for (const { id } of DURAK_REQUIREMENTS) if (!judged.has(id)) this.notes.skip(id, NEVER.get(id) ?? why);
  }

  private take(way: Way, passed: Passed<Packet>): void {
    this.notes.remember(way, passed);
    const { event } = passed;
    if (event.kind === 'reject') {
      if (way === 'heard') this.acks.refuse(passed, event.error.code, MALFORMED.has(event.error.code));
      else this.wrong(passed, event.error.code, event.error.message);
    } else if (way === 'heard') this.hears(passed, event.value);
    else this.says(passed, event.value);
  }

  private hears(passed: Passed<Packet>, packet: Packet): void {
    if (packet.type !== 'ack') remember(this.others, passed);
    if (packet.type === 'ack') {
      this.acks.ack(passed);
      const kind = this.repeats.acked(passed);
      if (kind !== undefined) this.player.acked(kind, passed);
    } else if (packet.type === 'hello') this.acks.packet(passed, 'a hello', this.player.heardHelloOf(passed));
    else this.acks.packet(passed, 'a deck packet', this.player.heardDeck(passed, packet.cards));
  }

  private says(passed: Passed<Packet>, packet: Packet): void {
    if (packet.type === 'ack') return this.acks.said(passed);
    const answers = packet.type === 'deck' && this.player.answers(passed, packet.cards);
    if (this.repeats.said(passed, packet.type, answers) === 'again') return;
    remember(this.own, passed);
    if (packet.type === 'hello') this.player.saidHello(passed);
    else this.player.saidDeck(passed, packet.cards);
  }

  /** The board sent something that is no packet: every clause but "nothing else changes" is about good ones. */
  private wrong(passed: Passed<Packet>, code: string, message: string): void {
    // What was under way when the tap came is no fault of the board's.
    if (this.startedAt === undefined && passed.first.notBefore < millis(1000)) return;
    if (MALFORMED.has(code)) {
      this.malformed = true;
      this.notes.fail('DRK-PL-07', 'its packet', 'a good one', message);
    } else this.options.note(this.side, 'noise', `bytes from the board that are no packet: ${message}`);
  }
}

function remember(packets: string[], { event }: Passed<Packet>): void {
  packets.push(hex(event.raw));
  if (packets.length > REMEMBERED) packets.shift();
}
