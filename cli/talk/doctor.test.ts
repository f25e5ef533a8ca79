import { createServer } from 'node:net';
import { once } from 'node:events';
import { cleanUp, start, wirejig } from '../launched';
import type { Finding } from './diagnosis';

afterAll(cleanUp);

function states(stdout: string): Record<string, string> {
  const { findings } = JSON.parse(stdout) as { findings: readonly Finding[] };
  return Object.fromEntries(findings.map(({ topic, state }) => [topic, state]));
}

test('a sound board on a real link is well; on TCP it is said what cannot be told', async () => {
  const board = start(['simulate', 'stm', '--tcp', '0']);
  const [url = ''] = await board.said(/tcp:\/\/[\d.:]+/);
  const { code, stdout } = await wirejig(['doctor', url, '--suite', 'stm', '--json']);
  expect(states(stdout)).toEqual({
    link: 'ok',
    talk: 'ok',
    echo: 'ok',
    baud: 'ok',
    latency: 'ok',
    lines: 'unknown',
  });
  expect(code).toBe(0);
  board.child.kill();
});

test('an echo is a problem, exit code 1, with the next step; a link that is not there is 3', async () => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.pipe(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = address !== null && typeof address !== 'string' ? address.port : 0;
  const [echo, absent] = await Promise.all([
    wirejig(['doctor', `tcp://127.0.0.1:${port}`, '--suite', 'stm']),
    wirejig(['doctor', 'tcp://127.0.0.1:1', '--json']),
  ]);
  expect(echo.code).toBe(1);
  expect(echo.stdout).toMatch(/✗ echo {5}all that is sent comes back\n {11}next: turn off the echo/);
  expect([absent.code, states(absent.stdout)]).toEqual([3, { link: 'problem' }]);
  server.close();
});
