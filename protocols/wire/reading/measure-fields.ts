/** Finds where a field ends, by closures that are made once for each field. */
import { MORE, NONE } from '../decoders/content';
import type { Measure } from '../kinds/kind';
import { kindOf } from '../kinds/kinds';
import { countReader, endAt } from '../kinds/number';
import type { ChoiceSpec, FieldSpec, ListSpec, NamedSpec, NumberSpec } from '../layout/field-spec';
import { fixedSize } from '../layout/sizes';

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
    case 'list':
      return measureList(spec);
    case 'struct':
      return measureSequence(spec.fields);
    case 'choice':
      return measureChoice(spec);
    case 'optional':
    case 'length':
      return () => MORE;
    default:
      // Without a measure it goes to the end of the frame: no byte of it tells where that is.
      return kindOf(spec).measure?.(spec) ?? (() => MORE);
  }
}

function measureChoice({ tag, cases }: ChoiceSpec): Measure {
  const readTag = countReader(tag, tag.min, tag.max);
  const ends = new Map(cases.map((one) => [one.tag, measureSequence(one.fields)]));
  return (bytes, at, to) => {
    const value = readTag(bytes, at, to);
    return value < 0 ? endAt(value) : (ends.get(value)?.(bytes, at + tag.bytes, to) ?? NONE);
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
    if (items < 0) return endAt(items);
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
    if (items !== undefined && items < 0) return endAt(items);
    const begin = at + countBytes;
    const total = readBytes(bytes, begin, to);
    if (total < 0) return endAt(total);
    if (size !== undefined && !fitsItems(total / size, items ?? least, items ?? most)) return NONE;
    return begin + counted.bytes + total;
  };
}

function fitsItems(items: number, least: number, most: number): boolean {
  return Number.isInteger(items) && items >= least && items <= most;
}
