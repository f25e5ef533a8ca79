import * as fc from 'fast-check';
import { millis } from '../../protocols/time';
import { BoardSilent } from './bench-errors';
import {
  byteBoard,
  ByteLine,
  byteSuite,
  goesSilentAfter,
  scenario,
  runScenarios,
  type ByteResponder,
} from '../testing/byte-board';
import type { CheckRecord, JournalEvent } from '../record';
import type { Scenario } from '../suite';

const ID = 'B-XX-01';

function failures(events: readonly JournalEvent[]): readonly CheckRecord[] {
  return events.filter((event) => event.type === 'check').filter(({ verdict }) => verdict === 'fail');
}

/** Wrong from 100 on: the smallest byte that shows it is 64 in hex. */
const wrongFrom100: ByteResponder = () => (byte) => [byte < 100 ? byte + 1 : 0];

const OPTIONS = { title: 'any byte', runs: 60, show: (byte: number): string => `byte ${byte}` };
const BYTE = fc.nat({ max: 200 });

/** Every byte is answered with the next one. */
function property(arbitrary: fc.Arbitrary<number> = BYTE): Scenario['run'] {
  return async (bench) => {
    const line = new ByteLine(bench);
    await bench.forAll(arbitrary, OPTIONS, async (byte) => {
      const answer = await line.ask(byte);
      bench.check(ID, answer === byte + 1, () => ({
        title: 'the answer',
        expected: `${byte + 1}`,
        seen: `${answer}`,
      }));
      if (answer === undefined) throw new BoardSilent('nothing came');
    });
  };
}

async function tried(temper: ByteResponder | undefined, work: Scenario['run'], change = {}) {
  const { board, unplug } = byteBoard(temper);
  const result = await runScenarios([scenario('all', [ID], work)], { ...board, ...change });
  return { ...result, unplug };
}

test('a property that holds is judged in every case, and no case is recorded', async () => {
  const { end, events } = await tried(undefined, property());
  expect(end.verdicts[ID]).toEqual({ verdict: 'pass', checks: 60 });
  expect(failures(events)).toEqual([]);
});

test('a property that fails is recorded once, with the smallest case and its bytes', async () => {
  const { end, events } = await tried(wrongFrom100, property());
  expect(end.verdicts[ID]).toMatchObject({ verdict: 'fail' });
  const [found, ...others] = failures(events);
  expect(others).toEqual([]);
  expect(found).toMatchObject({ title: 'any byte: the answer', expected: '101', seen: '0' });
  expect(found?.counterexample).toMatchObject({ text: 'byte 100' });
  expect(found?.counterexample?.shrinks).toBeGreaterThan(0);
  expect(found?.evidence?.slice(-2).map(({ direction, hex }) => `${direction} ${hex}`)).toEqual([
    'tx 64',
    'rx 00',
  ]);
});

test('the same seed finds the same case, and the seed is recorded', async () => {
  const [first, again] = [await tried(wrongFrom100, property()), await tried(wrongFrom100, property())];
  expect(again.events).toEqual(first.events);
  const { cases, seed } = failures(first.events)[0]?.counterexample ?? { cases: 0, seed: 0 };
  const values = fc.sample(BYTE, { seed, numRuns: cases });
  expect(values.findIndex((byte) => byte >= 100)).toBe(cases - 1);
});

test('shrinking has a budget, which is smaller on a real clock', async () => {
  const long = fc.array(fc.nat(), { minLength: 40, maxLength: 50 });
  const exchanges = async (virtual: boolean): Promise<number> => {
    const { board } = byteBoard();
    let runs = 0;
    const work: Scenario['run'] = (bench) =>
      bench.forAll(long, { title: 'a', runs: 1, show: String }, () => {
        bench.check(ID, runs++ > 0, () => ({ title: 'the first only', evidence: [] }));
        return Promise.resolve();
      });
    await runScenarios([scenario('all', [ID], work)], { ...board, clock: { ...board.clock, virtual } });
    return runs;
  };
  expect(await exchanges(true)).toBe(301);
  expect(await exchanges(false)).toBe(61);
});

test('a byte that silences the board is found: the board is recovered between cases', async () => {
  const { end, events } = await tried(goesSilentAfter(77), property(fc.constantFrom(3, 5, 77, 9, 11)));
  expect(end.outcome).toBe('done');
  expect(failures(events)[0]?.counterexample?.text).toBe('byte 77');
});

test('if the board cannot be recovered, the failing case is recorded without shrinking', async () => {
  const { end, events } = await tried(goesSilentAfter(77), property(fc.constantFrom(3, 5, 77, 9, 11)), {
    reset: undefined,
  });
  expect(end.outcome).toBe('silent');
  expect(end.verdicts[ID]?.verdict).toBe('fail');
  expect(failures(events)[0]?.counterexample).toMatchObject({ text: 'byte 77', shrinks: 0 });
});

test('a cable pulled during shrinking: the failure is kept', async () => {
  let cases = 0;
  const { board, unplug } = byteBoard(wrongFrom100);
  const work: Scenario['run'] = async (bench) => {
    const line = new ByteLine(bench);
    await bench.forAll(BYTE, OPTIONS, async (byte) => {
      if (cases > 0 && ++cases === 4) unplug();
      const answer = await line.ask(byte);
      if (answer !== byte + 1) cases = Math.max(cases, 1);
      bench.check(ID, answer === byte + 1, () => ({ title: 'the answer' }));
    });
  };
  const { end, events } = await runScenarios([scenario('all', [ID], work)], board);
  expect(end).toMatchObject({ outcome: 'lost', verdicts: { [ID]: { verdict: 'fail' } } });
  expect(failures(events)).toHaveLength(1);
});

test('an exception in a property is an error of wirejig, not a counterexample', async () => {
  const { end, events } = await tried(undefined, (bench) =>
    bench.forAll(BYTE, OPTIONS, () => Promise.reject(new TypeError('no such thing'))),
  );
  expect(failures(events)).toEqual([]);
  expect(end.verdicts[ID]).toMatchObject({
    verdict: 'error',
    reason: 'wirejig itself failed: no such thing',
  });
});

test('draws of one scenario differ from each other, and repeat under the same seed', async () => {
  const draw = async (): Promise<readonly string[]> => {
    const drawn: string[] = [];
    await tried(undefined, (bench) => {
      for (let n = 0; n < 3; n++) drawn.push(bench.sample(BYTE, 10).join(' '));
      return Promise.resolve();
    });
    return drawn;
  };
  const first = await draw();
  expect(new Set(first).size).toBe(3);
  expect(await draw()).toEqual(first);
});

test('a measurement is judged by its bounds, and shown as text', async () => {
  const { end, events } = await tried(undefined, (bench) => {
    const limits = { name: 'answer', unit: 'us', min: 1000, max: 2000 } as const;
    bench.measure(ID, { ...limits, low: 1200, high: 1300 }, () => 'well in');
    bench.measure(ID, { ...limits, low: 1900, high: 2100 }, () => 'across');
    bench.measure(ID, { ...limits, low: 2100, high: 2200 }, () => 'beyond');
    return Promise.resolve();
  });
  expect(end.verdicts[ID]).toMatchObject({ verdict: 'fail', checks: 3 });
  const checks = events.filter((event) => event.type === 'check');
  expect(checks.map(({ verdict, title, expected, seen }) => [verdict, title, expected, seen])).toEqual([
    ['inconclusive', 'across', 'at least 1.000 ms and at most 2.000 ms', 'between 1.900 ms and 2.100 ms'],
    ['fail', 'beyond', 'at least 1.000 ms and at most 2.000 ms', 'between 2.100 ms and 2.200 ms'],
  ]);
});

test('on a real clock the link is calibrated first, and an inconclusive measurement names the remedy', async () => {
  const { board } = byteBoard();
  const real = { ...board, clock: { ...board.clock, virtual: false } };
  const slow = { byteTime: 87, hold: 16_000, way: 0 };
  const { events } = await runScenarios(
    [
      scenario('all', [ID], (bench) => {
        const limits = { name: 'answer', unit: 'us', max: 10_000 } as const;
        bench.measure(ID, { ...limits, low: 0, high: 16_100 }, () => 'an answer');
        return Promise.resolve();
      }),
    ],
    { ...real, link: (name) => Object.assign(board.link(name), { budget: () => slow }) },
  );
  const line = events.find((event) => event.type === 'line' && event.event === 'calibrated');
  expect(line).toMatchObject({
    detail: expect.stringContaining('delays bytes by at most 16.0 ms') as string,
  });
  const check = events.find((event) => event.type === 'check');
  expect(check).toMatchObject({ verdict: 'inconclusive' });
  expect(check).toMatchObject({
    title: 'an answer',
    doubt: expect.stringMatching(/^the adapter may delay bytes by 16\.0 ms\. .*hold=1/) as string,
  });
});

test('on a real clock one late value is excused, and a board that was still starting is named', async () => {
  const { board } = byteBoard();
  const work: Scenario['run'] = (bench) => {
    const late = { name: 'answer', unit: 'us', max: 10_000, low: 240_000, high: 241_000 } as const;
    bench.measure(ID, late, () => 'an answer');
    return Promise.resolve();
  };
  const real = { ...board, clock: { ...board.clock, virtual: false } };
  const { events } = await runScenarios([scenario('all', [ID], work)], real);
  const doubt = expect.stringMatching(/this machine, .* still starting.*start=2s/) as string;
  expect(events.find((event) => event.type === 'check')).toMatchObject({ verdict: 'inconclusive', doubt });
});

test('a board that this machine stalled for longer than the suite allows fails no clause', async () => {
  const { board } = byteBoard(wrongFrom100);
  const verdictAfter = async (ms: number): Promise<readonly unknown[]> => {
    const work: Scenario['run'] = async (bench) => {
      const answer = await new ByteLine(bench).ask(100);
      bench.check(ID, answer === 101, () => ({ title: 'the answer' }));
    };
    const suite = { ...byteSuite([scenario('all', [ID], work)]), stallLimit: () => millis(20) };
    const late = {
      ...board,
      link: (name: string) => Object.assign(board.link(name), { stallDuration: () => millis(ms) }),
    };
    const { end, events } = await runScenarios([], late, { suites: [suite] });
    const checks = events.filter((event) => event.type === 'check');
    return [end.verdicts[ID]?.verdict, ...checks.map(({ title, doubt }) => doubt ?? title)];
  };
  expect(await verdictAfter(19)).toEqual(['fail', 'the answer']);
  expect(await verdictAfter(20)).toEqual([
    'inconclusive',
    'this machine stood still for 20 ms, which may be the cause. Close programs and rerun.',
  ]);
});

test.each([
  ['looked for the cause', true],
  ['waited for what did not come', false],
])('a stall during the evidence counts, however long the scenario %s', async (_why, given) => {
  const { board } = byteBoard(wrongFrom100);
  const asked: number[] = [];
  const work: Scenario['run'] = async (bench) => {
    const line = new ByteLine(bench);
    await line.ask(100);
    const evidence = given ? { evidence: line.evidence() } : {};
    await bench.pause(millis(5000));
    bench.check(ID, false, () => ({ title: 'the answer', ...evidence }));
  };
  const suite = { ...byteSuite([scenario('all', [ID], work)]), stallLimit: () => millis(20) };
  const stallDuration = (since: number) => {
    asked.push(since);
    return millis(since < 1e6 ? 20 : 0);
  };
  const late = { ...board, link: (name: string) => Object.assign(board.link(name), { stallDuration }) };
  const { end } = await runScenarios([], late, { suites: [suite] });
  expect([end.verdicts[ID]?.verdict, asked.length]).toEqual(['inconclusive', 1]);
});

test('a value that is late by no more than the board waited for this host decides nothing', async () => {
  const verdictAfter = async (waitedMs: number): Promise<unknown> => {
    const { board } = byteBoard();
    const work: Scenario['run'] = async (bench) => {
      await new ByteLine(bench).ask(1);
      for (let n = 0; n < 4; n++)
        bench.measure(
          ID,
          { name: 'a time', unit: 'us', low: 2_480_000, high: 2_481_000, max: 2_400_000 },
          () => 'late',
        );
    };
    const waitDuration = () => millis(waitedMs);
    const slow = { ...board, link: (name: string) => Object.assign(board.link(name), { waitDuration }) };
    return (await runScenarios([scenario('all', [ID], work)], slow)).end.verdicts[ID]?.verdict;
  };
  expect([await verdictAfter(79), await verdictAfter(80)]).toEqual(['fail', 'inconclusive']);
});

test('after three failures of a clause in a scenario no more cases are needed', async () => {
  const enough: boolean[] = [];
  await tried(undefined, (bench) => {
    for (let n = 0; n < 4; n++) {
      enough.push(bench.failedEnough(ID));
      bench.check(ID, false, () => ({ title: 'a' }));
    }
    return Promise.resolve();
  });
  expect(enough).toEqual([false, false, false, true]);
});

test('a parameter that the suite does not have is an error that names it', async () => {
  const { end } = await tried(undefined, (bench) => Promise.resolve(void bench.number('idleGapMs')));
  expect(end.verdicts[ID]?.reason).toContain('no numeric parameter idleGapMs');
});
