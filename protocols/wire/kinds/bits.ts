/** Parts of one number: bits that are true or false, and small numbers. */
import { numberText } from '../bytes/value-text';
import type { BitsSpec, FlagsSpec } from '../layout/field-spec';
import { keyText, type Source } from '../layout/source';
import { refuseValue, valuesOf } from '../writing/refusal';
import { drawNumber } from './dice';
import { flawOf, sized, type FieldKind } from './kind';
import { addRawRead, addRawWrite, numberFilter, readNumber } from './number';
import { typedNumber, unreadable } from './typed';

const HEX = { base: 'hex' } as const;

export const FLAGS: FieldKind<FlagsSpec> = {
  size: ({ of }) => sized(of.bytes),
  read: (spec, bytes, at) =>
    readNumber(spec.of, bytes, at, (number) => {
      const { of, flags } = spec;
      const entries = Object.entries(flags).map(
        ([name, bit]) => [name, Math.floor(number / 2 ** bit) % 2 === 1] as const,
      );
      const set = entries.flatMap(([name, isSet]) => (isSet ? [name] : []));
      const isRight = set.reduce((left, name) => left - 2 ** flags[name]!, number) === 0;
      const flaw = isRight ? undefined : flawOf('range', knownBits(spec), numberText(HEX, number));
      return {
        length: of.bytes,
        value: Object.fromEntries(entries),
        shown: number,
        meaning: set.join(', ') || 'none',
        flaw,
      };
    }),
  addRead: (text, { of, flags }) => {
    const number = addRawRead(text, of);
    const known = Object.entries(flags);
    const unknown = ~known.reduce((sum, [, bit]) => sum | (1 << bit), 0);
    text.line(`if ((${number} & ${unknown}) !== 0) cursor.ok = false;`);
    return `{ ${known.map(([name, bit]) => `${keyText(name)}: ((${number} >>> ${bit}) & 1) === 1`).join(', ')} }`;
  },
  addWrite: (text, { of, flags }, value, path) =>
    addParts(text, of, value, (given) => {
      let number = 0;
      for (const [name, bit] of Object.entries(flags)) {
        const flag = valuesOf(given, path)[name];
        if (typeof flag !== 'boolean') return refuseValue(`${path}.${name}`, String(flag), 'true or false');
        if (flag) number += 2 ** bit;
      }
      return number;
    }),
  sample: ({ flags }, { draw }) =>
    Object.fromEntries(Object.keys(flags).map((name) => [name, draw.int(0, 1) === 1])),
  bounds: ({ of, flags }, now) => {
    const known = Object.values(flags);
    return Array.from({ length: 8 * of.bytes }, (_, bit) => bit)
      .filter((bit) => !known.includes(bit))
      .map((bit) => {
        const bytes = Uint8Array.from(now);
        const at = of.order === 'big' ? bytes.length - 1 - (bit >> 3) : bit >> 3;
        bytes[at] = bytes[at]! | (1 << (bit & 7));
        return { name: `with bit ${bit} set`, bytes };
      });
  },
  describe: (_, value) => {
    if (typeof value !== 'object' || value === null) return undefined;
    const set = Object.entries(value).filter(([, isSet]) => isSet === true);
    return set.map(([name]) => name).join('+') || 'none';
  },
  typed: ({ flags }, name, take) => {
    const text = take();
    const set = text === undefined || text === 'none' ? [] : text.split('+');
    const stranger = set.find((flag) => !(flag in flags));
    if (stranger !== undefined) throw unreadable(name, stranger, Object.keys(flags).join('+'));
    return Object.fromEntries(Object.keys(flags).map((flag) => [flag, set.includes(flag)]));
  },
  filters: ({ of }, name) => [numberFilter(name, of)],
  dissected: (spec) => ({ ...spec, flags: Object.entries(spec.flags), expected: knownBits(spec) }),
};

function knownBits({ flags }: FlagsSpec): string {
  const known = Object.values(flags).reduce((sum, bit) => sum + 2 ** bit, 0);
  return `bits of ${numberText(HEX, known)} alone`;
}

export const BITS: FieldKind<BitsSpec> = {
  size: ({ of }) => sized(of.bytes),
  read: ({ of, parts }, bytes, at) =>
    readNumber(of, bytes, at, (number) => {
      const values = parts.map(
        ({ name, width, shift }) => [name, Math.floor(number / 2 ** shift) % 2 ** width] as const,
      );
      const meaning = values.map(([name, value]) => `${name} ${value}`).join(', ');
      return { length: of.bytes, value: Object.fromEntries(values), shown: number, meaning };
    }),
  addRead: (text, { of, parts }) => {
    const number = addRawRead(text, of);
    const values = parts.map(
      ({ name, width, shift }) => `${keyText(name)}: ((${number} >>> ${shift}) & ${2 ** width - 1}) >>> 0`,
    );
    return `{ ${values.join(', ')} }`;
  },
  addWrite: (text, { of, parts }, value, path) =>
    addParts(text, of, value, (given) => {
      let number = 0;
      for (const { name, width, shift } of parts) {
        const part = valuesOf(given, path)[name];
        const highest = 2 ** width - 1;
        if (typeof part !== 'number' || !Number.isInteger(part) || part < 0 || part > highest)
          return refuseValue(`${path}.${name}`, String(part), `0..${highest}`);
        number += part * 2 ** shift;
      }
      return number;
    }),
  sample: ({ parts }, { draw }) =>
    Object.fromEntries(parts.map(({ name, width }) => [name, drawNumber(draw, 0, 2 ** width - 1)])),
  typed: ({ parts }, _, take) =>
    Object.fromEntries(parts.map(({ name }) => [name, typedNumber(name, take() ?? '0')])),
  typedNames: ({ parts }, name) => parts.map((part) => `${name}.${part.name}`),
  filters: ({ of }, name) => [numberFilter(name, of)],
};

/** Adds the text that writes the number in which all parts of a value are. */
function addParts(
  text: Source,
  of: FlagsSpec['of'],
  value: string,
  numberOf: (value: unknown) => number,
): void {
  const number = text.variable();
  text.line(`const ${number} = ${text.hold(numberOf)}(${value});`);
  addRawWrite(text, of, number);
}
