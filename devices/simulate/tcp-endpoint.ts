/** A simulated board's link on a TCP port. It serves one host at a time: a new connection closes the old one. */
import { createServer, type Socket } from 'node:net';
import { listenTcp } from './listen';
import type { Endpoint } from './simulator';

export interface TcpEndpointOptions {
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  readonly arrived: (bytes: Uint8Array) => void;
  readonly connected: () => void;
}

/** The most bytes that wait for a host that does not read. Further bytes are lost, as on a serial line. */
const UNREAD_BYTES = 1 << 20;

/** Rejects with the error of node:net. */
export async function openTcpEndpoint(options: TcpEndpointOptions): Promise<Endpoint> {
  let current: Socket | undefined;
  const server = createServer({ noDelay: true }, (socket) => {
    current?.destroy();
    current = socket;
    socket.on('data', (bytes) => {
      if (current === socket) options.arrived(bytes);
    });
    // A host that vanishes is no error of the board.
    socket.on('error', () => socket.destroy());
    options.connected();
  });
  return {
    url: await listenTcp(server, options.host, options.port),
    write: (bytes) => {
      if (current?.writable === true && current.writableLength < UNREAD_BYTES) current.write(bytes);
    },
    close: () => {
      current?.destroy();
      server.close();
    },
  };
}
