import { getEventListeners } from 'node:events';
import type { Board } from '../../devices/board/board';
import { LinkError } from '../../devices/links/link';
import type { Bench } from '../bench/bench';
import { BoardSilent } from '../bench/bench-errors';
import {
  byteBoard,
  ByteLine,
  byteSuite,
  goesSilentAfter,
  scenario,
  runScenarios,
} from '../testing/byte-board';
import type { CheckRecord, JournalEvent, RunEnd, Verdict } from '../record';
import { Selection } from './selection';
import type { Scenario } from '../suite';
import { TimeUsedUp } from '../time-limit';

function passes(...ids: string[]): Scenario['run'] {
  return async (bench) => {
    await new ByteLine(bench).ask(1);
    for (const id of ids) bench.check(id, true, () => ({ title: id }));
  };
}

function verdicts({ verdicts: all }: RunEnd): Record<string, Verdict> {
  return Object.fromEntries(Object.entries(all).map(([id, { verdict }]) => [id, verdict]));
}

function checks(events: readonly JournalEvent[]): readonly CheckRecord[] {
  return events.filter((event) => event.type === 'check');
}

const ALL = ['B-XX-01', 'B-XX-02', 'B-XX-03'];
const FIRST = scenario('first', ['B-XX-01'], passes('B-XX-01'));
const LATER = scenario('later', ['B-XX-01', 'B-XX-02', 'B-XX-03'], passes(...ALL));

test('a run of a sound board is done: every requirement passed, every event in order', async () => {
  const { end, events } = await runScenarios([FIRST, LATER], byteBoard().board);
  expect(end).toMatchObject({ type: 'run-end', outcome: 'done', exchanges: 3 });
  expect(verdicts(end)).toEqual({ 'B-XX-01': 'pass', 'B-XX-02': 'pass', 'B-XX-03': 'pass' });
  const kinds = events.filter(({ type }) => type !== 'chunk').map(({ type }) => type);
  expect(kinds).toEqual(['run', 'scenario', 'scenario-end', 'scenario', 'scenario-end', 'run-end']);
  expect(events[0]).not.toHaveProperty('startedAt');
});

test('a declared clause without a check is an error, no other one', async () => {
  const { end } = await runScenarios([scenario('lazy', ALL, passes('B-XX-01'))], byteBoard().board);
  expect(verdicts(end)).toEqual({ 'B-XX-01': 'pass', 'B-XX-02': 'error', 'B-XX-03': 'error' });
  expect(end.verdicts['B-XX-02']?.reason).toBe('the scenario byte/lazy declares it and never checked it');
});

test('a link lost in the middle: passes so far become partial, other clauses have no verdict', async () => {
  const { board, unplug } = byteBoard();
  const breaks = scenario('breaks', ['B-XX-02'], async (bench) => {
    unplug();
    await new ByteLine(bench).ask(1);
  });
  const { end } = await runScenarios([FIRST, breaks, LATER], board);
  expect(end.outcome).toBe('lost');
  expect(verdicts(end)).toEqual({ 'B-XX-01': 'inconclusive', 'B-XX-02': 'error', 'B-XX-03': 'error' });
  for (const id of ALL) expect(end.verdicts[id]?.reason).toContain(end.reason);
});

test('a failure before the loss stays a failure', async () => {
  const { board, unplug } = byteBoard();
  const breaks = scenario('breaks', ['B-XX-01'], async (bench) => {
    bench.check('B-XX-01', false, () => ({ title: 'wrong', expected: '1', seen: '2' }));
    unplug();
    await new ByteLine(bench).ask(1);
  });
  const { end } = await runScenarios([breaks, LATER], board);
  expect(end.verdicts['B-XX-01']).toEqual({ verdict: 'fail', checks: 1, reason: 'wrong: expected 1, saw 2' });
  expect(verdicts(end)).toMatchObject({ 'B-XX-02': 'error', 'B-XX-03': 'error' });
});

test('an interruption keeps earlier verdicts, and closes the board', async () => {
  const { board } = byteBoard();
  const interruption = new AbortController();
  const slow = scenario('slow', ['B-XX-02'], async (bench) => {
    const line = new ByteLine(bench);
    interruption.abort();
    for (;;) await line.ask(1);
  });
  const { end } = await runScenarios([FIRST, slow, LATER], board, { signal: interruption.signal });
  expect(end).toMatchObject({ outcome: 'interrupted', reason: 'the run was interrupted' });
  expect(verdicts(end)).toEqual({ 'B-XX-01': 'inconclusive', 'B-XX-02': 'error', 'B-XX-03': 'error' });
  await expect(board.link('main').send(Uint8Array.of(1))).rejects.toThrow(LinkError);
});

test('when the time is used up, an endless scenario is abandoned: unjudged clauses are inconclusive', async () => {
  const limit = new AbortController();
  const endless = scenario('endless', ['B-XX-01', 'B-XX-02'], async (bench) => {
    bench.check('B-XX-02', false, () => ({ title: 'wrong' }));
    limit.abort(new TimeUsedUp('the time limit of 5 min was reached'));
    await new Promise(() => undefined);
  });
  const { end, events } = await runScenarios([FIRST, endless, LATER], byteBoard().board, {
    signal: limit.signal,
  });
  expect(end).toMatchObject({ outcome: 'timeout', reason: 'the time limit of 5 min was reached' });
  expect(verdicts(end)).toEqual({ 'B-XX-01': 'inconclusive', 'B-XX-02': 'fail', 'B-XX-03': 'inconclusive' });
  expect(end.verdicts['B-XX-03']?.reason).toBe('the time limit of 5 min was reached');
  expect(events.at(-1)?.type).toBe('run-end');
});

test('a run that is interrupted before it begins says so, and sends nothing', async () => {
  const { end, events } = await runScenarios([FIRST], byteBoard().board, { signal: AbortSignal.abort() });
  expect(end.outcome).toBe('interrupted');
  expect(events.filter(({ type }) => type === 'chunk')).toEqual([]);
  expect(Object.keys(end.verdicts)).toEqual(ALL);
});

test('a run does not leave listeners on a long-lived signal', async () => {
  const { signal } = new AbortController();
  await runScenarios([FIRST], byteBoard().board, { signal });
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

/** Gives up like a host that receives nothing. */
async function askOrGiveUp(bench: Bench, id: string, byte: number): Promise<void> {
  const answer = await new ByteLine(bench).ask(byte);
  if (answer === undefined) throw new BoardSilent('the board answered nothing');
  bench.check(id, true, () => ({ title: id }));
}

const kills = scenario('kills', ['B-XX-02'], async (bench) => {
  await askOrGiveUp(bench, 'B-XX-02', 1);
  await askOrGiveUp(bench, 'B-XX-02', 66);
});

test('a board that falls silent is reset, and the remaining scenarios run', async () => {
  const { end, events } = await runScenarios([kills, LATER], byteBoard(goesSilentAfter(66)).board);
  expect(end.outcome).toBe('done');
  expect(verdicts(end)).toEqual({ 'B-XX-01': 'pass', 'B-XX-02': 'inconclusive', 'B-XX-03': 'pass' });
  expect(events).toContainEqual(expect.objectContaining({ type: 'line', event: 'reset' }));
});

test('a board that stays silent ends the run, with a verdict for everything', async () => {
  const { board } = byteBoard(goesSilentAfter(66));
  const { end } = await runScenarios([kills, LATER], { ...board, reset: undefined });
  expect(end).toMatchObject({ outcome: 'silent', reason: 'the board answered nothing' });
  expect(verdicts(end)).toEqual({ 'B-XX-01': 'error', 'B-XX-02': 'inconclusive', 'B-XX-03': 'error' });
});

test('a run that begins with a reset finds a board that an earlier one left silent; without a reset method that is said', async () => {
  const silent = (): Board => {
    let powerOns = 0;
    return byteBoard(() => {
      const isSilent = powerOns++ === 0;
      return (byte) => (isSilent ? [] : [byte + 1]);
    }).board;
  };
  const { end, events } = await runScenarios([LATER], silent(), { resetFirst: true });
  expect([end.outcome, events[1]]).toMatchObject(['done', { type: 'line', event: 'reset' }]);
  const without = await runScenarios([LATER], { ...silent(), reset: undefined }, { resetFirst: true });
  expect([without.end.outcome, without.events[1]]).toMatchObject([
    'unreachable',
    { type: 'line', event: 'not-reset', detail: expect.stringContaining('no reset method') as string },
  ]);
});

test('a failed reset command does not crash the run', async () => {
  const { board } = byteBoard(goesSilentAfter(66));
  const run = (): Promise<void> => Promise.reject(new Error("the reset command 'x' ended with exit code 1"));
  const reset = { text: 'the command x', levels: 1, run };
  const { end } = await runScenarios([kills, LATER], { ...board, reset });
  expect(end.outcome).toBe('silent');
  const resets = scenario('resets', ALL, async (bench) => void (await bench.reset()));
  const other = await runScenarios([resets, FIRST], { ...byteBoard().board, reset });
  expect(other.end.outcome).toBe('done');
  expect(other.end.verdicts['B-XX-02']).toMatchObject({
    verdict: 'error',
    reason: "the board could not be reset: the reset command 'x' ended with exit code 1",
  });
});

test('a board that was silent from the beginning counts as unreachable', async () => {
  const { end, events } = await runScenarios([FIRST, LATER], byteBoard(() => () => []).board);
  expect(end).toMatchObject({ outcome: 'unreachable', reason: 'the board is silent' });
  expect(verdicts(end)).toEqual({ 'B-XX-01': 'error', 'B-XX-02': 'error', 'B-XX-03': 'error' });
  expect(events.some(({ type }) => type === 'scenario')).toBe(false);
});

test('and so does a link that cannot be opened', async () => {
  const open = (): Promise<void> => Promise.reject(new LinkError('main', 'missing', 'there is no port x'));
  const { end } = await runScenarios([FIRST], { ...byteBoard().board, open });
  expect(end).toMatchObject({ outcome: 'unreachable', reason: 'there is no port x' });
});

test('a scenario that throws is an error of wirejig, and the next one runs', async () => {
  const broken = scenario('broken', ['B-XX-01', 'B-XX-02'], async (bench) => {
    await passes('B-XX-01')(bench);
    throw new TypeError('no such thing');
  });
  const { end, events } = await runScenarios(
    [broken, scenario('third', ['B-XX-03'], passes('B-XX-03'))],
    byteBoard().board,
  );
  expect(end.outcome).toBe('done');
  expect(verdicts(end)).toEqual({ 'B-XX-01': 'inconclusive', 'B-XX-02': 'error', 'B-XX-03': 'pass' });
  expect(end.verdicts['B-XX-02']?.reason).toBe('wirejig itself failed: no such thing');
  expect(checks(events).map(({ requirement }) => requirement)).toEqual(['B-XX-01', 'B-XX-02']);
});

test('a scenario that needs a reset is skipped on a board without one, with the remedy', async () => {
  const needs: Scenario = { ...LATER, needs: ['reset'] };
  const { end } = await runScenarios([needs], { ...byteBoard().board, reset: undefined });
  expect(verdicts(end)).toEqual({ 'B-XX-01': 'skip', 'B-XX-02': 'skip', 'B-XX-03': 'skip' });
  expect(end.verdicts['B-XX-01']?.reason).toContain('--reset');
});

const FAILS = scenario('fails', ['B-XX-01', 'B-XX-02'], async (bench) => {
  await new ByteLine(bench).ask(1);
  bench.check('B-XX-01', true, () => ({ title: 'B-XX-01' }));
  bench.check('B-XX-02', false, () => ({ title: 'B-XX-02' }));
});

test('a clause that was left out is a skip with the reason, and is neither judged nor reported', async () => {
  const suite = byteSuite([FAILS, LATER]);
  const { end, events } = await runScenarios([FAILS, LATER], byteBoard().board, {
    selection: Selection.of([suite], ['B-XX-01'], ['B-XX-02']),
  });
  expect(verdicts(end)).toEqual({ 'B-XX-01': 'pass', 'B-XX-02': 'skip', 'B-XX-03': 'skip' });
  expect(end.verdicts['B-XX-02']?.reason).toBe('left out by --skip');
  expect(end.verdicts['B-XX-03']?.reason).toBe('not among --only');
  expect(checks(events)).toEqual([]);
  const ended = events.filter((event) => event.type === 'scenario-end');
  expect(ended.map(({ requirements }) => Object.keys(requirements))).toEqual([['B-XX-01'], ['B-XX-01']]);
});

test('a failure that was seen counts, even if its clause is not among --only', async () => {
  const suite = byteSuite([FAILS]);
  const { end, events } = await runScenarios([FAILS], byteBoard().board, {
    selection: Selection.of([suite], ['B-XX-01'], []),
  });
  expect(verdicts(end)).toEqual({ 'B-XX-01': 'pass', 'B-XX-02': 'fail', 'B-XX-03': 'skip' });
  expect(end.verdicts['B-XX-02']?.reason).toBe('also seen, not among --only: B-XX-02');
  expect(checks(events).map(({ requirement }) => requirement)).toEqual(['B-XX-02']);
});

test('what a scenario judged of its exchanges, and what not, is at its end; one without a monitor that counts has no numbers', async () => {
  const counted = scenario('counted', ['B-XX-01'], async (bench) => {
    bench.countExchanges({ accounting: () => ({ judged: 3, unjudged: { 'left-open': 1 } }) });
    bench.countExchanges({
      accounting: () => ({ judged: 4, unjudged: { 'left-open': 1, 'bytes-lost': 2 } }),
    });
    bench.countExchanges({});
    expect(bench.countUnjudged()).toBe(4);
    await passes('B-XX-01')(bench);
  });
  const { events } = await runScenarios([FIRST, counted, LATER], byteBoard().board, { leastJudged: 80 });
  const ends = events.filter((event) => event.type === 'scenario-end');
  expect(ends.map(({ accounting }) => accounting)).toEqual([
    undefined,
    { judged: 7, unjudged: { 'left-open': 2, 'bytes-lost': 2 } },
    undefined,
  ]);
  expect(events[0]).toMatchObject({ type: 'run', leastJudged: 80 });
});
