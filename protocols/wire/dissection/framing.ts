/** A framing as data for a dissector, with the texts of rejects that never change. */
import { longestDelimited, type DelimitedFraming } from '../decoders/delimiting';
import { discarded, emptyFrames, falseStart, hexList, tooLong } from '../decoders/faults';
import { envelopeOf } from '../frame-content';
import type { AnyFraming, Framing, PartFraming, RunningFraming, SizedFraming } from '../framing';
import { given } from '../layout/given';

/** One of several framings, or one with start bytes, and the longest content of its wire. */
export interface DissectedPart {
  readonly framing: PartFraming;
  readonly longest: number;
}

/** `longest`: bytes of the content; `capacity`: bytes of the decoder's buffer. */
export function dissectedFraming(
  framing: Exclude<Framing, AnyFraming | RunningFraming>,
  longest: number,
): object {
  switch (framing.kind) {
    case 'sized': {
      const most = envelopeOf(framing).longest(longest);
      return { ...dissectedSized(framing, longest), ...bounds(most, most), kind: 'length' };
    }
    case 'silence':
      return { kind: 'silence', idle: framing.silence, ...bounds(longest, longest) };
    case 'datagram':
      return { kind: 'datagram', ...bounds(longest, longest) };
    default:
      return dissectedDelimiting(framing, longest);
  }
}

/** Whether its frames are looked for by their start. */
export function isHunted(framing: Framing): framing is PartFraming | AnyFraming | RunningFraming {
  return (
    framing.kind === 'any' || framing.kind === 'running' || ('start' in framing && framing.start.length > 0)
  );
}

/** What is looked for. Several framings: a refused frame is searched again. */
export function dissectedHunt(framing: Framing, parts: readonly DissectedPart[]): object {
  const starts = parts.map((part) => envelopeOf(part.framing).start).filter(({ length }) => length > 0);
  const longest = Math.max(...parts.map((part) => envelopeOf(part.framing).longest(part.longest)));
  return {
    kind: 'hunt',
    rescans: framing.kind === 'any' || framing.kind === 'running',
    ...(framing.kind === 'running' ? { running: true } : {}),
    starts: starts.map(hexList).join(' or '),
    startLength: Math.max(1, ...starts.map(({ length }) => length)),
    hasStartless: starts.length < parts.length,
    ...('idle' in framing && framing.idle !== undefined ? { idle: framing.idle } : {}),
    ...bounds(longest, longest),
  };
}

/** One framing, as it is looked for. */
export function dissectedPart({ framing, longest }: DissectedPart): object {
  const startBytes = envelopeOf(framing).start;
  if (framing.kind !== 'delimited') return { ...dissectedSized(framing, longest), startBytes };
  const isLine = startBytes.length === 0;
  return { ...dissectedDelimiting(framing, longest), startBytes, ...(isLine ? { isLine } : {}) };
}

function dissectedSized({ idle, fixed, start, trailer }: SizedFraming, content: number): object {
  return {
    kind: 'sized',
    idle,
    content,
    ...given({ fixed }),
    startBytes: start,
    ...(trailer.length === 0 ? {} : { trailerBytes: trailer }),
    falseStart: falseStart(0).message,
  };
}

function dissectedDelimiting(framing: DelimitedFraming, content: number): object {
  const { name, marker, before, isFill, stuffing, longest = content } = framing;
  return {
    kind: 'delimited',
    name,
    marker,
    isFill,
    overhead: stuffing.overhead,
    stuffing: stuffing.dissected,
    empty: emptyFrames(marker[0] ?? 0).message,
    falseStart: falseStart(0).message,
    ...(before === undefined ? {} : { before }),
    ...(framing.idle === undefined ? {} : { idle: framing.idle }),
    ...bounds(longest, longestDelimited(framing, longest)),
  };
}

function bounds(longest: number, capacity: number): object {
  const words = { tooLong: tooLong(longest, 0).message, discarded: discarded(capacity).message };
  return { longest, capacity, ...words };
}
