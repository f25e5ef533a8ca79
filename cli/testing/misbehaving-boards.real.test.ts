import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { random } from '../../devices/random';
import { needing } from '../../devices/testing/needed-tools';
import { measure } from './attack/measured-process';
import { runReplugRounds } from './replug-rounds';
import { printedRun } from './printed-output';
import { tcpBoard } from './tcp-boards';
import { cleanUp, folder, wirejig } from './wirejig-process';

afterAll(cleanUp);

async function runSuite(url: string, ...words: string[]) {
  const cwd = folder();
  const { code, stdout, stderr } = await wirejig(['run', 'stm', '--link', url, '--json', ...words], { cwd });
  expect(stderr).not.toContain('    at ');
  expect(readFileSync(join(cwd, 'wirejig-report/report.html'), 'utf8')).toContain('</html>');
  return { code, ...printedRun(stdout) };
}

test('a board that never answers: exit 3 in good time, nothing is judged', async () => {
  const { url } = await tcpBoard((socket) => socket.resume());
  const { code, outcome, requirements } = await runSuite(url);
  expect([code, outcome]).toEqual([3, 'unreachable']);
  expect(new Set(Object.values(requirements))).toEqual(new Set(['error']));
}, 60_000);

test('nobody there: exit 3 with the cause on standard error, and a report', async () => {
  const { url, close } = await tcpBoard(() => undefined);
  await close();
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
  const { url } = await tcpBoard((socket) => socket.destroy());
  const { code, outcome, requirements } = await runSuite(url);
  expect(code).toBe(3);
  expect(['lost', 'unreachable']).toContain(outcome);
  expect(Object.values(requirements)).not.toContain('pass');
});

test('a board that says everything twice fails', async () => {
  const { url } = await tcpBoard((socket) => {
    socket.on('data', (bytes) => socket.write(Buffer.concat([bytes, bytes])));
  });
  const { code, requirements } = await runSuite(url, '--only', 'STM-FR-08');
  expect(code).toBe(1);
  expect(requirements['STM-FR-11']).toBe('fail');
});

test('a flood of 10 MB does not fill the memory, and the run ends', async () => {
  const noise = random(5);
  const block = Uint8Array.from({ length: 1 << 16 }, () => noise.int(0, 255));
  const { url } = await tcpBoard((socket) => {
    let left = 160;
    const pour = (): void => {
      while (left-- > 0) if (!socket.write(block)) return void socket.once('drain', pour);
    };
    socket.on('data', () => undefined);
    pour();
  });
  const { code, memory } = await measure(['run', 'stm', '--link', url, '--only', 'STM-GM-01', '-q']);
  expect([1, 3]).toContain(code);
  expect(memory).toBeGreaterThan(20);
  expect(memory).toBeLessThan(300);
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
