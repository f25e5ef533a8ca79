/** Finds where a field ends, by closures that are made once for each field. */
import { numberReader, readDigits } from '../bytes/numbers';
import { varyingLength } from '../bytes/varying';
import { readWord } from '../bytes/words';
import type {
  BytesSpec,
  ChoiceSpec,
  DigitsSpec,
  FieldSpec,
  ListSpec,
  NamedSpec,
  NumberSpec,
  TextSpec,
} from '../layout/field-spec';
import { fixedSize, sizeOf } from '../layout/sizes';

/** More bytes are needed to tell. */
export const MORE = 0;
/** No frame has these bytes. */
export const UNFIT = -1;

/**
 * The end of a field that begins at `at`, in the bytes before `to`: an offset above 0, {@link MORE} or {@link UNFIT}.
 */
export type Measure = (bytes: Uint8Array, at: number, to: number) => number;

/** The end of a sequence of fields. */
export function measureSequence(fields: readonly NamedSpec[]): Measure {
  const steps: Measure[] = [];
  let fixed = 0;
  for (const { spec } of fields) {
    const size = fixedSize(spec);
    if (size === undefined) {
      steps.push(afterFixed(fixed, measureField(spec)));
      fixed = 0;
    } else fixed += size;
  }
  const [only] = steps;
  if (only !== undefined && steps.length === 1 && fixed === 0) return only;
  const last = fixed;
  return (bytes, at, to) => {
    let end = at;
    for (const step of steps) {
      end = step(bytes, end, to);
      if (end <= 0) return end;
    }
    return end + last;
  };
}

function afterFixed(size: number, measure: Measure): Measure {
  return size === 0 ? measure : (bytes, at, to) => measure(bytes, at + size, to);
}

/** A field whose size is not fixed. */
function measureField(spec: FieldSpec): Measure {
  const fixed = fixedSize(spec);
  if (fixed !== undefined) return (_, at) => at + fixed;
  switch (spec.kind) {
    case 'text':
    case 'bytes':
      return measureExtent(spec);
    case 'varying':
      return (bytes, at, to) => {
        const length = varyingLength(spec, bytes, at, to);
        return length > 0 ? at + length : length;
      };
    case 'digits':
      return measureDigits(spec);
    case 'words':
      return (bytes, at, to) => {
        const found = readWord(spec, bytes, at, to, false);
        return found === undefined ? UNFIT : found === 'short' ? MORE : at + found.length;
      };
    case 'list':
      return measureList(spec);
    case 'struct':
      return measureSequence(spec.fields);
    case 'choice':
      return measureChoice(spec);
    default:
      // It goes to the end of the frame: no byte of it tells where that is.
      return () => MORE;
  }
}

const SHORT = -1;
const WRONG = -2;

/** A number that is not negative and in its range, or {@link SHORT}, or {@link WRONG}. */
function countReader(spec: NumberSpec, least: number, most: number): Measure {
  const read = numberReader(spec);
  const { bytes: size } = spec;
  return (bytes, at, to) => {
    if (at + size > to) return SHORT;
    const value = read(bytes, at);
    return value < least || value > most || value < 0 ? WRONG : value;
  };
}

function measureChoice({ tag, cases }: ChoiceSpec): Measure {
  const readTag = countReader(tag, tag.min, tag.max);
  const ends = new Map(cases.map((one) => [one.tag, measureSequence(one.fields)]));
  return (bytes, at, to) => {
    const value = readTag(bytes, at, to);
    if (value === SHORT) return MORE;
    return ends.get(value)?.(bytes, at + tag.bytes, to) ?? UNFIT;
  };
}

function measureExtent({ extent, least }: TextSpec | BytesSpec): Measure {
  if (extent.by === 'counted') {
    const { count } = extent;
    const readCount = countReader(count, Math.max(least, count.min), count.max);
    return (bytes, at, to) => {
      const value = readCount(bytes, at, to);
      return value < 0 ? (value === SHORT ? MORE : UNFIT) : at + count.bytes + value;
    };
  }
  if (extent.by !== 'until') return () => MORE;
  const { end, most } = extent;
  return (bytes, at, to) => {
    const stop = Math.min(to, at + most + 1);
    for (let i = at; i < stop; i++) if (bytes[i] === end) return i + 1;
    return to - at > most ? UNFIT : MORE;
  };
}

function measureDigits(spec: DigitsSpec): Measure {
  const { max } = sizeOf(spec, '');
  return (bytes, at, to) => {
    if (at >= to) return MORE;
    const found = readDigits(spec, bytes, at, to);
    if (typeof found === 'number') return found === to ? MORE : UNFIT;
    return found.end === to && found.end - at < max ? MORE : found.end;
  };
}

function measureList(spec: ListSpec): Measure {
  const { count, bytes: counted, least, most } = spec;
  const size = fixedSize(spec.of);
  const readCount =
    typeof count === 'object'
      ? countReader(count, Math.max(least, count.min), Math.min(most, count.max))
      : undefined;
  const countBytes = typeof count === 'object' ? count.bytes : 0;
  const constant = typeof count === 'number' ? count : undefined;
  if (counted !== undefined) return measureCounted({ ...spec, bytes: counted }, size, readCount, countBytes);
  if (readCount === undefined && constant === undefined) return () => MORE;
  const measureItem = size === undefined ? measureField(spec.of) : undefined;
  return (bytes, at, to) => {
    const items = readCount === undefined ? (constant ?? 0) : readCount(bytes, at, to);
    if (items < 0) return items === SHORT ? MORE : UNFIT;
    let end = at + countBytes;
    if (size !== undefined) return end + items * size;
    for (let i = 0; i < items && measureItem !== undefined; i++) {
      end = measureItem(bytes, end, to);
      if (end <= 0) return end;
    }
    return end;
  };
}

/** A list with a prefix that counts its bytes, perhaps after one that counts its items. */
function measureCounted(
  { bytes: counted, count, least, most }: ListSpec & { readonly bytes: NumberSpec },
  size: number | undefined,
  readCount: Measure | undefined,
  countBytes: number,
): Measure {
  const readBytes = countReader(counted, counted.min, counted.max);
  const constant = typeof count === 'number' ? count : undefined;
  return (bytes, at, to) => {
    const items = readCount === undefined ? constant : readCount(bytes, at, to);
    if (items !== undefined && items < 0) return items === SHORT ? MORE : UNFIT;
    const begin = at + countBytes;
    const total = readBytes(bytes, begin, to);
    if (total < 0) return total === SHORT ? MORE : UNFIT;
    if (size !== undefined && !fitsItems(total / size, items ?? least, items ?? most)) return UNFIT;
    return begin + counted.bytes + total;
  };
}

function fitsItems(items: number, least: number, most: number): boolean {
  return Number.isInteger(items) && items >= least && items <= most;
}
