/** The real thing: serialport on a pseudo-terminal whose far end is a socat process. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { SerialPort } from 'serialport';
import { after, millis } from '../../protocols/time';
import { ByteQueue } from '../testing/byte-queue';
import { realClock } from '../clock/clock';
import { LinkError, type Link } from './link';
import { linkLaws, type FarEnd, type Rig } from '../testing/link-laws';
import { needing } from '../testing/needed-tools';
import { openSerialLink } from './serial-link';
import { isPseudoTerminal } from './tty-wire';

/** Whether the event loop turns less than 50 times in some 100 ms of the next 3 s: a busy loop never does. */
async function comesToRest(): Promise<boolean> {
  const turns = (): number => performance.nodeTiming.uvMetricsInfo.loopCount;
  for (let round = 0; round < 30; round++) {
    const before = turns();
    await pause(100);
    if (turns() - before < 50) return true;
  }
  return false;
}

async function started(): Promise<{ path: string; child: ChildProcess; folder: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'wirejig-pty-'));
  const path = join(folder, 'tty');
  const child = spawn('socat', [`pty,rawer,link=${path}`, '-'], { stdio: ['pipe', 'pipe', 'ignore'] });
  for (let i = 0; !existsSync(path); i++) {
    if (i > 200) throw new Error('socat made no pseudo-terminal within 2 s');
    await pause(10);
  }
  return { path, child, folder };
}

function farEnd(child: ChildProcess, folder: string): FarEnd {
  const queue = new ByteQueue();
  child.stdout?.on('data', (bytes: Buffer) => queue.push(bytes));
  child.stdin?.on('error', () => undefined);
  const kill = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  return {
    write: (bytes) => new Promise((resolve) => child.stdin?.write(bytes, () => resolve())),
    read: (count) => queue.take(count),
    cut: async () => {
      await pause(50);
      await kill();
    },
    close: async () => {
      await kill();
      rmSync(folder, { recursive: true });
    },
  };
}

function openPort(path: string): Promise<Link> {
  const settings = { path, baud: 115_200 };
  return openSerialLink({
    name: 'uart',
    url: `serial:${path}`,
    clock: realClock(),
    settings,
    binding: SerialPort.binding,
    sendTimeout: millis(1500),
  });
}

async function rig(): Promise<Rig & { child: ChildProcess }> {
  const { path, child, folder } = await started();
  const far = farEnd(child, folder);
  return { link: await openPort(path), far, child };
}

needing('serial ports on a pseudo-terminal', 'socat').describe('a serial port', () => {
  linkLaws('on a pseudo-terminal', {
    open: rig,
    bulk: 1 << 20,
    flood: { size: 10 << 20, held: 4 << 20 },
  });

  describe('a cable that is pulled', () => {
    const phases: readonly (readonly [string, (made: Rig) => Promise<unknown>])[] = [
      ['while nothing goes on', () => pause(20)],
      ['while a receive waits', ({ link }) => endOf(link)],
      [
        'while bytes stream in',
        ({ far }) => {
          void far.write(new Uint8Array(1 << 20));
          return pause(1);
        },
      ],
      ['while a send is under way', ({ link }) => link.send(new Uint8Array(8 << 20))],
      [
        'while bytes go both ways',
        ({ link, far }) =>
          Promise.all([link.send(new Uint8Array(8 << 20)), far.write(new Uint8Array(8 << 20)), endOf(link)]),
      ],
    ];
    test.each(phases)('%s gives one error, and no busy loop', async (_title, phase) => {
      const made = await rig();
      const under = phase(made).catch((error: unknown) => error);
      await made.far.cut();
      const lost = await endOf(made.link);
      expect(lost).toMatchObject({ fault: 'lost', link: 'uart' });
      expect(await endOf(made.link)).toBe(lost);
      expect(await made.link.send(Uint8Array.of(1)).catch((error: unknown) => error)).toBe(lost);
      const outcome = await Promise.race([under, pause(2000, undefined, { ref: false })]);
      if (outcome instanceof LinkError) expect(outcome).toBe(lost);
      expect(await comesToRest()).toBe(true);
      await made.link.close();
      await made.far.close();
    });
  });

  test('a far end that stops reading stalls a send, by name', async () => {
    const { link, far, child } = await rig();
    child.kill('SIGSTOP');
    const error: unknown = await link.send(new Uint8Array(1 << 20)).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ fault: 'stalled' });
    child.kill('SIGCONT');
    await link.close();
    await far.close();
  });

  test('a pseudo-terminal has no modem lines, and says so', async () => {
    const { link, far } = await rig();
    await expect(link.lines({ dtr: false })).rejects.toMatchObject({ fault: 'unsupported' });
    await link.close();
    await far.close();
  });

  test('a port that is open already is busy', async () => {
    const { path, child, folder } = await started();
    const link = await openPort(path);
    await expect(openPort(path)).rejects.toMatchObject({ fault: 'busy' });
    await link.close();
    await farEnd(child, folder).close();
  });
});

/** Receives until the link ends; what it ended with. */
async function endOf(link: Link): Promise<unknown> {
  for (;;) {
    try {
      const chunk = await link.receive(after(link.clock.now(), millis(3000)));
      if (chunk === undefined) return 'nothing for 3 s, and no error';
    } catch (error) {
      if (error instanceof LinkError) return error;
      await pause(5);
    }
  }
}

describe('a port that cannot be opened', () => {
  test('is missing, or no serial port', async () => {
    await expect(openPort('/dev/ttyNOSUCH')).rejects.toMatchObject({ fault: 'missing' });
    await expect(openPort(__filename)).rejects.toMatchObject({ fault: 'invalid' });
  });
});

test('what is no pseudo-terminal is none, whether it exists or not', () => {
  expect(isPseudoTerminal('/dev/null')).toBe(false);
  expect(isPseudoTerminal('/dev/ttyNOSUCH')).toBe(false);
});
