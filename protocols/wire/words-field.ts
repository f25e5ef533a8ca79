/** Words that stand for values: `words({ on: ['ON', '1'], off: ['OFF', '0'] })`. */
import { sameInOtherCase } from './bytes/text';
import type { WordSpec } from './layout/field-spec';
import type { Field } from './layout/field-types';

/** How words are read. */
export interface WordsOptions {
  /** Letters are read in either case, and written as given. Default: false. */
  readonly anyCase?: boolean;
}

/**
 * One of several Latin-1 words; the value is its name. The first spelling is written, all are read. Where one word
 * begins with another, the longest match counts.
 */
export function words<const V extends Readonly<Record<string, string | readonly string[]>>>(
  spellings: V,
  { anyCase = false }: WordsOptions = {},
): Field<keyof V & string> {
  const found = Object.entries(spellings).map(([name, given]): WordSpec => {
    const all = typeof given === 'string' ? [given] : given;
    if (all.length === 0) throw new RangeError(`${name}: a word has at least one spelling`);
    return { name, spellings: all };
  });
  if (found.length === 0) throw new RangeError('there is at least one word');
  const seen: string[] = [];
  for (const { name, spellings: all } of found)
    for (const one of all) {
      if (one === '' || [...one].some((char) => char.charCodeAt(0) > 0xff))
        throw new RangeError(`${name}: a word is a Latin-1 text, and not empty`);
      if (seen.some((other) => other === one || (anyCase && isSameWord(one, other))))
        throw new RangeError(`${name}: '${one}' stands twice`);
      seen.push(one);
    }
  return { spec: { kind: 'words', words: found, anyCase } };
}

function isSameWord(a: string, b: string): boolean {
  return (
    a.length === b.length &&
    [...a].every((char, i) => {
      const [code, other] = [char.charCodeAt(0), b.charCodeAt(i)];
      return code === other || sameInOtherCase(code) === other;
    })
  );
}
