/** Where a board of a described conversation stands. */
import type { Message } from '../../protocols/request-response/definition';
import type { Passage, RxMessage } from '../../protocols/conversation/definition';
import type { ReadEvent } from '../line-reading';

/** What every world carries. */
export interface Talk<State> {
  readonly page: State;
  /** Timers that run, and the instant from which on each may have ended. */
  readonly timers: Readonly<Record<string, number>>;
}

export function freshTalk<State>(page: State): Talk<State> {
  return { page, timers: {} };
}

export function passageOf({ passed, pause, link = '' }: ReadEvent<Message>): Passage {
  const { event, first, last } = passed;
  return { link, raw: event.raw, first, last, pause: pause.low };
}

export function rxMessageOf(seen: ReadEvent<Message>): RxMessage<Message> {
  const { event } = seen.passed;
  return { ...passageOf(seen), message: event.kind === 'frame' ? event.value : undefined };
}
