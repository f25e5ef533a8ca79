/** For tests: boards that keep no protocol, each a TCP server of this process. */
import type { Socket } from 'node:net';
import { random } from '../../../devices/random';
import { tcpBoard } from '../tcp-boards';

/** Bytes, as a line of 115200 baud has them in 10 ms; twice as many every 10 ms are a flood. */
const FLOOD_BYTES = 230;
const FLOOD_MS = 10;
const DRIP_MS = 1000;
/** To some protocols an acknowledgement, or an answer with its sum. */
const REPEATED = Buffer.alloc(300_000, Uint8Array.of(0xee, 0x06, 0xe8));

type Talk = (socket: Socket) => void;

/** What each does from the moment it is connected. */
const TALKS = {
  silent: (socket) => void socket.resume(),
  /** Its side of the connection fills up. */
  deaf: (socket) => void socket.pause(),
  dripping: (socket) => {
    const bytes = noise();
    socket.resume();
    repeat(socket, DRIP_MS, () => bytes(1));
  },
  random: (socket) => {
    const bytes = noise();
    socket.on('data', ({ length }) => socket.write(bytes(1 + (length % 7))));
  },
  repeating: (socket) => void socket.on('data', () => socket.write(REPEATED)),
  echoing: (socket) => void socket.on('data', (bytes) => socket.write(bytes)),
  /** Begins, and says all that comes twice: with another one it goes on for ever, and grows. */
  doubling: (socket) => {
    socket.on('data', (bytes) => {
      if (!socket.writableNeedDrain) socket.write(Buffer.concat([bytes, bytes]));
    });
    socket.write('!');
  },
  flooding: (socket) => {
    const bytes = noise();
    socket.resume();
    repeat(socket, FLOOD_MS, () => bytes(FLOOD_BYTES));
  },
} as const satisfies Readonly<Record<string, Talk>>;

export type HostileBoard = keyof typeof TALKS;
export const HOSTILE_BOARDS: readonly HostileBoard[] = [
  'silent',
  'deaf',
  'dripping',
  'random',
  'repeating',
  'echoing',
  'doubling',
  'flooding',
];

/** The links of a suite that has several. */
const LINKS: Readonly<Record<string, readonly string[]>> = {
  set: ['scanner', 'console'],
  ttt: ['a', 'b', 'c'],
};

export interface TimedCommand {
  readonly command: 'run' | 'fuzz';
  readonly suite: string;
  readonly board: HostileBoard;
  readonly seconds: number;
}

export interface HostileServers {
  readonly url: (board: HostileBoard) => string;
  readonly words: (timed: TimedCommand) => readonly string[];
  readonly close: () => unknown;
}

export async function hostileServers(): Promise<HostileServers> {
  const servers = new Map<HostileBoard, Awaited<ReturnType<typeof tcpBoard>>>();
  for (const board of HOSTILE_BOARDS) servers.set(board, await tcpBoard(TALKS[board]));
  const url = (board: HostileBoard): string => servers.get(board)?.url ?? '';
  return {
    url,
    words: ({ command, suite, board, seconds }) => [
      command,
      suite,
      ...(LINKS[suite] ?? ['main']).flatMap((link) => ['--link', `${link}=${url(board)}`]),
      ...`--time ${seconds}s --seed 1 --json --out out`.split(' '),
    ],
    close: () => Promise.all([...servers.values()].map(({ close }) => close())),
  };
}

function noise(): (length: number) => Uint8Array {
  const draws = random(11);
  return (length) => Uint8Array.from({ length }, () => draws.int(0, 255));
}

/** Drops what the host does not read. */
function repeat(socket: Socket, pauseMs: number, bytes: () => Uint8Array): void {
  const timer = setInterval(() => {
    if (!socket.writableNeedDrain) socket.write(bytes());
  }, pauseMs);
  socket.on('close', () => clearInterval(timer));
}
