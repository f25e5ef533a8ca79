/** All ways in which a chunk may be read: a silence may have ended something before it, or in it. */
import { splitChunk, type Direction } from '../protocols/chunk';
import type { UnjudgedReason } from '../protocols/monitor/monitor';
import type { Message } from '../protocols/request-response/definition';
import type { LineReading, LinkChunk, ReadEvent } from './line-reading';

/** Of a longer write nobody asks where a silence may have cut it. */
const MOST_CUTS = 200;

/** More are as good as none. */
const MOST_VARIANTS = 256;
/** Each cut reads the rest of what the board sent anew: in a longer chunk there are too many. */
const LONGEST_FORKED = 2048;
/** Where it may be cut in more places, there are more than so many pairs of them. */
const MOST_PLACES = 22;
/** Cuts of one chunk. */
const MOST_CUTS_DEEP = 64;

export interface Variant {
  readonly reading: LineReading<Message>;
  readonly events: readonly ReadEvent<Message>[];
  /** It needs a silence that nobody knows of. */
  readonly doubt: UnjudgedReason | undefined;
}

export interface WaysToRead {
  /** There is no other. */
  readonly only: Variant | undefined;
  of(reading: LineReading<Message>): readonly Variant[];
}

/** Of all these readings; undefined: there are too many. */
export function waysToRead(all: readonly LineReading<Message>[], chunk: LinkChunk): WaysToRead | undefined {
  const [first] = all;
  if (
    first !== undefined &&
    (all.length === 1 || all.every((one) => one === first)) &&
    !mayFork(first, chunk)
  ) {
    const only = { reading: first, events: first.push(chunk), doubt: undefined };
    return { only, of: () => [only] };
  }
  const mayBeCut = chunk.direction === 'rx' && all.some((one) => one.canFork && one.mayPauseIn(chunk));
  if (mayBeCut && chunk.bytes.length > LONGEST_FORKED) return undefined;
  const variants = new Map<LineReading<Message>, readonly Variant[]>();
  let count = 0;
  for (const reading of new Set(all)) {
    const own = variantsOf(reading, chunk);
    variants.set(reading, own);
    count += own.length;
    if (count > MOST_VARIANTS) return undefined;
  }
  const [only] = first === undefined || count > 1 ? [] : (variants.get(first) ?? []);
  return { only, of: (reading) => variants.get(reading) ?? [] };
}

function mayFork(reading: LineReading<Message>, chunk: LinkChunk): boolean {
  return reading.canFork && (reading.mayEndBefore(chunk) || reading.mayPauseIn(chunk));
}

/** The first is that without such a silence, in the reading itself; the others are in forks. */
function variantsOf(
  reading: LineReading<Message>,
  chunk: LinkChunk,
  cuts: typeof cutsOnce = cutsOf,
): readonly Variant[] {
  const others: Variant[] = [];
  if (reading.canFork && reading.mayEndBefore(chunk)) {
    const own = reading.fork();
    const ended = own.expire(chunk.link);
    if (mayEnd(ended, chunk.direction))
      others.push({ reading: own, events: [...ended, ...own.push(chunk)], doubt: 'left-open' });
  }
  if (reading.canFork && reading.mayPauseIn(chunk)) others.push(...cuts(reading, chunk));
  return [{ reading, events: reading.push(chunk), doubt: undefined }, ...others];
}

/** A write is cut once; messages of the board may be several. Where any bytes are one, they are two at most. */
function cutsOf(reading: LineReading<Message>, chunk: LinkChunk): readonly Variant[] {
  const once = cutsOnce(reading, chunk);
  if (chunk.direction === 'tx' || once.length > MOST_PLACES) return once;
  const found = cutsOften(reading, chunk);
  return found.length > MOST_VARIANTS ? once : found;
}

function cutsOnce(reading: LineReading<Message>, chunk: LinkChunk): readonly Variant[] {
  return cutsAt(reading, chunk, (own, after) => [{ reading: own, events: own.push(after) }]);
}

function cutsOften(reading: LineReading<Message>, chunk: LinkChunk, depth = 1): readonly Variant[] {
  const deeper: typeof cutsOnce =
    depth < MOST_CUTS_DEEP ? (own, after) => cutsOften(own, after, depth + 1) : cutsOnce;
  return cutsAt(reading, chunk, (own, after) => variantsOf(own, after, deeper));
}

type Rest = Pick<Variant, 'reading' | 'events'>;

function cutsAt(
  reading: LineReading<Message>,
  chunk: LinkChunk,
  restOf: (own: LineReading<Message>, after: LinkChunk) => readonly Rest[],
): readonly Variant[] {
  const found: Variant[] = [];
  for (let at = 1; at < Math.min(chunk.bytes.length, MOST_CUTS) && found.length <= MOST_VARIANTS; at++) {
    const own = reading.fork();
    const [before, after] = splitChunk(chunk, at);
    const events = own.push(before);
    const ended = own.expire(chunk.link);
    if (!mayEnd(ended, chunk.direction)) continue;
    for (const one of restOf(own, after))
      found.push({ reading: one.reading, events: [...events, ...ended, ...one.events], doubt: 'bytes-lost' });
  }
  return found;
}

/** A silence ends a request anywhere, and a message of the board only where it is one. */
function mayEnd(ended: readonly ReadEvent<Message>[], direction: Direction): boolean {
  return (
    ended.length > 0 && (direction === 'tx' || ended.every(({ passed }) => passed.event.kind === 'frame'))
  );
}
