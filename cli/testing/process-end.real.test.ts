import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { runCommand } from '../../devices/board/user-command';
import { tcpServer } from '../../devices/testing/tcp-server';
import {
  cleanUp,
  countProcesses,
  folder,
  isGone,
  lines,
  start,
  type RunningProcess,
} from './wirejig-process';

afterAll(cleanUp);

/** Two processes: one of the command's group, one of a session of its own. */
const hang = (seconds: number): string => `setsid sleep ${seconds} & sleep ${seconds}`;

/** Interrupts the program once its command hangs. Resolves with its exit code and how long it took to end, milliseconds. */
async function interrupt(run: RunningProcess, signal: NodeJS.Signals, seconds: number) {
  for (let i = 0; i < 500 && countProcesses(`sleep ${seconds}`) < 2; i++) await pause(20);
  const began = performance.now();
  run.child.kill(signal);
  const { code, stderr } = await run.ended;
  return { code, stderr, took: performance.now() - began };
}

test('a hangup during a reset command ends the campaign promptly, with its report; nothing of the command is left', async () => {
  const server = await tcpServer((socket) => socket.resume());
  const cwd = folder();
  const link = `tcp://127.0.0.1:${server.port}`;
  const run = start(['fuzz', 'stm', '--link', link, '--reset', `cmd:${hang(4243.1)}`], { cwd });
  const { code, took } = await interrupt(run, 'SIGHUP', 4243.1);
  await server.close();
  expect([code, await isGone('sleep 4243.1')]).toEqual([130, true]);
  expect(took).toBeLessThan(3000);
  expect(lines(join(cwd, 'wirejig-fuzz/journal.jsonl')).at(-1)).toContain('"outcome":"interrupted"');
  expect(readFileSync(join(cwd, 'wirejig-fuzz/report.html'), 'utf8')).toContain('</html>');
});

test('a signal during an identity command, before there is anything to report, ends the command too', async () => {
  const cwd = folder();
  const board = { suite: 'stm', links: 'tcp://127.0.0.1:9', identity: hang(4243.2) };
  writeFileSync(join(cwd, 'wirejig.config.json'), JSON.stringify({ boards: { desk: board } }));
  const run = start(['run', '--board', 'desk'], { cwd });
  const { code, stderr } = await interrupt(run, 'SIGTERM', 4243.2);
  expect([code, stderr, await isGone('sleep 4243.2')]).toEqual([
    130,
    expect.not.stringContaining('    at '),
    true,
  ]);
});

test('a command that is ended, or takes longer than its limit, leaves nothing', async () => {
  const end = new AbortController();
  const command = hang(4243.3);
  const ended = runCommand({ what: 'reset', command, signal: end.signal });
  setTimeout(() => end.abort(), 200);
  await expect(ended).rejects.toThrow(/^the reset command .* was interrupted: no output$/);
  await expect(runCommand({ what: 'reset', command, limitMs: 200 })).rejects.toThrow(
    'did not end within 0.2 s',
  );
  expect(await isGone('sleep 4243.3')).toBe(true);
});

test('a configuration that never settles, or ends the process, is no success: exit 3 with one line', async () => {
  const ends = ['await new Promise(() => undefined);', 'process.exit(0);'].map((line) => {
    const cwd = folder();
    writeFileSync(join(cwd, 'wirejig.config.mjs'), `${line}\nexport default { boards: {} };\n`);
    return start(['run', '--board', 'desk'], { cwd }).ended;
  });
  for (const { code, stdout, stderr } of await Promise.all(ends))
    expect([code, stdout, stderr]).toEqual([
      3,
      '',
      expect.stringMatching(/^wirejig: it ended before [^\n]*\n$/),
    ]);
});

test('with too few open files allowed there is a message, and no hang', () => {
  const main = join(__dirname, '../../dist/cli/main.js');
  const script = `ulimit -n 22; exec "${process.execPath}" "${main}" run stm --only STM-GM-03 --out few`;
  const few = spawnSync('sh', ['-c', script], { cwd: folder(), encoding: 'utf8', timeout: 30_000 });
  expect([few.status, few.stderr]).toEqual([
    3,
    expect.stringContaining('too many files are open (ulimit -n)'),
  ]);
}, 35_000);
