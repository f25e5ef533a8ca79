/** Whole numbers of 8 bytes, as bigints. */
import { readBigNumber, writeBigNumber } from '../bytes/numbers';
import { hexDigits, numberText, rangeText } from '../bytes/value-text';
import type { BigNumberSpec } from '../layout/field-spec';
import { refuseValue } from '../writing/refusal';
import { boundNames, flawOf, sized, type FieldKind } from './kind';
import { unreadable } from './typed';

export const BIG_NUMBER: FieldKind<BigNumberSpec> = {
  size: () => sized(8),
  read: (spec, bytes, at) => {
    if (bytes.length - at < 8) return 'short';
    const value = readBigNumber(spec, bytes, at);
    const isRight = value >= spec.min && value <= spec.max;
    const flaw = isRight
      ? undefined
      : flawOf('range', rangeText(spec, spec.min, spec.max), numberText(spec, value));
    return { length: 8, value, shown: value, flaw };
  },
  encode: (spec, path) => (value) => {
    const { min, max } = spec;
    if (typeof value !== 'bigint' || value < min || value > max)
      return refuseValue(
        path,
        `${typeof value} ${String(value)}`,
        `a bigint of ${rangeText(spec, min, max)}`,
      );
    return bytesOf(spec, value);
  },
  sample: ({ min, max }, { draw }) => {
    const how = draw.int(0, 7);
    if (how === 0) return min;
    if (how === 1) return max;
    const any = (BigInt(draw.int(0, 0xffffffff)) << 32n) | BigInt(draw.int(0, 0xffffffff));
    return min + (any % (max - min + 1n));
  },
  bounds: (spec) => {
    const { min, max, signed } = spec;
    const lowest = signed ? -(2n ** 63n) : 0n;
    const highest = signed ? 2n ** 63n - 1n : 2n ** 64n - 1n;
    return boundNames([min, max], [min - 1n, max + 1n])
      .filter(([value]) => value >= lowest && value <= highest)
      .map(([value, words]) => ({
        name: `${numberText(spec, value)} (${words})`,
        bytes: bytesOf(spec, value),
      }));
  },
  typed: ({ min }, name, take) => {
    const text = take();
    if (text === undefined) return min > 0n ? min : 0n;
    if (!/^(?:-?\d+|0x[0-9a-f]+)$/i.test(text)) throw unreadable(name, text, 'a whole number');
    return BigInt(text);
  },
  filters: ({ signed, base }, name) => [
    { name, kind: signed ? 'int64' : 'uint64', base: signed ? 'dec' : base },
  ],
  dissected: (spec) => {
    const { min, max } = spec;
    return { ...spec, min: hexDigits(min), max: hexDigits(max), expected: rangeText(spec, min, max) };
  },
};

function bytesOf({ order }: BigNumberSpec, value: bigint): Uint8Array {
  const bytes = new Uint8Array(8);
  writeBigNumber(bytes, 0, value, order);
  return bytes;
}
