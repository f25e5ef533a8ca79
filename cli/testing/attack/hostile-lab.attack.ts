/**
 * A lab whose Redis holds what neither wirejig nor BullMQ puts there: npm run attack hostile-lab. Prints a row for each. A worker and a
 * requester may refuse it, and nothing more: the next run comes.
 */
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { needing } from '../../../devices/testing/needed-tools';
import { openLab, type LabClient } from '../../../lab/client';
import { KEYS, PREFIX } from '../../../lab/keys';
import { endWorker, LabRig } from '../lab-rig';
import { cleanUp, type RunningProcess } from '../wirejig-process';
import { memoryOf, mostMemory } from './measured-process';

const { describe } = needing('a lab with hostile jobs and results', 'redis-server', 'socat');
const SELECTOR = 'rig=pty,suite=stm';
const QUEUE = `${PREFIX}:${SELECTOR}`;
const MOST_MEMORY = 400;
/** With two beats of the worker. */
const LATEST_MS = 6000;
const LONG = 'x'.repeat(50e6);
const DEEP = '['.repeat(200_000);

type Attack = (client: LabClient) => Promise<unknown>;

const task = { kind: 'run', suite: 'stm', only: [], skip: [], parameters: [], seed: 1 };
const job = { format: 1, request: 'f'.repeat(32), index: 0, requester: 'mallory', task };

const addJob = async (client: LabClient, fields: Readonly<Record<string, string>> = {}): Promise<void> => {
  await client.redis.zadd(KEYS.selectors, Date.now(), SELECTOR);
  const { id = '' } = await client.queue(SELECTOR).add('run', job, { priority: 5 });
  if (Object.keys(fields).length > 0) await client.redis.hset(`${QUEUE}:${id}`, fields);
};

const JOBS: Readonly<Record<string, Attack>> = {
  'whose requester never was': (client) => addJob(client),
  'no JSON': (client) => addJob(client, { data: '{' }),
  'null as data': (client) => addJob(client, { data: 'null' }),
  '50 MB': (client) => addJob(client, { data: JSON.stringify({ ...job, requester: LONG }) }),
  '200,000 deep': (client) => addJob(client, { data: DEEP }),
  'options that are no JSON': (client) => addJob(client, { opts: '{' }),
  'a count of attempts that is none': (client) => addJob(client, { atm: 'x', ats: '-1', delay: 'x' }),
  'without a hash': async (client) => {
    await addJob(client);
    await client.redis.lpush(`${QUEUE}:wait`, 'nothing');
  },
  '1,000 of them': async (client) => {
    for (let n = 0; n < 1000; n++) await addJob(client, { data: '[]' });
  },
  'in a list that is none': async (client) => {
    await client.redis.zadd(KEYS.selectors, Date.now(), 'pc=a');
    await client.redis.set(`${PREFIX}:pc=a:wait`, 'x');
  },
  '20,000 selectors': (client) =>
    client.redis.zadd(
      KEYS.selectors,
      ...Array.from({ length: 20_000 }, (_, n) => [Date.now(), `x=${n},suite=stm`]).flat(),
    ),
  'a selector that is none': (client) => client.redis.zadd(KEYS.selectors, Date.now(), LONG.slice(0, 1e6)),
  'a board that is no JSON': async (client) => {
    await client.redis.set(KEYS.board('mallory/a'), '{', 'PX', 60_000);
    await client.redis.sadd(KEYS.boards, 'mallory/a');
  },
};

const RESULTS: Readonly<Record<string, (client: LabClient, key: string) => Promise<unknown>>> = {
  'a header of 50 MB': (client, key) => client.redis.xadd(key, '*', 'h', LONG),
  'a header 200,000 deep': (client, key) => client.redis.xadd(key, '*', 'h', DEEP),
  'no field': (client, key) => client.redis.xadd(key, '*', '', ''),
  '20,000 entries': async (client, key) => {
    for (let n = 0; n < 20_000; n++) await client.redis.xadd(key, '*', 'h', '{"type":"end"}');
  },
  'a piece of 50 MB': (client, key) =>
    client.redis.xadd(
      key,
      '*',
      'h',
      JSON.stringify({ type: 'piece', index: 0, token: 1e9, file: 'journal.jsonl', at: 0 }),
      'z',
      LONG,
    ),
  'a string in their place': async (client, key) => {
    await client.redis.del(key);
    await client.redis.set(key, 'x');
  },
};

afterAll(cleanUp);

describe('a hostile lab', () => {
  const rig = new LabRig();
  let worker: RunningProcess;
  let client: LabClient;
  beforeAll(async () => {
    await rig.start();
    await rig.addBoards('a');
    worker = await rig.worker(['a']);
    client = await openLab(rig.url, { offline: 'wait' });
  });
  afterAll(async () => {
    await client.close();
    await endWorker(worker);
    await rig.close();
  });

  const ask = (name: string): RunningProcess =>
    rig.background(
      `run stm --lab --board rig=pty --only STM-FR-10 --seed 1 --out ${join(rig.folder, name)}`.split(' '),
    );

  const show = async (name: string, run: RunningProcess, began: number) => {
    const memory = await memoryOf(run);
    const { code, stderr } = await run.ended;
    const memoryThere = mostMemory(worker.child.pid);
    const took = (performance.now() - began) / 1000;
    process.stdout.write(
      `${name}: exit ${code}, ${took.toFixed(1)} s, ${memory.toFixed(0)} MB, worker ${memoryThere.toFixed(0)} MB ${stderr.trim().slice(0, 200)}\n`,
    );
    expect(stderr).not.toMatch(/internal error|^ {4}at /m);
    expect(Math.max(memory, memoryThere)).toBeLessThan(MOST_MEMORY);
    expect(worker.child.exitCode).toBe(null);
    return code;
  };

  test.each(Object.entries(JOBS))('a job, %s: the next run comes', async (name, attack) => {
    await attack(client);
    await client.redis.publish(KEYS.wake, 'jobs');
    await pause(LATEST_MS);
    const began = performance.now();
    expect(await show(`job, ${name}`, ask('next'), began)).toBe(0);
    // Nothing comes again.
    expect(await client.queue(SELECTOR).getJobCountByTypes('wait', 'active', 'prioritized')).toBe(0);
  });

  test.each(Object.entries(RESULTS))(
    'a result, %s: the requester ends, and the next run comes',
    async (name, attack) => {
      const began = performance.now();
      const run = ask('attacked');
      await run.waitForOutput(/^on \S+\n/m);
      const [key = ''] = await client.redis.keys(KEYS.request('*'));
      await attack(client, KEYS.results(key.split(':').at(-1) ?? ''));
      expect([0, 3]).toContain(await show(`result, ${name}`, run, began));
      expect(await ask('after').ended).toMatchObject({ code: 0 });
    },
  );
});
