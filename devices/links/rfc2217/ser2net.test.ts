/** The link against a server that others wrote: ser2net, on a pair of pseudo-terminals. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ByteQueue } from '../../testing/byte-queue';
import { realClock } from '../../clock/clock';
import { needing } from '../../testing/needed-tools';
import { linkLaws, type Rig } from '../../testing/link-laws';
import { parseLinkUrl } from '../link-url';
import { openRfc2217Link } from './rfc2217-link';

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return address !== null && typeof address !== 'string' ? address.port : 0;
}

async function listening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const [there] = await Promise.race([
    once(socket, 'connect').then(() => [true]),
    once(socket, 'error').then(() => [false]),
  ]).catch(() => [false]);
  socket.destroy();
  return there === true;
}

interface Server {
  readonly port: number;
  readonly far: ChildProcess;
  readonly stop: () => Promise<void>;
}

/** socat is the board: its standard input and output are the other end of the port that ser2net serves. */
async function served(): Promise<Server> {
  const folder = mkdtempSync(join(tmpdir(), 'wirejig-ser2net-'));
  const tty = join(folder, 'tty');
  const far = spawn('socat', [`pty,rawer,link=${tty}`, '-'], { stdio: ['pipe', 'pipe', 'ignore'] });
  await until(() => existsSync(tty), 'socat made no pseudo-terminal');
  // Held open, so that the far end does not see ser2net's own coming and going as its cable's.
  const hold = openSync(tty, 'r+');
  const port = await freePort();
  const config = join(folder, 'ser2net.yaml');
  writeFileSync(
    config,
    `%YAML 1.1\n---\nconnection: &board\n  accepter: telnet(rfc2217),tcp,127.0.0.1,${port}\n  connector: serialdev,${tty},115200n81,local\n`,
  );
  const server = spawn('ser2net', ['-n', '-c', config], { stdio: 'ignore' });
  for (let i = 0; !(await listening(port)); i++) {
    if (i > 200) throw new Error('ser2net did not listen within 4 s');
    await pause(20);
  }
  return {
    port,
    far,
    stop: async () => {
      closeSync(hold);
      for (const child of [server, far]) {
        child.kill('SIGKILL');
        if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      }
      rmSync(folder, { recursive: true });
    },
  };
}

async function until(there: () => boolean, trouble: string): Promise<void> {
  for (let i = 0; !there(); i++) {
    if (i > 200) throw new Error(`${trouble} within 2 s`);
    await pause(10);
  }
}

function open(port: number, query: string) {
  const target = parseLinkUrl('uart', `rfc2217://127.0.0.1:${port}?${query}`, 115_200);
  if (target.scheme !== 'rfc2217') throw new Error(target.scheme);
  return openRfc2217Link({ name: 'uart', clock: realClock(), ...target });
}

async function rig(): Promise<Rig> {
  const { port, far, stop } = await served();
  const queue = new ByteQueue();
  far.stdout?.on('data', (bytes: Buffer) => queue.push(bytes));
  far.stdin?.on('error', () => undefined);
  return {
    link: await open(port, 'baud=4000000&hold=0'),
    far: {
      write: (bytes) => new Promise((resolve) => far.stdin?.write(bytes, () => resolve())),
      read: (count) => queue.take(count),
      cut: async () => {
        await pause(100);
        far.kill('SIGKILL');
      },
      close: stop,
    },
  };
}

needing('rfc2217:// against ser2net', 'ser2net', 'socat').describe('ser2net', () => {
  linkLaws('links', { open: rig, bulk: 1 << 17 });

  test('its format is set, and a pseudo-terminal’s missing lines are said', async () => {
    const { port, stop } = await served();
    const link = await open(port, 'baud=57600&parity=even&stop=2&data=7');
    await expect(link.lines({ dtr: false })).rejects.toMatchObject({ fault: 'unsupported' });
    await link.close();
    await stop();
  });

  test('a second client is turned away with the server’s own word', async () => {
    const { port, stop } = await served();
    const link = await open(port, 'baud=115200');
    await expect(open(port, 'baud=115200')).rejects.toMatchObject({ fault: 'refused' });
    await link.close();
    await stop();
  });
});
