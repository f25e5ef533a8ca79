/** Links carry bytes. A link is opened by its own factory, and has one owner. */
import type { Chunk } from '../../protocols/chunk';
import type { Clock } from '../clock/clock';
import type { ErrorBudget } from '../host-timing/error-budget';
import { type Micros, after } from '../../protocols/time';

/**
 * The carrier of a link. serial: a permanent line, or the terminal of a program. tcp: a connection; the far end sees
 * its beginning and its end. udp: a socket with its own source port; every send and every chunk is one datagram.
 */
export type LinkBinding = 'serial' | 'tcp' | 'udp';

/** Modem lines to drive. An absent line keeps its state. */
export interface LineState {
  readonly dtr?: boolean;
  readonly rts?: boolean;
  readonly brk?: boolean;
}

/** Each gives a promise where the link has ended, or where the host has something else to do first. */
export interface TransferAtOnce {
  readonly send: (bytes: Uint8Array) => Chunk | Promise<Chunk>;
  readonly receive: (deadline: Micros) => Chunk | undefined | Promise<Chunk | undefined>;
}

export interface Link {
  readonly name: string;
  /** As a user types it: `serial:/dev/ttyUSB0?baud=115200`. */
  readonly url: string;
  readonly clock: Clock;
  /** Resolves when the bytes have left. Rejects with {@link LinkError} when the link is lost or stalls. */
  send(bytes: Uint8Array): Promise<Chunk>;
  /** The next bytes, or undefined at `deadline`. Bytes that came before a loss are delivered before its {@link LinkError}. */
  receive(deadline: Micros): Promise<Chunk | undefined>;
  /** The next bytes if they have come already, without waiting. Some links lack it. */
  tryReceive?(): Chunk | undefined;
  /** The same transfers where virtual time passes in the call. Links in real time lack it. */
  readonly atOnce?: TransferAtOnce;
  /** The parts of its time bounds; absent if times are exact. */
  readonly budget?: () => ErrorBudget;
  /**
   * The longest time since `since` for which this host may have stalled the far end, or bytes on the way to it,
   * microseconds. 0 or absent if the far end is another machine.
   */
  readonly stallDuration?: (since: Micros) => Micros;
  /**
   * How long the far end's programs waited for a processor of this host since `since`, all waits together,
   * microseconds. The clock of a simulated board may stop that long. 0 or absent if they are unknown, or on another
   * machine.
   */
  readonly waitDuration?: (since: Micros) => Micros;
  /** The far end is a program of this host, which may be busy with work of its own. Absent: it is not, or nobody knows. */
  readonly isProgram?: boolean;
  /** Drives modem lines. Rejects with {@link LinkError} `unsupported` if the link has none. */
  lines(state: LineState): Promise<void>;
  /** Idempotent. */
  close(): Promise<void>;
}

/** What a link that wraps another has of it: where it leads, and what is known of its times. */
export function factsOf({
  name,
  url,
  clock,
  budget,
  stallDuration,
  waitDuration,
  isProgram,
}: Link): Omit<Link, 'send' | 'receive' | 'tryReceive' | 'atOnce' | 'lines' | 'close'> {
  return {
    name,
    url,
    clock,
    ...(budget === undefined ? {} : { budget }),
    ...(stallDuration === undefined ? {} : { stallDuration }),
    ...(waitDuration === undefined ? {} : { waitDuration }),
    ...(isProgram === undefined ? {} : { isProgram }),
  };
}

/**
 * missing, busy, forbidden, refused: it could not be opened. lost: it ended by itself. stalled: a write never left.
 * closed: used after close. unsupported: this kind of link cannot do that. invalid: the URL or its settings are wrong.
 */
export type LinkFault =
  'missing' | 'busy' | 'forbidden' | 'refused' | 'lost' | 'stalled' | 'closed' | 'unsupported' | 'invalid';

/** The far end of a link is gone: a program or a connection has ended. */
export function isLost(error: unknown): error is Error {
  return error instanceof LinkError && error.fault === 'lost';
}

/** An error of a link: one line with the cause and the remedy. */
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

/** A UART reads this byte while the line is at break. */
const BREAK_BYTE = Uint8Array.of(0);

/** Holds the line at break for `span`. Resolves with the chunk that was sent instead of a break, if there was one. */
export async function sendBreak(link: Link, span: Micros): Promise<Chunk | undefined> {
  try {
    await link.lines({ brk: true });
  } catch (error) {
    if (!(error instanceof LinkError) || error.fault !== 'unsupported') throw error;
    return link.send(BREAK_BYTE);
  }
  await link.clock.until(after(link.clock.now(), span));
  await link.lines({ brk: false });
  return undefined;
}
