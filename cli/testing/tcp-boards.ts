/** For tests: boards on TCP ports of this machine, gone after {@link cleanUp}. */
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { atCleanUp, start, type ProcessOptions } from './wirejig-process';

/** A board that somebody else wrote: `connected` is called with each connection. `port` 0: any free one. */
export async function tcpBoard(connected: (socket: Socket) => void, port = 0) {
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket));
    connected(socket);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const close = async (): Promise<void> => {
    const closed = server.listening ? once(server, 'close') : undefined;
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  atCleanUp(() => void close());
  const own = (server.address() as AddressInfo).port;
  return { url: `tcp://127.0.0.1:${own}`, port: own, close };
}

/** A board that wirejig simulates, in a process of its own. */
export async function simulated(words: readonly string[], options: ProcessOptions = {}) {
  const running = start(['simulate', ...words, '--tcp', '0'], options);
  const [url = '', port] = await running.waitForOutput(/tcp:\/\/127\.0\.0\.1:(\d+)/);
  return { ...running, url, port: Number(port) };
}
