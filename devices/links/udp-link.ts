/** A link over UDP: a socket of its own source port, one datagram a send, one datagram a chunk. */
import { createSocket, type Socket } from 'node:dgram';
import { HostLink, type HostLinkOptions } from './host-link';
import { LinkError, type Link } from './link';

export interface UdpLinkOptions extends HostLinkOptions {
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

class UdpLink extends HostLink {
  private open = true;
  private full = false;

  constructor(
    options: UdpLinkOptions,
    private readonly socket: Socket,
  ) {
    // Datagrams know no flow control: what nobody reads is lost.
    super(options, (pause) => {
      this.full = pause;
    });
    socket.on('message', (bytes) => {
      if (!this.full) this.deliver(bytes, 'even empty');
    });
    socket.on('error', (error: NodeJS.ErrnoException) => this.lose(error));
  }

  close(): Promise<void> {
    this.failClosed();
    return this.shut();
  }

  protected put(bytes: Uint8Array): Promise<void> {
    return this.received.raceEnd((resolve, reject) => {
      this.socket.send(bytes, (error) => (error ? reject(this.lose(error)) : resolve()));
    });
  }

  private lose(error: NodeJS.ErrnoException): LinkError {
    const nobody = error.code === 'ECONNREFUSED';
    const lost = this.failLost(
      nobody ? 'nothing listens there: start the board or its server first' : error.message,
    );
    void this.shut();
    return lost;
  }

  private shut(): Promise<void> {
    if (!this.open) return Promise.resolve();
    this.open = false;
    return new Promise((resolve) => this.socket.close(() => resolve()));
  }
}
