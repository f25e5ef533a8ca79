/** Words that stand for values: `words({ on: ['ON', '1'], off: ['OFF', '0'] })`. */
import { latin1 } from '../../bytes';
import { casesOf, isByteOf, latin1Bytes, otherCases, sameInOtherCase } from '../bytes/text';
import { hexOf } from '../bytes/value-text';
import { MORE, NONE } from '../decoders/content';
import type { Field } from '../layout/field-types';
import { cachedBySpec } from '../layout/spec-cache';
import { refuseValue } from '../writing/refusal';
import { pick } from './dice';
import { flawOf, sized, spelled, unreadableScalar, type FieldKind } from './kind';

/** Words that each stand for a value; others are out of range. */
interface WordsSpec {
  readonly kind: 'words';
  readonly words: readonly WordSpec[];
  /** Letters are read in either case. */
  readonly anyCase: boolean;
}

interface WordSpec {
  readonly name: string;
  /** Latin-1. The first is written, all are read. */
  readonly spellings: readonly string[];
}

declare module '../layout/field-spec' {
  interface ScalarSpecs {
    readonly words: WordsSpec;
  }
}

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

const LETTER = 0x67;
const NO_WORD = 0x23;

export const WORDS: FieldKind<WordsSpec> = {
  size: (spec) => sizeOf(spec),
  read: (spec, bytes, at, limit) => {
    const found = readWord(spec, bytes, at, bytes.length, true);
    if (found === 'short') return 'short';
    const length = found?.length ?? Math.max(1, Math.min(limit - at, sizeOf(spec).max));
    if (at + length > bytes.length) return 'short';
    const seen = bytes.subarray(at, at + length);
    if (found !== undefined) return { length, value: found.name, shown: latin1(seen), meaning: found.name };
    return unreadableScalar(length, hexOf(seen), flawOf('range', wordsText(spec), hexOf(seen)), true);
  },
  measure: (spec) => (bytes, at, to) => {
    const found = readWord(spec, bytes, at, to, false);
    return found === undefined ? NONE : found === 'short' ? MORE : at + found.length;
  },
  encode: ({ words }, path) => {
    const texts = new Map<unknown, Uint8Array>(
      words.map(({ name, spellings }) => [name, latin1Bytes(spellings[0] ?? '')]),
    );
    return (value) =>
      texts.get(value) ?? refuseValue(path, String(value), `one of ${[...texts.keys()].join(', ')}`);
  },
  sample: ({ words }, { draw }) => pick(draw, words).name,
  /** Each word, and two wrong ones: one with a wrong letter, one with an extra letter. */
  bounds: ({ words }, now) => {
    const wrong = Uint8Array.from(now);
    wrong[wrong.length - 1] = NO_WORD;
    return [
      ...words.map(({ name, spellings: [text = ''] }) => ({ name, bytes: latin1Bytes(text) })),
      { name: 'with a wrong letter', bytes: wrong },
      { name: 'with a letter more', bytes: Uint8Array.of(...now, LETTER) },
    ];
  },
  spellings: ({ words, anyCase }, now) =>
    spelled(now, (written) => {
      const same = words.find(({ spellings }) => spellings.includes(written))?.spellings ?? [];
      return anyCase ? same.flatMap((text) => [text, ...otherCases(text)]) : same;
    }),
  smaller: () => [],
  isText: () => true,
  describe: (_, value) => (typeof value === 'string' ? value : undefined),
  typed: ({ words }, _, take) => take() ?? words[0]?.name ?? '',
  filters: (_, name) => [{ name, kind: 'string' }],
  dissected: (spec) => ({
    ...spec,
    words: spec.words.map(({ name, spellings }) => ({
      name,
      spellings: spellings.map((text) => Array.from(latin1Bytes(text))),
    })),
    longest: sizeOf(spec).max,
    expected: wordsText(spec),
  }),
};

/** How a word can begin: each of its spellings is a beginning of its own. */
export function leadsOfWords({ words, anyCase }: WordsSpec): readonly (readonly (readonly number[])[])[] {
  return words.flatMap(({ spellings }) =>
    spellings.map((text) => Array.from(latin1Bytes(text), (code) => casesOf(code, anyCase))),
  );
}

const sizeOf = cachedBySpec(({ words }: WordsSpec) => {
  const lengths = words.flatMap(({ spellings }) => spellings.map(({ length }) => length));
  return sized(Math.min(...lengths), Math.max(...lengths));
});

interface Word {
  readonly name: string;
  readonly length: number;
}

/**
 * The longest word at `from`, in the bytes before `to`. `short`: more bytes may complete a word. `isLast`: no more
 * bytes come.
 */
function readWord(
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
function wordsText({ words }: WordsSpec): string {
  return words.flatMap(({ spellings }) => spellings).join(', ');
}
