/** For tests: files that are read, each with one bit of it flipped, and what the command said. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { journalEvent } from '../../../scenarios/journal/journal-schema';
import { folder, wirejig, type ProcessOptions, type ProcessResult } from '../wirejig-process';

export interface ReadFile {
  readonly name: string;
  readonly content: Buffer;
  /** The command line that reads it. */
  readonly words: readonly string[];
  /** The exit code where nothing is flipped. */
  readonly code: number;
}

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
  const csv = exportOf(at('run/journal.jsonl').toString());
  const config = ['run', 'stm', '--board', 'desk', '--config', 'flipped.yaml', '-q', '--out', 'ran'];
  return [
    { name: 'flipped.jsonl', content: at('run/journal.jsonl'), words: check('flipped.jsonl'), code: 0 },
    { name: 'flipped.pcapng', content: at('run/trace.pcapng'), words: check('flipped.pcapng'), code: 0 },
    { name: 'flipped.gz', content: gzipSync(at('run/trace.pcapng')), words: check('flipped.gz'), code: 0 },
    {
      name: 'flipped.csv',
      content: csv,
      words: [...check('flipped.csv'), '--host', 'tx', '--board', 'rx'],
      code: 3,
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

/** The bytes of a journal as an analyser exports them. */
function exportOf(journal: string): Buffer {
  const rows = journal
    .trimEnd()
    .split('\n')
    .map((line) => journalEvent(JSON.parse(line)))
    .flatMap((event) => {
      if (event.type !== 'chunk') return [];
      const { direction, hex, notBefore } = event;
      return [...Buffer.from(hex, 'hex')].map(
        (byte, at) => `${direction},data,${(notBefore + at * BYTE_US) / 1e6},0.000086,0x${byte.toString(16)}`,
      );
    });
  return Buffer.from(`name,type,start_time,duration,data\n${rows.join('\n')}\n`);
}

/** `bit`: from the beginning of the file; undefined: as it was. `carryOut`: in a process of its own, or one that has carried out others. */
export async function readFlipped<Result extends ProcessResult>(
  { name, content, words }: ReadFile,
  bit: number | undefined,
  carryOut: (words: readonly string[], options: ProcessOptions) => Promise<Result>,
): Promise<Result> {
  const cwd = folder();
  const bytes = Buffer.from(content);
  if (bit !== undefined) bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
  const path = join(cwd, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, bytes);
  return carryOut(words, { cwd });
}

/** Undefined: it ended as it must, with a verdict or with one line. */
export function complaintOf({ code, stderr }: ProcessResult): string | undefined {
  if (![0, 1, 2, 3].includes(Number(code))) return `exit ${code}: ${stderr}`;
  if (/internal error|^ {4}at /m.test(stderr)) return stderr;
  return stderr.trimEnd().includes('\n') ? `more than one line: ${stderr}` : undefined;
}
