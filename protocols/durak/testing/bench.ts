/** A bench for tests: one Durak board that gets packets, hex or bytes. */
import type { Packet } from '../wire/packet';
import { encode } from '../wire/wire';
import { decode } from './decode';
import type { Deck } from '../wire/packet';
import { millis } from '../../time';
import type { BoardKind } from '../../../devices/virtual/engine/board';
import { BoardBench, fromHex } from '../../../devices/virtual/testing/board-bench';
import type { BoardBenchOptions, RxBytes } from '../../../devices/virtual/testing/board-bench';
import { DURAK_BOARD } from './parts';

const LINK = 'main';
/** Bytes in a millisecond. */
const PIECE_LENGTH = 11;

export interface BenchOptions extends BoardBenchOptions {
  readonly kind?: BoardKind;
}

export class DurakBench extends BoardBench {
  constructor({ kind = DURAK_BOARD, ...options }: BenchOptions = {}) {
    super(kind, options);
  }

  /** Puts a packet, hex text or bytes on the line. */
  send(what: Packet | string | Uint8Array): this {
    return this.sendOn(LINK, bytesOf(what), PIECE_LENGTH);
  }

  /** Puts bytes on the line one at a time, with `pause` milliseconds after each. */
  trickle(what: Packet | string | Uint8Array, pause: number): this {
    for (const byte of bytesOf(what)) this.send(Uint8Array.of(byte)).wait(pause);
    return this;
  }

  /** Lets time pass, in milliseconds. */
  wait(span: number): this {
    return this.advance(millis(span));
  }

  /** Sends, gives the board 30 ms to acknowledge, and returns the bytes that came by then. */
  ask(what: Packet | string | Uint8Array): string {
    const from = this.rx.length;
    return this.send(what).wait(30).since(from);
  }

  /** The first reception within `most` milliseconds that `wanted` accepts; waits no longer than needed. */
  next(wanted: (received: RxBytes) => boolean, most = 2500): RxBytes | undefined {
    const end = this.now + millis(most);
    for (let from = this.rx.length; ; from = this.rx.length) {
      const wake = this.board.wakeAt();
      if (wake === undefined || wake > end) break;
      this.advance(Math.max(0, wake - this.now));
      const found = this.rx.slice(from).find(wanted);
      if (found !== undefined) return found;
    }
    this.advance(Math.max(0, end - this.now));
    return undefined;
  }
}

function bytesOf(what: Packet | string | Uint8Array): Uint8Array {
  return typeof what === 'string' || what instanceof Uint8Array ? fromHex(what) : encode(what);
}

/** The packet in these bytes; undefined if they are none. */
function packetOf({ bytes }: RxBytes): Packet | undefined {
  try {
    return decode(bytes);
  } catch {
    return undefined;
  }
}

export function isHello(received: RxBytes): boolean {
  return packetOf(received)?.type === 'hello';
}

export function isDeck(received: RxBytes): boolean {
  return cardsOf(received) !== undefined;
}

/** The cards of a deck packet; undefined for other bytes. */
export function cardsOf(received: RxBytes): Deck | undefined {
  const packet = packetOf(received);
  return packet?.type === 'deck' ? packet.cards : undefined;
}
