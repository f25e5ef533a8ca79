/** Network ports of simulated boards: the link of a board, or a game server on which every client is a player with its own link. */
import { createSocket, type Socket as UdpSocket } from 'node:dgram';
import { createServer, type Socket, type Server } from 'node:net';
import type { Endpoint, Simulator } from './simulator';

interface TcpEndpointOptions {
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  readonly arrived: (bytes: Uint8Array) => void;
  readonly connected: () => void;
}

/** The most bytes that wait for a host that does not read. Further bytes are lost, as on a serial line. */
const UNREAD_BYTES = 1 << 20;

/** A board's link. It serves one host at a time: a new connection closes the old one. Rejects with the error of node:net. */
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

interface PlayersEndpointOptions {
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

/** Resolves with the URL. `port` 0: any free port. Rejects with the error of node:net. */
function listenTcp(server: Server, host: string, port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port }, () => {
      server.off('error', reject);
      const address = server.address();
      const bound = typeof address === 'object' ? (address?.port ?? port) : port;
      resolve(`tcp://${bracketed(host)}:${bound}`);
    });
  });
}

/** Resolves with the URL. `port` 0: any free port. Rejects with the error of node:dgram. */
function bindUdp(socket: UdpSocket, host: string, port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.bind(port, host, () => {
      socket.off('error', reject);
      resolve(`udp://${bracketed(host)}:${socket.address().port}`);
    });
  });
}

function bracketed(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}
