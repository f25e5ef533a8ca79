/** A link over a TCP connection: a board behind a terminal server, a simulator, a game server. */
import { type Socket, connect } from 'node:net';
import { after } from '../../protocols/time';
import { socketFarEnd } from '../ports/far-end';
import { HostLink, type HostLinkOptions } from './host-link';
import { LinkError, type LinkFault } from './link';
import { networkLink, type Address } from './link-url';

/** Opening connects, and rejects with {@link LinkError}: missing (no such host), refused. */
export const TCP = networkLink(
  'tcp',
  async (options) => new TcpLink(options, await connectTcp(options.name, options.host, options.port)),
);

/** A send makes progress in steps of this many bytes. */
const SLICE = 1 << 16;

class TcpLink extends HostLink {
  constructor(
    options: HostLinkOptions & Address,
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

const CONNECT_TIMEOUT_MS = 5000;
const CLOSE_TIMEOUT_MS = 200;

/** A connected socket without listeners. Rejects with {@link LinkError} of the link `name`: missing (no such host), refused. */
export function connectTcp(name: string, host: string, port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, noDelay: true });
    const refuse = (fault: LinkFault, cause: string): void => reject(new LinkError(name, fault, cause));
    const timer = setTimeout(() => {
      socket.destroy();
      const limit = `${CONNECT_TIMEOUT_MS / 1000} s`;
      refuse('refused', `no answer from ${host}:${port} within ${limit}: is it the right address?`);
    }, CONNECT_TIMEOUT_MS);
    socket.once('connect', () => {
      clearTimeout(timer);
      socket.removeAllListeners('error');
      resolve(socket);
    });
    socket.once('error', (error: NodeJS.ErrnoException) => {
      clearTimeout(timer);
      if (error.code === 'ECONNREFUSED')
        refuse('refused', `nothing listens on ${host}:${port}: start the board or its server first`);
      else if (isUnknownHost(error)) reject(unknownHost(name, host));
      else refuse('refused', `cannot connect to ${host}:${port}: ${error.message}`);
    });
  });
}

/** Sends queued bytes, then closes. Resolves when the socket is closed. */
export function closeTcp(socket: Socket): Promise<void> {
  if (socket.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    socket.once('close', () => resolve());
    socket.end();
    socket.destroySoon();
    setTimeout(() => socket.destroy(), CLOSE_TIMEOUT_MS).unref();
  });
}

export function isUnknownHost({ code }: NodeJS.ErrnoException): boolean {
  return code === 'ENOTFOUND' || code === 'EAI_AGAIN';
}

export function unknownHost(link: string, host: string): LinkError {
  return new LinkError(link, 'missing', `no host named ${host}: check the spelling or give an address`);
}
