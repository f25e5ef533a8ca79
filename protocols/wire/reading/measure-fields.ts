/** Where a field ends in the bytes that are there. */
import type {
  DigitsSpec,
  FieldSpec,
  ListSpec,
  NamedSpec,
  NumberSpec,
  TextSpec,
  BytesSpec,
} from '../layout/field-spec';
import { numberReader, readDigits } from '../bytes/numbers';
import { fixedSize, sizeOf } from '../layout/sizes';

/** More bytes are needed to tell. */
export const MORE = 0;
/** The bytes are no frame's. */
export const UNFIT = -1;

/** The end of fields one after another; fields in a frame never end at 0, unless they have no bytes. */
export function measureSequence(fields: readonly NamedSpec[], bytes: Uint8Array, from: number): number {
  let at = from;
  for (const { spec } of fields) {
    const end = measureField(spec, bytes, at);
    if (end === MORE || end === UNFIT) return end;
    at = end;
  }
  return at;
}

function measureField(spec: FieldSpec, bytes: Uint8Array, at: number): number {
  const fixed = fixedSize(spec);
  if (fixed !== undefined) return at + fixed;
  if (at >= bytes.length) return MORE;
  switch (spec.kind) {
    case 'text':
    case 'bytes':
      return measureExtent(spec, bytes, at);
    case 'digits':
      return measureDigits(spec, bytes, at);
    case 'list':
      return measureList(spec, bytes, at);
    case 'struct':
      return measureSequence(spec.fields, bytes, at);
    case 'choice': {
      const tag = readCount(spec.tag, bytes, at, spec.tag.min, spec.tag.max);
      if (tag < 0) return tag === SHORT ? MORE : UNFIT;
      const found = spec.cases.find((one) => one.tag === tag);
      return found === undefined ? UNFIT : measureSequence(found.fields, bytes, at + spec.tag.bytes);
    }
    default:
      // What goes to the end of the frame: no byte of it tells where that is.
      return MORE;
  }
}

const SHORT = -1;
const WRONG = -2;

/** A number that is not negative and in its range, or {@link SHORT}, or {@link WRONG}. */
function readCount(spec: NumberSpec, bytes: Uint8Array, at: number, least: number, most: number): number {
  if (at + spec.bytes > bytes.length) return SHORT;
  const value = numberReader(spec)(bytes, at);
  return value < least || value > most || value < 0 ? WRONG : value;
}

function measureExtent({ extent, least }: TextSpec | BytesSpec, bytes: Uint8Array, at: number): number {
  if (extent.by === 'counted') {
    const count = readCount(extent.count, bytes, at, Math.max(least, extent.count.min), extent.count.max);
    return count < 0 ? (count === SHORT ? MORE : UNFIT) : at + extent.count.bytes + count;
  }
  if (extent.by !== 'until') return MORE;
  const found = bytes.subarray(at, at + extent.most + 1).indexOf(extent.end);
  if (found >= 0) return at + found + 1;
  return bytes.length - at > extent.most ? UNFIT : MORE;
}

function measureDigits(spec: DigitsSpec, bytes: Uint8Array, at: number): number {
  const found = readDigits(spec, bytes, at, bytes.length);
  if (typeof found === 'number') return found === bytes.length ? MORE : UNFIT;
  const { max } = sizeOf(spec, '');
  return found.end === bytes.length && found.end - at < max ? MORE : found.end;
}

function measureList(
  { of, count, bytes: counted, least, most }: ListSpec,
  bytes: Uint8Array,
  at: number,
): number {
  let begin = at;
  let items = typeof count === 'number' ? count : undefined;
  if (typeof count === 'object') {
    items = readCount(count, bytes, at, Math.max(least, count.min), Math.min(most, count.max));
    if (items < 0) return items === SHORT ? MORE : UNFIT;
    begin += count.bytes;
  }
  const size = fixedSize(of);
  if (counted !== undefined) {
    const total = readCount(counted, bytes, begin, counted.min, counted.max);
    if (total < 0) return total === SHORT ? MORE : UNFIT;
    const fits =
      size === undefined ||
      (items === undefined ? fitsItems(total / size, least, most) : total === items * size);
    return fits ? begin + counted.bytes + total : UNFIT;
  }
  if (items === undefined) return MORE;
  if (size !== undefined) return begin + items * size;
  for (let i = 0; i < items; i++) {
    begin = measureField(of, bytes, begin);
    if (begin === MORE || begin === UNFIT) return begin;
  }
  return begin;
}

function fitsItems(items: number, least: number, most: number): boolean {
  return Number.isInteger(items) && items >= least && items <= most;
}
