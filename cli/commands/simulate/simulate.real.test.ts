import { spawnSync } from 'node:child_process';
import { lstatSync, readFileSync, symlinkSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { deal, started } from '../../../protocols/durak/game/game';
import { encode } from '../../../protocols/durak/wire/wire';
import { legalMoves } from '../../../protocols/durak/game/moves';
import { needing } from '../../../devices/testing/needed-tools';
import { simulated } from '../../testing/tcp-boards';
import { cleanUp, folder, start, wirejig, type RunningProcess } from '../../testing/wirejig-process';

afterAll(cleanUp);

const DEAL = deal((below) => below - 1);

function attacked() {
  const [move] = legalMoves(started(DEAL));
  if (move === undefined) throw new Error('a fresh game has moves');
  return move.cards;
}

/** Time limits that a busy build server keeps too. */
const SLOW_HOST = ['--param', 'responseMs=300', '--param', 'idleGapMs=200'];

const python = spawnSync('python3', ['-c', 'import pty, sys; print(sys.executable)'], { encoding: 'utf8' });

async function onTcp(...words: string[]): Promise<{ running: RunningProcess; url: string; port: number }> {
  const running = start(['simulate', 'stm', '--tcp', '0', '--seed', '1', ...SLOW_HOST, ...words]);
  const [, url = '', port] = await running.waitForOutput(
    /^wirejig: virtual stm on (tcp:\/\/127\.0\.0\.1:(\d+)) \(pid \d+; kill -HUP/,
  );
  return { running, url, port: Number(port) };
}

/**
 * Sends bytes on a new connection. Resolves with the received bytes: at least `bytes`, and more that come within another
 * 20 ms, which would be wrong.
 */
function sendAndReceive(port: number, hex: string, bytes: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    const received: Buffer[] = [];
    socket.on('connect', () => socket.write(Buffer.from(hex, 'hex')));
    socket.on('data', (chunk) => {
      received.push(chunk);
      if (Buffer.concat(received).length >= bytes) setTimeout(() => socket.destroy(), 20);
    });
    socket.on('close', () => resolve(Buffer.concat(received).toString('hex')));
    socket.on('error', reject);
  });
}

describe('over TCP', () => {
  test.concurrent(
    'a run passes, the board keeps its state, SIGHUP resets it, Ctrl-C ends it with 0',
    async () => {
      const { running, url, port } = await onTcp();
      const words = ['run', 'stm', '--link', url, '--only', 'STM-FR-10', '-q', ...SLOW_HOST];
      const { code, stdout } = await wirejig(words);
      expect([code, stdout]).toEqual([0, expect.stringContaining('✓ PASS')]);
      expect(await sendAndReceive(port, '01fffe', 3)).toBe('01fffe');
      expect(await sendAndReceive(port, '06fff9', 4)).toBe('060a000c');
      running.child.kill('SIGHUP');
      await pause(50);
      expect(await sendAndReceive(port, '06fff9', 3)).toBe('ee06e8');
      running.child.kill('SIGINT');
      expect((await running.ended).code).toBe(0);
    },
  );

  test.concurrent('with --reset-on-connect each connection has a board after power-on', async () => {
    const { url, port } = await onTcp('--reset-on-connect');
    expect(await sendAndReceive(port, '01fffe06fff9', 7)).toBe('01fffe060a000c');
    expect(await sendAndReceive(port, '06fff9', 3)).toBe('ee06e8');
    const words = `run stm --link ${url} --reset reopen --only STM-GM-03 -q`.split(' ');
    expect((await wirejig([...words, ...SLOW_HOST])).code).toBe(0);
  });

  test.concurrent(
    'a new connection closes the older one; a second simulator on the port is refused: one line, exit 2',
    async () => {
      const { port } = await onTcp();
      const older = connect({ port, host: '127.0.0.1' });
      const closed = new Promise((resolve) => older.once('close', resolve));
      await new Promise((resolve) => older.once('connect', resolve));
      expect(await sendAndReceive(port, '01fffe', 3)).toBe('01fffe');
      await closed;
      const { code, stderr } = await wirejig(['simulate', 'stm', '--tcp', String(port)]);
      expect([code, stderr]).toEqual([
        2,
        expect.stringMatching(/^wirejig: cannot listen on [^\n]+another port[^\n]*\n$/),
      ]);
    },
  );

  test.concurrent('killed during a run: the run ends with exit 3 and its report', async () => {
    const { running, url } = await onTcp();
    const cwd = folder();
    const run = start(['run', 'stm', '--link', url, '--only', 'STM-FR', '--verbose', ...SLOW_HOST], { cwd });
    await run.waitForOutput(/^[✓✗?] /m);
    running.child.kill('SIGKILL');
    const { code, stderr } = await run.ended;
    expect(code).toBe(3);
    expect(stderr).toMatch(/^wirejig: link main \(tcp:[^\n]+ was lost: [^\n]+\n$/);
    expect(readFileSync(join(cwd, 'wirejig-report/results.json'), 'utf8')).toContain('"outcome": "lost"');
    expect(readFileSync(join(cwd, 'wirejig-report/report.html'), 'utf8')).toContain('was lost');
  });
});

describe('lines on standard input', () => {
  test('a named code is presented to the scanner; a line without a code is refused', async () => {
    const { child, ended, port } = await simulated(['gm67', '--seed', '1']);
    const received = sendAndReceive(port, '', 3);
    await pause(100);
    child.stdin?.write('quark 00\nqr 6869\n');
    expect(await received).toBe('68690d');
    child.kill('SIGINT');
    expect((await ended).stderr).toMatch(/^wirejig: 'quark 00' names no symbology: [^\n]+\n$/);
  });

  test('only Enter makes the move of a board with a person at its buttons', async () => {
    const { child, port } = await simulated(['durak', '--seed', '1', '--param', 'moves=operator']);
    const deck = Buffer.from(encode({ type: 'deck', cards: attacked() })).toString('hex');
    const dealt = Buffer.from(encode({ type: 'deck', cards: DEAL })).toString('hex');
    const hello = Buffer.from(encode({ type: 'hello' })).toString('hex');
    expect(await sendAndReceive(port, hello + dealt + deck, 6)).toBe('040a040a040a');
    const received = sendAndReceive(port, '', 3);
    await pause(100);
    child.stdin?.write('\n');
    expect(await received).toMatch(/^16311d/);
  });
});

async function gone(path: string): Promise<boolean> {
  for (let waited = 0; waited < 3000; waited += 20) {
    if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return true;
    await pause(20);
  }
  return false;
}

/** A PATH with only python3. */
function pathOfPython(): string {
  const bin = folder();
  symlinkSync(python.stdout.trim(), join(bin, 'python3'));
  return bin;
}

const onPty = async (cwd: string, env: Record<string, string> = {}): Promise<RunningProcess> => {
  const running = start(['simulate', 'stm', '--pty', './a,b', '--seed', '1', ...SLOW_HOST], { cwd, env });
  await running.waitForOutput(
    /^wirejig: virtual stm on \.\/a,b \(pid \d+; kill -HUP \d+ is its reset button/,
  );
  return running;
};

needing('simulators on a pseudo-terminal', 'socat').describe('on a pseudo-terminal', () => {
  test.concurrent(
    'a reset by modem lines ends with exit 3 and the cause; a reset by SIGHUP passes; Ctrl-C removes the terminal',
    async () => {
      const cwd = folder();
      const running = await onPty(cwd);
      const run = (reset: string) => {
        const words = ['run', 'stm', ...SLOW_HOST, '--link', './a,b', '--reset', reset];
        return wirejig([...words, '-q', '--only', 'STM-GM-03'], { cwd });
      };
      const { code, stderr } = await run('dtr');
      expect([code, stderr]).toEqual([3, expect.stringMatching(/^wirejig: [^\n]*no modem lines[^\n]*\n$/)]);
      expect((await run(`cmd:kill -HUP ${running.child.pid}`)).stdout).toContain('✓ PASS');
      running.child.kill('SIGINT');
      expect((await running.ended).code).toBe(0);
      expect(await gone(join(cwd, 'a,b'))).toBe(true);
    },
  );

  test.concurrent('a simulator that is killed takes the terminal with it', async () => {
    const cwd = folder();
    const running = await onPty(cwd);
    running.child.kill('SIGKILL');
    expect(await gone(join(cwd, 'a,b'))).toBe(true);
  });
});

needing('terminals held by python3', 'python3').describe('without socat', () => {
  test.concurrent('python3 holds the terminal', async () => {
    const cwd = folder();
    const running = await onPty(cwd, { PATH: pathOfPython() });
    const words = ['run', 'stm', ...SLOW_HOST, '--link', './a,b', '-q', '--only', 'STM-FR-10'];
    expect((await wirejig(words, { cwd })).stdout).toContain('✓ PASS');
    running.child.kill('SIGKILL');
    expect(await gone(join(cwd, 'a,b'))).toBe(true);
  });
});

test('without socat and python3 one line names what to install', async () => {
  const { code, stderr } = await wirejig(['simulate', 'stm', '--pty', './a'], {
    env: { PATH: '/nowhere' },
  });
  expect([code, stderr]).toEqual([2, expect.stringMatching(/^wirejig: [^\n]*install socat[^\n]*\n$/)]);
});
