import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { needing } from '../devices/testing/needed-tools';
import { liveBoards } from './boards';
import { fetchRun } from './fetch';
import { KEYS, TIMES } from './keys';
import { collect, FakeBoard, KEPT, QUICK, RUN, TestLab, until } from './testing/fake-boards';
import { LabRequest } from './requester';
import { selectorOf } from './tags';

const { describe } = needing('the lab on a real Redis', 'redis-server');
const STM = { selector: 'suite=stm', task: RUN };

describe('boards, jobs and leases on a real Redis', () => {
  let lab: TestLab;
  beforeEach(async () => (lab = await TestLab.start()));
  afterEach(() => lab.close());

  test('each board has one job at a time, each job runs once, and on a board with its tags', async () => {
    const boards = ['a', 'b', 'c'].map(
      (name) =>
        new FakeBoard(
          `pc/${name}`,
          ['suite=stm', `board=${name}`, `rate=${name === 'c' ? 'slow' : 'fast'}`],
          20,
        ),
    );
    await lab.worker(boards.slice(0, 2));
    await lab.worker(boards.slice(2));
    const selectors = ['suite=stm', 'rate=fast,suite=stm', 'board=c', selectorOf(['suite=stm,board=a'])];
    const asked = Array.from({ length: 24 }, (_, at) => ({
      selector: selectors[at % 4] ?? '',
      task: { ...RUN, seed: at },
    }));
    const events = await collect(await lab.request(asked));
    expect(boards.map(({ most }) => most)).toEqual([1, 1, 1]);
    expect(events.filter(({ type }) => type === 'end')).toHaveLength(24);
    const seeds = boards.map(({ done }) => done.map(({ task }) => task.seed));
    expect(seeds.flat().sort((a, b) => a - b)).toEqual(asked.map((_, at) => at));
    expect(seeds[2]).toEqual(expect.arrayContaining([2, 6, 10, 14, 18, 22]));
    expect(seeds[0]).toEqual(expect.arrayContaining([3, 7, 11, 15, 19, 23]));
    expect(seeds[2]?.filter((seed) => seed % 4 === 1 || seed % 4 === 3)).toEqual([]);
  });

  test('the urgent job goes first, then those of people, then those of build servers', async () => {
    const board = new FakeBoard('pc/a', ['suite=stm', 'host=pc']);
    await lab.worker([board]);
    const client = await lab.client('wait');
    await client.redis.set(KEYS.hold('pc/a'), 'sam', 'PX', 60_000);
    await until(async () => (await liveBoards(client))[0]?.state === 'held');
    const asked = [
      ['ci', 3, 'suite=stm'],
      ['person', 2, 'suite=stm'],
      ['urgent', 1, 'host=pc'],
    ] as const;
    const requests = asked.map(([priority]) => new LabRequest(client, { requester: 'test', priority }));
    for (const [at, [, seed, selector]] of asked.entries())
      await requests[at]?.submit([{ selector, task: { ...RUN, seed } }]);
    await client.redis.del(KEYS.hold('pc/a'));
    await Promise.all(requests.map((request) => collect(request)));
    for (const request of requests) await request.close();
    expect(board.done.map(({ task }) => task.seed)).toEqual([1, 2, 3]);
  });

  test('a second worker for a board waits until the first lets it go', async () => {
    const [first, second] = [new FakeBoard('pc/a', undefined, 5), new FakeBoard('pc/a', undefined, 5)];
    const worker = await lab.worker([first]);
    await lab.worker([second]);
    await collect(await lab.request([STM, STM]));
    expect([first.done.length, second.done.length]).toEqual([2, 0]);
    await worker.stop();
    await collect(await lab.request([STM, STM]));
    expect([first.done.length, second.done.length]).toEqual([2, 2]);
  });

  test('a run may take longer than its result may be sent', async () => {
    await lab.worker([new FakeBoard('pc/a', undefined, 900)], { ...QUICK, delivery: 600 });
    expect((await collect(await lab.request([STM]))).at(-1)).toMatchObject({ type: 'end' });
  });

  test('a stopped worker hands its job to another board', async () => {
    const [slow, quick] = [new FakeBoard('pc1/a', undefined, 'endless'), new FakeBoard('pc2/a')];
    const worker = await lab.worker([slow]);
    const events = collect(await lab.request([STM]));
    await until(() => slow.isBusy);
    await lab.worker([quick]);
    await worker.stop();
    const starts = (await events).filter(({ type }) => type === 'start');
    expect(starts).toMatchObject([
      { attempt: 1, board: 'pc1/a' },
      { attempt: 2, board: 'pc2/a' },
    ]);
    expect(quick.done).toHaveLength(1);
  });

  test('a worker that dies in the middle: its job runs anew, and its board is reset before its next run, once', async () => {
    const [dying, next] = [new FakeBoard('pc/a', undefined, 'endless'), new FakeBoard('pc/a')];
    const worker = await lab.worker([dying]);
    const events = collect(await lab.request([STM]));
    await until(() => dying.isBusy);
    // As kill -9 would do it: nobody renews its leases, and nobody gives them back.
    clearInterval(Reflect.get(worker, 'timer') as NodeJS.Timeout);
    await lab.worker([next]);
    expect((await events).filter(({ type }) => type === 'start')).toHaveLength(2);
    await collect(await lab.request([STM]));
    expect([dying.resets, next.resets]).toEqual([[false], [true, false]]);
  });

  test('a requester that vanishes: its run ends, its waiting jobs are dropped, and the board serves others', async () => {
    const board = new FakeBoard('pc/a', undefined, 'endless');
    await lab.worker([board]);
    const request = await lab.request([STM, STM, STM]);
    await until(() => board.isBusy);
    // As kill -9 would do it: nobody renews the lease, and nobody says good-bye.
    clearInterval(Reflect.get(request, 'renewal') as NodeJS.Timeout);
    const queue = (await lab.client('wait')).queue('suite=stm');
    await until(async () => (await queue.getJobCounts('failed', 'active', 'prioritized'))['failed'] === 3);
    expect(board.isBusy).toBe(false);
    expect(board.done).toEqual([]);
  });

  test('a requester that says good-bye: its run ends at once, and what waits is gone', async () => {
    const board = new FakeBoard('pc/a', undefined, 'endless');
    await lab.worker([board]);
    const request = await lab.request([STM, STM]);
    await until(() => board.isBusy);
    await request.close();
    await until(() => !board.isBusy);
    const queue = (await lab.client('wait')).queue('suite=stm');
    await until(async () => (await queue.getJobCounts('active', 'prioritized', 'wait'))['active'] === 0);
    expect(await queue.getJobCounts('prioritized', 'wait')).toEqual({ prioritized: 0, wait: 0 });
  });

  test('a board that a person holds takes no job, and takes one after', async () => {
    const board = new FakeBoard('pc/a');
    await lab.worker([board]);
    const client = await lab.client('wait');
    await client.redis.set(KEYS.hold('pc/a'), 'sam', 'PX', 60_000);
    await until(async () => (await liveBoards(client))[0]?.state === 'held');
    const events = collect(await lab.request([STM]));
    await pause(300);
    expect(board.done).toEqual([]);
    await client.redis.del(KEYS.hold('pc/a'));
    expect((await events).at(-1)).toMatchObject({ type: 'end' });
  });

  test('many jobs of one request may take longer than one of them may wait', async () => {
    await lab.worker([new FakeBoard('pc/a', undefined, 300)]);
    const events = await collect(await lab.request(Array<typeof STM>(6).fill(STM), 1200));
    expect(events.filter(({ type }) => type === 'end')).toHaveLength(6);
  });

  test('waiting is bounded, also for another board after the first was lost', async () => {
    const board = new FakeBoard('pc/a', undefined, 'endless');
    const worker = await lab.worker([board]);
    const first = collect(await lab.request([STM], 1000));
    await until(() => board.isBusy);
    const failed = { type: 'failed', index: 0, reason: expect.stringMatching(/--wait/) as string };
    expect(await collect(await lab.request([STM], 1))).toEqual([failed]);
    clearInterval(Reflect.get(worker, 'timer') as NodeJS.Timeout);
    expect(await first).toEqual([expect.objectContaining({ type: 'start' }), failed]);
  });

  test('no lease and no record is left after all have gone', async () => {
    const worker = await lab.worker([new FakeBoard('pc/a')]);
    const request = await lab.request([STM]);
    await collect(request);
    await request.close();
    await worker.stop();
    const { redis } = await lab.client('wait');
    const left = await redis.keys('wirejig:lab:*');
    expect(left.filter((key) => /:(?:lease|board|request|results):/.test(key))).toEqual([]);
  });

  test.each<[string, object, Buffer | undefined, RegExp]>([
    [
      'a file outside the folder',
      { type: 'piece', file: '../.bashrc', at: 0 },
      gzipSync('x'),
      /file: is not a file of a run/,
    ],
    [
      'a piece that unpacks to 50 MB',
      { type: 'piece', file: 'journal.jsonl', at: 0 },
      gzipSync(Buffer.alloc(50e6)),
      /a piece is not gzip, or holds more than 262144 bytes/,
    ],
    [
      'a piece that is not gzip',
      { type: 'piece', file: 'journal.jsonl', at: 0 },
      Buffer.from('MZ'),
      /a piece is not gzip/,
    ],
    [
      'a piece that others come before',
      { type: 'piece', file: 'journal.jsonl', at: 9 },
      gzipSync('x'),
      /a piece of its journal was lost/,
    ],
    [
      'an end without the journal it tells of',
      { type: 'end', outcome: { code: 0 }, files: { 'journal.jsonl': 7 } },
      undefined,
      /journal\.jsonl did not come whole/,
    ],
    [
      'an end with a command',
      { type: 'end', outcome: { code: 0 }, files: {}, run: 'reboot' },
      undefined,
      /Unrecognized key: "run"/,
    ],
    [
      'a verdict that there is none of',
      {
        type: 'end',
        outcome: { code: 0, answer: { verdicts: { A: 'superb' }, outcome: 'done', duration: 1 } },
        files: {},
      },
      undefined,
      /outcome\.answer\.verdicts\.A: /,
    ],
  ])('a hostile result with %s is refused by the requester', async (_name, header, packed, reason) => {
    const board = new FakeBoard('pc/a', undefined, 'endless');
    await lab.worker([board]);
    const request = await lab.request([STM]);
    const client = await lab.client('wait');
    await until(() => board.isBusy);
    const token = Number(await client.redis.get(KEYS.fence));
    const send = (text: string): Promise<unknown> =>
      client.redis.xadd(
        KEYS.results(request.id),
        '*',
        'h',
        text,
        ...(packed === undefined ? [] : ['z', packed]),
      );
    // Whose these are cannot be told: they are passed over.
    await send('no JSON');
    await send('{"type":"end"}');
    const events = collect(request, ({ type }) => {
      if (type === 'start') void send(JSON.stringify({ index: 0, token, ...header }));
    });
    expect((await events).at(-1)).toEqual({
      type: 'failed',
      index: 0,
      reason: expect.stringMatching(reason) as string,
    });
  });

  describe('with files', () => {
    let folder: string;
    beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'wirejig-lab-'))));
    afterEach(() => rmSync(folder, { recursive: true, force: true }));

    /** No smaller when it is packed, and more than may lie in Redis at once. */
    const writeJournal = (): Buffer => {
      const bytes = randomBytes(20e6);
      writeFileSync(join(folder, 'journal.jsonl'), bytes);
      return bytes;
    };

    test('a requester that reads nothing holds up nobody else: its board runs the next job', async () => {
      writeJournal();
      const board = new FakeBoard('pc/a', undefined, 0, folder);
      // Unhurried: on a busy machine so many bytes may take longer than the leases of the other tests.
      await lab.worker([board], TIMES);
      const slow = await lab.request([STM], undefined, TIMES);
      await until(() => board.done.length === 1);
      const { redis } = await lab.client('wait');
      await until(async () => (await redis.xlen(KEYS.results(slow.id))) >= 64);
      rmSync(join(folder, 'journal.jsonl'));
      await collect(await lab.request([STM], undefined, TIMES));
      expect(board.done).toHaveLength(2);
      expect(await redis.xlen(KEYS.results(slow.id))).toBeLessThanOrEqual(65);
    });

    test('the files of an earlier run come whole; a run that is not kept is told', async () => {
      const bytes = writeJournal();
      await lab.worker([new FakeBoard('pc/a', undefined, 0, folder)], TIMES);
      const client = await lab.client('wait');
      const pieces: Buffer[] = [];
      await fetchRun(client, 'pc/a', KEPT, (_file, piece) => pieces.push(piece));
      expect(Buffer.concat(pieces).equals(bytes)).toBe(true);
      await expect(fetchRun(client, 'pc/a', '00000000', () => undefined)).rejects.toThrow(
        'pc/a has no files of run 00000000, or not any more',
      );
    });
  });
});
