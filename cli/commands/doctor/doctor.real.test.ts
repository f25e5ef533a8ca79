import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { simulated, tcpBoard } from '../../testing/tcp-boards';
import { cleanUp, folder, wirejig } from '../../testing/wirejig-process';
import type { Finding } from './link-subject';

afterAll(cleanUp);

function states(stdout: string): Record<string, string> {
  const { findings } = JSON.parse(stdout) as { findings: readonly Finding[] };
  return Object.fromEntries(findings.map(({ topic, state }) => [topic, state]));
}

test('a sound configured board has no problem, and its firmware is named; on TCP the modem lines are unknown', async () => {
  const { url } = await simulated(['stm']);
  const cwd = folder();
  const desk = { suite: 'stm', links: url, identity: 'echo stm 1.4', reset: 'reopen' };
  writeFileSync(join(cwd, 'wirejig.config.json'), JSON.stringify({ boards: { desk } }));
  const { code, stdout } = await wirejig(['doctor', 'desk', '--json'], { cwd });
  expect(stdout).toContain('stm 1.4');
  expect(states(stdout)).toEqual({
    firmware: 'ok',
    link: 'ok',
    talk: 'ok',
    echo: 'ok',
    baud: 'ok',
    latency: 'ok',
    lines: 'unknown',
    reset: 'ok',
  });
  expect(code).toBe(0);
  const named = await wirejig(['doctor', 'desk'], { cwd });
  expect(named.stdout).toMatch(/\n\nready: wirejig run --board desk\n$/);
  const typed = await wirejig(['doctor', url, '--suite', 'stm', '--reset', 'reopen'], { cwd });
  expect(typed.stdout).toContain(`\n\nready: wirejig run stm --link ${url} --reset reopen\n`);
});

test('an echo is a problem with its remedy: exit code 1; a link that does not open: 3', async () => {
  const board = await tcpBoard((socket) => socket.pipe(socket));
  const [echo, absent, unknown] = await Promise.all([
    wirejig(['doctor', board.url, '--suite', 'stm']),
    wirejig(['doctor', 'tcp://127.0.0.1:1', '--json']),
    wirejig(['doctor', 'desk']),
  ]);
  expect(echo.code).toBe(1);
  expect(echo.stdout).toMatch(/✗ echo {5}all that is sent comes back\n {11}next: turn off the echo/);
  expect([absent.code, states(absent.stdout)]).toEqual([3, { link: 'problem' }]);
  expect([unknown.code, unknown.stderr]).toEqual([
    2,
    expect.stringMatching(/no board named 'desk'.*wirejig init/),
  ]);
});

test('a board of another suite is recognised: exit code 1, and the command that goes on', async () => {
  const { url } = await simulated(['gm67']);
  const other = await wirejig(['doctor', url, '--suite', 'stm']);
  expect(other.code).toBe(1);
  expect(other.stdout).toMatch(/✗ suite {4}the board answers as gm67 does, at \d+ baud; not as stm\n/);
  expect(other.stdout).toContain(`next: wirejig doctor ${url} --suite gm67\n`);
  expect(other.stdout).not.toContain('ready:');
  const silent = await tcpBoard(() => undefined);
  const none = await wirejig(['doctor', silent.url, '--suite', 'stm']);
  expect(none.stdout).toMatch(/\? suite {4}no other suite fits: .*gm67.* are not answered either/);
});
