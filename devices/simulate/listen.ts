/** Opens the network ports of simulated boards. */
import type { Socket } from 'node:dgram';
import type { Server } from 'node:net';

/** Resolves with the URL. `port` 0: any free port. Rejects with the error of node:net. */
export function listenTcp(server: Server, host: string, port: number): Promise<string> {
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
export function bindUdp(socket: Socket, host: string, port: number): Promise<string> {
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
