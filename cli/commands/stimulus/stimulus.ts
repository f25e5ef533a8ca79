/** `wirejig stimulus`: codes for a real scanner, on paper and on a web page. */
import { createInterface } from 'node:readline';
import type { CardEncoding } from '../../../protocols/set/card';
import { printable } from '../../../reports/text/printable';
import { say, remark } from '../../shared/console';
import { pickByName, quoted } from '../../shared/option-values';
import { cardSheet, PAPERS, type Paper } from './card-sheet';
import { parseCodeLine } from '../../shared/stimulus/code-lines';
import { SIZES_MM, openCodeServer, type CodeServer } from '../../shared/stimulus/code-server';
import { CodeError } from '../../shared/stimulus/symbology';
import { writeNamedFile } from '../../shared/output/own-files';
import { fileErrorCause, UsageError } from '../../shared/usage-error';
import type { StimulusRequest } from './command';
import { untilInterrupted } from '../../shared/interrupts';

const OUT = 'cards.html';
const ENCODINGS: readonly CardEncoding[] = ['1..3', '0..2'];
const PAPER_NAMES: readonly Paper[] = ['a4', 'letter'];

export async function stimulusCommand(request: StimulusRequest): Promise<number> {
  const way = pickByName(WAYS, ({ name }) => name, request.what, 'stimulus', 'there are');
  const misplaced = OPTIONS.find((option) => request[option] !== undefined && !way.takes.includes(option));
  if (misplaced !== undefined)
    throw new UsageError(
      `--${misplaced} is not for ${way.name}: it takes ${way.takes.map((one) => `--${one}`).join(', ')}`,
    );
  return way.work(request);
}

const OPTIONS = ['out', 'encoding', 'paper', 'port', 'size'] as const;

interface Way {
  readonly name: string;
  readonly takes: readonly (typeof OPTIONS)[number][];
  work(request: StimulusRequest): number | Promise<number>;
}

const WAYS: readonly Way[] = [
  { name: 'sheet', takes: ['out', 'encoding', 'paper'], work: writeSheet },
  { name: 'serve', takes: ['port', 'size'], work: serve },
];

async function serve({ port = '0', size = String(SIZES_MM.preset) }: StimulusRequest): Promise<number> {
  const { min, max } = SIZES_MM;
  const sizeMm = parseWholeNumber('size', size, min, max);
  const server = await openServer(parseWholeNumber('port', port, 0, 65_535), sizeMm);
  say(`wirejig: codes are shown on ${server.url}, as standard input names them: SYMBOLOGY HEX\n`);
  const lines = createInterface({ input: process.stdin });
  lines.on('line', (line) => showLine(server, line));
  await untilInterrupted();
  lines.close();
  server.close();
  return 0;
}

async function openServer(port: number, sizeMm: number): Promise<CodeServer> {
  try {
    return await openCodeServer({ port, sizeMm });
  } catch (error) {
    throw new UsageError(
      `cannot listen on 127.0.0.1:${port}: ${fileErrorCause(error) ?? String(error)}: give another --port, or 0 for any free one`,
    );
  }
}

function showLine(server: CodeServer, line: string): void {
  try {
    const code = parseCodeLine(line);
    if (code === undefined) server.blank();
    else server.show(code.symbology, code.payload);
  } catch (error) {
    if (!(error instanceof CodeError)) throw error;
    server.blank();
    remark(error.message);
  }
}

function parseWholeNumber(option: string, text: string, min: number, max: number): number {
  const value = /^\d{1,5}$/.test(text) ? Number(text) : NaN;
  if (value >= min && value <= max) return value;
  throw new UsageError(`--${option} is not ${quoted(text)}: give a whole number from ${min} to ${max}`);
}

function writeSheet({ out = OUT, encoding = '1..3', paper = 'a4' }: StimulusRequest): number {
  const chosen = parseChoice('paper', PAPER_NAMES, paper.toLowerCase());
  const sheet = cardSheet({ encoding: parseChoice('encoding', ENCODINGS, encoding), paper: chosen });
  writeNamedFile(out, sheet);
  const { title } = PAPERS[chosen];
  say(`81 cards are in ${printable(out)}: open it in a browser and print it on ${title} at 100 %\n`);
  return 0;
}

function parseChoice<T extends string>(option: string, choices: readonly T[], text: string): T {
  const found = choices.find((one) => one === text);
  if (found !== undefined) return found;
  throw new UsageError(`--${option} is not ${quoted(text)}: give ${choices.join(' or ')}`);
}
