/** For tests: a TCP server on a free port of this machine, and its first connection as the far end of a link. */
import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { ByteQueue } from './byte-queue';
import type { FarEnd } from './link-laws';

export interface TcpServer {
  readonly port: number;
  /** The first connection. */
  readonly socket: Promise<Socket>;
  /** Closes the server and its first connection. */
  readonly close: () => Promise<void>;
}

/** `serve` is called with the first connection. */
export async function tcpServer(serve: (socket: Socket) => void = () => undefined): Promise<TcpServer> {
  const server = createServer({ noDelay: true });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = new Promise<Socket>((resolve) =>
    server.once('connection', (connected) => {
      connected.on('error', () => undefined);
      serve(connected);
      resolve(connected);
    }),
  );
  return {
    port: portOf(server),
    socket,
    close: async () => {
      void socket.then((connected) => connected.destroy());
      if (server.listening) await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The first connection of `server`, once there is one. */
export async function tcpFarEnd(server: TcpServer): Promise<FarEnd> {
  const socket = await server.socket;
  const queue = new ByteQueue();
  socket.on('data', (bytes) => queue.push(bytes));
  return {
    write: (bytes) => new Promise((resolve) => socket.write(bytes, () => resolve())),
    read: (count) => queue.take(count),
    cut: async () => {
      await pause(30);
      socket.destroySoon();
    },
    close: () => server.close(),
  };
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return address.port;
}
