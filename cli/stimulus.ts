/** `wirejig stimulus`: codes for the lens of a real scanner, on paper. */
import { writeFileSync } from 'node:fs';
import type { CardEncoding } from '../protocols/set/card';
import { printable } from '../reports/printable';
import { say } from './console';
import { pick, quoted } from './options';
import { cardSheet } from './stimulus/card-sheet';
import { PAPERS, type Paper } from './stimulus/card-sheet-style';
import { fileTrouble, UsageError } from './usage-error';

export interface StimulusRequest {
  readonly what: string;
  readonly out?: string | undefined;
  readonly encoding?: string | undefined;
  readonly paper?: string | undefined;
}

const OUT = 'cards.html';
const ENCODINGS: readonly CardEncoding[] = ['1..3', '0..2'];
const PAPER_NAMES: readonly Paper[] = ['a4', 'letter'];

/** Resolves with the exit code. Rejects with {@link UsageError}. */
export function stimulusCommand(request: StimulusRequest): Promise<number> {
  pick(['sheet'], (name) => name, request.what, 'stimulus', 'there are');
  return Promise.resolve(writeSheet(request));
}

/** Writes the card sheet and says how to print it. */
function writeSheet({ out = OUT, encoding = '1..3', paper = 'a4' }: StimulusRequest): number {
  const sheet = cardSheet({
    encoding: choice('encoding', ENCODINGS, encoding),
    paper: choice('paper', PAPER_NAMES, paper.toLowerCase()),
  });
  try {
    writeFileSync(out, sheet);
  } catch (error) {
    const cause = fileTrouble(error);
    if (cause === undefined) throw error;
    throw new UsageError(`cannot write ${quoted(out)}: ${cause}: give another file with --out FILE`);
  }
  const { title } = PAPERS[choice('paper', PAPER_NAMES, paper.toLowerCase())];
  say(`81 cards are in ${printable(out)}: open it in a browser and print it on ${title} at 100 %\n`);
  return 0;
}

function choice<T extends string>(option: string, choices: readonly T[], text: string): T {
  const found = choices.find((one) => one === text);
  if (found !== undefined) return found;
  throw new UsageError(`--${option} is not ${quoted(text)}: give ${choices.join(' or ')}`);
}
