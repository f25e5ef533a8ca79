import { RequestResponseMonitor } from '../../judge/request-response/monitor';
import type { Judgement } from '../../protocols/monitor/judgement';
import type { Direction } from '../../protocols/chunk';
import { micros, millis, type Micros } from '../../protocols/time';
import { LinkError, type Link } from '../../devices/links/link';
import type { Board } from '../../devices/board/board';
import type { Bench } from '../bench/bench';
import { lamp } from './request-response/testing/lamp';
import { isFailure, StalledSteps } from './stalled-steps';

const LINK = 'main';
const STALL = millis(120);

/** A board that this machine kept waiting from 0 to `STALL`, and how that is judged. `grows`: each look at it finds more. */
function stalledLine(stall = STALL, grows = micros(0)) {
  let looks = 0;
  const stallDuration = (since: number) => micros(since < stall ? stall + looks++ * grows : 0);
  const link = { stallDuration } as unknown as Link;
  let isOpen = true;
  const openLink = (): Link => {
    if (!isOpen) throw new LinkError(LINK, 'missing', 'it is not open');
    return link;
  };
  const board = { linkUrls: [{ name: LINK, url: '' }], link: openLink } as unknown as Board;
  const monitor = Object.assign(new RequestResponseMonitor(lamp.at({ most: 100 })), {
    opened: (_link: string, _at: Micros): void => undefined,
  });
  const steps = new StalledSteps(board, monitor);
  const stalls: number[] = [];
  let now = 0;
  const bench = {
    now: () => micros(now),
    pause: () => Promise.resolve(),
    stalled: (since: number) => void stalls.push(since),
  } as unknown as Bench;
  const at = (ms: number, direction: Direction, hex: string): void => {
    now = millis(ms);
    const time = millis(ms);
    const bytes = Uint8Array.from(Buffer.from(hex, 'hex'));
    steps.monitor[direction]({ direction, bytes, notBefore: time, notAfter: time, lastNotBefore: time });
  };
  const begin = (ms: number): void => {
    steps.monitor.tick(millis(ms));
    steps.begin(millis(ms), undefined);
  };
  /** The clauses that fail, at first and in the end. */
  const failures = async (ms: number): Promise<readonly [string[], string[]]> => {
    const judged = () => {
      steps.monitor.tick(millis(ms));
      return steps.monitor.judgements();
    };
    const failed = (found: readonly Judgement[]): string[] =>
      found.filter(isFailure).map(({ clause }) => clause);
    let found = judged();
    const first = failed(found);
    const nothing = () => Promise.resolve(undefined);
    while ((await steps.tellAgain(bench, found, nothing)) !== undefined) found = judged();
    return [first, failed(found)];
  };
  const close = (): void => void (isOpen = false);
  steps.monitor.opened(LINK, micros(0));
  return { at, begin, close, failures, steps, stalls };
}

/** Half a Get that no answer is due to, its other half, and a Set: a board that was kept waiting has read a Get at 100 ms. */
function torn(stall = STALL) {
  const line = stalledLine(stall);
  line.begin(0);
  line.at(0, 'tx', '02');
  line.at(40, 'tx', '02');
  line.begin(90);
  line.at(91, 'tx', '010706');
  line.at(105, 'rx', '010001');
  line.at(106, 'rx', '010706');
  return line;
}

test('what a board reads late may be of the step before', async () => {
  const line = torn();
  const [first, last] = await line.failures(300);
  expect(first).not.toEqual([]);
  expect(last).toEqual([]);
  expect(line.stalls.at(-1)).toBe(0);
});

test('no board may answer so without a stall, nor by a step before a reset', async () => {
  expect((await torn(micros(0)).failures(300))[1]).not.toEqual([]);
  const reset = torn();
  reset.steps.forget();
  expect((await reset.failures(300))[1]).not.toEqual([]);
});

test('a link that was closed since still tells how long its far end waited', async () => {
  const line = torn();
  line.close();
  expect((await line.failures(300))[1]).toEqual([]);
});

test.each([
  ['answered wrongly', '010799'],
  ['answered by half a frame', '01'],
])('a machine that stays busy does not judge without end: a Set is %s', async (_, answer) => {
  const line = stalledLine(STALL, millis(1));
  line.begin(0);
  line.at(10, 'tx', '010706');
  line.at(20, 'rx', answer);
  const [, last] = await line.failures(10_000);
  expect(last).not.toEqual([]);
  expect(line.stalls).toHaveLength(1);
});

test.each([
  [90, false],
  [130, true],
])(
  'a stall of 120 ms delays what was sent before its end: a late answer to a Set of %i ms fails: %p',
  async (sent, fails) => {
    const line = stalledLine();
    line.begin(0);
    line.at(10, 'tx', '010706');
    line.at(20, 'rx', '010706');
    line.at(sent, 'tx', '010706');
    line.at(sent + 125, 'rx', '010706');
    const [first, last] = await line.failures(2000);
    expect([first.length > 0, last.length > 0]).toEqual([true, fails]);
  },
);
