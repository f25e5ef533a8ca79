/** Closures that read fields without subfields from a cursor: see fast-reader.ts. */
import { copyOf } from '../decoders/content';
import { numberReader, readDigits } from '../bytes/numbers';
import { readText } from '../bytes/text';
import type { BytesSpec, DigitsSpec, NumberSpec, TextSpec } from '../layout/field-spec';
import type { Cursor, Read } from './cursor';

export function numberField(spec: NumberSpec, least: number, most: number): Read<number> {
  const read = numberReader(spec);
  const { bytes } = spec;
  return (cursor) => {
    const value = read(cursor.bytes, cursor.at);
    cursor.at += bytes;
    if (!(value >= least && value <= most)) cursor.ok = false;
    return value;
  };
}

export function digitsField(spec: DigitsSpec): Read {
  const { min, max } = spec;
  return (cursor) => {
    const found = readDigits(spec, cursor.bytes, cursor.at, cursor.end);
    if (typeof found === 'number' || found.value < min || found.value > max) {
      cursor.ok = false;
      return undefined;
    }
    cursor.at = found.end;
    return found.value;
  };
}

/** `tail`: bytes of fields after it, without the sum. */
export function extentField(spec: TextSpec | BytesSpec, tail: number): Read {
  const read = contentReader(spec);
  const { extent, least } = spec;
  switch (extent.by) {
    case 'length': {
      const { length } = extent;
      return (cursor) => read(cursor, length);
    }
    case 'counted': {
      const { count } = extent;
      const readCount = numberField(count, Math.max(least, count.min), count.max);
      return (cursor) => read(cursor, readCount(cursor));
    }
    case 'until': {
      const { end, most } = extent;
      return (cursor) => {
        const length = cursor.bytes.indexOf(end, cursor.at) - cursor.at;
        if (length < 0 || length > most) cursor.ok = false;
        const value = read(cursor, length);
        cursor.at++;
        return value;
      };
    }
    case 'rest': {
      const { most } = extent;
      return (cursor) => {
        const length = Math.max(0, cursor.end - tail - cursor.at);
        if (length > most) cursor.ok = false;
        return read(cursor, length);
      };
    }
  }
}

/** Reads `length` bytes, if they are there. */
function contentReader(spec: TextSpec | BytesSpec): (cursor: Cursor, length: number) => unknown {
  const { least } = spec;
  const valueOf = spec.kind === 'bytes' ? copyOf : textOf(spec);
  return (cursor, length) => {
    const { at } = cursor;
    const to = at + length;
    if (length < least || to > cursor.end) cursor.ok = false;
    // After a missing count nothing can be read.
    cursor.at = cursor.ok ? to : cursor.end;
    const value = cursor.ok ? valueOf(cursor.bytes, at, to) : undefined;
    if (value === undefined) cursor.ok = false;
    return value;
  };
}

function textOf(spec: TextSpec): (bytes: Uint8Array, from: number, to: number) => string | undefined {
  return (bytes, from, to) => readText(spec, bytes.subarray(from, to));
}
