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
