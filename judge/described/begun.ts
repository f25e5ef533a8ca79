/** What was due, and had begun on the line before the event that cancels it. */
import type { BoardEvent, Owed, Ruling, Send } from '../conversation';

/** Ends the keys of what is let through: two of one key are alike. */
const BEGUN = ' that had begun';

/** The ruling. What it cancels may still come, as in the state before, if its first byte came before the event was over. */
export function withBegun<S>(
  ruling: Ruling<S>,
  event: BoardEvent,
  before: S,
  owed: readonly Owed<S>[],
): Ruling<S> {
  const { cancels = [] } = ruling;
  const begun = owed.filter(
    ({ send }) => send.duty !== 'never' && !send.key.endsWith(BEGUN) && cancels.includes(send.queue),
  );
  if (begun.length === 0) return ruling;
  const until = endOf(event);
  return {
    ...ruling,
    sends: [...begun.map(({ send }) => letThrough(send, before, until)), ...(ruling.sends ?? [])],
  };
}

function endOf(event: BoardEvent): number {
  if (event.kind === 'received') return event.seen.passed.last.notAfter;
  return event.kind === 'shown' ? event.at.notAfter : event.at;
}

function letThrough<S>(send: Send<S>, before: S, until: number): Send<S> {
  return {
    ...send,
    key: `${send.key}${BEGUN}`,
    duty: 'may',
    isBlocking: false,
    max: Math.max(0, until - send.since.notAfter),
    timeClause: undefined,
    limits: undefined,
    grace: 0,
    exchange: 0,
    part: 0,
    accepts: (message, _, seen) =>
      seen.passed.first.notBefore <= until && send.accepts(message, before, seen),
    mistakes: () => false,
    // What follows from it is cancelled, too; the board may have counted it, or begun anew.
    then: (seen, state) => [
      {},
      ...send.then(seen, state).flatMap((then) => (then.state === undefined ? [] : [{ state: then.state }])),
    ],
    over: () => [{}],
  };
}
