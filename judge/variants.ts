/** All ways in which a chunk may be read: a silence may have ended something before it, or in it. */
import type { Direction } from '../protocols/chunk';
import type { UnjudgedReason } from '../protocols/monitor/monitor';
import type { Message } from '../protocols/request-response/definition';
import type { LineReading, LinkChunk, ReadEvent } from './line-reading';
import { splitChunk } from './reading';

/** Of a longer write nobody asks where a silence may have cut it. */
const MOST_CUTS = 200;

/** More are as good as none. */
export const MOST_VARIANTS = 256;

export interface Variant {
  readonly reading: LineReading<Message>;
  readonly events: readonly ReadEvent<Message>[];
  /** It needs a silence that nobody knows of. */
  readonly doubt: UnjudgedReason | undefined;
}

/** The first is that without such a silence, in the reading itself; the others are in forks. */
export function variantsOf(reading: LineReading<Message>, chunk: LinkChunk): readonly Variant[] {
  const others: Variant[] = [];
  if (reading.canFork && reading.mayEndBefore(chunk)) {
    const own = reading.fork();
    const ended = own.expire(chunk.link);
    if (mayEnd(ended, chunk.direction))
      others.push({ reading: own, events: [...ended, ...own.push(chunk)], doubt: 'left-open' });
  }
  if (reading.canFork && reading.mayPauseIn(chunk)) others.push(...cutsOf(reading, chunk));
  return [{ reading, events: reading.push(chunk), doubt: undefined }, ...others];
}

function cutsOf(reading: LineReading<Message>, chunk: LinkChunk): readonly Variant[] {
  const found: Variant[] = [];
  for (let at = 1; at < Math.min(chunk.bytes.length, MOST_CUTS) && found.length <= MOST_VARIANTS; at++) {
    const own = reading.fork();
    const [before, after] = splitChunk(chunk, at);
    const events = own.push(before);
    const ended = own.expire(chunk.link);
    if (!mayEnd(ended, chunk.direction)) continue;
    // A write is cut once; messages of the board may be several.
    const rest =
      chunk.direction === 'tx' ? [{ reading: own, events: own.push(after) }] : variantsOf(own, after);
    for (const one of rest)
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
