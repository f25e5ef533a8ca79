/** The chip under emulation: what a hand can do to a board, and that nothing of it stays behind. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { deal } from '../../protocols/durak/deal';
import { encode } from '../../protocols/durak/durak';
import { after, millis } from '../../protocols/time';
import type { Link } from '../links/link';
import { CROSS, needing } from '../testing/needed-tools';
import { random } from '../random';
import { resolveImage } from './images';
import { qemuBoard, type QemuBoard } from './qemu-board';

const START = Uint8Array.of(0x01, 0xff, 0xfe);
const STATE = Uint8Array.of(0x06, 0xff, 0xf9);

async function ask(link: Link, bytes: Uint8Array, timeout = millis(2000)): Promise<string> {
  await link.send(bytes);
  let answer = '';
  for (let chunk = await link.receive(after(link.clock.now(), timeout)); chunk !== undefined;) {
    answer += Buffer.from(chunk.bytes).toString('hex');
    if (answer.length >= 6) break;
    chunk = await link.receive(after(link.clock.now(), timeout));
  }
  return answer;
}

needing('firmware under emulation', ...CROSS).describe('the STM firmware under emulation', () => {
  let board: QemuBoard;

  beforeEach(async () => {
    board = qemuBoard(resolveImage('qemu:stm'));
    await board.open();
  });
  afterEach(() => board.close());

  test('answers as soon as it is open', async () => {
    expect(await ask(board.link('main'), STATE)).toBe('ee06e8');
    expect(await ask(board.link('main'), START)).toBe('01fffe');
  });

  test('the reset button loses the game', async () => {
    const link = board.link('main');
    expect(await ask(link, START)).toBe('01fffe');
    expect(await ask(link, STATE.subarray(0, 3))).toMatch(/^060a00/);
    await board.reset.run();
    await link.receive(after(link.clock.now(), millis(50)));
    expect(await ask(link, STATE)).toBe('ee06e8');
  });

  test('a board that hangs says nothing, and comes back by the reset button without what it was sent', async () => {
    const link = board.link('main');
    await board.machine().hang();
    expect(await ask(link, START, millis(300))).toBe('');
    await board.reset.run();
    expect(await link.receive(after(link.clock.now(), millis(300)))).toBeUndefined();
    expect(await ask(link, STATE)).toBe('ee06e8');
  });

  test('unplugged, its link is lost', async () => {
    const link = board.link('main');
    await ask(link, START);
    await board.machine().unplug();
    await expect(link.receive(after(link.clock.now(), millis(2000)))).rejects.toMatchObject({
      fault: 'lost',
    });
    await expect(board.reset.run()).rejects.toThrow('gone');
  });

  test('closed, it leaves neither folder nor process', async () => {
    const folder = dirname(portOf(board));
    expect(existsSync(folder)).toBe(true);
    expect(processesOf(folder)).not.toBe('');
    await board.close();
    expect(existsSync(folder)).toBe(false);
    for (let i = 0; i < 100 && processesOf(folder) !== ''; i++) await new Promise((go) => setTimeout(go, 20));
    expect(processesOf(folder)).toBe('');
  });
});

/** All that comes within `span`, as characters. */
async function receiveText(link: Link, span = millis(400)): Promise<string> {
  const end = after(link.clock.now(), span);
  let received = '';
  for (let chunk = await link.receive(end); chunk !== undefined; chunk = await link.receive(end))
    received += Buffer.from(chunk.bytes).toString('latin1');
  return received;
}

/** All that comes until `wanted` is in it. Rejects with what came where that does not. */
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
  /** Asks for something that only a board which knows nothing yet answers so; gives what it says. */
  readonly first: (board: QemuBoard) => Promise<string>;
  /** The same again, of a board that knows it. */
  readonly again: (board: QemuBoard) => Promise<string>;
  /** Said to a board that hangs. */
  readonly poke: (board: QemuBoard) => Promise<unknown>;
  readonly link: string;
}

const LIFE_CYCLES: readonly LifeCycle[] = [
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
    // Until it knows who it is it takes no deal: nothing follows the acknowledgement but a hello of its own.
    first: async (board) => {
      const link = board.link('main');
      await link.send(dealt(1));
      const received = await receiveText(link, millis(700));
      expect(received.replace(Buffer.from(HELLO).toString('latin1'), '')).toBe(ACK);
      return received;
    },
    // Player 2 in a game refuses a second deal, by its last state.
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

function dealt(seed: number): Uint8Array {
  const draws = random(seed);
  return encode({ type: 'deck', cards: deal((below) => draws.int(0, below - 1)) });
}

needing('firmware under emulation', ...CROSS).describe('firmware under emulation', () => {
  test.concurrent.each(LIFE_CYCLES)(
    'the $kind board: the reset button makes it forget, a hang makes it silent, and unplugged it is lost',
    async ({ kind, first, again, poke, link }) => {
      const board = qemuBoard(resolveImage(`qemu:${kind}`));
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
        for (const { name } of board.linkUrls) {
          const one = board.link(name);
          await expect(receiveText(one, millis(4000))).rejects.toMatchObject({ fault: 'lost' });
        }
        await expect(board.reset.run()).rejects.toThrow('gone');
      } finally {
        await board.close();
      }
    },
    60_000,
  );
});

test('firmware that cannot be built says why, and leaves nothing', async () => {
  process.env['ARM_CC'] = 'no-such-gcc';
  const board = qemuBoard(resolveImage('qemu:stm'));
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
