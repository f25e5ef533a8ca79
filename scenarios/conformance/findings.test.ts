import type { Judgement } from '../../protocols/monitor/judgement';
import { instant } from '../../protocols/monitor/timed-decoder';
import { millis } from '../../protocols/time';
import type { Scenario } from '../suite';
import { byteBoard, runScenarios, scenario } from '../testing/byte-board';
import { FindingsRecord } from './findings';

const ID = 'B-XX-01';

test('what a board waited before a late value came counts, however long after it is judged', async () => {
  const { board } = byteBoard();
  const asked: number[] = [];
  const waitDuration = (since: number) => {
    asked.push(since);
    return millis(80);
  };
  const slow = { ...board, link: (name: string) => Object.assign(board.link(name), { waitDuration }) };
  const work: Scenario['run'] = async (bench) => {
    await bench.pause(millis(5000));
    const [first, last] = [millis(3000), millis(4000)];
    const event = { kind: 'frame', value: undefined, raw: Uint8Array.of(1), first, last } as const;
    const passed = { event, first: instant(first), last: instant(last) };
    const late: Judgement = {
      clause: ID,
      kind: 'late',
      verdict: 'fail',
      title: 'an answer',
      expected: '',
      seen: '',
      trigger: '',
      due: '',
      pipelined: false,
      measurement: { name: 'a time', unit: 'us', low: 180_000, high: 200_000, max: 100_000 },
      evidence: [{ direction: 'rx', passed }],
    };
    new FindingsRecord(bench, () => [], 'main').writeDown(late, '', true);
  };
  const { end } = await runScenarios([scenario('all', [ID], work)], slow);
  expect(end.verdicts[ID]?.verdict).toBe('inconclusive');
  // The value and a second before its last byte.
  expect(asked).toEqual([2.8e6]);
});
