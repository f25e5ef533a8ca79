import { setTimeout as pause } from 'node:timers/promises';
import { needing } from '../devices/testing/needed-tools';
import { KEYS, PREFIX } from './keys';
import { collect, FakeBoard, QUICK, RUN, TestLab, until } from './testing/fake-boards';

const { describe } = needing('attempts whose job is taken away, on a real Redis', 'redis-server');
const STM = { selector: 'suite=stm', task: RUN };

describe('the result of an attempt whose job was taken away', () => {
  let lab: TestLab;
  beforeEach(async () => (lab = await TestLab.start()));
  afterEach(() => lab.close());

  test('a worker that stood still: what its run came to then is no result, also where no other has begun', async () => {
    const board = new FakeBoard('pc/a', undefined, 'endless');
    const worker = await lab.worker([board]);
    const request = await lab.request([STM]);
    const events = collect(request);
    await until(() => board.isBusy);
    // As SIGSTOP does it: no lease is renewed, and the process of the run ends by itself.
    clearInterval(Reflect.get(worker, 'timer') as NodeJS.Timeout);
    const { redis } = await lab.client('wait');
    await until(async () => (await redis.exists(KEYS.lease('pc/a'))) === 0);
    board.cutShort();
    await until(() => !board.isBusy);
    await pause(QUICK.lock);
    const next = new FakeBoard('pc/a');
    await lab.worker([next]);
    expect((await events).filter(({ type }) => type !== 'start')).toEqual([
      { type: 'end', index: 0, outcome: { code: 0 } },
    ]);
    expect(next.done).toHaveLength(1);
  });

  test('a run that ends whole after its job was taken from its worker: its end is not sent', async () => {
    const board = new FakeBoard('pc/a', undefined, 'endless');
    const worker = await lab.worker([board]);
    const events = collect(await lab.request([STM]));
    await until(() => board.isBusy);
    clearInterval(Reflect.get(worker, 'timer') as NodeJS.Timeout);
    const client = await lab.client('wait');
    const queue = client.queue('suite=stm');
    const [id] = (await queue.getActive()).map((job) => job.id ?? '');
    // As the search for jobs without a lock does it, and nobody has taken it yet.
    await client.redis.del(`${PREFIX}:suite=stm:${id ?? ''}:lock`);
    await client.redis.lrem(`${PREFIX}:suite=stm:active`, 1, id ?? '');
    board.finish();
    await until(() => board.done.length === 1);
    await pause(QUICK.lock);
    await client.redis.rpush(`${PREFIX}:suite=stm:wait`, id ?? '');
    await lab.worker([new FakeBoard('pc/b')]);
    expect((await events).filter(({ type }) => type !== 'bytes')).toMatchObject([
      { type: 'start', attempt: 1 },
      { type: 'start', board: 'pc/b' },
      { type: 'end' },
    ]);
  });
});

describe('a job that no worker brings to its end', () => {
  let lab: TestLab;
  beforeEach(async () => (lab = await TestLab.start()));
  afterEach(() => lab.close());

  test('fails once it has lost its worker three times', async () => {
    const events = collect(await lab.request([STM]));
    for (const pc of ['a', 'b', 'c']) {
      const board = new FakeBoard(`${pc}/board`, undefined, 'endless');
      const worker = await lab.worker([board]);
      await until(() => board.isBusy);
      // As kill -9 would do it.
      clearInterval(Reflect.get(worker, 'timer') as NodeJS.Timeout);
    }
    const last = new FakeBoard('d/board');
    await lab.worker([last]);
    expect((await events).at(-1)).toEqual({
      type: 'failed',
      index: 0,
      reason: 'the job lost its worker 3 times',
    });
    expect(last.done).toEqual([]);
  });

  test('is dropped where it cannot be read', async () => {
    const client = await lab.client('wait');
    const [redis, queue] = [client.redis, client.queue(STM.selector)];
    await redis.zadd(KEYS.selectors, Date.now(), STM.selector);
    const { id = '' } = await queue.add('run', {});
    const key = `${PREFIX}:${STM.selector}:${id}`;
    await redis.hset(key, 'data', '{');
    const board = new FakeBoard('pc/a');
    await lab.worker([board]);
    await until(async () => (await redis.exists(key, `${key}:lock`)) === 0);
    expect(await queue.getJobCountByTypes('active', 'wait', 'prioritized')).toBe(0);
    await collect(await lab.request([STM]));
    expect(board.done).toHaveLength(1);
  });
});
