/** Words and their bytes. */
import type { WordsSpec } from '../layout/field-spec';
import { sameInOtherCase } from './text';

/** Whether `byte` equals `due`, in either case where `anyCase` is set. */
export function isByteOf(due: number, byte: number | undefined, anyCase: boolean | undefined): boolean {
  return byte === due || (anyCase === true && byte === sameInOtherCase(due));
}

interface Word {
  readonly name: string;
  readonly length: number;
}

/**
 * The longest word at `from`, in the bytes before `to`. `short`: more bytes may complete a word. `isLast`: no more
 * bytes come.
 */
export function readWord(
  { words, anyCase }: WordsSpec,
  bytes: Uint8Array,
  from: number,
  to: number,
  isLast: boolean,
): Word | 'short' | undefined {
  let found: Word | undefined;
  let isShort = false;
  for (const { name, spellings } of words)
    for (const text of spellings) {
      const there = Math.min(text.length, to - from);
      let same = 0;
      while (same < there && isByteOf(text.charCodeAt(same), bytes[from + same], anyCase)) same++;
      if (same < there) continue;
      if (there < text.length) isShort = true;
      else if (found === undefined || text.length > found.length) found = { name, length: text.length };
    }
  return isShort && (found === undefined || !isLast) ? 'short' : found;
}

/** The words as error messages list them: `ON, 1, OFF, 0`. */
export function wordsText({ words }: WordsSpec): string {
  return words.flatMap(({ spellings }) => spellings).join(', ');
}
