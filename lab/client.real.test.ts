import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { needing } from '../devices/testing/needed-tools';
import { openLab } from './client';
import { isAway } from './lab-error';
import { startServer } from './server';
import { until } from './testing/fake-boards';

const { test } = needing('commands to a Redis that dies, a real one', 'redis-server');

test('what has no answer when the connection is lost fails for a worker, and is asked again for a requester', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'wirejig-lab-'));
  const server = await startServer({ folder });
  const [worker, requester] = await Promise.all([
    openLab(server.url, { offline: 'fail' }),
    openLab(server.url, { offline: 'wait' }),
  ]);
  await worker.redis.set('a', '1');
  server.process.kill('SIGSTOP');
  const asked = [worker.redis.get('a'), worker.redis.multi().get('a').exec(), worker.another().get('a')];
  const settled = Promise.allSettled([...asked, requester.redis.get('a')]);
  server.process.kill('SIGKILL');
  await server.ended;
  const { port, password } = new URL(server.url);
  const next = await startServer({ folder, port: Number(port), password });
  const [one, several, another, again] = await settled;
  expect([another, again].map((result) => result?.status === 'fulfilled' && result.value)).toEqual([
    '1',
    '1',
  ]);
  for (const result of [one, several]) {
    const reason: unknown = result?.status === 'rejected' ? result.reason : 'it has an answer';
    expect([reason, isAway(reason)]).toEqual([expect.any(Error), true]);
  }
  await until(() => worker.redis.status === 'ready');
  expect(await worker.redis.get('a')).toBe('1');
  await Promise.all([worker.close(), requester.close()]);
  await next.stop();
  rmSync(folder, { recursive: true });
}, 60_000);
