/** The host's link over a virtual network: a TCP connection's bytes, or a UDP socket's datagrams. */
import type { Micros } from '../../../protocols/time';
import { ReceiveQueue } from '../../links/receive-queue';
import { LinkError, type Link } from '../../links/link';
import type { Chunk } from '../../../protocols/chunk';
import { receiveAtOnce } from './receive-at-once';
import type { NetConnection, NetEnd, NetLine } from './net-line';
import type { VirtualClock } from './virtual-clock';

export interface NetLinkOptions {
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
