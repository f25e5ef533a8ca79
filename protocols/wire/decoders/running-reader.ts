/**
 * Messages that leave their first byte out where it is that of the message before: MIDI's running status.
 *
 *     90 3C 40   3E 40   80 3C 00        note on, note on, note off
 */
import type { FrameError } from '../../frame';
import { atOffset, MORE, NONE, type ContentReader } from './content';
import { noise } from './faults';
import type { HuntReader } from './hunt-reader';
import { LEAST_STATUS } from './sized-envelope';

/** Up to here a status is valid for what follows. From F0 to F7 it ends, and from F8 on it stays as it was. */
const LAST_RUNNING = 0xef;
const LAST_COMMON = 0xf7;

/** A reader for one decoder: it remembers the last message with a status. */
export function runningReader<M>(wire: ContentReader<M>): HuntReader<M> {
  let last: Uint8Array | undefined;
  const isImplied = (byte: number | undefined): boolean => byte !== undefined && byte < LEAST_STATUS;
  const whole = (raw: Uint8Array): Uint8Array => Uint8Array.of(last?.[0] ?? 0, ...raw);
  const back = (error: FrameError): FrameError => atOffset(error, Math.max(0, error.offset - 1));
  /** What the longest message's bytes do not tell is none. */
  const bounded = (length: number, seen: number): number =>
    length === MORE && seen >= wire.longest ? NONE : length;
  const measure = (buffer: Uint8Array, from: number, to: number): number => {
    if (!isImplied(buffer[from])) return bounded(wire.measure(buffer, from, to), to - from);
    if (last === undefined) return NONE;
    const message = whole(buffer.subarray(from, to));
    const length = bounded(wire.measure(message, 0, message.length), message.length);
    return length > 0 ? length - 1 : length;
  };
  return {
    get last() {
      return last;
    },
    longest: wire.longest,
    measure,
    measureInside: measure,
    decode: (raw) => {
      if (isImplied(raw[0])) {
        const read = wire.decode(whole(raw));
        return read.kind === 'frame' ? read : { ...read, error: back(read.error) };
      }
      const read = wire.decode(raw);
      const status = raw[0] ?? 0;
      if (read.kind === 'frame' && status <= LAST_COMMON)
        last = status <= LAST_RUNNING ? Uint8Array.from(raw) : undefined;
      return read;
    },
    startError: (raw) => (isImplied(raw[0]) ? noise(raw.length, []) : wire.startError(raw)),
    begins: (buffer, from, to) => from < to && !isImplied(buffer[from]),
    endsLine: () => false,
    hasStartless: true,
    startLength: 1,
  };
}
