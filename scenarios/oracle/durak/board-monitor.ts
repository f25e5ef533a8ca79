/** Watches one Durak board: gives its packets in both directions to the monitors of its parts. */
import type { Chunk, Direction } from '../../../protocols/chunk';
import { DurakDecoder } from '../../../protocols/durak/decoder';
import { MALFORMED_CODES } from '../../../protocols/durak/faults';
import type { Packet } from '../../../protocols/durak/packet';
import { DURAK_REQUIREMENTS } from '../../../protocols/durak/requirements';
import type { FrameEvent } from '../../../protocols/frame';
import { micros, millis, type Micros } from '../../../protocols/time';
import type { Parameters } from '../../../protocols/requirement';
import { hex } from '../../bench/channel';
import { AcknowledgementMonitor } from './acknowledgement-monitor';
import { PlayerMonitor } from './player-monitor';
import { RepetitionMonitor, type PacketKind } from './repetition-monitor';
import { TimedDecoder, type TimedEvent } from '../../../protocols/monitor/timed-decoder';
import type { VerdictRecorder } from '../verdict-recorder';

/** Clauses that a monitor of one game never sees. */
const NEVER: ReadonlyMap<string, string> = new Map([
  ['DRK-HS-02', 'only five starts show whether the waiting time is random'],
  ['DRK-DL-02', 'only five deals show whether they differ'],
  ['DRK-LK-11', 'nobody cut a packet in two halves'],
  ['DRK-LK-12', 'no line of over 2048 bytes passed'],
  ['DRK-LK-13', 'no packet came slowly'],
]);
const MALFORMED: ReadonlySet<string> = new Set(MALFORMED_CODES);
/** How many sent and received packets are remembered. */
const REMEMBERED = 64;

export interface BoardMonitorOptions {
  readonly recorder: VerdictRecorder;
  readonly parameters: Parameters;
  /** When the board was started; undefined: unknown. */
  readonly startedAt: Micros | undefined;
  /** When the monitor began. */
  readonly since: Micros;
  /** See PlayerOptions. */
  readonly infers: boolean;
  readonly recordsResets: boolean;
  /** Gets each line before it is judged. */
  readonly onEvent?: (direction: Direction, event: FrameEvent<Packet>) => void;
  readonly moved: (player: number, at: Micros, text: string) => void;
  readonly note: (event: string, detail: string) => void;
}

export class BoardMonitor {
  readonly player: PlayerMonitor;
  private readonly decoders: Readonly<Record<Direction, TimedDecoder<Packet>>>;
  private readonly recorder: VerdictRecorder;
  private readonly acks: AcknowledgementMonitor;
  private readonly repeats: RepetitionMonitor;
  private readonly sentPackets: string[] = [];
  private readonly receivedPackets: string[] = [];
  private malformed = false;

  constructor(private readonly options: BoardMonitorOptions) {
    const { parameters, startedAt, since, moved, infers, recordsResets } = options;
    const number = (name: string): number => Number(parameters[name]);
    const auto = parameters['moves'] !== 'operator';
    this.recorder = options.recorder;
    const ackMs = millis(number('ackMs'));
    this.acks = new AcknowledgementMonitor(
      this.recorder,
      ackMs,
      startedAt ?? micros(since + ackMs + 500_000),
    );
    this.repeats = new RepetitionMonitor(this.recorder);
    this.player = new PlayerMonitor({
      recorder: this.recorder,
      repeats: this.repeats,
      startedAt,
      moveMs: millis(number('moveMs')),
      auto,
      infers,
      recordsResets,
      moved,
    });
    this.decoders = { rx: new TimedDecoder(new DurakDecoder()), tx: new TimedDecoder(new DurakDecoder()) };
  }

  /** true while the board waits for an acknowledgement, or has to send one. */
  get unsettled(): boolean {
    return this.acks.busy || this.repeats.waiting !== undefined;
  }

  /** When something due counts as missing; undefined: nothing is due. */
  get dueAt(): Micros | undefined {
    const times = [this.acks.dueAt, this.player.dueAt].filter((time) => time !== undefined);
    return times.length === 0 ? undefined : micros(Math.min(...times));
  }

  /** The board's packet that waits for an acknowledgement. */
  get waiting(): PacketKind | undefined {
    return this.repeats.waiting;
  }

  /** An acknowledgement that the board should have sent by now: a later error may follow from it. */
  overdue(now: Micros): ReturnType<AcknowledgementMonitor['overdue']> {
    return this.acks.overdue(now);
  }

  hasSent(raw: Uint8Array): boolean {
    return this.sentPackets.includes(hex(raw));
  }

  hasReceived(raw: string): boolean {
    return this.receivedPackets.includes(raw);
  }

  /** The board's last packet in hex, if the board counts it as acknowledged. */
  get acknowledged(): string | undefined {
    return this.repeats.acknowledged;
  }

  rx(chunk: Chunk): void {
    for (const passed of this.decoders.rx.push(chunk)) this.take('rx', passed);
  }

  /** The decks that reached the board complete. */
  tx(chunk: Chunk): Uint8Array[] {
    const decks: Uint8Array[] = [];
    for (const passed of this.decoders.tx.push(chunk)) {
      this.take('tx', passed);
      const { event } = passed;
      if (event.kind === 'frame' && event.value.type === 'deck') decks.push(event.raw);
    }
    return decks;
  }

  tick(now: Micros): void {
    for (const direction of ['tx', 'rx'] as const)
      for (const passed of this.decoders[direction].tick(now)) this.take(direction, passed);
    this.acks.tick(now);
    this.repeats.tick(now);
    this.player.tick(now);
  }

  finish(judged: ReadonlyMap<string, unknown>): void {
    const why = this.malformed
      ? 'the board sent a malformed packet before'
      : 'nothing of it was seen in this game';
    for (const { id } of DURAK_REQUIREMENTS)
      if (!judged.has(id)) this.recorder.skip(id, NEVER.get(id) ?? why);
  }

  private take(direction: Direction, passed: TimedEvent<Packet>): void {
    this.recorder.remember(direction, passed);
    const { event } = passed;
    this.options.onEvent?.(direction, event);
    if (event.kind === 'reject') {
      if (direction === 'tx') this.txReject(passed, event.error.code);
      else this.rxReject(passed, event.error.code, event.error.message);
    } else if (direction === 'tx') this.txPacket(passed, event.value);
    else this.rxPacket(passed, event.value);
  }

  private txReject(passed: TimedEvent<Packet>, code: string): void {
    const malformed = MALFORMED.has(code);
    this.acks.refuse(passed, code, malformed);
    if (malformed) this.player.txNoEffect('DRK-LK-06');
  }

  private txPacket(passed: TimedEvent<Packet>, packet: Packet): void {
    if (packet.type !== 'ack') remember(this.receivedPackets, passed);
    if (packet.type === 'ack') {
      const { precedingClause } = this.acks;
      this.acks.ack(passed);
      const kind = this.repeats.acked(passed, precedingClause);
      if (kind !== undefined) this.player.acked(kind, passed);
    } else if (packet.type === 'hello') this.acks.packet(passed, 'a hello', this.player.txHello(passed));
    else {
      const clauses = this.player.txDeck(passed, packet.cards, this.acks.precedingClause);
      this.acks.packet(passed, 'a deck packet', clauses);
    }
  }

  private rxPacket(passed: TimedEvent<Packet>, packet: Packet): void {
    if (packet.type === 'ack') return this.acks.rx(passed);
    const answers = packet.type === 'deck' && this.player.answers(passed, packet.cards);
    if (this.repeats.rx(passed, packet.type, answers) === 'again') return;
    remember(this.sentPackets, passed);
    if (packet.type === 'hello') this.player.rxHello(passed);
    else this.player.rxDeck(passed, packet.cards);
  }

  /**
   * The board sent something that is no packet. Only "nothing else changes" applies: all other clauses are about good
   * packets.
   */
  private rxReject(passed: TimedEvent<Packet>, code: string, message: string): void {
    // What began before the tap is no fault of the board.
    const { startedAt, since, note } = this.options;
    if (startedAt === undefined && passed.first.notBefore < since + millis(1000)) return;
    if (code === 'no-ack' && this.acks.garbled(passed.event.raw)) return;
    if (MALFORMED.has(code)) {
      this.malformed = true;
      this.recorder.fail('DRK-PL-07', 'its packet', 'a good one', message, { kind: 'malformed' });
    } else note('noise', `bytes from the board that are no packet: ${message}`);
  }
}

function remember(packets: string[], { event }: TimedEvent<Packet>): void {
  packets.push(hex(event.raw));
  if (packets.length > REMEMBERED) packets.shift();
}
