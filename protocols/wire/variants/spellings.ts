/** Other bytes of the same value: `volt` for `VOLT`, `03.30` for `3.3`, `1` for `ON`. */
import { sameInOtherCase } from '../bytes/text';
import { hexOf } from '../bytes/value-text';
import { groupsOf, readVarying } from '../bytes/varying';
import type { DigitsSpec, FieldSpec, VaryingSpec, WordsSpec } from '../layout/field-spec';

export interface Spelling {
  /** `written 03.3`. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** All spellings but `now`. */
export function otherSpellings(spec: FieldSpec, now: Uint8Array): readonly Spelling[] {
  if (spec.kind === 'varying') return longerNumber(spec, now);
  const written = String.fromCharCode(...now);
  return [...new Set(textsOf(spec, written))]
    .filter((text) => text !== written)
    .map((text) => ({
      name: `written ${text}`,
      bytes: Uint8Array.from(text, (char) => char.charCodeAt(0)),
    }));
}

/** With a group of zeros more. */
function longerNumber(spec: VaryingSpec, now: Uint8Array): readonly Spelling[] {
  const { length } = now;
  if (spec.coding === 'prefixed' || length >= spec.most) return [];
  const bytes = groupsOf(spec, readVarying(spec, now, 0, length), length + 1);
  return bytes === undefined ? [] : [{ name: `written ${hexOf(bytes)}`, bytes }];
}

function textsOf(spec: FieldSpec, written: string): readonly string[] {
  switch (spec.kind) {
    case 'constant':
      return spec.anyCase === true ? casesOf(written) : [];
    case 'words':
      return wordsLike(spec, written);
    case 'digits':
      return spec.width === undefined ? numbersLike(spec, written) : hexCases(spec, written);
    default:
      return [];
  }
}

/** All letters in the other case, and every second one. */
function casesOf(text: string): readonly string[] {
  const turned = (which: (at: number) => boolean): string =>
    Array.from(text, (char, at) =>
      which(at) ? String.fromCharCode(sameInOtherCase(char.charCodeAt(0))) : char,
    ).join('');
  return [turned(() => true), turned((at) => at % 2 === 1)];
}

function wordsLike({ words, anyCase }: WordsSpec, written: string): readonly string[] {
  const same = words.find(({ spellings }) => spellings.includes(written))?.spellings ?? [];
  return anyCase ? same.flatMap((text) => [text, ...casesOf(text)]) : same;
}

function hexCases({ radix }: DigitsSpec, written: string): readonly string[] {
  return radix === 16 ? [written.toLowerCase()] : [];
}

/** With leading zeros as far as there is room, and without trailing zeros after the point. */
function numbersLike(spec: DigitsSpec, written: string): readonly string[] {
  const [, sign = '', whole = '', decimals = ''] = /^(-?)(\w+)(\.\w+)?$/.exec(written) ?? [];
  const longer = whole.length < spec.most ? [`${sign}0${whole}${decimals}`] : [];
  const shorter = decimals.replace(/\.?0+$/, '');
  return [...longer, sign + whole + shorter, ...hexCases(spec, written)];
}
