/** A simulated server's port: every client of it is a player with a link of their own. */
import { createSocket } from 'node:dgram';
import { createServer, type Socket } from 'node:net';
import type { Endpoint, Simulator } from './simulator';

export interface PlayersEndpointOptions {
  readonly host: string;
  /** 0: any free one. */
  readonly port: number;
  readonly board: Simulator;
}

/** A TCP port: a connection joins, its end leaves, and the board may close it. Rejects with what node:net says of the port. */
export function openTcpPlayers({ host, port, board }: PlayersEndpointOptions): Promise<Endpoint> {
  const sockets = new Set<Socket>();
  let players = 0;
  const server = createServer({ noDelay: true }, (socket) => {
    const link = `player ${++players}`;
    sockets.add(socket);
    // A client that vanishes is no fault of the board's.
    socket.on('error', () => socket.destroy());
    socket.on('data', (bytes) => board.receive(link, bytes));
    // At its end already: the one who comes next may be told of before the close of this one.
    socket.once('end', () => board.leave(link));
    socket.once('close', () => {
      sockets.delete(socket);
      board.leave(link);
    });
    const write = (bytes: Uint8Array): void => void (socket.writable && socket.write(bytes));
    board.join(link, { write, hangUp: () => socket.end() }, 'told');
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port }, () => {
      server.off('error', reject);
      const address = server.address();
      const bound = typeof address === 'object' ? (address?.port ?? port) : port;
      resolve({
        url: `tcp://${bracketed(host)}:${bound}`,
        write: () => undefined,
        close: () => {
          for (const socket of sockets) socket.destroy();
          server.close();
        },
      });
    });
  });
}

/** A UDP port: a source address and port is a player. Rejects with what node:dgram says of the port. */
export function openUdpPlayers({ host, port, board }: PlayersEndpointOptions): Promise<Endpoint> {
  const socket = createSocket(host.includes(':') ? 'udp6' : 'udp4');
  const known = new Set<string>();
  socket.on('message', (bytes, { address, port: source }) => {
    const link = `${address} ${source}`;
    if (!known.has(link)) {
      known.add(link);
      const write = (datagram: Uint8Array): void => socket.send(datagram, source, address);
      board.join(link, { write, hangUp: () => undefined });
    }
    board.receive(link, bytes);
  });
  return new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.bind(port, host, () => {
      socket.off('error', reject);
      // A player who is gone is no fault of the board's.
      socket.on('error', () => undefined);
      resolve({
        url: `udp://${bracketed(host)}:${socket.address().port}`,
        write: () => undefined,
        close: () => socket.close(),
      });
    });
  });
}

function bracketed(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}
