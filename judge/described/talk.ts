/** Where a board of a described conversation stands. */
import type { Message } from '../../protocols/request-response/definition';
import type { Passage, RxMessage } from '../../protocols/conversation/definition';
import type { Bounds } from '../../protocols/monitor/timed-decoder';
import type { LinkChange, ReadEvent } from '../line-reading';

/** What every world carries. */
export interface Talk<State> {
  readonly page: State;
  /** Timers that run, and the instant from which on each may have ended. */
  readonly timers: Readonly<Record<string, number>>;
  /** What came last, if nobody knows yet that it has reached the board: what comes on another link may be there first. */
  readonly recent?: Recent | undefined;
  /** The state is not known since something came of which nobody knows the order. */
  readonly isOrderLost?: boolean | undefined;
}

export interface Recent {
  readonly link: string;
  readonly exchange: number;
  readonly at: Bounds;
  readonly change: LinkChange | undefined;
}

/** What a reading says of a link that is opened or closed. */
export const CHANGES: Readonly<Record<LinkChange, Message>> = {
  opened: { type: 'opened' },
  closed: { type: 'closed' },
};

export function freshTalk<State>(page: State): Talk<State> {
  return { page, timers: {} };
}

export function passageOf({
  passed,
  pause,
  link = '',
  chunk,
  isAlone,
  stalled,
}: ReadEvent<Message>): Passage {
  const { event, first, last } = passed;
  return { link, raw: event.raw, first, last, pause: pause.low, write: chunk, isAlone, stalled };
}

/** `last`: when it has left the board. */
export function rxMessageOf(seen: ReadEvent<Message>, last: Bounds): RxMessage<Message> {
  const { event } = seen.passed;
  const message = event.kind === 'frame' && seen.change === undefined ? event.value : undefined;
  const { link, raw, first, pause, write, isAlone, stalled = 0 } = passageOf(seen);
  const rx = { link, raw, first, pause, write, isAlone, stalled, last, message };
  return seen.change === undefined ? rx : { ...rx, isEnd: true };
}
