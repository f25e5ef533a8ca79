/** A link over UDP: a socket of its own source port, one datagram a send, one datagram a chunk. */
import { createSocket, type Socket } from 'node:dgram';
import { micros, type Micros } from '../protocols/time';
import type { Clock } from './clock';
import type { ErrorBudget } from './error-budget';
import { HostStall } from './host-stall';
import { Intake } from './intake';
import { LinkError, type Chunk, type Link } from './link';
import { SendLane } from './send-lane';

export interface UdpLinkOptions {
  readonly name: string;
  readonly url: string;
  readonly clock: Clock;
  readonly host: string;
  readonly port: number;
}

/** Takes a source port. Rejects with {@link LinkError} `missing` for a host there is none of; whether anybody listens shows later. */
export function openUdpLink(options: UdpLinkOptions): Promise<Link> {
  const { name, host, port } = options;
  const socket = createSocket(host.includes(':') ? 'udp6' : 'udp4');
  return new Promise((resolve, reject) => {
    const refused = (error: NodeJS.ErrnoException): void => {
      socket.close();
      const unknown = error.code === 'ENOTFOUND' || error.code === 'EAI_AGAIN';
      reject(
        unknown
          ? new LinkError(name, 'missing', `no host named ${host}: check the spelling or give an address`)
          : new LinkError(name, 'refused', `cannot send to ${host}:${port}: ${error.message}`),
      );
    };
    socket.once('error', refused);
    // Connected, it hears nobody else, and is told when nobody is there.
    socket.connect(port, host, () => {
      socket.off('error', refused);
      resolve(new UdpLink(options, socket));
    });
  });
}

class UdpLink implements Link {
  readonly name: string;
  readonly url: string;
  readonly clock: Clock;
  private readonly intake: Intake;
  private readonly stall: HostStall;
  private readonly lane = new SendLane();
  private lastSeen = 0;
  private open = true;
  private full = false;

  constructor(
    options: UdpLinkOptions,
    private readonly socket: Socket,
  ) {
    this.name = options.name;
    this.url = options.url;
    this.clock = options.clock;
    this.stall = new HostStall(this.clock.now());
    // Datagrams know no flow control: what nobody reads is lost.
    this.intake = new Intake(this.clock, (pause) => {
      this.full = pause;
    });
    socket.on('message', (bytes) => this.arrived(bytes));
    socket.on('error', (error: NodeJS.ErrnoException) => this.lose(error));
  }

  readonly budget = (): ErrorBudget => ({ byteTime: 0, hold: 0, way: 0 });

  send(bytes: Uint8Array): Promise<Chunk> {
    return this.lane.run(async () => {
      if (this.intake.end !== undefined) throw this.intake.end;
      const notBefore = this.clock.now();
      await this.intake.orEnd((resolve, reject) => {
        this.socket.send(bytes, (error) => (error ? reject(this.lose(error)) : resolve()));
      });
      const notAfter = this.clock.now();
      this.stall.mark(notAfter);
      return { direction: 'tx', bytes, notBefore, notAfter, lastNotBefore: notBefore };
    });
  }

  receive(deadline: Micros): Promise<Chunk | undefined> {
    return this.intake.receive(deadline);
  }

  lines(): Promise<void> {
    return Promise.reject(new LinkError(this.name, 'unsupported', `${this.url} has no modem lines to drive`));
  }

  close(): Promise<void> {
    this.intake.fail(new LinkError(this.name, 'closed', `link ${this.name} is closed`));
    return this.shut();
  }

  private arrived(bytes: Uint8Array): void {
    const now = this.clock.now();
    const earliest = Math.max(this.lastSeen, now - this.stall.take(now));
    this.lastSeen = now;
    if (!this.full) this.intake.deliver(bytes, micros(earliest), now, 'even empty');
  }

  private lose(error: NodeJS.ErrnoException): LinkError {
    const reason =
      error.code === 'ECONNREFUSED'
        ? 'nothing listens there: start the board or its server first'
        : error.message;
    const lost = new LinkError(this.name, 'lost', `link ${this.name} (${this.url}) was lost: ${reason}`);
    this.intake.fail(lost);
    void this.shut();
    return this.intake.end ?? lost;
  }

  private shut(): Promise<void> {
    if (!this.open) return Promise.resolve();
    this.open = false;
    return new Promise((resolve) => this.socket.close(() => resolve()));
  }
}
