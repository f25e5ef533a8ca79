/** A simulated board's link on a TCP port: one host at a time, a newer one takes the older one's place. */
import { createServer, type AddressInfo, type Socket } from 'node:net';
import type { Endpoint } from './simulator';

export interface TcpEndpointOptions {
  readonly host: string;
  /** 0: any free one. */
  readonly port: number;
  readonly arrived: (bytes: Uint8Array) => void;
  readonly connected: () => void;
}

/** What a host that does not read is kept waiting with; beyond it bytes are lost, as on a serial line. */
const UNREAD_BYTES = 1 << 20;

/** Listens. Rejects with what node:net says of the port. */
export function openTcpEndpoint(options: TcpEndpointOptions): Promise<Endpoint> {
  let current: Socket | undefined;
  const server = createServer({ noDelay: true }, (socket) => {
    current?.destroy();
    current = socket;
    socket.on('data', (bytes) => {
      if (current === socket) options.arrived(bytes);
    });
    // A host that vanishes is no fault of the board's.
    socket.on('error', () => socket.destroy());
    options.connected();
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host: options.host, port: options.port }, () => {
      server.off('error', reject);
      resolve({
        url: `tcp://${bracketed(options.host)}:${portOf(server.address()) ?? options.port}`,
        write: (bytes) => {
          if (current?.writable === true && current.writableLength < UNREAD_BYTES) current.write(bytes);
        },
        close: () => {
          current?.destroy();
          server.close();
        },
      });
    });
  });
}

function portOf(address: AddressInfo | string | null): number | undefined {
  return typeof address === 'object' ? address?.port : undefined;
}

function bracketed(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}
