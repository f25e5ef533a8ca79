/**
 * The answers of conformant boards, as a pattern for comparison.
 *
 *     06 0A ..  0C  any order: 00 01        `..` may be any byte; together they are a permutation of these
 *     +, SetCnt:0                           words of a text in any order
 */
import type { FuzzSession } from '../target';

/** The expected answer on a link: two characters a byte, `..` for any byte, `*` for an answer of any length. */
export interface Pattern {
  readonly hex: string;
  /** The bytes at the `..`, sorted, if conformant boards differ only in their order. */
  readonly anyOrder?: string;
  /** For a link with text, instead of the bytes: how often each word occurs, at least and at most. */
  readonly words?: Readonly<Record<string, readonly [number, number]>>;
}

export type RxByLink = Readonly<Record<string, string>>;

const ANYTHING = '*';
/** The upper limit for a word that conformant boards do not all send equally often. */
const ANY_TIMES = 1000;

export function patterns(
  links: readonly string[],
  session: FuzzSession,
  samples: readonly RxByLink[],
): Readonly<Record<string, Pattern>> {
  return Object.fromEntries(
    links.flatMap((link) => {
      const pattern = patternOf(
        link,
        session,
        samples.map((one) => one[link] ?? ''),
      );
      return pattern === undefined ? [] : [[link, pattern]];
    }),
  );
}

/** undefined: nothing is due. */
function patternOf(link: string, session: FuzzSession, texts: readonly string[]): Pattern | undefined {
  const [first = ''] = texts;
  const words = session.scripts?.words?.[link];
  if (words !== undefined)
    return { hex: ANYTHING, words: wordsOf(texts.map((text) => findWords(words, text))) };
  if (first === '') return undefined;
  if (texts.some((text) => text.length !== first.length)) return { hex: ANYTHING };
  const samples = texts.map(bytesOf);
  const own = bytesOf(first);
  const varying = new Set<number>();
  for (const other of samples) other.forEach((byte, at) => (byte === own[at] ? undefined : varying.add(at)));
  if (varying.size === 0) return { hex: first.toUpperCase() };
  // A field that varies in one place may vary in every place.
  for (const at of likeFields(session, link, own, varying)) varying.add(at);
  const sorted = samples.map((bytes) => sortedAt(bytes, varying));
  const text = own.map((byte, at) => (varying.has(at) ? '..' : byte)).join('');
  return new Set(sorted).size === 1 ? { hex: text, anyOrder: sorted[0] ?? '' } : { hex: text };
}

export function findWords(words: string, text: string): readonly string[] {
  const latin = Buffer.from(text, 'hex').toString('latin1');
  return Array.from(latin.matchAll(new RegExp(words, 'g')), ([word]) => word);
}

function wordsOf(
  samples: readonly (readonly string[])[],
): Readonly<Record<string, readonly [number, number]>> {
  const words = [...new Set(samples.flat())].sort();
  return Object.fromEntries(
    words.map((word) => {
      const counts = samples.map((one) => one.filter((other) => other === word).length);
      const least = Math.min(...counts);
      return [word, [least, Math.max(...counts) === least ? least : ANY_TIMES]];
    }),
  );
}

function bytesOf(text: string): string[] {
  return text.toUpperCase().match(/../g) ?? [];
}

function sortedAt(bytes: readonly string[], places: ReadonlySet<number>): string {
  return bytes
    .filter((_, at) => places.has(at))
    .sort()
    .join('');
}

function likeFields(
  session: FuzzSession,
  link: string,
  bytes: readonly string[],
  places: ReadonlySet<number>,
): readonly number[] {
  const spans = session.fields(
    link,
    'rx',
    Uint8Array.from(bytes, (byte) => parseInt(byte, 16)),
  );
  const kindOf = (name: string): string => name.replace(/\d+/g, '');
  const open = new Set(
    spans.filter(({ offset, length }) => length === 1 && places.has(offset)).map(({ name }) => kindOf(name)),
  );
  return spans
    .filter(({ name, length }) => length === 1 && open.has(kindOf(name)))
    .map(({ offset }) => offset);
}

/** `isWhole`: of a text with words nothing more comes. */
export function matchesPattern(
  pattern: Pattern | undefined,
  text: string,
  source: string,
  isWhole: boolean,
): boolean {
  if (pattern?.words !== undefined) return matchesWordCounts(pattern.words, findWords(source, text), isWhole);
  if (pattern?.hex === ANYTHING) return text !== '';
  const due = bytesOf(pattern?.hex ?? '');
  const bytes = bytesOf(text);
  const open = new Set(due.flatMap((byte, at) => (byte === '..' ? [at] : [])));
  if (bytes.length !== due.length || bytes.some((byte, at) => !open.has(at) && byte !== due[at]))
    return false;
  return pattern?.anyOrder === undefined || sortedAt(bytes, open) === pattern.anyOrder;
}

function matchesWordCounts(
  due: Readonly<Record<string, readonly [number, number]>>,
  words: readonly string[],
  isWhole: boolean,
): boolean {
  if (words.some((word) => due[word] === undefined)) return false;
  return Object.entries(due).every(([word, [least, most]]) => {
    const times = words.filter((other) => other === word).length;
    return (times >= least || !isWhole) && times <= most;
  });
}
