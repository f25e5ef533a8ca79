import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { journalEvent } from '../../../scenarios/journal/journal-schema';
import type { JournalEvent, RunEnd } from '../../../scenarios/record';
import { stmSuite } from '../../../protocols/stm/testing/parts';
import { runSuite, type SuiteRunOptions } from '../../../scenarios/testing/suite-run';
import { checkCommand } from './check';
import type { CheckRequest } from './command';
import { cleanUp, folder, lines, wirejig } from '../../testing/wirejig-process';
import { drawTrace } from '../../shared/output/output-folder';
import { journalTrace } from './traces/journal-trace';
import { fileBytes } from './traces/byte-source';
import { captureTrace } from './traces/capture-trace';
import { pcapngPackets } from './traces/pcapng-blocks';
import type { TraceSource } from './traces/trace-source';

afterAll(cleanUp);

const HERE = folder();
/** Scenarios that have every byte in the journal. */
const SCENARIOS = ['stm/requests', 'stm/timing'];

/** Writes the files of `run --out`: the journal and the trace. */
async function record(name: string, asked: SuiteRunOptions): Promise<string> {
  const out = join(HERE, name);
  const { events } = await runSuite(stmSuite, { seed: 4, ...asked });
  drawTrace(out, events);
  writeFileSync(join(out, 'journal.jsonl'), events.map((event) => JSON.stringify(event)).join('\n'));
  return out;
}

let sound = '';
let broken = '';
beforeAll(async () => {
  sound = await record('sound', { only: SCENARIOS, sampled: true });
  broken = await record('broken', { board: 'stm+select-replaces', only: SCENARIOS, sampled: true });
});

interface Summary {
  readonly exitCode: number;
  readonly requirements: Readonly<Record<string, string>>;
  readonly accounting?: unknown;
}

/** Runs the command with --json, and parses its output. */
async function check(
  path: string,
  options: Partial<CheckRequest> = {},
): Promise<{ code: number; summary: Summary }> {
  const output: string[] = [];
  const write = jest
    .spyOn(process.stdout, 'write')
    .mockImplementation((text) => output.push(String(text)) > 0);
  try {
    const lists = { params: [], only: [], skip: [] };
    const request = { path, suite: 'stm', ...lists, json: true, out: join(HERE, 'out'), ...options };
    const code = await checkCommand(request);
    const summary: unknown = JSON.parse(output.join(''));
    return { code, summary: summary as Summary };
  } finally {
    write.mockRestore();
  }
}

const verdicts = ({ requirements }: Summary, verdict: string): string[] =>
  Object.keys(requirements).filter((id) => requirements[id] === verdict);

function saved(name: string, text: string): string {
  const path = join(HERE, name);
  writeFileSync(path, text);
  return path;
}

// The exports of analysers: recordings.whole.test.ts.
test.each(['.', 'journal.jsonl', 'trace.pcapng'])(
  'a run is checked by %s: a sound board passes, a broken one fails its clause',
  async (file) => {
    const good = await check(join(sound, file));
    expect([good.code, verdicts(good.summary, 'fail'), verdicts(good.summary, 'error')]).toEqual([0, [], []]);
    expect(verdicts(good.summary, 'pass')).toEqual(
      expect.arrayContaining(['STM-FR-01', 'STM-FR-11', 'STM-TM-01', 'STM-GM-01', 'STM-GM-07']),
    );
    expect(verdicts(good.summary, 'skip')).toEqual(
      expect.arrayContaining(['STM-FR-04', 'STM-FR-08', 'STM-FR-10']),
    );
    const bad = await check(join(broken, file));
    expect([bad.code, verdicts(bad.summary, 'fail')]).toEqual([1, ['STM-GM-07']]);
  },
);

test('a trace of a board that falls silent is no pass, and says how much of it was judged', async () => {
  const row = (at: number, name: string, ...values: readonly number[]): string[] =>
    values.map(
      (value, i) => `"${name}","data",${(at + i * 0.0001).toFixed(6)},0.0000868,0x${value.toString(16)}`,
    );
  const polls = Array.from({ length: 40 }, (_, n) => [
    ...row(1 + n / 5, 'host', 6, 0xff, 0xf9),
    ...(n < 2 ? row(1.002 + n / 5, 'board', 6, 0x0a, 0, 0x0c) : []),
  ]);
  const file = saved('dead.csv', ['name,type,start_time,duration,data', ...polls.flat(), ''].join('\r\n'));
  const found = await check(file, { host: 'host', board: 'board', leastJudged: '90' });
  const { accounting, headline, leastJudged } = z
    .object({
      headline: z.string(),
      leastJudged: z.number(),
      accounting: z.object({ judged: z.number(), unjudged: z.record(z.string(), z.number()) }),
    })
    .parse(found.summary);
  expect([headline, found.code, found.summary.exitCode, leastJudged]).toEqual(['FAIL', 1, 1, 90]);
  expect(accounting.judged).toBeGreaterThan(35);
});

test('only what is selected is asked for: what no trace shows is left out, or is demanded by --only', async () => {
  const held = await check(sound, { only: ['STM-GM-07', 'STM-TM-01'] });
  expect([held.code, verdicts(held.summary, 'pass')]).toEqual([0, ['STM-TM-01', 'STM-GM-07']]);
  const unseen = await check(sound, { only: ['STM-GM-07', 'STM-FR-08'] });
  expect([unseen.code, verdicts(unseen.summary, 'inconclusive')]).toEqual([3, ['STM-FR-08']]);
  const { summary } = await check(broken, { skip: ['STM-GM-07'] });
  expect([summary.requirements['STM-GM-07'], verdicts(summary, 'fail')]).toEqual(['skip', []]);
  await expect(check(sound, { only: ['STM-XX'] })).rejects.toThrow("no clause or scenario 'STM-XX'");
});

test('a check writes a run: its reports can be drawn again, and its trace gets the same verdicts', async () => {
  const out = join(HERE, 'first');
  const first = await check(join(broken, 'trace.pcapng'), { out });
  const again = await check(out, { out: join(HERE, 'again') });
  expect(again.summary.requirements['STM-GM-07']).toBe('fail');
  expect(Object.keys(again.summary.requirements)).toEqual(Object.keys(first.summary.requirements));
  const report = await wirejig(['report', out, '-q'], { cwd: HERE });
  expect(report.code).toBe(0);
});

test('the last answer is missing if the recording went on for long enough after its request', async () => {
  const events = lines(join(sound, 'journal.jsonl')).map((line) => journalEvent(JSON.parse(line)));
  const last = events.findLastIndex((event) => event.type === 'chunk' && event.direction === 'rx');
  const cut = (outcome: RunEnd['outcome']): JournalEvent[] =>
    events
      .filter((_, i) => i !== last)
      .map((event) => (event.type === 'run-end' ? { ...event, at: event.at + 1e6, outcome } : event));
  const failed = async (name: string, outcome: RunEnd['outcome']): Promise<readonly string[][]> => {
    drawTrace(join(HERE, name), cut(outcome));
    const journal = saved(
      `${name}.jsonl`,
      cut(outcome)
        .map((event) => JSON.stringify(event))
        .join('\n'),
    );
    const found = [await check(journal), await check(join(HERE, name, 'trace.pcapng'))];
    return found.map(({ summary }) => verdicts(summary, 'fail'));
  };
  expect(await failed('mute', 'silent')).toEqual([['STM-FR-11'], ['STM-FR-11']]);
  expect(await failed('ctrl-c', 'interrupted')).toEqual([[], []]);
});

test("a run's own parameters are used, and given parameters override them", async () => {
  const run = await record('e0', { only: ['STM-FR-02'], own: { errorCmd: 0xe0 }, sampled: true });
  const trace = join(run, 'trace.pcapng');
  expect([(await check(run)).code, (await check(trace)).code]).toEqual([0, 0]);
  expect((await check(trace, { params: ['errorCmd=0xEE'] })).code).toBe(1);
});

test.each<readonly [string, Partial<TraceSource>]>([
  ['serial:/dev/ttyS0', { binding: 'serial', recordsResets: false }],
  ['tcp://127.0.0.1:4000', { binding: 'tcp', recordsResets: false }],
])(
  'journal and pcapng of a monitored %s name its binding; resets by hand are not in them',
  (url, expected) => {
    const events = lines(join(sound, 'journal.jsonl')).map((line) => journalEvent(JSON.parse(line)));
    const monitored = events.flatMap((event): JournalEvent[] => {
      if (event.type === 'chunk') return [event];
      if (event.type !== 'run') return [];
      const board = { ...event.board, kind: 'stm', virtual: false, links: [{ name: 'main', url }] };
      return [{ ...event, board, suites: [] }];
    });
    const options = { suite: 'stm', links: [{ name: 'main', baud: 115_200 }] };
    drawTrace(join(HERE, 'monitored'), monitored);
    const trace = captureTrace(fileBytes(join(HERE, 'monitored', 'trace.pcapng')), pcapngPackets, options);
    expect([journalTrace(monitored, options), trace]).toMatchObject([expected, expected]);
  },
);

test.each<readonly [string, Partial<CheckRequest>, RegExp]>([
  ['none', {}, /no trace at .*none/],
  ['.', {}, /no journal\.jsonl in .*: give the --out DIR of a run/],
  ['logic.csv', {}, /the file has the channels .*host, TX.*--host NAME/],
  ['logic.csv', { host: 'a', board: 'b' }, /no channel named 'a'/],
  ['sigrok.txt', {}, /give --samplerate/],
  ['sigrok.txt', { samplerate: 'fast' }, /--samplerate 'fast' is not a rate/],
  ['notes.txt', {}, /names no columns of time and data/],
  ['logic.csv', { host: 'host, TX', board: 'board', binding: 'rs232' }, /no binding named 'rs232'/],
  ['sound/trace.pcapng', { suite: undefined }, /give --suite: stm, durak/],
  ['sound', { suite: 'chess' }, /no suite to check named 'chess'/],
  ['sound', { out: join(HERE, 'sound') }, /would be overwritten/],
  ['ethernet.pcapng', {}, /no packet of link type RTAC Serial.*: it has link type 1/],
  ['usb.pcapng', {}, /it has link type 249 \(USB\)/],
  ['utf-16.csv', {}, /utf-16\.csv is not text, or is in UTF-16: save it in UTF-8/],
  ['blank.csv', {}, /blank\.csv is empty/],
  ['sound/trace.pcapng', { suite: 'set' }, /no interface named scanner or console: give --link scanner=NAME/],
])('%s %j is refused', async (path, options, expected) => {
  const rows = ['"host, TX"', '"board"'].map((wire) => `${wire},"data",1.5,0.0000868,0x01`);
  saved('logic.csv', ['name,type,start_time,duration,data', ...rows, ''].join('\r\n'));
  saved('sigrok.txt', '400-747 uart-1: RX data: 01\n800-1147 uart-1: TX data: 01\n');
  saved('notes.txt', 'remember the milk\n');
  saved('blank.csv', '\n\n');
  writeFileSync(join(HERE, 'utf-16.csv'), Buffer.from('name,start_time,data\n', 'utf16le'));
  const capture = Buffer.from(readFileSync(join(sound, 'trace.pcapng')));
  for (const [name, linkType] of Object.entries({ ethernet: 1, usb: 249 })) {
    capture.writeUInt16LE(linkType, capture.readUInt32LE(4) + 8);
    writeFileSync(join(HERE, `${name}.pcapng`), capture);
  }
  await expect(check(join(HERE, path), options)).rejects.toThrow(expected);
});

test('a recording that begins at a reset is judged by the state that it begins in', async () => {
  const row = (at: number, name: string, ...values: readonly number[]): string[] =>
    values.map(
      (value, i) => `${name},data,${(at + i * 0.0001).toFixed(6)},0.0000868,0x${value.toString(16)}`,
    );
  // Set-state is answered as if the game were won: no game has begun.
  const rows = [...row(1, 'host', 6, 0xff, 0xf9), ...row(1.002, 'board', 6, 0x0a, 1, 0x0d)];
  const late = [...row(3, 'host', 6, 0xff, 0xf9), ...row(3.002, 'board', 6, 0x0a, 1, 0x0d)];
  const file = saved('won.csv', ['name,type,start_time,duration,data', ...rows, ...late, ''].join('\n'));
  const wires = { host: 'host', board: 'board' };
  expect((await check(file, wires)).code).toBe(3);
  const found = await check(file, { ...wires, fromReset: true });
  expect([found.code, verdicts(found.summary, 'fail')]).toEqual([1, ['STM-GM-03']]);
});

/** Good exchanges, all the same; the last request is cut off from its answer. */
test('each exchange of a short recording counts, whenever it begins', async () => {
  for (const [first, period] of [0, 1].flatMap((at) => [0.06, 0.2].map((every) => [at, every] as const))) {
    const rows = Array.from({ length: 30 }, (_, at) => {
      const wires = at < 29 ? ['host', 'board'] : ['host'];
      return wires.flatMap((wire, side) =>
        [1, 0xff, 0xfe].map((byte, place) => {
          const from = first + at * period + side * 0.002 + place * 0.0000868;
          return `${wire},data,${from.toFixed(7)},0.0000868,0x${byte.toString(16)}`;
        }),
      );
    });
    const file = saved(
      `short-${first}.csv`,
      ['name,type,start_time,duration,data', ...rows.flat(), ''].join('\n'),
    );
    const { code, summary } = await check(file, { host: 'host', board: 'board' });
    const accounting = { judged: 29, unjudged: { 'bytes-lost': 1 } };
    expect([first, period, code, summary.accounting]).toEqual([first, period, 0, accounting]);
  }
});

test('a journal of one protocol names it', async () => {
  expect((await check(sound, { suite: undefined })).code).toBe(0);
  expect((await check(join(broken, 'journal.jsonl'), { suite: undefined })).code).toBe(1);
});

test('the folder of the trace is not overwritten under another name either', async () => {
  const link = join(folder(), 'link');
  symlinkSync(sound, link);
  const before = readFileSync(join(sound, 'journal.jsonl'));
  await expect(check(sound, { out: link })).rejects.toThrow('would be overwritten');
  await expect(check(link, { out: sound })).rejects.toThrow('would be overwritten');
  expect(readFileSync(join(sound, 'journal.jsonl'))).toEqual(before);
});

test('a run of one suite on several boards is judged for each board, also in a run of several suites', async () => {
  const only = 'stm/requests,ttt/closes-behind-full,ttt/strangers-leave';
  const run = await wirejig(['run', 'stm', 'ttt', '--only', only, '-q', '--out', 'many'], { cwd: HERE });
  expect(run.code).toBe(0);
  for (const file of ['journal.jsonl', 'trace.pcapng']) {
    const found = await check(join(HERE, 'many', file), { suite: 'ttt' });
    expect([file, found.code, verdicts(found.summary, 'fail')]).toEqual([file, 0, []]);
    expect(verdicts(found.summary, 'pass')).toEqual(expect.arrayContaining(['TTT-05', 'TTT-20', 'TTT-35']));
    const short = await check(join(HERE, 'many', file));
    expect([file, short.code]).toEqual([file, 0]);
    expect(verdicts(short.summary, 'fail')).toEqual([]);
  }
  await expect(check(join(HERE, 'many'), { suite: undefined })).rejects.toThrow('give --suite');
});

test('the command line gives the same verdict, and exit code 2 for a file that it cannot read', async () => {
  const found = await wirejig(['check', broken, '--suite', 'stm', '-q', '--out', 'out'], { cwd: HERE });
  expect([found.code, found.stdout]).toEqual([1, expect.stringContaining('FAIL')]);
  const none = await wirejig(['check', 'none', '--suite', 'stm'], { cwd: HERE });
  expect([none.code, none.stderr]).toEqual([2, expect.stringMatching(/no trace at none/)]);
});
