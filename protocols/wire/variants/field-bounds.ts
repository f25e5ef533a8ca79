/** Bytes with a field at its bounds and past them. Numbers in ASCII and words may change their length. */
import { digitsText, numberBytes, writeBigNumber } from '../bytes/numbers';
import { groupsOf } from '../bytes/varying';
import { numberText } from '../bytes/value-text';
import type {
  BigNumberSpec,
  DigitsSpec,
  EnumSpec,
  FieldSpec,
  FlagsSpec,
  NumberSpec,
  VaryingSpec,
  WordsSpec,
} from '../layout/field-spec';

export interface FieldBound {
  /** `0 (its least)`, `126 (above its most)`. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

const BAD_ASCII = 0x80;
/** A byte that never occurs in UTF-8. */
const BAD_UTF8 = 0xff;
const LETTER = 0x67;
const NO_WORD = 0x23;

/** A field at and past its bounds. `now`: its present bytes. */
export function fieldBounds(spec: FieldSpec, now: Uint8Array): readonly FieldBound[] {
  switch (spec.kind) {
    case 'number':
      return numberBounds(spec);
    case 'bignumber':
      return bigNumberBounds(spec);
    case 'varying':
      return varyingBounds(spec);
    case 'enum':
      return unlisted(spec);
    case 'flags':
      return unknownFlags(spec, now);
    case 'digits':
      return digitsBounds(spec, now);
    case 'words':
      return otherWords(spec, now);
    case 'text': {
      if (spec.charset === 'latin1' || now.length === 0) return [];
      const bytes = Uint8Array.from(now);
      bytes[0] = spec.charset === 'ascii' ? BAD_ASCII : BAD_UTF8;
      return [{ name: 'with a byte that is no character', bytes }];
    }
    default:
      return [];
  }
}

function boundNames<N extends number | bigint>(
  min: N,
  max: N,
  below: N,
  above: N,
): readonly (readonly [N, string])[] {
  return [
    [min, 'its least'],
    [max, 'its most'],
    [below, 'below its least'],
    [above, 'above its most'],
  ];
}

function numberBounds(spec: NumberSpec): FieldBound[] {
  const { bytes, signed, min, max } = spec;
  const lowest = signed ? -(2 ** (8 * bytes - 1)) : 0;
  const highest = 2 ** (8 * bytes - (signed ? 1 : 0)) - 1;
  return boundNames(min, max, min - 1, max + 1)
    .filter(([value]) => value >= lowest && value <= highest)
    .map(([value, words]) => ({
      name: `${numberText(spec, value)} (${words})`,
      bytes: numberBytes(spec, value),
    }));
}

/** Also a number without an end. */
function varyingBounds(spec: VaryingSpec): FieldBound[] {
  const { min, max, most, prefixes } = spec;
  if (prefixes.length > 0) return [];
  const bounds = boundNames(min, max, min - 1, max + 1).flatMap(([value, words]) => {
    const bytes = groupsOf(spec, value);
    return bytes === undefined ? [] : [{ name: `${numberText(spec, value)} (${words})`, bytes }];
  });
  return [...bounds, { name: 'without an end', bytes: new Uint8Array(most).fill(0xff) }];
}

function bigNumberBounds(spec: BigNumberSpec): FieldBound[] {
  const lowest = spec.signed ? -(2n ** 63n) : 0n;
  const highest = spec.signed ? 2n ** 63n - 1n : 2n ** 64n - 1n;
  return boundNames(spec.min, spec.max, spec.min - 1n, spec.max + 1n)
    .filter(([value]) => value >= lowest && value <= highest)
    .map(([value, words]) => {
      const bytes = new Uint8Array(8);
      writeBigNumber(bytes, 0, value, spec.order);
      return { name: `${numberText(spec, value)} (${words})`, bytes };
    });
}

function unlisted({ of, values }: EnumSpec): FieldBound[] {
  const listed = Object.entries(values);
  const numbers = listed.map(([, value]) => value);
  const others = [...numbers.flatMap((value) => [value - 1, value + 1]), of.min, of.max];
  const wrong = [...new Set(others)].filter(
    (value) => value >= of.min && value <= of.max && !numbers.includes(value),
  );
  return [
    ...listed.map(([name, value]) => ({ name, bytes: numberBytes(of, value) })),
    ...wrong.map((value) => ({
      name: `${numberText(of, value)} (not listed)`,
      bytes: numberBytes(of, value),
    })),
  ];
}

function unknownFlags({ of, flags }: FlagsSpec, now: Uint8Array): FieldBound[] {
  const known = Object.values(flags);
  return Array.from({ length: 8 * of.bytes }, (_, bit) => bit)
    .filter((bit) => !known.includes(bit))
    .map((bit) => {
      const bytes = Uint8Array.from(now);
      const at = of.order === 'big' ? bytes.length - 1 - (bit >> 3) : bit >> 3;
      bytes[at] = bytes[at]! | (1 << (bit & 7));
      return { name: `with bit ${bit} set`, bytes };
    });
}

/** Each word, and two wrong ones: one with a wrong letter, one with an extra letter. */
function otherWords({ words }: WordsSpec, now: Uint8Array): FieldBound[] {
  const listed = words.flatMap(({ name, spellings: [text = ''] }) => ({ name, bytes: latin1Bytes(text) }));
  const wrong = Uint8Array.from(now);
  wrong[wrong.length - 1] = NO_WORD;
  return [
    ...listed,
    { name: 'with a wrong letter', bytes: wrong },
    { name: 'with a letter more', bytes: Uint8Array.of(...now, LETTER) },
  ];
}

function latin1Bytes(text: string): Uint8Array {
  return Uint8Array.from(text, (char) => char.charCodeAt(0));
}

/** Bounds, and malformed numbers. With a fixed width, only texts of that width. */
function digitsBounds(spec: DigitsSpec, now: Uint8Array): FieldBound[] {
  const { min, max, fraction, signed, width } = spec;
  const written = String.fromCharCode(...now);
  const step = 10 ** -fraction;
  const bounds = boundNames(min, max, rounded(min - step, fraction), rounded(max + step, fraction))
    .filter(([value]) => Number.isFinite(value) && (value >= 0 || signed || width === undefined))
    .map(([value, words]) => [digitsText(spec, value), `${value} (${words})`] as const);
  const nearly = [
    [`g${written.slice(1)}`, 'with a letter'],
    ['', 'without a digit'],
    [`+${written}`, 'with a plus'],
    [` ${written}`, 'with a blank before it'],
    [`${written}E0`, 'with an exponent'],
    [written.includes('.') ? `${written}0` : `${written}.`, 'with a decimal more'],
  ] as const;
  return [...bounds, ...nearly]
    .filter(([text]) => width === undefined || text.length === now.length)
    .map(([text, name]) => ({ name, bytes: latin1Bytes(text) }));
}

function rounded(value: number, fraction: number): number {
  return Number(value.toFixed(fraction));
}
