/**
 * What bytes travel by. A link is opened by its own factory, used by one owner, and closed once.
 */
import type { Clock } from '../clock/clock';
import type { ErrorBudget } from '../host-timing/error-budget';
import type { Micros } from '../../protocols/time';

export type Direction = 'tx' | 'rx';

/**
 * What carries a link's bytes. serial: a permanent line, or a program's terminal. tcp: a connection, whose beginning and
 * end the far end sees. udp: a socket with a source port of its own; every send and every chunk is one datagram.
 */
export type LinkBinding = 'serial' | 'tcp' | 'udp';

/**
 * Bytes on the wire and what is known of when: all of them passed between `notBefore` and `notAfter`.
 * tx is host to board, rx board to host.
 */
export interface Chunk {
  readonly direction: Direction;
  readonly bytes: Uint8Array;
  readonly notBefore: Micros;
  readonly notAfter: Micros;
  /**
   * The earliest that the last byte can have passed; later than `notBefore` where the wire's pace is known, or where what
   * may have kept these bytes kept what follows them just as long.
   */
  readonly lastNotBefore: Micros;
  /** So long at least, before it came, this host kept a board that it emulates from working, since its reset; 0 where left out. */
  readonly stalledSinceReset?: Micros;
}

/** Modem lines to drive; what is left out stays as it is. */
export interface LineState {
  readonly dtr?: boolean;
  readonly rts?: boolean;
  readonly brk?: boolean;
}

export interface Link {
  readonly name: string;
  /** As a person would type it: `serial:/dev/ttyUSB0?baud=115200`. */
  readonly url: string;
  readonly clock: Clock;
  /** Puts bytes on the wire; resolves when they have left. Rejects with {@link LinkError} when the link is lost or stalls. */
  send(bytes: Uint8Array): Promise<Chunk>;
  /** The next bytes, or undefined at `deadline`. Bytes that came before a loss are delivered before its {@link LinkError}. */
  receive(deadline: Micros): Promise<Chunk | undefined>;
  /** The next bytes, where some have come already: nothing is waited for. Not every link can tell. */
  tryReceive?(): Chunk | undefined;
  /** What its bounds are made of; none where times are exact. */
  readonly budget?: () => ErrorBudget;
  /**
   * The longest that this host may have kept the far end, or bytes on their way to it, standing still since then,
   * microseconds. None where the far end is a machine of its own.
   */
  readonly stallDuration?: (since: Micros) => Micros;
  /** Drives modem lines. Rejects with {@link LinkError} `unsupported` where the link has none. */
  lines(state: LineState): Promise<void>;
  /** Idempotent. */
  close(): Promise<void>;
}

/**
 * missing, busy, forbidden, refused: it could not be opened. lost: it ended by itself. stalled: a write never left.
 * closed: used after close. unsupported: this kind of link cannot do that. invalid: the URL or its settings are wrong.
 */
export type LinkFault =
  'missing' | 'busy' | 'forbidden' | 'refused' | 'lost' | 'stalled' | 'closed' | 'unsupported' | 'invalid';

/** What went wrong with a link: one line with the cause and the remedy. */
export class LinkError extends Error {
  override readonly name = 'LinkError';
  constructor(
    readonly link: string,
    readonly fault: LinkFault,
    message: string,
  ) {
    super(message);
  }
}
