import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import { journalEvent } from '../../scenarios/journal/journal-schema';
import { summarize } from '../../reports/summary/summary';
import { refuseUnjudged } from './board-run';
import { ClauseError } from './clause-error';
import { matchers } from './matchers';
import { open, type OpenOptions } from './open';
import { plugVirtualBoard } from './virtual-port';
import { VirtualSerialPort } from '../../devices/virtual/serial-port/virtual-serial-port';
import { boardKind } from '../../devices/virtual/request-response/board';
import { millis } from '../../protocols/time';
import { suiteOf } from '../../scenarios/conformance/request-response/suite';
import {
  answeredBy,
  describeLamp,
  lampRequests as requests,
} from '../../scenarios/conformance/request-response/testing/lamp';

const description = describeLamp({
  defects: {
    'one-less': {
      breaks: 'LP-LV-01',
      text: 'A level is one less than it was set to.',
      change: (steps) => ({
        rule: (request, state) =>
          request.type === 'set' && request.level > 0
            ? steps.rule({ ...request, level: request.level - 1 }, state)
            : steps.rule(request, state),
      }),
    },
    late: { breaks: 'LP-TM-01', text: 'It is late.', change: () => ({ delay: () => millis(80) }) },
    deaf: answeredBy(undefined, 'get', 'LP-LV-03'),
  },
});
const suite = suiteOf(description, []);
const lamp = { id: description.id, suite, boards: [boardKind(description)], description };

const FOLDER = mkdtempSync(join(tmpdir(), 'wirejig-'));
afterAll(() => rmSync(FOLDER, { recursive: true }));

const boards: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const board of boards.splice(0)) await board.close();
});

async function lampAt(target = 'virtual', options?: OpenOptions) {
  const board = await open(target, lamp, options);
  boards.push(board);
  return board;
}

/** Compiles only if both types are the same. */
function isExactly<Expected>() {
  return <Actual>(
    _value: Actual,
    ..._same: [Expected, Actual] extends [Actual, Expected] ? [] : ['these types differ']
  ): void => undefined;
}

async function errorOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error: unknown) => error,
  );
}

describe('an exchange', () => {
  test('gives the answer, bounds of its time and verdicts, and its types are inferred', async () => {
    const board = await lampAt();
    const { answer, ms, verdicts } = await board.exchange({ type: 'set', level: 42 });
    isExactly<'level' | 'error'>()(answer.type);
    isExactly<number>()(ms.low);
    expect(answer).toEqual({ type: 'level', level: 42 });
    expect(ms.low).toBeGreaterThan(0);
    expect(ms.high).toBeLessThanOrEqual(10 + 1.1);
    expect(verdicts.map(({ clause, verdict }) => `${clause} ${verdict}`)).toEqual(
      expect.arrayContaining(['LP-LV-01 pass', 'LP-FR-01 pass', 'LP-TM-01 pass']),
    );
    // @ts-expect-error there is no such request
    expect(await errorOf(board.exchange({ type: 'dim' }))).toBeInstanceOf(Error);
  });

  test("gives the received answers, whatever the rules' verdict", async () => {
    const board = await lampAt('virtual:lamp+one-less');
    const { answer, verdicts } = await board.exchange({ type: 'set', level: 42 });
    expect(answer).toMatchObject({ level: 41 });
    expect(verdicts.find(({ verdict }) => verdict === 'fail')).toMatchObject({ clause: 'LP-LV-01' });
  });

  test('without an answer is an error of the clause', async () => {
    const board = await lampAt('virtual:lamp+deaf');
    expect(await errorOf(board.exchange({ type: 'get' }))).toMatchObject({ clause: 'LP-LV-03' });
  });

  test('calls wait for each other', async () => {
    const board = await lampAt();
    const all = await Promise.all(
      [7, 8, 9].map((level) => board.exchange({ type: 'set', level }).then(({ answer }) => answer)),
    );
    expect(all.map((answer) => 'level' in answer && answer.level)).toEqual([7, 8, 9]);
  });
});

describe('traffic is judged', () => {
  test('a wrong answer is an error with clause, expected, seen and bytes; then the board is in its initial state again', async () => {
    const board = await lampAt('virtual:lamp+one-less');
    const error = await errorOf(board.play({ type: 'set', level: 42 }));
    expect(error).toBeInstanceOf(ClauseError);
    expect(error).toMatchObject({ clause: 'LP-LV-01', verdict: 'fail' });
    const { message } = error instanceof ClauseError ? error : { message: '' };
    expect(message).toMatch(/^LP-LV-01: Set sets the level and is answered by it\.\n/);
    expect(message).toMatch(/\nexpected: .*42.*\nseen: +.*41/);
    expect(message).toMatch(/\n {2}tx .* ms {2}01 2A 2B {2}set /);
    expect(message).toMatch(/\n {2}rx .* ms {2}01 29 28 {2}level /);
    expect((await board.play({ type: 'get' })).answers).toEqual([{ type: 'level', level: 0 }]);
  });

  test('a late answer is an error with its limits', async () => {
    const board = await lampAt('virtual:lamp+late');
    expect(await errorOf(board.play({ type: 'get' }))).toMatchObject({
      clause: 'LP-TM-01',
      expected: 'at most 10.000 ms',
      seen: expect.stringContaining('8') as unknown,
    });
  });

  test('bytes that are no request must not be answered; a quiet line is quiet', async () => {
    const board = await lampAt();
    const wrong = requests.spoil(requests.encode({ type: 'get' }));
    expect((await board.send(wrong.subarray(0, 1))).answers).toEqual([]);
    expect((await board.sendFrame(wrong)).verdicts.map(({ clause }) => clause)).toContain('LP-FR-02');
    await board.quiet(200);
    board.expectClause('LP-FR-02');
  });

  test('reset and begin bring the board to its initial state', async () => {
    const board = await lampAt();
    const level = async () => (await board.exchange({ type: 'get' })).answer;
    await board.play({ type: 'set', level: 9 });
    await board.reset();
    expect(await level()).toMatchObject({ level: 0 });
    await board.play({ type: 'set', level: 9 });
    await board.begin();
    expect(await level()).toMatchObject({ level: 0 });
  });
});

describe('times and clauses', () => {
  test('a time is compared with limits by its bounds', async () => {
    const board = await lampAt();
    const exchange = await board.exchange({ type: 'get' });
    expect(board.expectWithin(exchange, 60, 'LP-TM-01')).toBe('pass');
    expect(() => board.expectWithin(exchange, 0.001)).toThrow('time of an answer: expected at most 0.001 ms');
    expect(() => board.expectWithin(exchange, { min: 99, max: 100 })).toThrow('at least 99 ms');
    const wide = { ms: { low: 1, high: 3 } };
    expect(board.expectWithin(wide, 2)).toBe('inconclusive');
    expect(() => board.expectWithin(exchange, 60, 'LP-XX-01')).toThrow('lamp has no clause LP-XX-01');
  });

  test('what the tests left open ends in a rejection, with the clause; what they did not come to does not', async () => {
    const board = await open('virtual', lamp);
    const { ms } = await board.exchange({ type: 'get' });
    const middle = (ms.low + ms.high) / 2;
    expect(board.expectWithin({ ms: { low: ms.low - 1, high: ms.high + 1 } }, middle, 'LP-TM-01')).toBe(
      'inconclusive',
    );
    await expect(board.close()).rejects.toThrow(/^INCOMPLETE: .*1 could not be judged[^]*\nLP-TM-01: /);
    const idle = await open('virtual', lamp);
    await expect(idle.close()).resolves.toBeUndefined();
  });

  test('too few judged exchanges end in a rejection; a share of its own is in the journal', async () => {
    const out = join(FOLDER, 'share');
    const board = await lampAt('virtual', { out, leastJudged: 80 });
    await board.exchange({ type: 'get' });
    await board.close();
    const events = readFileSync(join(out, 'journal.jsonl'), 'utf8').trimEnd().split('\n');
    const told = (left: number) =>
      summarize(
        events.map((line) => {
          const event = journalEvent(JSON.parse(line));
          if (event.type !== 'scenario-end') return event;
          expect(event.accounting).toEqual({ judged: 1, unjudged: {} });
          return { ...event, accounting: { judged: 100 - left, unjudged: { 'left-open': left } } };
        }),
      );
    expect(() => refuseUnjudged(told(20))).not.toThrow();
    expect(() => refuseUnjudged(told(21))).toThrow(/^INCOMPLETE: .*79 of 100 exchanges judged/);
  });

  test('a clause is expected to be judged, and to hold', async () => {
    const board = await lampAt('virtual:lamp+one-less');
    await board.exchange({ type: 'get' });
    board.expectClause('LP-LV-03');
    expect(() => board.expectClause('LP-LV-01')).not.toThrow(TypeError);
    await board.exchange({ type: 'set', level: 9 });
    expect(board.verdicts().get('LP-LV-01')?.verdict).toBe('fail');
    expect(() => board.expectClause('LP-LV-01')).toThrow(
      /^LP-LV-01: Set sets the level and is answered by it\.\nfail: /,
    );
    expect(() => board.expectClause('LP-LV-02')).toThrow('skip: no exchange came to it so far');
    expect(() => board.expectClause('MB-01')).toThrow('lamp has no clause MB-01');
  });

  test('the matchers have the same results', async () => {
    const board = await lampAt('virtual:lamp+one-less');
    const exchange = await board.exchange({ type: 'set', level: 9 });
    expect(matchers.toPassClause(board, 'LP-FR-01').pass).toBe(true);
    expect(matchers.toPassClause(board, 'LP-LV-01')).toMatchObject({ pass: false });
    expect(matchers.toAnswerWithin(exchange, 60).pass).toBe(true);
    const late = matchers.toAnswerWithin(exchange, 0.001);
    expect([late.pass, late.message()]).toEqual([false, expect.stringContaining('limits: 0 to 0.001 ms')]);
  });
});

describe('opening and closing', () => {
  test('reports are those of a run, with a verdict for each clause', async () => {
    const out = join(FOLDER, 'report');
    const board = await lampAt('virtual:lamp+one-less', { out });
    await board.exchange({ type: 'set', level: 9 });
    await board.close();
    await board.close();
    expect(readdirSync(out).sort()).toEqual([
      'journal.jsonl',
      'junit.xml',
      'report.html',
      'results.json',
      'trace.pcapng',
    ]);
    const page = readFileSync(join(out, 'report.html'), 'utf8');
    for (const { id } of lamp.suite.requirements) expect(page).toContain(id);
    expect(readFileSync(join(out, 'junit.xml'), 'utf8')).toMatch(/failures="1"/);
    expect(await errorOf(board.play({ type: 'get' }))).toEqual(new Error('the board is closed'));
  });

  test('the parameters of the protocol are those of the board and the rules', async () => {
    const board = await lampAt('virtual', { parameters: { most: 5 } });
    const { answers } = await board.play({ type: 'set', level: 6 });
    expect(answers).toEqual([{ type: 'error', code: 3 }]);
  });

  test.each([
    ['virtual:lamb', {}, "no virtual board named 'lamb': did you mean lamp?"],
    ['virtual:lamp+lat', {}, "no defect of lamp named 'lat': did you mean late?"],
    ['warp:9', {}, "unknown kind 'warp:'"],
    ['virtual', { parameters: { most: 999 } }, "parameters is not '999': give a number from 1 to 255"],
    ['tcp://127.0.0.1:1', {}, '127.0.0.1:1'],
    ['tcp://127.0.0.1:1', { reset: 'prayer' }, 'prayer'],
  ])('%s %j cannot be opened: %s', async (target, options, message) => {
    expect(String(await errorOf(open(target, lamp, options)))).toContain(message);
  });

  test('a board on TCP: an answer is exact in its bytes, and a lost link ends the run', async () => {
    const server = createServer((socket) => {
      socket.on('data', (data) => (data[0] === 2 ? socket.write(Buffer.of(1, 0, 1)) : socket.destroy()));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const out = join(FOLDER, 'tcp');
    const board = await lampAt(`tcp://127.0.0.1:${port}`, { out });
    const { answer, ms } = await board.exchange({ type: 'get' });
    expect(answer).toEqual({ type: 'level', level: 0 });
    expect(ms.high).toBeGreaterThan(ms.low);
    expect(await errorOf(board.reset())).toMatchObject({
      message: expect.stringContaining('cannot be reset') as unknown,
    });
    expect(await errorOf(board.exchange({ type: 'set', level: 1 }))).toMatchObject({ name: 'LinkError' });
    await board.close();
    expect(readFileSync(join(out, 'journal.jsonl'), 'utf8')).toContain('"outcome":"lost"');
    server.close();
  });
});

test('a virtual board of a protocol is at the path that an application opens', async () => {
  const board = plugVirtualBoard('/dev/lamp', lamp, { latency: { rx: 16 } });
  const port = new VirtualSerialPort({ path: '/dev/lamp', baudRate: 9600 });
  port.write(requests.encode({ type: 'set', level: 3 }));
  const bytes: number[] = [];
  port.on('data', (data: Buffer) => bytes.push(...data));
  await board.clock.advance(200);
  expect(bytes).toEqual([1, 3, 2]);
  board.remove();
  expect(() => plugVirtualBoard('/dev/lamp', { id: 'none', boards: [] })).toThrow(
    'none has no virtual board',
  );
});
