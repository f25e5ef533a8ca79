import { readFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { z } from 'zod';
import { random } from '../../devices/random';
import { needing } from '../../devices/testing/needed-tools';
import { cleanUp, folder, start, wirejig } from './wirejig-process';
import { runReplugRounds } from './replug-rounds';

const servers: Server[] = [];
const sockets: Socket[] = [];

afterAll(() => {
  cleanUp();
  for (const socket of sockets) socket.destroy();
  for (const server of servers) server.close();
});

/** A board that somebody else wrote. */
async function board(connected: (socket: Socket) => void): Promise<string> {
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.push(socket);
    socket.on('error', () => socket.destroy());
    connected(socket);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return `tcp://127.0.0.1:${port}`;
}

const summary = z.object({
  outcome: z.string(),
  reason: z.string().optional(),
  exitCode: z.number(),
  requirements: z.record(z.string(), z.string()),
});

async function runSuite(url: string, ...words: string[]) {
  const cwd = folder();
  const { code, stdout, stderr } = await wirejig(['run', 'stm', '--link', url, '--json', ...words], { cwd });
  expect(stderr).not.toContain('    at ');
  expect(readFileSync(join(cwd, 'wirejig-report/report.html'), 'utf8')).toContain('</html>');
  return { code, ...summary.parse(JSON.parse(stdout)) };
}

test('a board that never answers: exit 3 in good time, nothing is judged', async () => {
  const url = await board((socket) => socket.resume());
  const { code, outcome, requirements } = await runSuite(url);
  expect([code, outcome]).toEqual([3, 'unreachable']);
  expect(new Set(Object.values(requirements))).toEqual(new Set(['error']));
}, 60_000);

test('nobody there: exit 3 with the cause on standard error, and a report', async () => {
  const url = await board(() => undefined);
  servers.pop()?.close();
  const cwd = folder();
  const { code, stderr } = await wirejig(['run', 'stm', '--link', url, '-q'], { cwd });
  expect([code, stderr]).toEqual([3, expect.stringMatching(/^wirejig: nothing listens on 127[^\n]+\n$/)]);
  expect(readFileSync(join(cwd, 'wirejig-report/junit.xml'), 'utf8')).toContain('nothing listens on');
});

test('no such port: exit 3, one line', async () => {
  const { code, stderr } = await wirejig(['run', 'stm', '--link', '/dev/ttyWIREJIG9', '-q']);
  expect([code, stderr]).toEqual([
    3,
    expect.stringMatching(/^wirejig: no port \/dev\/ttyWIREJIG9: [^\n]+\n$/),
  ]);
});

test('a board that hangs up at once: exit 3', async () => {
  const url = await board((socket) => socket.destroy());
  const { code, outcome, requirements } = await runSuite(url);
  expect(code).toBe(3);
  expect(['lost', 'unreachable']).toContain(outcome);
  expect(Object.values(requirements)).not.toContain('pass');
});

test('a board that says everything twice fails', async () => {
  const url = await board((socket) => {
    socket.on('data', (bytes) => socket.write(Buffer.concat([bytes, bytes])));
  });
  const { code, requirements } = await runSuite(url, '--only', 'STM-FR-08');
  expect(code).toBe(1);
  expect(requirements['STM-FR-11']).toBe('fail');
});

test('a flood of 10 MB does not fill the memory, and the run ends', async () => {
  const noise = random(5);
  const block = Uint8Array.from({ length: 1 << 16 }, () => noise.int(0, 255));
  const url = await board((socket) => {
    let left = 160;
    const pour = (): void => {
      while (left-- > 0) if (!socket.write(block)) return void socket.once('drain', pour);
    };
    socket.on('data', () => undefined);
    pour();
  });
  const cwd = folder();
  const run = start(['run', 'stm', '--link', url, '--only', 'STM-GM-01', '-q'], { cwd });
  let peak = 0;
  const watch = setInterval(() => (peak = Math.max(peak, residentMegabytes(run.child.pid))), 50);
  const { code } = await run.ended;
  clearInterval(watch);
  expect([1, 3]).toContain(code);
  expect(peak).toBeGreaterThan(20);
  expect(peak).toBeLessThan(300);
});

/** More rounds: WIREJIG_ROUNDS=200 npx jest cli/testing/misbehaving-boards -t pulled */
const ROUNDS = Number(process.env['WIREJIG_ROUNDS'] ?? 8);

needing('a cable that is pulled and plugged in again', 'socat').test(
  'a cable that is pulled while a run opens, waits, sends or is flooded, and plugged in again: no verdict is lost, nothing hangs or spins',
  async () => {
    const found = await runReplugRounds(join(folder(), 'tty'), ROUNDS, 3);
    const { rounds, restShare, share, leaked } = found;
    if (ROUNDS > 8)
      process.stderr.write(`${JSON.stringify({ rounds: rounds.length, restShare, share, leaked })}\n`);
    for (const { phase, end, lastEvent } of rounds) {
      expect([phase, lastEvent]).toEqual([phase, 'run-end']);
      const verdicts = Object.values(end?.verdicts ?? {}).map(({ verdict }) => verdict);
      if (phase === 'open') {
        expect(['unreachable', 'lost']).toContain(end?.outcome);
        expect([verdicts.length, verdicts[2]]).toEqual([3, 'error']);
      } else
        expect([phase, end?.outcome === 'lost' ? 'lost' : end?.reason, ...verdicts]).toEqual([
          ...[phase, 'lost', 'pass', 'inconclusive', 'error'],
        ]);
      expect(end?.reason).toMatch(/tty/);
    }
    expect(restShare).toBeLessThan(0.2);
    expect(leaked).toBeLessThan(2);
  },
  600_000,
);

function residentMegabytes(pid: number | undefined): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}
