/**
 * A wire of one form, written by hand: the content in tests of framings.
 *
 *     COUNT (1..60)  DATA (COUNT bytes)  XOR of all before it
 */
import type { FieldSpan, FrameError } from '../../frame';
import type { ContentWire } from '../codec';

export interface CountedMessage {
  readonly data: Uint8Array;
}

/** Most bytes of DATA. */
export const MOST = 60;

export function countedWire(): ContentWire<CountedMessage> {
  return {
    layout: { selfDelimiting: true, shortest: 3 },
    longest: MOST + 2,
    encode: ({ data }) => Uint8Array.of(data.length, ...data, xor(Uint8Array.of(data.length, ...data))),
    measure: (buffer, from) => (isCount(buffer[from]!) ? buffer[from]! + 2 : -1),
    startError: (content) => ({ code: 'length', offset: 0, message: `a count of ${content[0]}` }),
    decode: (content) => {
      const error = errorOf(content);
      return error === undefined
        ? { kind: 'frame', value: { data: content.slice(1, -1) } }
        : { kind: 'reject', error };
    },
    fields: explain,
  };
}

function isCount(count: number): boolean {
  return count >= 1 && count <= MOST;
}

function xor(bytes: Uint8Array): number {
  return bytes.reduce((sum, byte) => sum ^ byte, 0);
}

function errorOf(content: Uint8Array): FrameError | undefined {
  const [count] = content;
  if (count === undefined) return { code: 'truncated', offset: 0, message: 'no bytes' };
  if (!isCount(count)) return { code: 'length', offset: 0, message: `a count of ${count}` };
  const offset = Math.min(content.length, count + 2);
  if (content.length !== count + 2) return { code: 'length', offset, message: 'a count that does not fit' };
  return xor(content) === 0 ? undefined : { code: 'checksum', offset: count + 1, message: 'a wrong XOR' };
}

function explain(content: Uint8Array): FieldSpan[] {
  const spans = [
    { name: 'count', offset: 0, length: Math.min(1, content.length), value: content[0] ?? '' },
    { name: 'data', offset: 1, length: content.length - 2, value: 'data' },
    { name: 'sum', offset: content.length - 1, length: content.length > 1 ? 1 : 0, value: xor(content) },
  ];
  return spans.filter(({ length }) => length > 0);
}
