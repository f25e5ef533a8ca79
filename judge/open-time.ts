/** While a page says nothing of what a board does: until the line was quiet, or until exchanges in turn show that each answer belongs to its request. */
import type { UnjudgedReason } from '../protocols/monitor/monitor';
import type { Message } from '../protocols/request-response/definition';
import type { ReadEvent } from './line-reading';

/** After so many exchanges in turn. */
const GOOD_EXCHANGES = 4;
/** For so many times the page's silence, an answer may be a late one to what was asked before. */
const LATE = 2;

export interface OpenTime {
  readonly since: number;
  readonly until: number;
  /** The silence that ends it. */
  readonly span: number;
  readonly reason: UnjudgedReason;
  /** What was asked last, if nothing has come since. */
  readonly asked: ReadEvent<Message> | undefined;
  /** Exchanges in turn. */
  readonly good: number;
}

export function openFrom(
  at: number,
  { span, reason }: { readonly span: number; readonly reason: UnjudgedReason },
): OpenTime {
  return { since: at, until: at + span, span, reason, asked: undefined, good: 0 };
}

/** Something is asked. */
export function txWhileOpen(open: OpenTime, seen: ReadEvent<Message>): OpenTime {
  const until = Math.max(open.until, seen.passed.last.notAfter + open.span);
  return { ...open, until, asked: seen, good: open.asked === undefined ? open.good : 0 };
}

/** The board says something. undefined: it is over. */
export function rxWhileOpen(
  open: OpenTime,
  { passed: { last } }: ReadEvent<Message>,
  idle: number,
  isAnswer: boolean,
): OpenTime | undefined {
  const isLate = (open.asked?.passed.first.notBefore ?? 0) <= open.since + LATE * idle;
  const good = isAnswer && !isLate ? open.good + 1 : 0;
  const until = Math.max(open.until, last.notAfter + open.span);
  return good < GOOD_EXCHANGES ? { ...open, until, asked: undefined, good } : undefined;
}
