/** A link over UDP: each link has its own source port, and each send and each chunk is one datagram. */
import { createSocket, type Socket } from 'node:dgram';
import { socketFarEnd } from '../ports/far-end';
import { HostLink, type HostLinkOptions } from './host-link';
import { LinkError, type Link } from './link';
import { networkLink, type Address } from './link-url';
import { isUnknownHost, unknownHost } from './tcp-link';

export const UDP = networkLink('udp', openUdpLink);

/**
 * Takes a source port. Rejects with {@link LinkError} `missing` if there is no such host. Whether anything listens
 * there is known later.
 */
function openUdpLink(options: HostLinkOptions & Address): Promise<Link> {
  const { name, host, port } = options;
  const socket = createSocket(host.includes(':') ? 'udp6' : 'udp4');
  return new Promise((resolve, reject) => {
    const refused = (error: NodeJS.ErrnoException): void => {
      socket.close();
      const text = `cannot send to ${host}:${port}: ${error.message}`;
      reject(isUnknownHost(error) ? unknownHost(name, host) : new LinkError(name, 'refused', text));
    };
    socket.once('error', refused);
    // A connected socket receives from this peer only, and learns when nothing listens there.
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
    options: HostLinkOptions & Address,
    private readonly socket: Socket,
  ) {
    // UDP has no flow control: datagrams that nobody reads are lost.
    super(options, {
      pressure: (pause) => (this.full = pause),
      farEnd: () =>
        socketFarEnd(
          { remoteAddress: socket.remoteAddress().address, localAddress: socket.address().address },
          options.port,
        ),
    });
    socket.on('message', (bytes) => {
      if (!this.full) this.deliver(bytes);
    });
    socket.on('error', (error: NodeJS.ErrnoException) => this.lose(error));
  }

  close(): Promise<void> {
    this.failClosed();
    return this.closeSocket();
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
    void this.closeSocket();
    return lost;
  }

  private closeSocket(): Promise<void> {
    if (!this.open) return Promise.resolve();
    this.open = false;
    return new Promise((resolve) => this.socket.close(() => resolve()));
  }
}
