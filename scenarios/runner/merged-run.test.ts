import { virtualBoard } from '../../devices/board/virtual-board';
import { STM_BOARD } from '../../protocols/stm/testing/parts';
import { millis } from '../../protocols/time';
import { runAll } from './merged-run';
import type { JournalEvent, RunEnd } from '../record';
import { ofType } from '../testing/byte-board';
import type { RunOptions } from './run-options';
import { Selection } from './selection';
import type { Suite } from '../suite';

function suite(id: string, clause: string, work: Suite['scenarios'][number]['run']): Suite {
  return {
    id,
    title: id,
    links: [],
    parameters: [],
    requirements: [{ id: clause, level: 'MUST', origin: 'profile', group: 'One', text: 'It holds.' }],
    scenarios: [{ id: `${id}/one`, title: 'one', covers: [clause], run: work }],
    probe: () => Promise.resolve(undefined),
  };
}

/** Judges the clause after so many milliseconds. */
const judges =
  (clause: string, holds: boolean, ms: number): Suite['scenarios'][number]['run'] =>
  async (bench) => {
    await bench.pause(millis(ms));
    bench.check(clause, holds, () => ({ title: clause }));
  };

async function runParts(all: readonly Partial<RunOptions>[]) {
  const events: JournalEvent[] = [];
  const progress: number[][] = [];
  const parts = all.map((part): RunOptions => ({
    board: virtualBoard({ kind: STM_BOARD, defects: [], seed: 1, parameters: {} }),
    suites: [],
    parameters: new Map(),
    seed: 1,
    version: '1',
    command: 'wirejig run',
    selection: Selection.all,
    signal: new AbortController().signal,
    emit: (event) => void events.push(event),
    progress: ({ done, total }) => void progress.push([done, total]),
    ...part,
  }));
  return { end: await runAll(parts), events, progress };
}

test('two boards have one journal: one start with both suites, one end with all verdicts, continuous time', async () => {
  const { end, events, progress } = await runParts([
    { suites: [suite('a', 'A-01', judges('A-01', true, 20))] },
    { suites: [suite('b', 'B-01', judges('B-01', false, 5))] },
  ]);
  expect(events.map(({ type }) => type)).toEqual([
    'run',
    'scenario',
    'scenario-end',
    'scenario',
    'check',
    'scenario-end',
    'run-end',
  ]);
  expect(ofType(events, 'run')[0]?.suites.map(({ id }) => id)).toEqual(['a', 'b']);
  expect(ofType(events, 'scenario').map(({ at }) => at)).toEqual([0, 20_000]);
  expect(ofType(events, 'check').map(({ at }) => at)).toEqual([25_000]);
  expect(events.at(-1)).toEqual(end);
  expect(end).toMatchObject({ at: 25_000, outcome: 'done' });
  expect(Object.entries(end.verdicts).map(([id, { verdict }]) => [id, verdict])).toEqual([
    ['A-01', 'pass'],
    ['B-01', 'fail'],
  ]);
  expect(progress).toEqual([
    [0, 2],
    [1, 2],
  ]);
});

test('parts after an interruption are not judged', async () => {
  const controller = new AbortController();
  const stops = suite('a', 'A-01', async (bench) => {
    controller.abort();
    await bench.pause(millis(1));
  });
  const { signal } = controller;
  const later = suite('b', 'B-01', judges('B-01', true, 20));
  const { end, events } = await runParts([stops, later].map((one) => ({ suites: [one], signal })));
  expect(end.outcome).toBe<RunEnd['outcome']>('interrupted');
  expect(Object.values(end.verdicts).map(({ verdict }) => verdict)).toEqual(['error', 'error']);
  expect(ofType(events, 'run-end')).toHaveLength(1);
});

describe('one suite on two boards', () => {
  const two = (first: boolean, second: boolean): Suite => {
    const { requirements, scenarios, ...rest } = suite('a', 'A-01', (bench) =>
      judges('A-01', bench.number('n') === 1 ? first : second, 5)(bench),
    );
    const other: Suite['scenarios'][number] = {
      id: 'a/two',
      title: 'of the second board',
      covers: ['A-02'],
      unfit: (_board, { n }) => (n === 2 ? undefined : 'of the second board'),
      run: judges('A-02', true, 5),
    };
    return {
      ...rest,
      scenarios: [...scenarios, other],
      requirements: requirements.flatMap((one) => [one, { ...one, id: 'A-02' }]),
    };
  };

  const variants = (asked: Suite) =>
    runParts(
      [1, 2].map((n) => ({
        suites: [asked],
        parameters: new Map([['a', { n }]]),
        variant: `stm n=${n}`,
      })),
    );

  test('each scenario is labelled with its board, and scenarios for the other board are left out', async () => {
    const { end, events } = await variants(two(true, true));
    expect(
      ofType(events, 'run').map(({ suites }) => suites.map(({ scenarios }) => scenarios.map(({ id }) => id))),
    ).toEqual([[['a/one@stm/1', 'a/one@stm/2', 'a/two@stm/2']]]);
    expect(ofType(events, 'run')[0]?.suites[0]?.parameters).toEqual({ n: '1, 2' });
    expect(ofType(events, 'scenario').map(({ scenario }) => scenario)).toEqual([
      'a/one@stm/1',
      'a/one@stm/2',
      'a/two@stm/2',
    ]);
    expect(end.verdicts).toEqual({
      'A-01': { verdict: 'pass', checks: 2 },
      'A-02': { verdict: 'pass', checks: 1 },
    });
  });

  test.each([
    [true, false],
    [false, true],
  ])('a clause that fails on either board (%s, %s) has failed', async (first, second) => {
    const { end } = await variants(two(first, second));
    expect(end.verdicts['A-01']).toMatchObject({ verdict: 'fail', checks: 2 });
  });

  test('a scenario that fits neither board is skipped once, with the reason', async () => {
    const asked = two(true, true);
    const scenarios = asked.scenarios.map((one) => ({ ...one, unfit: () => 'of another board' }));
    const { end, events } = await variants({ ...asked, scenarios });
    expect(ofType(events, 'scenario')).toHaveLength(2);
    expect(end.verdicts['A-02']).toMatchObject({ verdict: 'skip', reason: 'of another board' });
  });
});

test('the time of the last byte of a chunk is of the whole run, too', async () => {
  const sends: Suite['scenarios'][number]['run'] = async (bench) => {
    await bench.board.link('main').send(Uint8Array.from([1, 255, 254]));
    bench.check('C-01', true, () => ({ title: '' }));
  };
  const { events } = await runParts(['c', 'd'].map((id) => ({ suites: [suite(id, 'C-01', sends)] })));
  const chunks = ofType(events, 'chunk').filter(({ direction }) => direction === 'tx');
  expect(chunks).toHaveLength(2);
  for (const { notBefore, notAfter, lastNotBefore = 0 } of chunks) {
    expect(lastNotBefore).toBeGreaterThanOrEqual(notBefore);
    expect(lastNotBefore).toBeLessThanOrEqual(notAfter);
  }
});
