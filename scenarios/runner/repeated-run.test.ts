import { virtualBoard } from '../../devices/board/virtual-board';
import { STM_BOARD } from '../../protocols/stm/testing/parts';
import { micros, millis } from '../../protocols/time';
import type { JournalEvent } from '../record';
import type { Bench } from '../bench/bench';
import { byteSuite, ofType, scenario } from '../testing/byte-board';
import { repetitionSeed, runRepeatedly } from './repeated-run';
import { stopAtFailure } from './run-stop';
import { Selection } from './selection';

const measured = (high: number) => ({ name: 'the answer', unit: 'us', low: high, high, max: 900 }) as const;

/** B-XX-01 fails in the runs that `failing` names. Each run measures its number in milliseconds. */
async function runThrice(failing: readonly number[], isBailing = false) {
  const events: JournalEvent[] = [];
  const stop = stopAtFailure((event) => events.push(event));
  const progress: string[] = [];
  const end = await runRepeatedly(3, (number) => {
    const play = async (bench: Bench): Promise<void> => {
      await bench.pause(millis(20));
      bench.check('B-XX-01', !failing.includes(number), () => ({ title: 'it answers' }));
      bench.measure('B-XX-02', measured(micros(100 * number)), () => 'in time');
    };
    const suite = byteSuite([scenario('one', ['B-XX-01', 'B-XX-02'], play), scenario('two', [], play)]);
    return Promise.resolve([
      {
        board: virtualBoard({ kind: STM_BOARD, defects: [], seed: number, parameters: {} }),
        suites: [{ ...suite, probe: () => Promise.resolve(undefined) }],
        parameters: new Map(),
        seed: repetitionSeed(7, number),
        ...{ version: '1', command: 'wirejig run byte', selection: Selection.all },
        signal: stop.signal,
        emit: isBailing ? stop.emit : (event: JournalEvent) => void events.push(event),
        progress: ({ scenario: title, done, total }) => void progress.push(`${title} ${done}/${total}`),
      },
    ]);
  });
  return { end, events, progress };
}

test('three runs are one journal: one start, the end of each with its seed, and one end with the worst verdicts', async () => {
  const { end, events, progress } = await runThrice([2]);
  expect(ofType(events, 'run')).toMatchObject([{ repeat: 3 }]);
  expect(events.at(-1)).toBe(end);
  expect(
    ofType(events, 'repetition').map(({ number, seed, verdicts }) => [
      number,
      seed,
      verdicts['B-XX-01']?.verdict,
    ]),
  ).toEqual([
    [1, 7, 'pass'],
    [2, 8, 'fail'],
    [3, 9, 'pass'],
  ]);
  expect([end.outcome, end.verdicts['B-XX-01']?.verdict, end.verdicts['B-XX-01']?.checks]).toEqual([
    'done',
    'fail',
    3,
  ]);
  expect(progress[1]).toBe('run 2 of 3: one 1/3');
});

test('its times go on, a trace is told where a board begins anew, and measurements are those of all runs so far', async () => {
  const { events } = await runThrice([]);
  const times = ofType(events, 'scenario').map(({ at }) => at);
  expect(times).toEqual(times.toSorted((one, other) => one - other));
  expect(times[2]).toBeGreaterThanOrEqual(40_000);
  const boards = ofType(events, 'line').filter(({ event }) => event === 'board');
  expect(boards.map(({ detail }) => detail)).toEqual(['byte@run-2 {}', 'byte@run-3 {}']);
  expect(ofType(events, 'histogram').map(({ count, worst }) => [count, worst])).toEqual([
    [1, 100],
    [2, 200],
    [3, 300],
  ]);
});

test('--bail ends all of it after the scenario in which a MUST failed', async () => {
  const { end, events } = await runThrice([2], true);
  expect(ofType(events, 'repetition').map(({ outcome }) => outcome)).toEqual(['done', 'done']);
  expect([end.outcome, end.verdicts['B-XX-01']?.verdict]).toEqual(['bailed', 'fail']);
});

test('seeds follow each other, and stay in their range', () => {
  expect([1, 2].map((number) => repetitionSeed(2 ** 31 - 1, number))).toEqual([2 ** 31 - 1, 0]);
});
