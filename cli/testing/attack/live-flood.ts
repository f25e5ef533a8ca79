/** For tests: the live view of a run on a real board, under a flood of connections. */
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { simulated } from '../tcp-boards';
import { measure, type MeasuredResult } from './measured-process';

const ADDRESS = /live view: (http:\/\/\S+)/;

/** What connections say: nothing, half a request, requests without end, and streams that nobody reads. */
const TALKS: readonly ((socket: Socket, url: URL) => void)[] = [
  () => undefined,
  (socket, { pathname }) => void socket.write(`GET ${pathname} HTTP/1.1\r\nHost: `),
  (socket, { host, pathname }) =>
    void socket.write(`GET ${pathname} HTTP/1.1\r\nHost: ${host}\r\n\r\n`.repeat(50)),
  (socket, { host, pathname }) => {
    socket.pause();
    socket.write(`GET ${pathname}events HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
  },
  (socket) => void socket.write(Buffer.alloc(100_000, 0xff)),
];

async function flood(url: URL, connections: number): Promise<Socket[]> {
  const sockets: Socket[] = [];
  for (let n = 0; n < connections; n++) {
    const socket = connect({ host: url.hostname, port: Number(url.port) });
    socket.on('error', () => socket.destroy());
    sockets.push(socket);
    TALKS[n % TALKS.length]?.(socket, url);
    if (n % 50 === 0) await pause(10);
  }
  return sockets;
}

/** Until the page is answered. */
async function secondsToAnswer(url: URL): Promise<number> {
  const began = performance.now();
  for (;;) {
    const answer = await fetch(url).catch(() => undefined);
    if (answer?.status === 200) return (performance.now() - began) / 1000;
    if (performance.now() - began > 60_000) throw new Error('the page is not answered');
    await pause(100);
  }
}

export interface FloodedView extends MeasuredResult {
  /** Seconds to the page, with the connections and after them. */
  readonly held: number;
  readonly later: number;
}

export async function floodLiveView(connections: number): Promise<FloodedView> {
  const { url: link } = await simulated(['virtual:stm', '--seed', '1']);
  const words = `run stm --link ${link} --time 30s --seed 1 --ui --json --out out`.split(' ');
  let [held, later] = [Infinity, Infinity];
  const result = await measure(words, {}, async (running) => {
    const [, address = ''] = await running.waitForError(ADDRESS);
    const url = new URL(address);
    const sockets = await flood(url, connections);
    held = await secondsToAnswer(url);
    for (const socket of sockets) socket.destroy();
    later = await secondsToAnswer(url);
  });
  return { ...result, held, later };
}
