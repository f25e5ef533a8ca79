/** A framing as data for a dissector, with the texts of rejects that never change. */
import { delimitingOf, isDelimited, longestDelimited, type DelimitedFraming } from '../decoders/delimiting';
import { discarded, emptyFrames, falseStart, hexList, tooLong } from '../decoders/faults';
import { envelopeOf } from '../frame-content';
import type { AnyFraming, Framing, PartFraming, RunningFraming, StartFraming } from '../framing';

/** One of several framings, or one with start bytes, and the longest content of its wire. */
export interface DissectedPart {
  readonly framing: PartFraming;
  readonly longest: number;
}

/** `longest`: bytes of the content; `capacity`: bytes of the decoder's buffer. */
export function dissectedFraming(
  framing: Exclude<Framing, AnyFraming | RunningFraming | StartFraming>,
  longest: number,
): object {
  switch (framing.kind) {
    case 'length':
    case 'fixed': {
      const most = framing.kind === 'fixed' ? framing.length : envelopeOf(framing).longest(longest);
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
  const isSearched = ['any', 'running', 'start'].includes(framing.kind);
  return isSearched || ('start' in framing && framing.start !== undefined);
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
  if (!isDelimited(framing)) return { ...dissectedSized(framing, longest), startBytes };
  const isLine = startBytes.length === 0;
  return { ...dissectedDelimiting(framing, longest), startBytes, ...(isLine ? { isLine } : {}) };
}

function dissectedSized(framing: Exclude<PartFraming, DelimitedFraming>, content: number): object {
  const fixed = framing.kind === 'fixed' ? { fixed: framing.length } : {};
  const trailer = framing.kind === 'fixed' ? undefined : framing.trailer;
  return {
    kind: 'sized',
    idle: framing.idle,
    content,
    ...fixed,
    startBytes: envelopeOf(framing).start,
    ...(trailer === undefined ? {} : { trailerBytes: trailer }),
    falseStart: falseStart(0).message,
  };
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
    stuffing: stuffing.dissected,
    empty: emptyFrames(marker[0] ?? 0).message,
    falseStart: falseStart(0).message,
    ...(before === undefined ? {} : { before }),
    ...(framing.idle === undefined ? {} : { idle: framing.idle }),
    ...bounds(longest, longestDelimited(delimiting, longest)),
  };
}

function bounds(longest: number, capacity: number): object {
  const words = { tooLong: tooLong(longest, 0).message, discarded: discarded(capacity).message };
  return { longest, capacity, ...words };
}
