/** A bench for tests: one GM67 by itself, asked byte by byte on a clock of the bench's own. */
import { commands, decodeReply } from '../../../../protocols/gm67/gm67';
import {
  hostCommand,
  type CommandBody,
  type Reply,
  type Symbology,
} from '../../../../protocols/gm67/message';
import { PARAMETER, TRIGGER } from '../../../../protocols/gm67/parameters';
import { millis } from '../../../../protocols/time';
import { BoardBench, type BoardBenchOptions } from '../../testing/board-bench';
import { GM67_BOARD } from '../board';

const LINK = GM67_BOARD.links[0]?.name ?? '';
const QUIET = millis(230);

export interface Heard {
  /** Microseconds, of the first byte. */
  readonly at: number;
  readonly hex: string;
}

export class GmBench {
  private readonly bench: BoardBench;
  private readonly codec = commands();

  constructor(options: BoardBenchOptions = {}) {
    this.bench = new BoardBench(GM67_BOARD, options);
  }

  get now(): number {
    return this.bench.now;
  }

  get sentAt(): number {
    return this.bench.sentAt;
  }

  get rx(): readonly Heard[] {
    return this.bench.rx.map(({ at, bytes }) => ({ at, hex: toHex(bytes) }));
  }

  wakeAt(): number | undefined {
    return this.bench.wakeAt();
  }

  send(what: string | Uint8Array): this {
    this.bench.sendOn(LINK, typeof what === 'string' ? fromHex(what) : what);
    return this;
  }

  advance(span: number): this {
    this.bench.advance(span);
    return this;
  }

  powerOn(): this {
    this.bench.powerOn();
    return this;
  }

  /** Sends, waits until any answer has come, and gives the bytes that were said. */
  ask(what: string | Uint8Array, quiet: number = QUIET): string {
    const from = this.bench.rx.length;
    this.send(what).advance(quiet);
    return this.since(from);
  }

  command(body: CommandBody, status = 0): string {
    return this.ask(this.codec.encode(hostCommand(body, status)));
  }

  write(number: number, value: number): string {
    return this.command({ type: 'write', prefix: 0, number, value });
  }

  /** The value of a parameter; throws where the reply is none. */
  read(number: number): number {
    const reply = replyOf(this.command({ type: 'read', number }));
    if (reply.type !== 'value') throw new Error(`${reply.type} instead of a value`);
    return reply.value;
  }

  hostMode(): this {
    this.write(PARAMETER.trigger, TRIGGER.host);
    return this;
  }

  packetMode(): this {
    this.write(PARAMETER.packet, 1);
    return this;
  }

  /** Shows a code and gives the bytes said within `quiet`. */
  show(payload: string | Uint8Array, symbology: Symbology = 'datamatrix', quiet: number = QUIET): string {
    const from = this.bench.rx.length;
    this.bench.show(symbology, typeof payload === 'string' ? fromHex(payload) : payload);
    this.advance(quiet);
    return this.since(from);
  }

  private since(from: number): string {
    return this.bench.rx
      .slice(from)
      .map(({ bytes }) => toHex(bytes))
      .join(' ');
  }
}

/** The one reply that these bytes are. */
export function replyOf(hex: string): Reply {
  return decodeReply(fromHex(hex));
}

export function fromHex(hex: string): Uint8Array {
  return Uint8Array.from(Buffer.from(hex.replaceAll(' ', ''), 'hex'));
}

export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).toUpperCase().padStart(2, '0')).join(' ');
}
