/** A link over a TCP connection: a board behind a terminal server, a simulator, a game server. */
import type { Socket } from 'node:net';
import { after, micros, millis, type Micros } from '../protocols/time';
import type { Clock } from './clock';
import type { ErrorBudget } from './error-budget';
import { HostStall } from './host-stall';
import { Intake } from './intake';
import { LinkError, type Chunk, type Link } from './link';
import { SendLane } from './send-lane';
import { connectTcp } from './tcp-connect';

export interface TcpLinkOptions {
  readonly name: string;
  readonly url: string;
  readonly clock: Clock;
  readonly host: string;
  readonly port: number;
  /** No progress of a send for this long is a stalled link, microseconds; default 5 s. */
  readonly patience?: Micros;
}

const PATIENCE = millis(5000);
/** Progress of a send is seen in steps of this many bytes. */
const SLICE = 1 << 16;

/** Connects. Rejects with {@link LinkError}: missing (no such host), refused. */
export async function openTcpLink(options: TcpLinkOptions): Promise<Link> {
  return new TcpLink(options, await connectTcp(options.name, options.host, options.port));
}

class TcpLink implements Link {
  readonly name: string;
  readonly url: string;
  readonly clock: Clock;
  private readonly intake: Intake;
  private readonly stall: HostStall;
  private readonly lane = new SendLane();
  private readonly patience: Micros;
  private lastSeen = 0;

  constructor(
    options: TcpLinkOptions,
    private readonly socket: Socket,
  ) {
    this.name = options.name;
    this.url = options.url;
    this.clock = options.clock;
    this.stall = new HostStall(this.clock.now());
    this.patience = options.patience ?? PATIENCE;
    this.intake = new Intake(this.clock, (pause) => (pause ? socket.pause() : socket.resume()));
    socket.on('data', (bytes) => this.arrived(bytes));
    socket.on('error', (error) => this.lose(error.message));
    socket.on('close', () => this.lose('the far end closed the connection'));
  }

  readonly budget = (): ErrorBudget => ({ byteTime: 0, hold: 0, way: 0 });

  send(bytes: Uint8Array): Promise<Chunk> {
    return this.lane.run(async () => {
      if (this.intake.end !== undefined) throw this.intake.end;
      const notBefore = this.clock.now();
      for (let at = 0; at < bytes.length; at += SLICE) await this.put(bytes.subarray(at, at + SLICE));
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
    if (this.socket.destroyed) return Promise.resolve();
    return new Promise((resolve) => {
      this.socket.once('close', () => resolve());
      this.socket.end();
      this.socket.destroySoon();
      setTimeout(() => this.socket.destroy(), 200).unref();
    });
  }

  private put(slice: Uint8Array): Promise<void> {
    return this.intake.orEnd((resolve, reject) => {
      const cancel = this.clock.alarm(after(this.clock.now(), this.patience), () => {
        const seconds = (this.patience / 1e6).toFixed(1);
        const fault = `${this.url} took no byte for ${seconds} s: the far end has stopped reading`;
        this.intake.fail(new LinkError(this.name, 'stalled', fault));
        this.socket.destroy();
      });
      this.socket.write(slice, (error) => {
        cancel();
        if (error) reject(this.lose(error.message));
        else resolve();
      });
    });
  }

  private arrived(bytes: Uint8Array): void {
    const now = this.clock.now();
    const earliest = Math.max(this.lastSeen, now - this.stall.take(now));
    this.lastSeen = now;
    this.intake.deliver(bytes, micros(earliest), now);
  }

  private lose(reason: string): LinkError {
    const error = new LinkError(this.name, 'lost', `link ${this.name} (${this.url}) was lost: ${reason}`);
    this.intake.fail(error);
    this.socket.destroy();
    return this.intake.end ?? error;
  }
}
