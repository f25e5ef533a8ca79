/** A link over a TCP connection: a board behind a terminal server, a simulator, a game server. */
import type { Socket } from 'node:net';
import { after } from '../../protocols/time';
import { socketFarEnd } from '../ports/far-end';
import { HostLink, type HostLinkOptions } from './host-link';
import type { Link, LinkError } from './link';
import { closeTcp, connectTcp } from './tcp-connect';

export interface TcpLinkOptions extends HostLinkOptions {
  readonly host: string;
  readonly port: number;
}

/** A send makes progress in steps of this many bytes. */
const SLICE = 1 << 16;

/** Connects. Rejects with {@link LinkError}: missing (no such host), refused. */
export async function openTcpLink(options: TcpLinkOptions): Promise<Link> {
  return new TcpLink(options, await connectTcp(options.name, options.host, options.port));
}

class TcpLink extends HostLink {
  constructor(
    options: TcpLinkOptions,
    private readonly socket: Socket,
  ) {
    super(options, {
      pressure: (pause) => (pause ? socket.pause() : socket.resume()),
      farEnd: () => socketFarEnd(socket, options.port),
    });
    socket.on('data', (bytes) => this.deliver(bytes));
    socket.on('error', (error) => this.lose(error.message));
    socket.on('close', () => this.lose('the far end closed the connection'));
  }

  close(): Promise<void> {
    this.failClosed();
    return closeTcp(this.socket);
  }

  protected put(bytes: Uint8Array): Promise<void> | undefined {
    return bytes.length > SLICE ? this.inSlices(bytes) : this.write(bytes);
  }

  private async inSlices(bytes: Uint8Array): Promise<void> {
    for (let at = 0; at < bytes.length; at += SLICE) await this.write(bytes.subarray(at, at + SLICE));
  }

  /** Undefined if the socket took all bytes immediately, as it does while the far end reads. */
  private write(slice: Uint8Array): Promise<void> | undefined {
    let written: ((error?: Error | null) => void) | undefined;
    this.socket.write(slice, (error) => written?.(error));
    if (this.socket.writableLength === 0 && !this.socket.destroyed) return undefined;
    return this.received.raceEnd((resolve, reject) => {
      const cancel = this.clock.alarm(after(this.clock.now(), this.sendTimeout), () => {
        this.failStalled(this.sendTimeout, 'the far end has stopped reading');
        this.socket.destroy();
      });
      written = (error) => {
        cancel();
        if (error) reject(this.lose(error.message));
        else resolve();
      };
    });
  }

  private lose(reason: string): LinkError {
    const error = this.failLost(reason);
    this.socket.destroy();
    return error;
  }
}
