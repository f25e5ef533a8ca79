import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { after, micros, millis } from '../../protocols/time';
import { realClock } from '../clock/clock';
import { ReceivePathDelay } from '../host-timing/host-delays';
import { EXEC } from './exec-link';
import { LinkError, type Link } from './link';
import { linkLaws, type Rig } from '../testing/link-laws';
import { tcpFarEnd, tcpServer } from '../testing/tcp-server';

const shell = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

async function open(command: string, timeout = 5000, options: { readonly isRaw?: true } = {}): Promise<Link> {
  return EXEC.open({
    scheme: 'exec',
    ...options,
    name: 'main',
    url: `exec:${command.replaceAll('\n', ' ')}`,
    clock: realClock(),
    command,
    sendTimeout: millis(timeout),
  });
}

/** Joins its terminal to a port. */
const RELAY = `
const { stdin, stdout } = process;
const socket = require('net').connect(Number(process.argv[1]), '127.0.0.1');
socket.setNoDelay(true);
stdin.pipe(socket).pipe(stdout);
socket.on('close', () => process.exit(0));
socket.on('error', () => process.exit(0));`;

async function rig(): Promise<Rig> {
  const server = await tcpServer();
  const link = await open(`exec ${process.execPath} -e ${shell(RELAY)} ${server.port}`, 5000, {
    isRaw: true,
  });
  return { link, far: await tcpFarEnd(server) };
}

linkLaws('exec', { open: rig, bulk: 1 << 17, flood: { size: 40 << 20, held: 20 << 20 } });

test('what its program waits for a processor is known, as of a program behind a port', async () => {
  const link = await open('echo ready; exec cat');
  await link.receive(after(link.clock.now(), millis(5000)));
  expect(link.isProgram).toBe(new ReceivePathDelay().complete);
  await link.close();
});

/** All output until the link ends, and the error that ended it. */
async function whole(link: Link): Promise<{ output: string; end: LinkError }> {
  const chunks: Uint8Array[] = [];
  for (;;) {
    try {
      const chunk = await link.receive(after(link.clock.now(), millis(20_000)));
      if (chunk === undefined) throw new Error(`it waits: ${Buffer.concat(chunks).toString()}`);
      chunks.push(chunk.bytes);
    } catch (error) {
      if (!(error instanceof LinkError)) throw error;
      return { output: Buffer.concat(chunks).toString(), end: error };
    }
  }
}

/** Processes with this command line. */
function running(command: string): number {
  const whole = `${command.replaceAll(' ', '\0')}\0`;
  return readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && commandLine(pid) === whole).length;
}

function commandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

async function gone(word: string): Promise<boolean> {
  for (let i = 0; i < 100 && running(word) > 0; i++) await pause(20);
  return running(word) === 0;
}

describe('a program', () => {
  test('has a terminal that echoes, edits lines, and has a size', async () => {
    const link = await open(
      'test -t 0 && test -t 2 && stty size; read -r line; echo "[$line]"; exec sleep 0',
    );
    const first = await link.receive(after(link.clock.now(), millis(5000)));
    expect(Buffer.from(first?.bytes ?? []).toString()).toBe('40 132\r\n');
    await link.send(Buffer.from('ax\u007fb\r'));
    const { output, end } = await whole(link);
    expect(output).toBe('ax\b \bb\r\n[ab]\r\n');
    expect(end.fault).toBe('lost');
    await link.close();
  });

  test.each([
    ['exit 7', 'the program ended with exit code 7'],
    ['true', 'the program ended with exit code 0'],
    ['kill -SEGV $$', 'the program was ended by SIGSEGV (exit code 139)'],
    ['/nowhere/game', 'the program ended with exit code 127: there is no such command'],
  ])('%s: %s', async (command, text) => {
    const link = await open(command);
    const { end } = await whole(link);
    expect(end.message).toBe(`link main (exec:${command}) is gone: ${text}`);
    await link.close();
  });

  test('its whole output is received before the link reports its end', async () => {
    const link = await open('head -c 300000 /dev/zero | tr "\\0" x; exit 3');
    const { output, end } = await whole(link);
    expect([output.length, end.message]).toEqual([300_000, expect.stringContaining('exit code 3')]);
    await link.close();
  });

  test('is killed when its link closes, with everything that it started, even processes that ignore signals', async () => {
    const span = `5${process.pid % 1000}1`;
    const link = await open(
      `trap "" HUP TERM; setsid sleep ${span}.5 & (trap "" HUP; sleep ${span}.5) & echo up; sleep ${span}.5`,
    );
    await link.receive(after(link.clock.now(), millis(5000)));
    // `up` may come before all three processes run sleep.
    for (let n = 0; n < 100 && running(`sleep ${span}.5`) < 3; n++)
      await new Promise((done) => setTimeout(done, 50));
    expect(running(`sleep ${span}.5`)).toBeGreaterThanOrEqual(3);
    await link.close();
    expect(await gone(`sleep ${span}.5`)).toBe(true);
  });

  test('processes that it started are killed when it ends, and do not keep the link open', async () => {
    const span = `6${process.pid % 1000}2`;
    const link = await open(`(trap "" HUP; exec setsid sleep ${span}.5) & sleep 0.1; exit 4`);
    expect((await whole(link)).end.message).toContain('exit code 4');
    expect(await gone(`sleep ${span}.5`)).toBe(true);
    await link.close();
  });

  test('a send stalls when the helper stops reading, and the program is still killed on close', async () => {
    const span = `7${process.pid % 1000}3`;
    const link = await open(
      `read -r a b c holder d </proc/$PPID/stat; echo up; kill -STOP $holder; exec sleep ${span}.5`,
      300,
    );
    await link.receive(after(link.clock.now(), millis(5000)));
    const flood = new Uint8Array(1 << 22);
    await expect(link.send(flood)).rejects.toMatchObject({ fault: 'stalled' });
    await link.close();
    expect(await gone(`sleep ${span}.5`)).toBe(true);
  });
});

describe('the helper that holds the terminal', () => {
  const { PATH } = process.env;
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'wirejig-'));
  });
  afterEach(() => {
    process.env['PATH'] = PATH;
    rmSync(folder, { recursive: true, force: true });
  });

  /** A search path with only these programs. */
  function only(...names: readonly string[]): void {
    for (const name of names) {
      const { stdout } = spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' });
      symlinkSync(stdout.trim(), join(folder, name));
    }
    process.env['PATH'] = folder;
  }

  test('is socat where script is missing', async () => {
    only('socat', 'sh', 'stty');
    const link = await open('stty size; read -r line; exit 5');
    const first = await link.receive(after(link.clock.now(), micros(5e6)));
    expect(Buffer.from(first?.bytes ?? []).toString()).toBe('40 132\r\n');
    await link.send(Buffer.from('a\r'));
    expect(await whole(link)).toMatchObject({ output: 'a\r\n', end: { fault: 'lost' } });
    await link.close();
  });

  test('is named in the error if both are missing', async () => {
    only('sh');
    await expect(open('true')).rejects.toMatchObject({ fault: 'missing' });
    await expect(open('true')).rejects.toThrow(/^link main: [^\n]*install socat[^\n]*$/);
  });
});
