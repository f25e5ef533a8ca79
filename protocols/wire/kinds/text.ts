/** Text, and bytes as they are. */
import { concat } from '../../bytes';
import { numberReader, numberWriter } from '../bytes/numbers';
import { readText, textBytes, textRangeOf } from '../bytes/text';
import { hexOf, rangeText } from '../bytes/value-text';
import { MORE, NONE } from '../decoders/content';
import type { BytesSpec, TextSpec } from '../layout/field-spec';
import { LayoutError, type Size } from '../layout/layout-data';
import { refuseValue } from '../writing/refusal';
import { drawSize, type Dice } from './dice';
import { flawOf, sized, unreadableScalar, type FieldKind, type Measure, type Scalar } from './kind';
import { countReader, endAt, numberFilter } from './number';
import { unreadable } from './typed';

type ExtentSpec = TextSpec | BytesSpec;

const BAD_ASCII = 0x80;
/** A byte that never occurs in UTF-8. */
const BAD_UTF8 = 0xff;
const ZERO_DIGIT = 0x30;

export const TEXT: FieldKind<TextSpec> = {
  size: sizeOf,
  read,
  measure,
  encode: (spec, path) =>
    encoder(spec, path, (value) => {
      const { charset, extent, pad } = spec;
      if (typeof value !== 'string') return refuseValue(path, String(value), 'a string');
      const refuse = (expected: string): never => refuseValue(path, JSON.stringify(value), expected);
      const bytes = textBytes(charset, value);
      if (bytes === undefined) return refuse(textRangeOf(spec));
      if (extent.by === 'until' && bytes.includes(extent.end)) refuse('without the byte that ends it');
      if (pad !== undefined && bytes.at(-1) === pad) refuse('without padding at its end');
      return bytes;
    }),
  sample: (spec, dice) => {
    const { extent, pad } = spec;
    const byte = (): number => {
      const drawn = dice.draw.int(0x20, 0x7e);
      return (extent.by === 'until' && drawn === extent.end) || drawn === pad ? 0x41 : drawn;
    };
    return String.fromCharCode(...sampleBytes(spec, dice, byte));
  },
  bounds: ({ charset }, now) => {
    if (charset === 'latin1' || now.length === 0) return [];
    const bytes = Uint8Array.from(now);
    bytes[0] = charset === 'ascii' ? BAD_ASCII : BAD_UTF8;
    return [{ name: 'with a byte that is no character', bytes }];
  },
  /** The byte that ends it does not change. */
  smaller: ({ extent }, now) => [
    now.map((byte) => (extent.by === 'until' && extent.end === byte ? byte : ZERO_DIGIT)),
  ],
  isText: () => true,
  typed: (_, _name, take) => take() ?? '',
  filters: (spec, name) => [{ name, kind: 'string' }, ...countFilters(spec, name)],
  dissected: (spec) => ({ ...spec, expected: textRangeOf(spec) }),
};

export const BYTES: FieldKind<BytesSpec> = {
  size: sizeOf,
  read,
  measure,
  encode: (spec, path) =>
    encoder(spec, path, (value) =>
      value instanceof Uint8Array ? value : refuseValue(path, String(value), 'a Uint8Array'),
    ),
  sample: (spec, dice) => Uint8Array.from(sampleBytes(spec, dice, () => dice.draw.int(0, 0xff))),
  typed: ({ extent, least }, name, take) => {
    const hex = take() ?? '00'.repeat(extent.by === 'length' ? extent.length : least);
    if (!/^(?:[0-9a-f]{2})*$/i.test(hex)) throw unreadable(name, hex, 'pairs of hex digits');
    return Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
  },
  filters: (spec, name) => [{ name, kind: 'bytes' }, ...countFilters(spec, name)],
};

function sizeOf({ extent, least }: ExtentSpec, path: string): Size {
  switch (extent.by) {
    case 'length':
      return sized(extent.length);
    case 'counted': {
      const { bytes, min, max } = extent.count;
      if (least > max) throw new LayoutError(path, `least is ${least}, and its count goes up to ${max}`);
      return sized(bytes + Math.max(min, least), bytes + max);
    }
    case 'until':
    case 'rest': {
      const end = extent.by === 'until' ? 1 : 0;
      if (least > extent.most) throw new LayoutError(path, `least is ${least}, and most is ${extent.most}`);
      return { min: least + end, max: extent.most + end, isOpen: extent.by === 'rest' };
    }
  }
}

function read(spec: ExtentSpec, bytes: Uint8Array, at: number, limit: number): Scalar | 'short' {
  const { extent, least } = spec;
  switch (extent.by) {
    case 'length':
      return bytes.length - at < extent.length ? 'short' : content(spec, bytes, at, at + extent.length);
    case 'counted': {
      const { count } = extent;
      if (bytes.length - at < count.bytes) return 'short';
      const value = numberReader(count)(bytes, at);
      const prefix = { spec: count, length: count.bytes, value };
      const fewest = Math.max(count.min, least);
      if (value < fewest || value > count.max) {
        const flaw = flawOf('length', rangeText(count, fewest, count.max), String(value));
        return { prefix, length: 0, value: undefined, shown: '', flaw };
      }
      const from = at + count.bytes;
      return bytes.length - from < value ? 'short' : { prefix, ...content(spec, bytes, from, from + value) };
    }
    case 'until': {
      const found = bytes.subarray(at, at + extent.most + 1).indexOf(extent.end);
      if (found >= 0) return { ...content(spec, bytes, at, at + found), length: found + 1 };
      if (bytes.length - at <= extent.most) return 'short';
      return unreadableScalar(0, '', flawOf('length', `${extent.most} bytes at most`, 'more'), true);
    }
    case 'rest': {
      const found = content(spec, bytes, at, Math.min(limit, bytes.length));
      if (found.length <= extent.most) return found;
      return { ...found, flaw: flawOf('length', `${extent.most} bytes at most`, `${found.length} bytes`) };
    }
  }
}

function content(spec: ExtentSpec, bytes: Uint8Array, from: number, to: number): Scalar {
  const length = to - from;
  const raw = Uint8Array.from(bytes.subarray(from, to));
  const flaw =
    length < spec.least ? flawOf('length', `${spec.least} bytes at least`, `${length} bytes`) : undefined;
  if (spec.kind === 'bytes') return { length, value: raw, shown: hexOf(raw), flaw };
  const value = readText(spec, raw);
  if (value !== undefined) return { length, value, shown: value, flaw };
  return unreadableScalar(length, hexOf(raw), flaw ?? flawOf('range', textRangeOf(spec), hexOf(raw)));
}

function measure({ extent, least }: ExtentSpec): Measure {
  if (extent.by === 'counted') {
    const { count } = extent;
    const readCount = countReader(count, Math.max(least, count.min), count.max);
    return (bytes, at, to) => {
      const value = readCount(bytes, at, to);
      return value < 0 ? endAt(value) : at + count.bytes + value;
    };
  }
  if (extent.by !== 'until') return () => MORE;
  const { end, most } = extent;
  return (bytes, at, to) => {
    const stop = Math.min(to, at + most + 1);
    for (let i = at; i < stop; i++) if (bytes[i] === end) return i + 1;
    return to - at > most ? NONE : MORE;
  };
}

/** Puts what counts, pads or ends it around the content of a value. */
function encoder(
  spec: ExtentSpec,
  path: string,
  contentOf: (value: unknown) => Uint8Array,
): (value: unknown) => Uint8Array {
  const { extent, least } = spec;
  const pad = spec.kind === 'text' ? spec.pad : undefined;
  const checked = (value: unknown, fewest: number, most: number, expected: string): Uint8Array => {
    const found = contentOf(value);
    const { length } = found;
    return length < fewest || length > most ? refuseValue(path, `${length} bytes`, expected) : found;
  };
  switch (extent.by) {
    case 'length': {
      const { length } = extent;
      if (pad === undefined) return (value) => checked(value, length, length, `${length}`);
      return (value) => {
        const whole = new Uint8Array(length).fill(pad);
        whole.set(checked(value, 0, length, `${length} at most`));
        return whole;
      };
    }
    case 'counted': {
      const { count } = extent;
      const put = numberWriter(count);
      const [fewest, most] = [Math.max(least, count.min), count.max];
      return (value) => {
        const found = checked(value, fewest, most, `${fewest}..${most}`);
        const whole = new Uint8Array(count.bytes + found.length);
        put(whole, 0, found.length);
        whole.set(found, count.bytes);
        return whole;
      };
    }
    case 'until':
      return (value) =>
        concat(checked(value, least, extent.most, `${least}..${extent.most}`), Uint8Array.of(extent.end));
    case 'rest':
      return (value) => checked(value, least, extent.most, `${least}..${extent.most}`);
  }
}

function sampleBytes({ extent, least }: ExtentSpec, dice: Dice, byte: () => number): number[] {
  const length = (): number => {
    if (extent.by === 'length') return extent.length;
    if (extent.by === 'counted')
      return drawSize(dice, Math.max(least, extent.count.min), extent.count.max, 1);
    return drawSize(dice, least, extent.most, 1);
  };
  return Array.from({ length: length() }, byte);
}

function countFilters({ extent }: ExtentSpec, name: string) {
  return extent.by === 'counted' ? [numberFilter(`${name} count`, extent.count)] : [];
}
