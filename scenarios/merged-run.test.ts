import { virtualBoard } from '../devices/board';
import { STM_BOARD } from '../devices/virtual/stm-board';
import { millis } from '../protocols/time';
import { runAll } from './merged-run';
import type { JournalEvent, RunEnd } from './record';
import type { RunOptions } from './runner';
import { Selection } from './selection';
import type { Suite } from './suite';

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

const passes =
  (clause: string): Suite['scenarios'][number]['run'] =>
  async (bench) => {
    await bench.pause(millis(20));
    bench.check(clause, true, () => ({ title: '' }));
  };

const fails =
  (clause: string): Suite['scenarios'][number]['run'] =>
  async (bench) => {
    await bench.pause(millis(5));
    bench.check(clause, false, () => ({ title: 'broken' }));
  };

async function told(suites: readonly Suite[], signal = new AbortController().signal) {
  const events: JournalEvent[] = [];
  const progress: number[][] = [];
  const parts = suites.map((one): RunOptions => ({
    board: virtualBoard({ kind: STM_BOARD, defects: [], seed: 1, parameters: {} }),
    suites: [one],
    parameters: new Map(),
    seed: 1,
    version: '1',
    command: 'wirejig run',
    selection: Selection.all,
    signal,
    emit: (event) => void events.push(event),
    progress: ({ done, total }) => void progress.push([done, total]),
  }));
  return { end: await runAll(parts), events, progress };
}

function ofType<T extends JournalEvent['type']>(events: readonly JournalEvent[], type: T) {
  return events.filter((event): event is Extract<JournalEvent, { type: T }> => event.type === type);
}

test('two boards, one journal: one start with both suites, one end with all verdicts, time that goes on', async () => {
  const { end, events, progress } = await told([
    suite('a', 'A-01', passes('A-01')),
    suite('b', 'B-01', fails('B-01')),
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

test('the parts that an interruption leaves are not judged', async () => {
  const controller = new AbortController();
  const stops = suite('a', 'A-01', async (bench) => {
    controller.abort();
    await bench.pause(millis(1));
  });
  const { end, events } = await told([stops, suite('b', 'B-01', passes('B-01'))], controller.signal);
  expect(end.outcome).toBe<RunEnd['outcome']>('interrupted');
  expect(Object.values(end.verdicts).map(({ verdict }) => verdict)).toEqual(['error', 'error']);
  expect(ofType(events, 'run-end')).toHaveLength(1);
});

test('one board is told as run tells it', async () => {
  const { events } = await told([suite('a', 'A-01', passes('A-01'))]);
  expect(ofType(events, 'run')[0]?.board.name).toBe('virtual:stm');
});
