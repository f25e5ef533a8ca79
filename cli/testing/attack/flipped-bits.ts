/** For tests: files that are read, each with one bit of it flipped, and what the command said. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { JournalEvent } from '../../../scenarios/record';
import { journalEvent } from '../../../scenarios/journal/journal-schema';
import { folder, wirejig, type ProcessOptions, type ProcessResult } from '../wirejig-process';

export interface ReadFile {
  readonly name: string;
  readonly content: Buffer;
  /** The command line that reads it. */
  readonly words: readonly string[];
  /** The exit code where nothing is flipped. */
  readonly code: number;
  /** What else is in the folder. */
  readonly beside?: Readonly<Record<string, Buffer>>;
}

/** What a command said, and how many bytes of the line `check` has read. */
export type Reading<Result> = Result & { readonly read: number };

/** At 115200 baud. */
const BYTE_US = 87;
const CONFIG =
  'boards:\n  desk:\n    suite: stm\n    links: { main: tcp://127.0.0.1:1 }\n    reset: cmd:true\n';

/** A small one of each kind. */
export async function readFiles(): Promise<readonly ReadFile[]> {
  const cwd = folder();
  await wirejig('run stm --only STM-GM-03 --seed 1 -q --out run'.split(' '), { cwd });
  const board = 'virtual:stm+crc-ignored';
  await wirejig(`fuzz stm --board ${board} --cases 500 --seed 1 --json --out fuzz`.split(' '), { cwd });
  const at = (...path: readonly string[]): Buffer => readFileSync(join(cwd, ...path));
  const check = (name: string): string[] => ['check', name, '--suite', 'stm', '-q', '--out', 'checked'];
  const [finding = ''] = readdirSync(join(cwd, 'fuzz/findings')).filter((name) => name.endsWith('.json'));
  const journal = at('run/journal.jsonl');
  const rows = rowsOf(journal.toString());
  const table = (heading: string, line: (row: Row) => string): Buffer =>
    Buffer.from([heading, ...rows.map(line), ''].filter((one, n) => n > 0 || one !== '').join('\n'));
  const sigrok = (rx: string, tx: string) =>
    table(
      '',
      ({ direction, us, hex }) => `${us}-${us + BYTE_US} UART: ${direction === 'tx' ? rx : tx}: ${hex}`,
    );
  const annotations = (name: string, host: string, wire: string): string[] => [
    ...[...check(name), '--samplerate', '1MHz', '--host', `UART ${host}`, '--board', `UART ${wire}`],
  ];
  const channels = ['--host', 'tx', '--board', 'rx'];
  const other = { 'other/journal.jsonl': journal };
  const config = ['run', 'stm', '--board', 'desk', '--config', 'flipped.yaml', '-q', '--out', 'ran'];
  return [
    { name: 'flipped.jsonl', content: at('run/journal.jsonl'), words: check('flipped.jsonl'), code: 0 },
    { name: 'flipped.pcapng', content: at('run/trace.pcapng'), words: check('flipped.pcapng'), code: 0 },
    { name: 'flipped.gz', content: gzipSync(at('run/trace.pcapng')), words: check('flipped.gz'), code: 0 },
    {
      name: 'logic-2.csv',
      content: table(
        'name,type,start_time,duration,data',
        ({ direction, us, hex }) => `${direction},data,${us / 1e6},0.000086,0x${hex}`,
      ),
      words: [...check('logic-2.csv'), ...channels],
      code: 3,
    },
    {
      name: 'logic-1.csv',
      content: table(
        'Time [s],Analyzer Name,Decoded Protocol Result',
        ({ direction, us, hex }) => `${us / 1e6},${direction},0x${hex}`,
      ),
      words: [...check('logic-1.csv'), ...channels],
      code: 3,
    },
    {
      name: 'sigrok.txt',
      content: sigrok('rx-data', 'tx-data'),
      words: annotations('sigrok.txt', 'rx-data', 'tx-data'),
      code: 3,
    },
    {
      name: 'pulseview.txt',
      content: sigrok('RX', 'TX'),
      words: annotations('pulseview.txt', 'RX', 'TX'),
      code: 3,
    },
    {
      name: 'compared/journal.jsonl',
      content: journal,
      words: ['compare', 'compared', 'other', '--json'],
      code: 0,
      beside: other,
    },
    {
      name: 'runs/journal.jsonl',
      content: journal,
      words: ['history', '--json'],
      code: 0,
      beside: other,
    },
    {
      name: 'flipped.json',
      content: at('fuzz/findings', finding),
      words: ['replay', 'flipped.json', '--board', board],
      code: 1,
    },
    { name: 'flipped.yaml', content: Buffer.from(CONFIG), words: config, code: 3 },
    {
      name: 'drawn/journal.jsonl',
      content: at('run/journal.jsonl'),
      words: ['report', 'drawn', '--quiet', '--out', 'drawn-again'],
      code: 0,
    },
  ];
}

interface Row {
  readonly direction: string;
  readonly us: number;
  readonly hex: string;
}

/** The bytes of a journal, one by one, as an analyser exports them. */
function rowsOf(journal: string): readonly Row[] {
  return eventsOf(journal).flatMap((event) => {
    if (event.type !== 'chunk') return [];
    const { direction, hex, notBefore } = event;
    return [...Buffer.from(hex, 'hex')].map((byte, at) => ({
      direction,
      us: notBefore + at * BYTE_US,
      hex: byte.toString(16).padStart(2, '0'),
    }));
  });
}

function eventsOf(journal: string): readonly JournalEvent[] {
  return journal
    .trimEnd()
    .split('\n')
    .map((line) => journalEvent(JSON.parse(line)));
}

/** `bit`: from the beginning of the file; undefined: as it was. `carryOut`: in a process of its own, or one that has carried out others. */
export async function readFlipped<Result extends ProcessResult>(
  { name, content, words, beside = {} }: ReadFile,
  bit: number | undefined,
  carryOut: (words: readonly string[], options: ProcessOptions) => Promise<Result>,
): Promise<Reading<Result>> {
  const cwd = folder();
  const bytes = Buffer.from(content);
  if (bit !== undefined) bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
  for (const [file, text] of Object.entries({ ...beside, [name]: bytes })) {
    const path = join(cwd, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  const result = await carryOut(words, { cwd });
  const checked = join(cwd, 'checked/journal.jsonl');
  const read = existsSync(checked) ? rowsOf(readFileSync(checked, 'utf8')).length : 0;
  rmSync(cwd, { recursive: true, force: true });
  return { ...result, read };
}

/** Undefined: it ended as it must, with a verdict or with one line. `whole`: what was read before. */
export function complaintOf(
  { code, stderr, read }: Reading<ProcessResult>,
  whole: Reading<ProcessResult>,
): string | undefined {
  if (![0, 1, 2, 3].includes(Number(code))) return `exit ${code}: ${stderr}`;
  if (/internal error|^ {4}at /m.test(stderr)) return stderr;
  if (stderr.trimEnd().includes('\n')) return `more than one line: ${stderr}`;
  const isSilent = stderr === '' && [0, 1].includes(Number(code));
  return isSilent && read < whole.read ? `${whole.read - read} bytes are gone without a word` : undefined;
}
