/** A bench for tests: one GM67 that gets hex, bytes or commands. */
import { commands } from '../wire/wire';
import { decodeReply } from './decode';
import { hostCommand, type CommandBody, type Reply, type Symbology } from '../wire/message';
import { PARAMETER, TRIGGER } from '../wire/parameters';
import { millis } from '../../time';
import { BoardBench, fromHex, type BoardBenchOptions } from '../../../devices/virtual/testing/board-bench';
import { GM67_BOARD } from './parts';

const LINK = GM67_BOARD.links[0]?.name ?? '';
/** Longer than any pause inside a frame surely is. */
const QUIET = millis(260);

export const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8];
export const BYTE_US = 10e6 / 9600;

export class GmBench extends BoardBench {
  private readonly codec = commands();

  constructor(options?: BoardBenchOptions) {
    super(GM67_BOARD, options);
  }

  send(what: string | Uint8Array): this {
    return this.sendOn(LINK, fromHex(what));
  }

  /** Sends, waits until any answer has come, and returns its bytes. */
  ask(what: string | Uint8Array, quiet: number = QUIET): string {
    const from = this.rx.length;
    return this.send(what).advance(quiet).since(from);
  }

  command(body: CommandBody, status = 0): string {
    return this.ask(this.codec.encode(hostCommand(body, status)));
  }

  write(number: number, value: number): string {
    return this.command({ type: 'write', prefix: 0, number, value });
  }

  /** The value of a parameter; throws for another reply. */
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

  /** Shows a code and gives the bytes that come within `quiet`. */
  show(payload: string | Uint8Array, symbology: Symbology = 'datamatrix', quiet: number = QUIET): string {
    const from = this.rx.length;
    return this.present(symbology, fromHex(payload)).advance(quiet).since(from);
  }
}

/** The only reply in these bytes. */
export function replyOf(hex: string): Reply {
  return decodeReply(fromHex(hex));
}
