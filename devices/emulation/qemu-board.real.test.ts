/** Firmware on an emulated chip: reset, hang, unplug, and that nothing stays after it is closed. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { deal } from '../../protocols/durak/game/game';
import { encode } from '../../protocols/durak/wire/wire';
import { after, millis } from '../../protocols/time';
import type { Link } from '../links/link';
import { CROSS, needing } from '../testing/needed-tools';
import { random } from '../random';
import { DURAK_BOARD } from '../../protocols/durak/testing/parts';
import { SET_BOARD } from '../../protocols/set/testing/parts';
import { STM_BOARD } from '../../protocols/stm/testing/parts';
import { resolveImage } from './images';
import { qemuBoard, type QemuBoard } from './qemu-board';

const START = Uint8Array.of(0x01, 0xff, 0xfe);
const STATE = Uint8Array.of(0x06, 0xff, 0xf9);
const NO_GAME = latin1([0xee, 0x06, 0xe8]);
const PLAYING = latin1([0x06, 0x0a, 0x00]);

/** All text that comes within `span`. */
async function receiveText(link: Link, span = millis(400)): Promise<string> {
  const end = after(link.clock.now(), span);
  let received = '';
  for (let chunk = await link.receive(end); chunk !== undefined; chunk = await link.receive(end))
    received += Buffer.from(chunk.bytes).toString('latin1');
  return received;
}

/** The text until `wanted` is in it. Rejects when `wanted` does not come. */
async function until(link: Link, wanted: string): Promise<string> {
  let received = '';
  while (!received.includes(wanted)) {
    const chunk = await link.receive(after(link.clock.now(), millis(4000)));
    if (chunk === undefined) throw new Error(`no ${JSON.stringify(wanted)} in ${JSON.stringify(received)}`);
    received += Buffer.from(chunk.bytes).toString('latin1');
  }
  return received;
}

const ACK = '\x04\n';
const HELLO = encode({ type: 'hello' });

interface LifeCycle {
  readonly kind: string;
  /** The link that the board answers on. */
  readonly link: string;
  /** A request with this answer only from a board without a state. */
  readonly first: (board: QemuBoard) => Promise<unknown>;
  /** A request that the same board then answers differently. */
  readonly again: (board: QemuBoard) => Promise<unknown>;
  /** Bytes for a board that hangs. */
  readonly poke: (board: QemuBoard) => Promise<unknown>;
}

async function ask(board: QemuBoard, request: Uint8Array, answer: string): Promise<string> {
  const link = board.link('main');
  await link.send(request);
  return until(link, answer);
}

const LIFE_CYCLES: readonly LifeCycle[] = [
  {
    kind: 'stm',
    link: 'main',
    poke: (board) => board.link('main').send(START),
    first: (board) => ask(board, STATE, NO_GAME),
    again: async (board) => {
      await ask(board, START, latin1(START));
      await ask(board, STATE, PLAYING);
    },
  },
  {
    kind: 'set',
    link: 'console',
    poke: (board) => board.link('scanner').send(Uint8Array.of(0x55, 0x0d)),
    first: async (board) => {
      await board.link('scanner').send(Uint8Array.of(0x55, 0x0d));
      return until(board.link('console'), '+0x55\r\n');
    },
    again: async (board) => {
      await board.link('scanner').send(Uint8Array.of(0x55, 0x0d));
      return until(board.link('console'), 'Duplicate:0x55\r\n');
    },
  },
  {
    kind: 'durak',
    link: 'main',
    poke: (board) => board.link('main').send(HELLO),
    // A board without a role accepts no deal: after the acknowledgement it sends only its own hello.
    first: async (board) => {
      const link = board.link('main');
      await link.send(dealt(1));
      const received = await receiveText(link, millis(700));
      expect(received.replace(latin1(HELLO), '')).toBe(ACK);
    },
    // Player 2 in a game refuses a second deal with its last state.
    again: async (board) => {
      const link = board.link('main');
      for (const bytes of [HELLO, dealt(1), dealt(2)]) {
        await link.send(bytes);
        await until(link, ACK);
      }
      return until(link, '\x161\x1d');
    },
  },
];

function latin1(bytes: Iterable<number>): string {
  return Buffer.from(Uint8Array.from(bytes)).toString('latin1');
}

const BOARDS = [STM_BOARD, SET_BOARD, DURAK_BOARD];

function dealt(seed: number): Uint8Array {
  const draws = random(seed);
  return encode({ type: 'deck', cards: deal((below) => draws.int(0, below - 1)) });
}

needing('firmware under emulation', ...CROSS).describe('firmware under emulation', () => {
  test.concurrent.each(LIFE_CYCLES)(
    'the $kind board: the reset button clears its state, a hang makes it silent, and unplugged it is lost',
    async ({ kind, first, again, poke, link }) => {
      const board = qemuBoard(resolveImage(BOARDS, `qemu:${kind}`));
      await board.open();
      try {
        await first(board);
        await again(board);
        await board.reset.run();
        await receiveText(board.link(link), millis(50));
        await first(board);
        await again(board);
        await board.machine().hang();
        await receiveText(board.link(link), millis(50));
        await poke(board);
        expect(await receiveText(board.link(link))).toBe('');
        await board.reset.run();
        await receiveText(board.link(link), millis(50));
        await first(board);
        await board.machine().unplug();
        for (const { name } of board.linkUrls)
          await expect(receiveText(board.link(name), millis(4000))).rejects.toMatchObject({ fault: 'lost' });
        await expect(board.reset.run()).rejects.toThrow('gone');
      } finally {
        await board.close();
      }
    },
    60_000,
  );

  test('a board that is closed leaves neither folder nor process', async () => {
    const board = qemuBoard(resolveImage(BOARDS, 'qemu:stm'));
    await board.open();
    const folder = dirname(portOf(board));
    expect(existsSync(folder)).toBe(true);
    expect(processesOf(folder)).not.toBe('');
    await board.close();
    expect(existsSync(folder)).toBe(false);
    for (let i = 0; i < 100 && processesOf(folder) !== ''; i++) await new Promise((go) => setTimeout(go, 20));
    expect(processesOf(folder)).toBe('');
  });
});

test('firmware that cannot be built gives the cause, and leaves nothing', async () => {
  process.env['ARM_CC'] = 'no-such-gcc';
  const board = qemuBoard(resolveImage(BOARDS, 'qemu:stm'));
  try {
    await expect(board.open()).rejects.toThrow('no no-such-gcc here to build the firmware with');
  } finally {
    delete process.env['ARM_CC'];
    await board.close();
  }
  expect(existsSync(dirname(portOf(board)))).toBe(false);
});

function portOf(board: QemuBoard): string {
  return board.ports[0] ?? '';
}

/** The command lines that name a folder. */
function processesOf(folder: string): string {
  return spawnSync('pgrep', ['-f', folder], { encoding: 'utf8' }).stdout;
}
