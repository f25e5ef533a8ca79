/**
 * A protocol of requests and answers as a conversation: each request asks for its answers, and the author's rule says which, and when they come.
 *
 *     request ──▶ rule in the state of this world ──▶ answers, in order      ──▶ state
 *     noise   ──▶ refusal                         ──▶ an answer, or silence
 */
import type { Message, RequestResponseSession } from '../../protocols/request-response/definition';
import type { Outcome } from '../../protocols/request-response/outcomes';
import type { UnjudgedReason } from '../../protocols/monitor/monitor';
import type { JudgementLog } from '../../protocols/monitor/judgement-log';
import type { Bounds } from '../../protocols/monitor/timed-decoder';
import { micros } from '../../protocols/time';
import type { BoardEvent, Conversation, Fault, Owed, Ruling, Send } from '../conversation';
import type { ReadEvent } from '../line-reading';
import { longestOnLine } from '../described/departure';
import { isDiscarded, SURELY_LONG } from '../reading';
import { missingAt } from '../world';
import { answerTo, silenceAfter } from './answers';
import { chargeUnasked } from './charges';
import { GRACE, QUEUES, UNJUDGED, type RuleContext } from './context';
import { Exchange, longestAnswer } from './exchange';
import { outcomesAnywhere, possibleOutcomes } from './exploration';
import { followExtra, leaveOpen } from './recovery';
import { continueSevered } from './severed-request';
import { isStateless } from './stateless';
import {
  caughtUp,
  hullOfTalk,
  isSameTalk,
  isSettling,
  lost,
  settle,
  takeRequest,
  withPage,
  type Talk,
} from './talk';
import { ifResetAfter } from './unseen-resets';
import { beginMessage, lifeSigns, queueOf } from './unsolicited';

/** More requests at once than a board must keep. */
const MOST_PENDING = 2;
/** Requests that a host may have under way where a record begins: more than a board must keep. */
const MOST_AHEAD = 4;

type Session<State> = RequestResponseSession<Message, Message, State>;

export interface ConversationOptions {
  readonly log: JudgementLog<Message>;
  readonly seesResets: boolean;
}

/** A described protocol as the judge knows it. */
export class RequestResponseConversation<State> implements Conversation<Talk<State>> {
  readonly idle: number;
  private readonly pause: number;
  charged: string | undefined;
  readonly background: readonly string[];
  private readonly context: RuleContext<State>;
  /** No answer is in flight after so long. */
  private readonly span: number;

  constructor(
    private readonly session: Session<State>,
    options: ConversationOptions,
  ) {
    this.idle = session.idle;
    this.background = ['quiet', QUEUES.late, ...session.unsolicited.map((_, at) => queueOf(at))];
    const { framing } = session.answers;
    // Where silence ends frames, two of them have one in between.
    this.pause = framing.kind === 'silence' ? SURELY_LONG * framing.silence : 0;
    this.span = longestAnswer(session) + GRACE;
    const rules = { session, ...options };
    this.context = { ...rules, lifeSigns: (talk, first) => lifeSigns(rules, talk, first) };
  }

  rules(
    event: BoardEvent,
    talk: Talk<State>,
    owed: readonly Owed<Talk<State>>[],
  ): readonly Ruling<Talk<State>>[] {
    if (event.kind === 'expired') return [this.expired(event.timer, talk)];
    if (event.kind === 'shown') return [{}];
    if (isDiscarded(event.seen)) return [{ state: { ...talk, afterRefusal: true } }];
    const rulings = this.ask(event, talk, owed);
    // A host that waits for each answer had no other request under way.
    const isFirst = !this.mayBeAhead && owed.some(({ send }) => send.queue === QUEUES.unseen);
    return isFirst ? rulings.map((ruling) => ({ ...ruling, cancels: [QUEUES.unseen] })) : rulings;
  }

  private expired(timer: string, talk: Talk<State>): Ruling<Talk<State>> {
    if (timer === 'extra') return {};
    if (timer === 'open') return { state: { ...caughtUp(this.session, talk), afterRefusal: true } };
    const { exchange } = talk.answered ?? {};
    if (exchange === undefined) return {};
    const { id, request } = exchange;
    const { unasked } = this.session.clauses;
    return {
      state: { ...caughtUp(this.session, talk), answered: undefined },
      notes: [{ kind: 'pass', clause: unasked, how: 'unasked', exchange: id, request }],
    };
  }

  private ask(
    { seen, waited }: Extract<BoardEvent, { kind: 'received' }>,
    before: Talk<State>,
    owed: readonly Owed<Talk<State>>[],
  ): readonly Ruling<Talk<State>>[] {
    const { session, context } = this;
    const { event, first, last } = seen.passed;
    const request = event.kind === 'frame' ? event.value : undefined;
    const { talk, isCertain } = takeRequest(session, before, request, first.notBefore);
    const exchange = new Exchange(session, seen, talk.page, {
      isCertain,
      pipelined: waited !== undefined,
      clauseBehind: talk.clauseBehind,
      afterRefusal: talk.afterRefusal,
      severed: talk.severed,
      ifReset: talk.ifReset,
      charge: request === undefined ? undefined : this.charged,
    });
    const { outcomes } = exchange;
    const next: Talk<State> = {
      ...talk,
      afterRefusal: request === undefined,
      settling: undefined,
      clauseBehind: outcomes[0]?.clauseOfNext,
      severed: continueSevered(exchange),
    };
    if (!exchange.isSilent && !this.mayFollowSilences(owed, first.notBefore))
      return [leaveOpen(context, talk, exchange, this.span)];
    // Answers come one after the other.
    const since = waited !== undefined && waited.notAfter > last.notAfter ? waited : last;
    const isJudged = isCertain || (request === undefined && this.hasOneRefusal(exchange));
    if (!isJudged && session.clauses.answered === undefined) return [this.askUnknown(exchange, next, since)];
    if (exchange.isSilent) {
      const after = { ...next, ifReset: ifResetAfter(context, exchange, next, undefined) };
      return outcomes.map((outcome) => ({
        state: withPage(session, after, outcome.stateAfter(undefined)),
        sends: [silenceAfter(context, exchange, isJudged)],
      }));
    }
    const isContentJudged =
      isJudged && (talk.isKnown || request === undefined || isStateless(session, request));
    const demand = isContentJudged ? 'content' : 'presence';
    return [{ state: next, sends: [answerTo(context, { exchange, outcomes, given: 0 }, demand, since)] }];
  }

  /** A host may send before it is answered. */
  private get mayBeAhead(): boolean {
    return this.session.clauses.pipelined !== undefined;
  }

  /** What is due after a request that was sent in a silence is promised only after what was refused, or where requests may be pipelined. */
  private mayFollowSilences(owed: readonly Owed<Talk<State>>[], sentAt: number): boolean {
    const { pipelined, recovery } = this.session.clauses;
    const open = owed.filter((one) => one.send.duty === 'never' && missingAt(one) > sentAt);
    if (open.length === 0 || pipelined !== undefined) return true;
    return recovery !== undefined && open.every(({ send }) => send.isRefusal);
  }

  /** What is no request is refused in the same way in any state. */
  private hasOneRefusal(exchange: Exchange<State>): boolean {
    const { due } = exchange;
    return possibleOutcomes(exchange).every((outcome) => exchange.classOf(outcome) === due);
  }

  /** Nobody knows the state: as many answers are due as in any state, and more may come. */
  private askUnknown(exchange: Exchange<State>, talk: Talk<State>, since: Bounds): Ruling<Talk<State>> {
    const outcomes = possibleOutcomes(exchange);
    const { first } = exchange.received.passed;
    const counts = outcomes.map(({ due }) => due.length);
    const [least, most] = [Math.min(...counts), Math.max(...counts)];
    const extraUntil = since.notAfter + exchange.latest(outcomes) * Math.max(1, most) + GRACE;
    // What comes may be due to the request before it.
    const isCrowded = first.notBefore < talk.extraUntil;
    const isOpen = isCrowded || least < most;
    const state = isOpen ? { ...talk, extraUntil: Math.max(talk.extraUntil, extraUntil) } : talk;
    const timers = isOpen ? { extra: state.extraUntil } : {};
    if (least === 0 || isCrowded)
      return { state, timers, notes: [{ kind: 'ended', exchange: exchange.id, reason: 'state-unknown' }] };
    const shortest = outcomes.filter(({ due }) => due.length === least);
    return {
      state,
      timers,
      sends: [answerTo(this.context, { exchange, outcomes: shortest, given: 0 }, 'form', since)],
    };
  }

  begins(
    seen: ReadEvent<Message>,
    talk: Talk<State>,
    owed: readonly Owed<Talk<State>>[],
  ): readonly Ruling<Talk<State>>[] {
    return this.session.unsolicited.length === 0 ? [] : beginMessage(this.context, seen, talk, owed);
  }

  keeps({ id }: ReadEvent<Message>): Ruling<Talk<State>>['notes'] & object {
    const { sum, form } = this.session.clauses;
    return [
      { kind: 'pass', clause: sum, how: 'malformed', exchange: -id },
      { kind: 'pass', clause: form, how: 'malformed', exchange: -id },
    ];
  }

  charge(...[fault, talk]: Parameters<Conversation<Talk<State>>['charge']>) {
    return chargeUnasked(this.context, fault, talk);
  }

  recover({ seen }: Fault<Talk<State>>, talk: Talk<State>): readonly Ruling<Talk<State>>[] {
    return [seen === undefined ? {} : followExtra(this.session, seen, talk)];
  }

  disturbed(talk: Talk<State>, at: number, isFault: boolean): Talk<State> {
    return isFault || isSettling(talk, at) ? settle(talk, at, this.idle) : talk;
  }

  mayWait(count: number, talk: Talk<State>): Ruling<Talk<State>> | undefined {
    const isPromised = this.session.clauses.pipelined !== undefined && count < MOST_PENDING + talk.ahead;
    return isPromised ? undefined : leaveOpen(this.context, talk, undefined, this.span);
  }

  readonly answers = (asked: ReadEvent<Message>, { passed }: ReadEvent<Message>): boolean => {
    const { event, last } = asked.passed;
    if (event.kind === 'reject' || passed.event.kind === 'reject') return false;
    const { type } = passed.event.value;
    const isPrompt = passed.first.notBefore <= last.notAfter + this.session.time.max;
    const isAlone = ({ due }: Outcome<State>): boolean => due.length === 1 && due[0]?.type === type;
    return isPrompt && outcomesAnywhere(this.session, event).some(isAlone);
  };

  pauseAround(): number {
    return this.pause;
  }

  longestOnLine(seen: ReadEvent<Message>): number {
    return longestOnLine(seen, { links: [{ name: '', baud: this.session.baud }] });
  }

  isKnown({ isKnown }: Talk<State>): boolean {
    return isKnown;
  }

  isSame(a: Talk<State>, b: Talk<State>): boolean {
    return isSameTalk(a, b);
  }

  hull(a: Talk<State>, b: Talk<State>): Talk<State> {
    return hullOfTalk(a, b);
  }

  /** Nobody knows what passed until then, or how the board has read it. */
  lose(talk: Talk<State>, at: number, reason: UnjudgedReason): Ruling<Talk<State>> {
    const state = lost(this.session, talk);
    if (reason === 'too-many-worlds') return { state, open: { span: this.span, reason } };
    const most = this.mayBeAhead ? MOST_AHEAD : 1;
    return {
      state: { ...state, extraUntil: -Infinity },
      sends: Array.from({ length: most }, () => this.answerToUnseen(at)),
    };
  }

  /** An answer to a request that nobody told of. */
  private answerToUnseen(at: number): Send<Talk<State>> {
    return {
      ...UNJUDGED,
      queue: this.mayBeAhead ? QUEUES.answers : QUEUES.unseen,
      key: 'unseen',
      since: { notBefore: micros(-Infinity), notAfter: micros(at) },
      max: longestAnswer(this.session),
      accepts: (message) => !this.session.unsolicited.some((rule) => rule.matches(message)),
      // One request may have several answers.
      then: (_, talk) =>
        this.mayBeAhead
          ? [{ state: { ...talk, ahead: talk.ahead + 1 }, isUnlikely: true }]
          : [{ sends: [this.answerToUnseen(at)] }],
    };
  }
}
