/** What a board may be in that has shown a fault. What the fault says nothing of, stays known. */
import type { Message } from '../../protocols/request-response/definition';
import { instant, type Bounds } from '../../protocols/monitor/timed-decoder';
import type { Fault, Ruling, Send } from '../conversation';
import type { ReadEvent } from '../line-reading';
import { GRACE, QUEUES, UNJUDGED, type RuleContext } from './context';
import { noisePoint, pointOf } from './exchange-coverage';
import { longestAnswer, type Exchange } from './exchange';
import type { DueAnswer } from './flaws';
import { possibleOutcomes } from './exploration';
import { distinctStates, type Outcome } from '../../protocols/request-response/outcomes';
import { forget, lost, type Talk } from './talk';

/** An answer that comes so late is no message that nobody asked for. */
const LATEST_ANSWER = 5e6;

/** What goes on after a fault. */
export interface Continuation<State> {
  /** The message is right but for its checksum. */
  readonly follow: (seen: ReadEvent<Message>) => readonly Ruling<Talk<State>>[];
  /** What is due after the answer that was wrong. */
  readonly next: (due: DueAnswer<State>, since: Bounds) => Send<Talk<State>>;
}

export function recoverAnswer<State>(
  context: RuleContext<State>,
  due: DueAnswer<State>,
  fault: Fault<Talk<State>>,
  talk: Talk<State>,
  { follow, next }: Continuation<State>,
): readonly Ruling<Talk<State>>[] {
  const { session } = context;
  const { exchange, outcomes, given } = due;
  const { seen } = fault;
  const event = seen?.passed.event;
  if (seen !== undefined && event?.kind === 'reject' && event.value !== undefined)
    if (exchange.rightOutcomes(outcomes, given, event.value).length > 0) return follow(seen);
  const point = {
    kind: 'point',
    exchange: exchange.id,
    point: () => pointOf(exchange, event?.value, undefined),
  } as const;
  const more = outcomes.filter(({ due: { length } }) => length > given + 1);
  const isOver = fault.kind === 'silence' || more.length === 0;
  const sends = isOver ? [] : [next({ ...due, outcomes: more, given: given + 1 }, lastOf(seen, exchange))];
  if (fault.kind === 'silence') sends.push(lateAnswer(context, due, fault.at));
  const afterRefusal = talk.afterRefusal || fault.kind === 'silence';
  if (!talk.isKnown) return [{ state: { ...talk, afterRefusal }, sends, notes: [point] }];
  const states = statesAfter(exchange, due);
  // The board has obeyed, or has not.
  if (states !== undefined && (states.length === 1 || fault.kind !== 'answer'))
    return states.map((page) => ({ state: { ...talk, page, afterRefusal }, sends, notes: [point] }));
  return [{ state: { ...forget(session, talk), ...extra(exchange, seen) }, sends, notes: [point] }];
}

/** The states before and after an exchange; undefined: that after it depends on an answer that nobody knows. */
function statesAfter<State>(
  { before }: Exchange<State>,
  { outcomes }: DueAnswer<State>,
): readonly State[] | undefined {
  if (outcomes.some(({ isExact }) => !isExact)) return undefined;
  return distinctStates([before, ...outcomes.map((outcome) => outcome.stateAfter(outcome.due.at(-1)))]);
}

/** In another state more may be due. */
function extra<State>(exchange: Exchange<State>, seen: ReadEvent<Message> | undefined): Partial<Talk<State>> {
  const most = (outcomes: readonly Outcome<State>[]): number =>
    Math.max(...outcomes.map(({ due }) => due.length));
  if (exchange.session.clauses.answered !== undefined) return {};
  const possible = possibleOutcomes(exchange);
  if (most(possible) <= most(exchange.outcomes)) return {};
  return { extraUntil: lastOf(seen, exchange).notAfter + exchange.latest(possible) + GRACE };
}

function lastOf<State>(seen: ReadEvent<Message> | undefined, { received }: Exchange<State>): Bounds {
  return (seen ?? received).passed.last;
}

/** It may come yet. */
function lateAnswer<State>(
  { session }: RuleContext<State>,
  { exchange, outcomes, given }: DueAnswer<State>,
  at: number,
): Send<Talk<State>> {
  return {
    ...UNJUDGED,
    queue: QUEUES.late,
    key: `late ${exchange.key}`,
    isGivenUp: true,
    since: instant(at),
    max: LATEST_ANSWER,
    accepts: (answer) => exchange.rightOutcomes(outcomes, given, answer).length > 0,
    then: (seen, talk) => {
      const { value } = seen.passed.event;
      const [right] = value === undefined ? [] : exchange.rightOutcomes(outcomes, given, value);
      if (right === undefined || !talk.isKnown) return [{}];
      return [{}, { state: { ...talk, page: right.stateAfter(value) } }].slice(
        session.clauses.answered === undefined ? 0 : 1,
      );
    },
  };
}

/** Behind what may be due in another state, more may be: each has its whole time. */
export function followExtra<State>(
  session: RuleContext<State>['session'],
  seen: ReadEvent<Message>,
  talk: Talk<State>,
): Ruling<Talk<State>> {
  if (talk.isKnown || seen.passed.first.notBefore >= talk.extraUntil) return {};
  const extraUntil = Math.max(talk.extraUntil, seen.passed.last.notAfter + longestAnswer(session) + GRACE);
  return { state: { ...talk, extraUntil }, timers: { extra: extraUntil } };
}

export function recoverSilence<State>(
  { session }: RuleContext<State>,
  { kind, seen }: Fault<Talk<State>>,
  talk: Talk<State>,
): readonly Ruling<Talk<State>>[] {
  const cancels = [QUEUES.silence];
  if (kind === 'form' || seen === undefined) return [{ cancels }];
  const extraUntil = seen.passed.last.notAfter + session.time.max + GRACE;
  return [{ cancels, state: { ...forget(session, talk), extraUntil } }];
}

/** The page says nothing of what follows. */
export function leaveOpen<State>(
  { session }: RuleContext<State>,
  talk: Talk<State>,
  exchange: Exchange<State> | undefined,
  span: number,
): Ruling<Talk<State>> {
  const id = exchange?.id ?? 0;
  return {
    state: { ...lost(session, talk), isKnown: false, isBehind: true },
    open: { span, reason: 'left-open' },
    timers: { quiet: null },
    notes: [
      { kind: 'point', exchange: id, point: () => noisePoint(session, exchange) },
      { kind: 'ended', exchange: id, reason: 'left-open' },
    ],
  };
}
