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
import { winner } from '../../protocols/durak/rules';
import { micros, millis, type Micros } from '../../protocols/time';
import { hex } from '../channel';
import { AckWatch } from './durak-acks';
import { PlayerWatch } from './durak-player';
import { RepeatWatch } from './durak-repeats';
import { Ear, type Passed } from './ear';
import { Notebook, type Way } from './notebook';
import type { Observer, ObserverOptions } from './observer';

export function durakObserver(options: ObserverOptions): Observer {
  return new DurakObserver(options);
}

class DurakObserver implements Observer {
  private readonly boards: Readonly<Record<Side, BoardWatch>>;
  private forged: string | undefined;

  constructor(private readonly options: ObserverOptions) {
    this.boards = { a: new BoardWatch('a', options), b: new BoardWatch('b', options) };
  }

  said(side: Side, chunk: Chunk): void {
    this.boards[side].said(chunk);
  }

  heard(side: Side, chunk: Chunk): void {
    const other = side === 'a' ? 'b' : 'a';
    for (const raw of this.boards[side].heard(chunk)) {
      if (this.boards[other].hasSaid(raw)) continue;
      const detail = 'a fault made another good packet of it: nothing in the protocol can tell';
      this.forged = detail;
      this.options.note(side, 'forged', detail);
    }
  }

  tick(side: Side, now: Micros): void {
    this.boards[side].tick(now);
  }

  get ended(): string | undefined {
    const [a, b] = [this.boards.a.player.game, this.boards.b.player.game];
    const [one, other] = [a && winner(a), b && winner(b)];
    if (one === undefined || other === undefined) return undefined;
    if (one !== other) return `the boards disagree: player ${one} has won for a, player ${other} for b`;
    return `player ${one} has won: board ${this.boards.a.player.role === one ? 'a' : 'b'}`;
  }

  get stuck(): string | undefined {
    if (this.boards.a.player.role === 2 && this.boards.b.player.role === 2)
      return 'the hellos crossed, and both boards are player 2';
    return this.forged;
  }

  get unsettled(): boolean {
    return this.boards.a.unsettled || this.boards.b.unsettled;
  }

  finish(): void {
    for (const side of ['a', 'b'] as const) this.boards[side].finish(this.options.ledgers[side].standings());
  }
}

/** What an observer of one game never sees. */
const NEVER: ReadonlyMap<string, string> = new Map([
  ['DRK-HS-02', 'only five starts show whether the waiting time is random'],
  ['DRK-DL-02', 'only five deals show whether they differ'],
  ['DRK-LK-11', 'nobody cut a packet in two halves'],
  ['DRK-LK-12', 'no line of over 2048 bytes passed'],
  ['DRK-LK-13', 'no packet came slowly'],
]);
const MALFORMED: ReadonlySet<string> = new Set(MALFORMED_CODES);
/** How many of a board's own packets are remembered, to tell a forged one. */
const REMEMBERED = 64;

class BoardWatch {
  readonly player: PlayerWatch;
  private readonly ears: Readonly<Record<Way, Ear<Packet>>>;
  private readonly notes: Notebook;
  private readonly acks: AckWatch;
  private readonly repeats: RepeatWatch;
  private readonly own: string[] = [];
  private malformed = false;

  constructor(
    private readonly side: Side,
    private readonly options: ObserverOptions,
  ) {
    const { parameters, ledgers, fresh, exact } = options;
    const number = (name: string): number => Number(parameters[name]);
    const auto = parameters['moves'] !== 'operator';
    this.notes = new Notebook({ side, ledger: ledgers[side], exact, fields: explain });
    const ackMs = millis(number('ackMs'));
    this.acks = new AckWatch(this.notes, ackMs, micros(fresh ? 0 : ackMs + 500_000));
    this.repeats = new RepeatWatch(this.notes);
    this.player = new PlayerWatch({
      notes: this.notes,
      repeats: this.repeats,
      startedAt: fresh ? micros(0) : undefined,
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
    this.own.push(hex(passed.event.raw));
    if (this.own.length > REMEMBERED) this.own.shift();
    if (packet.type === 'hello') this.player.saidHello(passed);
    else this.player.saidDeck(passed, packet.cards);
  }

  /** The board sent something that is no packet: every clause but "nothing else changes" is about good ones. */
  private wrong(passed: Passed<Packet>, code: string, message: string): void {
    // What was under way when the tap came is no fault of the board's.
    if (!this.options.fresh && passed.first.notBefore < millis(1000)) return;
    if (MALFORMED.has(code)) {
      this.malformed = true;
      this.notes.fail('DRK-PL-07', 'its packet', 'a good one', message);
    } else this.options.note(this.side, 'noise', `bytes from the board that are no packet: ${message}`);
  }
}
