/** A framing as data for a dissector, with the texts of rejects that never change. */
import { delimitingOf, escapesOf, longestDelimited, type DelimitedFraming } from '../decoders/delimiting';
import { discarded, emptyFrames, falseStart, tooLong } from '../decoders/faults';
import type { Framing } from '../framing';

/** `longest`: bytes of the content; `capacity`: bytes of the decoder's buffer. */
export function dissectedFraming(framing: Framing, longest: number): object {
  switch (framing.kind) {
    case 'length':
      return { kind: 'length', idle: framing.idle, ...bounds(longest, longest) };
    case 'fixed':
      return {
        kind: 'length',
        idle: framing.idle,
        fixed: framing.length,
        ...bounds(framing.length, framing.length),
      };
    case 'start': {
      const { bytes, idle } = framing;
      const name = bytes.length === 1 ? 'start byte' : 'start bytes';
      const words = { name, falseStart: falseStart(0).message, discarded: discarded(longest).message };
      return { kind: 'start', idle, marker: bytes, ...bounds(longest, longest + bytes.length), ...words };
    }
    case 'silence':
      return { kind: 'silence', idle: framing.silence, ...bounds(longest, longest) };
    case 'datagram':
      return { kind: 'datagram', ...bounds(longest, longest) };
    default:
      return dissectedDelimiting(framing, longest);
  }
}

function dissectedDelimiting(framing: DelimitedFraming, content: number): object {
  const delimiting = delimitingOf(framing);
  const { name, marker, before, isFill, stuffing } = delimiting;
  const longest = framing.kind === 'lines' ? (framing.longest ?? content) : content;
  return {
    kind: 'delimited',
    name,
    marker,
    isFill,
    overhead: stuffing.overhead.name,
    stuffing: dissectedStuffing(framing),
    empty: emptyFrames(marker[0] ?? 0).message,
    ...(before === undefined ? {} : { before }),
    ...(framing.idle === undefined ? {} : { idle: framing.idle }),
    ...bounds(longest, longestDelimited(delimiting, longest)),
  };
}

function dissectedStuffing(framing: DelimitedFraming): object {
  const escapes = escapesOf(framing);
  if (escapes !== undefined) return { kind: 'escapes', ...escapes };
  return { kind: framing.kind === 'cobs' ? 'cobs' : 'none' };
}

function bounds(longest: number, capacity: number): object {
  const words = { tooLong: tooLong(longest, 0).message, discarded: discarded(capacity).message };
  return { longest, capacity, ...words };
}
