/** When a message has left the board, from where the board's own times run. */
import type { ConversationSession } from '../../protocols/conversation/session';
import type { Bounds } from '../../protocols/monitor/timed-decoder';
import type { Message } from '../../protocols/request-response/definition';
import { micros } from '../../protocols/time';
import type { ReadEvent } from '../line-reading';

/** The share of its line's time that a message takes at least: clocks differ. */
const PACE = 0.98;
/** Bits of a byte, 8N1, in microseconds at one bit per second. */
const BYTE_TIME = 10e6;
/** A board sends a message this much slower than its line at most, and pauses so long in it. */
const SLOWEST = { share: 2, pause: 10_000 } as const;

/** Microseconds of a byte, by link. None where no line paces them. */
export type ByteTimes = ReadonlyMap<string, number>;

export function byteTimesOf({ carrier, links }: ConversationSession<Message, Message, unknown>): ByteTimes {
  return new Map(carrier === 'serial' ? links.map(({ name, baud }) => [name, BYTE_TIME / baud]) : []);
}

/** A host that stalls gets the bytes late. Where the line is a program's, as a pseudo-terminal, it gets them early. */
export function departureOf({ passed, link = '' }: ReadEvent<Message>, byteTimes: ByteTimes): Bounds {
  const { event, first, last } = passed;
  const byteTime = byteTimes.get(link);
  if (byteTime === undefined || last.notBefore === last.notAfter) return last;
  const span = Math.max(0, event.raw.length - 1) * byteTime;
  return {
    notBefore: micros(Math.min(last.notAfter, first.notBefore + PACE * span)),
    notAfter: micros(Math.max(last.notAfter, first.notAfter + span)),
  };
}

/** Microseconds, at the rate that the description has for the link. Of a message that comes late, nobody knows when it began. */
export function longestOnLine(
  { passed, link = '' }: ReadEvent<Message>,
  { links }: Pick<ConversationSession<Message, Message, unknown>, 'links'>,
): number {
  const { baud } = links.find(({ name }) => name === link) ?? links[0] ?? { baud: 0 };
  return SLOWEST.pause + (SLOWEST.share * passed.event.raw.length * BYTE_TIME) / baud;
}
