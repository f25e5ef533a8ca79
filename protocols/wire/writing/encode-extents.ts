/** Encodes text and bytes. Each writer refuses a value out of its range. */
import type { BytesSpec, TextSpec } from '../layout/field-spec';
import { numberWriter } from '../bytes/numbers';
import { textBytes, textRangeOf } from '../bytes/text';
import { refuseValue, type FieldWriter } from './field-writer';

export function textField(spec: TextSpec, path: string): FieldWriter {
  return extentField(spec, path, (value) => bytesOfText(spec, path, value));
}

export function bytesField(spec: BytesSpec, path: string): FieldWriter {
  return extentField(spec, path, (value) =>
    value instanceof Uint8Array ? value : refuseValue(path, String(value), 'a Uint8Array'),
  );
}

function bytesOfText(spec: TextSpec, path: string, value: unknown): Uint8Array {
  if (typeof value !== 'string') return refuseValue(path, String(value), 'a string');
  const bytes = textBytes(spec.charset, value);
  if (bytes === undefined) return refuseValue(path, JSON.stringify(value), textRangeOf(spec));
  if (spec.extent.by === 'until' && bytes.includes(spec.extent.end))
    return refuseValue(path, JSON.stringify(value), 'without the byte that ends it');
  if (spec.pad !== undefined && bytes.at(-1) === spec.pad)
    return refuseValue(path, JSON.stringify(value), 'without padding at its end');
  return bytes;
}

function extentField(
  spec: TextSpec | BytesSpec,
  path: string,
  bytesOf: (value: unknown) => Uint8Array,
): FieldWriter {
  const { extent, least } = spec;
  const pad = spec.kind === 'text' ? spec.pad : undefined;
  const refuseLength = (length: number, right: string): never => refuseValue(path, `${length} bytes`, right);
  switch (extent.by) {
    case 'length': {
      const { length } = extent;
      return {
        fixed: length,
        size: () => length,
        write: (frame, at, value) => {
          const bytes = bytesOf(value);
          if (bytes.length > length || (pad === undefined && bytes.length < length))
            return refuseLength(bytes.length, pad === undefined ? `${length}` : `${length} at most`);
          frame.set(bytes, at);
          if (pad !== undefined) frame.fill(pad, at + bytes.length, at + length);
          return at + length;
        },
      };
    }
    case 'counted': {
      const { count } = extent;
      const put = numberWriter(count);
      const [fewest, most] = [Math.max(least, count.min), count.max];
      return {
        size: (value) => {
          const { length } = bytesOf(value);
          return length < fewest || length > most
            ? refuseLength(length, `${fewest}..${most}`)
            : count.bytes + length;
        },
        write: (frame, at, value) => {
          const bytes = bytesOf(value);
          put(frame, at, bytes.length);
          frame.set(bytes, at + count.bytes);
          return at + count.bytes + bytes.length;
        },
      };
    }
    case 'until':
    case 'rest': {
      const end = extent.by === 'until' ? extent.end : undefined;
      const more = end === undefined ? 0 : 1;
      return {
        size: (value) => {
          const { length } = bytesOf(value);
          return length < least || length > extent.most
            ? refuseLength(length, `${least}..${extent.most}`)
            : length + more;
        },
        write: (frame, at, value) => {
          const bytes = bytesOf(value);
          frame.set(bytes, at);
          if (end !== undefined) frame[at + bytes.length] = end;
          return at + bytes.length + more;
        },
      };
    }
  }
}
