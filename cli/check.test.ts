import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { journalEvent } from '../scenarios/journal-schema';
import type { ChunkRecord } from '../scenarios/record';
import { cleanUp, folder, lines, wirejig } from './launched';

afterAll(cleanUp);

const HERE = folder();
/** Scenarios of which the journal has every byte. */
const CLAUSES = 'STM-GM-07,STM-TM-01';

async function record(name: string, board: string): Promise<string> {
  const out = join(HERE, name);
  await wirejig(['run', 'stm', '--board', board, '--only', CLAUSES, '--seed', '4', '-q', '--out', out]);
  return out;
}

let sound = '';
let broken = '';
beforeAll(async () => {
  [sound, broken] = await Promise.all([
    record('sound', 'virtual:stm'),
    record('broken', 'virtual:stm+select-replaces'),
  ]);
});

interface Told {
  readonly exitCode: number;
  readonly requirements: Readonly<Record<string, string>>;
}

async function check(
  path: string,
  ...words: readonly string[]
): Promise<{ code: number | string; told: Told }> {
  const { code, stdout, stderr } = await wirejig(
    [
      'check',
      path,
      '--suite',
      'stm',
      '--json',
      ...(words.includes('--out') ? [] : ['--out', 'out']),
      ...words,
    ],
    { cwd: HERE },
  );
  if (stderr !== '') throw new Error(stderr);
  const told: unknown = JSON.parse(stdout);
  return { code, told: told as Told };
}

const verdicts = ({ requirements }: Told, verdict: string): string[] =>
  Object.keys(requirements).filter((id) => requirements[id] === verdict);

/** The bytes of a run as an analyser would export them, each with its time. */
function bytesOf(run: string): { direction: 'tx' | 'rx'; at: number; value: number }[] {
  const events = lines(join(run, 'journal.jsonl')).map((line) => journalEvent(JSON.parse(line)));
  return events
    .filter((event): event is ChunkRecord => event.type === 'chunk')
    .flatMap(({ direction, hex, notBefore }) =>
      [...Buffer.from(hex, 'hex')].map((value, i) => ({ direction, at: notBefore + i * 86.8, value })),
    )
    .sort((one, other) => one.at - other.at);
}

function saleae(run: string): string {
  const rows = bytesOf(run).map(({ direction, at, value }) => {
    const name = direction === 'tx' ? 'host, TX' : 'board';
    return `"${name}","data",${(at / 1e6).toFixed(9)},0.0000868,0x${value.toString(16).toUpperCase()}`;
  });
  return ['name,type,start_time,duration,data', '"board","start",0,0.1,', ...rows, ''].join('\r\n');
}

function sigrok(run: string): string {
  const rows = bytesOf(run).map(({ direction, at, value }) => {
    const from = Math.round(at * 4);
    const row = direction === 'tx' ? 'RX' : 'TX';
    return `${from}-${from + 347} uart-1: ${row} data: ${value.toString(16).padStart(2, '0')}`;
  });
  return `${rows.join('\n')}\n`;
}

function saved(name: string, text: string): string {
  writeFileSync(join(HERE, name), text);
  return name;
}

const SALEAE = ['--host', 'host, TX', '--board', 'board'];
const SIGROK = ['--samplerate', '4MHz', '--host', 'uart-1 RX', '--board', 'uart-1 TX'];

test.each<readonly [string, (run: string) => string, readonly string[]]>([
  ['its directory', (run) => run, []],
  ['its journal', (run) => join(run, 'journal.jsonl'), []],
  ['trace.pcapng', (run) => join(run, 'trace.pcapng'), []],
  ['the CSV of Logic 2', (run) => saved('logic.csv', saleae(run)), SALEAE],
  ['annotations of sigrok', (run) => saved('sigrok.txt', sigrok(run)), SIGROK],
])(
  'of a run, by %s: a sound board keeps what it can be seen to keep, a broken one breaks its clause',
  async (_, file, words) => {
    const good = await check(file(sound), ...words);
    expect([good.code, verdicts(good.told, 'fail'), verdicts(good.told, 'error')]).toEqual([0, [], []]);
    expect(verdicts(good.told, 'pass')).toEqual(
      expect.arrayContaining(['STM-FR-01', 'STM-FR-11', 'STM-TM-01', 'STM-GM-01', 'STM-GM-07']),
    );
    expect(verdicts(good.told, 'skip')).toEqual(
      expect.arrayContaining(['STM-FR-02', 'STM-FR-03', 'STM-FR-10']),
    );
    const bad = await check(file(broken), ...words);
    expect([bad.code, verdicts(bad.told, 'fail')]).toEqual([1, ['STM-GM-07']]);
  },
);

test('a check leaves a run of its own: its reports are drawn again, its trace is judged alike', async () => {
  const first = await check(join(broken, 'trace.pcapng'), '--out', 'first');
  const again = await check('first', '--out', 'again');
  expect(again.told.requirements['STM-GM-07']).toBe('fail');
  expect(Object.keys(again.told.requirements)).toEqual(Object.keys(first.told.requirements));
  const report = await wirejig(['report', 'first', '-q'], { cwd: HERE });
  expect(report.code).toBe(0);
});

test("a run's own parameters hold, and those that are given before them", async () => {
  const out = join(HERE, 'e0');
  const board = ['--board', 'virtual:stm', '--param', 'errorCmd=0xE0'];
  await wirejig(['run', 'stm', ...board, '--only', 'STM-FR-02', '--seed', '4', '-q', '--out', out]);
  expect((await check('e0')).code).toBe(0);
  const trace = join('e0', 'trace.pcapng');
  expect((await check(trace)).code).toBe(1);
  expect((await check(trace, '--param', 'errorCmd=0xE0')).code).toBe(0);
});

test.each<readonly [string, readonly string[], RegExp]>([
  ['none', ['--suite', 'stm'], /no trace at none/],
  ['logic.csv', ['--suite', 'stm'], /whose channels are .*host, TX.*--host NAME/],
  ['logic.csv', ['--suite', 'stm', '--host', 'a', '--board', 'b'], /no channel named 'a'/],
  ['sigrok.txt', ['--suite', 'stm'], /give --samplerate/],
  ['sigrok.txt', ['--suite', 'stm', '--samplerate', 'fast'], /--samplerate 'fast' is no rate/],
  ['notes.txt', ['--suite', 'stm'], /names no columns of time and data/],
  ['sound', [], /give --suite: stm, durak/],
  ['sound', ['--suite', 'chess'], /no suite to check named 'chess'/],
  ['sound', ['--suite', 'stm', '--out', 'sound'], /would be written anew/],
  ['ethernet.pcapng', ['--suite', 'stm'], /no packet of link type RTAC Serial/],
])('%s %j is refused', async (path, words, expected) => {
  saved('logic.csv', saleae(sound));
  saved('sigrok.txt', sigrok(sound));
  saved('notes.txt', 'remember the milk\n');
  const ethernet = Buffer.from(readFileSync(join(sound, 'trace.pcapng')));
  ethernet.writeUInt16LE(1, ethernet.readUInt32LE(4) + 8);
  writeFileSync(join(HERE, 'ethernet.pcapng'), ethernet);
  const { code, stderr } = await wirejig(['check', path, ...words], { cwd: HERE });
  expect([code, stderr]).toEqual([2, expect.stringMatching(expected)]);
});
