/** Messages that a board sends by itself: that they come, and how long after each other. */
import type { Message, Unsolicited } from '../../protocols/request-response/definition';
import type { Bounds } from '../../protocols/monitor/timed-decoder';
import { millis } from '../../protocols/time';
import type { Owed, Ruling, Send } from '../conversation';
import type { ReadEvent } from '../line-reading';
import { charge, isExtra } from './charges';
import { GRACE, type RuleContext } from './context';
import { malformedFrame } from './flaws';
import { followExtra } from './recovery';
import type { Talk } from './talk';

/** A message that follows a frame so soon may have waited for the end of it. */
const SOON = millis(20);

type Context<State> = Omit<RuleContext<State>, 'lifeSigns'>;

export function queueOf(at: number): string {
  return `message ${at}`;
}

/** What such a message leads to, of each kind that it may be. */
export function beginMessage<State>(
  context: Context<State>,
  seen: ReadEvent<Message>,
  talk: Talk<State>,
  owed: readonly Owed<Talk<State>>[],
): readonly Ruling<Talk<State>>[] {
  const { value } = seen.passed.event;
  if (value === undefined) return [];
  const found = context.session.unsolicited.flatMap((rule, at): readonly Ruling<Talk<State>>[] =>
    rule.matches(value) && !owed.some(({ send }) => send.queue === queueOf(at))
      ? [afterMessage(context, rule, at, seen, talk)]
      : [],
  );
  return isExtra(seen, talk) ? [...found, followExtra(context.session, seen, talk)] : found;
}

/** From the first sign of life on, messages with a period are due. */
export function lifeSigns<State>(
  context: Context<State>,
  talk: Talk<State>,
  first: Bounds,
  but?: number,
): readonly Send<Talk<State>>[] {
  if (talk.isAlive) return [];
  return context.session.unsolicited.flatMap((rule, at) =>
    rule.period === undefined || at === but ? [] : [nextMessage(context, rule, at, first, false)],
  );
}

function afterMessage<State>(
  context: Context<State>,
  rule: Unsolicited<Message, State>,
  at: number,
  { id, passed: { first }, gap }: ReadEvent<Message>,
  talk: Talk<State>,
): Ruling<Talk<State>> {
  const next = rule.period === undefined ? [] : [nextMessage(context, rule, at, first, gap >= SOON)];
  return {
    state: { ...talk, isAlive: true },
    sends: [...lifeSigns(context, talk, first, at), ...next],
    notes: [{ kind: 'ended', exchange: -id }],
  };
}

/** The next message is due. `hasLeast`: not before the least period. */
function nextMessage<State>(
  context: Context<State>,
  rule: Unsolicited<Message, State>,
  at: number,
  since: Bounds,
  hasLeast: boolean,
): Send<Talk<State>> {
  const { min = 0, max = Infinity } = rule.period ?? {};
  const { sum, form } = context.session.clauses;
  return {
    duty: 'must',
    queue: queueOf(at),
    key: queueOf(at),
    since,
    min: hasLeast ? min : undefined,
    max,
    timeClause: rule.clause,
    grace: GRACE,
    timeName: `one ${queueOf(at)} to the next`,
    describeTime: () => 'the time between two messages that the board sends by itself',
    accepts: (message) => rule.matches(message),
    then: (seen, talk) => [afterMessage(context, rule, at, seen, talk)],
    charge: ({ seen }) => {
      const event = seen?.passed.event;
      if (event?.kind === 'reject')
        return charge(
          context,
          event.error.code === 'checksum' ? (sum ?? rule.clause) : (form ?? sum ?? rule.clause),
          undefined,
          malformedFrame(event.raw, event.error, event.value),
        );
      return charge(context, rule.clause, undefined, {
        kind: 'silence',
        title: 'a message that the board sends by itself',
        expected: `one within ${(max / 1000).toFixed(1)} ms`,
        seen: 'nothing',
      });
    },
    recover: ({ seen }, talk) => (seen === undefined ? [{}] : [afterMessage(context, rule, at, seen, talk)]),
  };
}
