/** The port of a simulated game server: every client is a player with its own link. */
import { createSocket } from 'node:dgram';
import { createServer, type Socket } from 'node:net';
import { bindUdp, listenTcp } from './listen';
import type { Endpoint, Simulator } from './simulator';

export interface PlayersEndpointOptions {
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  readonly board: Simulator;
}

/** A TCP port: a connection joins, its end leaves, and the board may close it. Rejects with the error of node:net. */
export async function openTcpPlayers({ host, port, board }: PlayersEndpointOptions): Promise<Endpoint> {
  const sockets = new Set<Socket>();
  let players = 0;
  const server = createServer({ noDelay: true }, (socket) => {
    const link = `player ${++players}`;
    sockets.add(socket);
    // A client that vanishes is no error of the board.
    socket.on('error', () => socket.destroy());
    socket.on('data', (bytes) => board.receive(link, bytes));
    // 'end', not only 'close': the next player may connect before 'close' comes.
    socket.once('end', () => board.leave(link));
    socket.once('close', () => {
      sockets.delete(socket);
      board.leave(link);
    });
    const write = (bytes: Uint8Array): void => void (socket.writable && socket.write(bytes));
    board.join(link, { write, hangUp: () => socket.end() }, 'new');
  });
  return {
    url: await listenTcp(server, host, port),
    write: () => undefined,
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

/** A UDP port: each source address and port is a player. Rejects with the error of node:dgram. */
export async function openUdpPlayers({ host, port, board }: PlayersEndpointOptions): Promise<Endpoint> {
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
  const url = await bindUdp(socket, host, port);
  // A player who is gone is no error of the board.
  socket.on('error', () => undefined);
  return { url, write: () => undefined, close: () => socket.close() };
}
