import { needing } from '../devices/testing/needed-tools';
import { TIMES, type Times } from './keys';
import { collect, FakeBoard, RUN, TestLab } from './testing/fake-boards';

const { describe } = needing('the lab at scale', 'redis-server');
const HOSTS = 5;
const JOBS = 40;

interface Cost {
  /** Processor time of workers and requester, in ms for a job. */
  readonly ms: number;
  /** Jobs in a second. */
  readonly rate: number;
  readonly boards: readonly FakeBoard[];
  readonly ends: number;
}

/** Jobs that take no time, so that what is left is the lab. */
async function measure(boardCount: number, jobCount: number): Promise<Cost> {
  const lab = await TestLab.start();
  try {
    const boards = Array.from(
      { length: boardCount },
      (_, at) => new FakeBoard(`pc${at % HOSTS}/b${at}`, ['suite=stm', `host=pc${at % HOSTS}`]),
    );
    for (let host = 0; host < HOSTS; host++)
      await lab.worker(
        boards.filter((_, at) => at % HOSTS === host),
        TIMES,
      );
    const before = process.cpuUsage();
    const began = performance.now();
    const asked = Array.from({ length: jobCount }, (_, seed) => ({
      selector: 'suite=stm',
      task: { ...RUN, seed },
    }));
    const events = await collect(await lab.request(asked));
    const { user, system } = process.cpuUsage(before);
    return {
      ms: (user + system) / 1000 / jobCount,
      rate: (1000 * jobCount) / (performance.now() - began),
      boards,
      ends: events.filter(({ type }) => type === 'end').length,
    };
  } finally {
    await lab.close();
  }
}

describe('virtual workers without runs', () => {
  test('500 boards and 2000 jobs: each runs once, none shares a board, and a job costs as much as with 10 boards', async () => {
    const few = await measure(10, 500);
    const many = await measure(500, 2000);
    expect(many.ends).toBe(2000);
    const seeds = many.boards.flatMap(({ done }) => done.map(({ task }) => task.seed));
    expect(new Set(seeds).size).toBe(2000);
    expect(seeds).toHaveLength(2000);
    expect(Math.max(...many.boards.map(({ most }) => most))).toBe(1);
    process.stderr.write(
      `lab: ${few.ms.toFixed(2)} ms a job with 10 boards, ${many.ms.toFixed(2)} ms with 500, ${few.rate.toFixed(0)} and ${many.rate.toFixed(0)} jobs a second\n`,
    );
    // By processor time, as a loaded machine takes longer by the clock.
    expect(many.ms).toBeLessThan(2 * few.ms);
  });

  test('from asking for a run to its end nothing waits for a beat or a poll', async () => {
    const lab = await TestLab.start();
    try {
      const slow = Object.fromEntries(Object.entries(TIMES).map(([name, ms]) => [name, 100 * ms])) as Times;
      await lab.worker([new FakeBoard('pc/a')], slow);
      const began = performance.now();
      // One that waited for the shortest of these times would take longer than a test may.
      for (let seed = 0; seed < JOBS; seed++)
        await collect(
          await lab.request([{ selector: 'suite=stm', task: { ...RUN, seed } }], undefined, slow),
        );
      const each = (performance.now() - began) / JOBS;
      process.stderr.write(`lab: ${each.toFixed(1)} ms from asking to the end\n`);
    } finally {
      await lab.close();
    }
  });
});
