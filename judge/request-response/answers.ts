/** What is owed to a request: an answer, several in order, or silence; and what follows when it comes. */
import type { Message } from '../../protocols/request-response/definition';
import type { Bounds } from '../../protocols/monitor/timed-decoder';
import type { Note, Ruling, Send } from '../conversation';
import type { ReadEvent } from '../line-reading';
import { chargeAnswer, chargeSilence, type Demand } from './charges';
import { GRACE, QUEUES, type RuleContext } from './context';
import { pointOf } from './exchange-coverage';
import { longestAnswer, type Exchange } from './exchange';
import { isForAnother } from './exploration';
import { describeInput, type DueAnswer } from './flaws';
import { distinctStates, type Outcome } from '../../protocols/request-response/outcomes';
import { recoverAnswer, recoverSilence } from './recovery';
import { withPage, type Talk } from './talk';
import { ifResetAfter } from './unseen-resets';

/** The answer `due.given` of an exchange is owed. `since`: its time counts from there. */
export function answerTo<State>(
  context: RuleContext<State>,
  due: DueAnswer<State>,
  demand: Demand,
  since: Bounds,
): Send<Talk<State>> {
  const { session } = context;
  const { exchange, outcomes, given } = due;
  const isOptional = outcomes.some(({ due: { length } }) => length <= given);
  const max = exchange.latest(outcomes);
  return {
    duty: isOptional ? 'may' : 'must',
    queue: QUEUES.answers,
    key: `answer ${exchange.key} ${given}`,
    isBlocking: true,
    since,
    min:
      since === exchange.received.passed.last
        ? Math.min(...outcomes.map(({ time }) => time.min ?? 0))
        : undefined,
    max,
    timeClause: outcomes[0]?.time.clause ?? session.clauses.time,
    grace: GRACE,
    exchange: exchange.id,
    situation: exchange,
    isRefusal: exchange.request === undefined,
    timeName: 'request to answer',
    describeTime: () => `the time of the answer to ${describeInput(exchange)}`,
    accepts: (answer, talk) => accepts(due, demand, answer, talk),
    then: (seen, talk) => followAnswer(context, due, demand, seen, talk),
    over: (talk) =>
      statesOf(
        outcomes.filter(({ due: { length } }) => length <= given),
        undefined,
      ).map((page) => endExchange(context, exchange, talk, page, { isVerified: true })),
    charge: (fault, talk) => chargeAnswer(context, due, demand, fault, talk),
    recover: (fault, talk) =>
      recoverAnswer(context, due, fault, talk, {
        follow: (seen) => followAnswer(context, due, demand, seen, talk),
        next: (rest, from) => answerTo(context, rest, demand, from),
      }),
  };
}

function accepts<State>(
  { exchange, outcomes, given }: DueAnswer<State>,
  demand: Demand,
  answer: Message,
  talk: Talk<State>,
): boolean {
  if (demand !== 'form' && exchange.rightOutcomes(outcomes, given, answer).length > 0) return true;
  if (talk.isKnown || demand === 'content') return false;
  const { session } = exchange;
  if (demand !== 'form' && session.unsolicited.some((rule) => rule.matches(answer))) return false;
  // Of requests that nobody told of, an answer may come yet.
  return session.clauses.pipelined === undefined || !isForAnother(exchange, answer);
}

/** What follows when an answer has come. */
function followAnswer<State>(
  context: RuleContext<State>,
  due: DueAnswer<State>,
  demand: Demand,
  seen: ReadEvent<Message>,
  talk: Talk<State>,
): readonly Ruling<Talk<State>>[] {
  const { event, first, last } = seen.passed;
  if (event.value === undefined) return [{}];
  const answer = event.value;
  const { exchange, outcomes } = due;
  const given = due.given + 1;
  const known = demand === 'form' ? [] : exchange.rightOutcomes(outcomes, due.given, answer);
  const isVerified = known.length > 0;
  const right = isVerified ? known : outcomes.filter(({ due: { length } }) => length >= given);
  const isLast = ({ due: { length } }: Outcome<State>): boolean => length <= given;
  const more = right.filter((outcome) => !isLast(outcome));
  const sends = context.lifeSigns(talk, first);
  const ended = statesOf(right.filter(isLast), answer).map((page) =>
    endExchange(context, exchange, talk, page, { answer, isVerified, seen, sends }),
  );
  if (more.length === 0) return ended;
  const next = answerTo(context, { exchange, outcomes: more, given }, demand, last);
  const alive = { ...talk, isAlive: true };
  return [...ended, { state: alive, sends: [...sends, next], notes: pauseNotes(exchange, seen) }];
}

interface ExchangeEnd<State> {
  /** The content of the answers was judged. */
  readonly isVerified: boolean;
  /** The last one, which has come. */
  readonly answer?: Message;
  readonly seen?: ReadEvent<Message>;
  readonly sends?: readonly Send<Talk<State>>[];
}

/** Everything that was due has come. */
function endExchange<State>(
  context: RuleContext<State>,
  exchange: Exchange<State>,
  talk: Talk<State>,
  page: State,
  { isVerified, answer, seen, sends }: ExchangeEnd<State>,
): Ruling<Talk<State>> {
  const { session } = context;
  const { last } = (seen ?? exchange.received).passed;
  const latest = exchange.latest(exchange.outcomes);
  const until = last.notAfter + longestAnswer(session, Math.max(session.time.max, latest)) + GRACE;
  const answered = { exchange, until: last.notAfter + latest + GRACE };
  const isAlive = talk.isAlive || seen !== undefined;
  const ifReset = ifResetAfter(context, exchange, talk, answer);
  const state = withPage(session, talk, page, { isAlive, answered, ifReset });
  const notes: Note[] = seen === undefined ? [] : pauseNotes(exchange, seen);
  if (isVerified) notes.push(...passes(exchange, answer !== undefined));
  notes.push(
    { kind: 'point', exchange: exchange.id, point: () => pointOf(exchange, answer, state) },
    { kind: 'ended', exchange: exchange.id, reason: isVerified ? undefined : 'state-unknown' },
  );
  // A board answers in order: what was asked before is not answered any more.
  const cancels = seen === undefined ? undefined : [QUEUES.late];
  return { state, sends, cancels, timers: { quiet: until }, notes };
}

function passes<State>(
  { id, clause, request, circumstances, received, session }: Exchange<State>,
  isAnswered: boolean,
): readonly Note[] {
  const { pipelined, pieces, recovery } = session.clauses;
  const pass = (kept: string | undefined): Note => ({
    kind: 'pass',
    clause: kept,
    how: 'answer',
    exchange: id,
    request,
  });
  const { charge } = circumstances;
  if (charge !== undefined) return [pass(charge)];
  const notes = [pass(clause)];
  if (request === undefined || !isAnswered) return notes;
  if (circumstances.pipelined) notes.push(pass(pipelined));
  if (received.pauses > 0) notes.push(pass(pieces));
  if (circumstances.afterRefusal) notes.push(pass(recovery));
  return notes;
}

function pauseNotes<State>(exchange: Exchange<State>, { pause }: ReadEvent<Message>): Note[] {
  const limit = exchange.session.pause;
  if (limit === undefined) return [];
  return [
    {
      kind: 'time',
      clause: limit.clause,
      how: 'gap',
      exchange: exchange.id,
      situation: exchange,
      measurement: { name: 'pause inside an answer', unit: 'us', ...pause, max: limit.max },
      describe: () => 'a pause inside an answer',
    },
  ];
}

/** Nothing may come. */
export function silenceAfter<State>(
  context: RuleContext<State>,
  exchange: Exchange<State>,
  isVerified: boolean,
): Send<Talk<State>> {
  const { id, request, outcomes, received } = exchange;
  return {
    duty: 'never',
    queue: QUEUES.silence,
    // Where a silence may have cut a request, it makes no difference where it did.
    key: `silence ${exchange.clause}`,
    since: received.passed.last,
    max: exchange.latest(outcomes),
    exchange: id,
    situation: exchange,
    isRefusal: request === undefined,
    accepts: () => false,
    then: () => [],
    over: (talk) => [
      {
        notes: [
          ...(isVerified ? passes(exchange, false) : []),
          { kind: 'point', exchange: id, point: () => pointOf(exchange, undefined, talk) },
          { kind: 'ended', exchange: id, reason: isVerified ? undefined : 'state-unknown' },
        ],
      },
    ],
    charge: (fault, talk) => chargeSilence(context, exchange, isVerified, fault, talk),
    recover: (fault, talk) => recoverSilence(context, fault, talk),
  };
}

/** Each state that these outcomes may lead to. */
function statesOf<State>(outcomes: readonly Outcome<State>[], answer: Message | undefined): readonly State[] {
  return distinctStates(outcomes.map((outcome) => outcome.stateAfter(answer)));
}
