/**
 * The host's links to a virtual board: over a serial line, or over a network, whose links carry a TCP connection's bytes or a UDP socket's
 * datagrams. Where nothing else of the host is due, transfers take no turn of the event loop.
 */
import { LinkError, type LineState, type Link } from '../../links/link';
import { HostLink, type HostLinkOptions } from '../../links/host-link';
import { byteTimeOf } from '../../host-timing/line-pace';
import type { Micros } from '../../../protocols/time';
import type { Chunk } from '../../../protocols/chunk';
import type { HostEnd, VirtualLine } from './simulation';
import type { VirtualClock } from './virtual-clock';
import { ReceiveQueue } from '../../links/receive-queue';
import type { NetConnection, NetEnd, NetLine } from './net-line';

interface LineLinkOptions extends HostLinkOptions {
  readonly clock: VirtualClock;
  readonly baud: number;
}

/** Opens the line `name` of a simulation, `undefined` if it has none. Rejects with {@link LinkError} `missing`. */
export function openLineLink(options: LineLinkOptions, line: VirtualLine | undefined): Promise<Link> {
  const { name } = options;
  if (line === undefined)
    return Promise.reject(new LinkError(name, 'missing', `the virtual board has no link '${name}'`));
  return Promise.resolve(new LineLink(options, line));
}

class LineLink extends HostLink implements HostEnd {
  private readonly virtual: VirtualClock;
  private state: LineState = { dtr: true, rts: true, brk: false };

  constructor(
    options: LineLinkOptions,
    private readonly line: VirtualLine,
  ) {
    super(options, { pressure: () => undefined, byteTime: byteTimeOf(options, 'line') });
    this.virtual = options.clock;
    line.setBaud(options.baud);
    line.attach(this);
  }

  readonly atOnce = {
    send: (bytes: Uint8Array): Chunk | Promise<Chunk> => {
      if (!this.isFree) return this.send(bytes);
      const notBefore = this.clock.now();
      const end = this.line.send(new Uint8Array(bytes));
      const hasLeft = this.virtual.pass(end, () => this.received.end !== undefined);
      if (hasLeft && this.received.end === undefined) return this.txChunk(bytes, notBefore);
      return this.until(end).then(() => this.txChunk(bytes, notBefore));
    },
    receive: (deadline: Micros): Chunk | undefined | Promise<Chunk | undefined> =>
      receiveAtOnce(this.received, this.virtual, deadline),
  };

  protected put(bytes: Uint8Array): Promise<void> {
    return this.until(this.line.send(new Uint8Array(bytes)));
  }

  override lines(state: LineState): Promise<void> {
    if (this.received.end !== undefined) return Promise.reject(this.received.end);
    this.state = { ...this.state, ...state };
    this.line.drive(this.state);
    return Promise.resolve();
  }

  close(): Promise<void> {
    if (this.received.end === undefined) this.line.attach(undefined);
    this.failClosed();
    return Promise.resolve();
  }

  override deliver(bytes: Uint8Array): boolean {
    return super.deliver(bytes);
  }

  unplugged(): void {
    this.failLost('the cable was pulled');
  }
}

/** The next bytes of a queue, or undefined at `deadline`; a promise of them where the host has something else to do first. */
function receiveAtOnce(
  queue: ReceiveQueue,
  clock: VirtualClock,
  deadline: Micros,
): Chunk | undefined | Promise<Chunk | undefined> {
  const come = queue.tryReceive();
  if (come !== undefined) return come;
  const isOpen = queue.end === undefined && !queue.isAwaited;
  if (!isOpen || !clock.pass(deadline, queue.isDecided)) return queue.receive(deadline);
  return queue.tryReceive() ?? (queue.end === undefined ? undefined : queue.receive(deadline));
}

interface NetLinkOptions {
  readonly name: string;
  readonly url: string;
  readonly clock: VirtualClock;
  readonly line: NetLine;
}

/** Resolves once the connection is established. Rejects with {@link LinkError} `refused` while the cable is pulled. */
export async function openNetLink({ name, url, clock, line }: NetLinkOptions): Promise<Link> {
  const link = new NetLink(name, url, clock);
  const connection = line.open(link);
  if (connection === undefined)
    throw new LinkError(name, 'refused', `cannot connect to ${url}: the cable was pulled`);
  link.connection = connection;
  await clock.until(connection.openAt);
  return link;
}

class NetLink implements Link, NetEnd {
  connection: NetConnection | undefined;
  private readonly receiveQueue: ReceiveQueue;

  constructor(
    readonly name: string,
    readonly url: string,
    readonly clock: VirtualClock,
  ) {
    // A virtual board sends little by itself, so the queue needs no back-pressure.
    this.receiveQueue = new ReceiveQueue(clock, () => undefined);
  }

  readonly atOnce = {
    send: (bytes: Uint8Array): Chunk | Promise<Chunk> => {
      if (this.receiveQueue.end !== undefined) return Promise.reject(this.receiveQueue.end);
      this.connection?.send(bytes);
      const now = this.clock.now();
      return { direction: 'tx', bytes, notBefore: now, notAfter: now, lastNotBefore: now };
    },
    receive: (deadline: Micros): Chunk | undefined | Promise<Chunk | undefined> =>
      receiveAtOnce(this.receiveQueue, this.clock, deadline),
  };

  send(bytes: Uint8Array): Promise<Chunk> {
    return Promise.resolve(this.atOnce.send(bytes));
  }

  receive(deadline: Micros): Promise<Chunk | undefined> {
    return this.receiveQueue.receive(deadline);
  }

  lines(): Promise<void> {
    return Promise.reject(new LinkError(this.name, 'unsupported', `${this.url} has no modem lines to drive`));
  }

  close(): Promise<void> {
    this.receiveQueue.fail(new LinkError(this.name, 'closed', `link ${this.name} is closed`));
    this.connection?.close();
    return Promise.resolve();
  }

  deliver(bytes: Uint8Array): boolean {
    const now = this.clock.now();
    return this.receiveQueue.deliver(bytes, now, now);
  }

  ended(reason: string): boolean {
    return this.receiveQueue.fail(
      new LinkError(this.name, 'lost', `link ${this.name} (${this.url}) was lost: ${reason}`),
    );
  }
}
