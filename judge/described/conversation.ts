/** A described conversation as the judge knows it. */
import { rulingsIn } from '../../protocols/conversation/defect-hooks';
import type { Blame, BoardEvent as PageEvent, RxMessage } from '../../protocols/conversation/definition';
import type { ConversationSession } from '../../protocols/conversation/session';
import type { PresentedCode, UnjudgedReason } from '../../protocols/monitor/monitor';
import type { JudgementLog } from '../../protocols/monitor/judgement-log';
import { instant, type Bounds } from '../../protocols/monitor/timed-decoder';
import type { Message } from '../../protocols/request-response/definition';
import { micros } from '../../protocols/time';
import { isSameData } from '../../protocols/same-data';
import type { BoardEvent, Charge, Conversation, Fault, Note, Owed, Ruling, Send } from '../conversation';
import type { ReadEvent } from '../line-reading';
import { isDiscarded } from '../reading';
import { withBegun } from './begun';
import { longestOnLine } from './departure';
import { RulingReader, type Cause } from './ruling';
import { joined, mayBeLate } from './ruling-parts';
import { isUnordered, SETTLED, withRecent } from './order';
import { passageOf, type Talk } from './talk';

type Event = PageEvent<Message>;

/** Exchanges of shown codes are counted from here. */
const SHOWN = 1e12;
/** Of the silence after which nothing is under way. */
const UNSEEN_SHARE = 0.25;

export class JudgedConversation<State> implements Conversation<Talk<State>> {
  readonly idle: number;
  readonly background: readonly string[];
  /** Codes may be shown to the board unseen. */
  mayBeUntold = false;
  private readonly reader: RulingReader<State>;

  constructor(
    private readonly session: ConversationSession<Message, Message, State>,
    log: JudgementLog<Message>,
    private readonly options: {
      readonly seesResets: boolean;
      readonly losesPackets: boolean;
    },
  ) {
    this.idle = session.quiet;
    this.background = session.background;
    const speaker = session.links.find(({ board }) => board !== undefined);
    this.reader = new RulingReader(session, log, { link: speaker?.name, ...options });
  }

  set charged(clause: string | undefined) {
    this.reader.charged = clause;
  }

  rules(
    event: BoardEvent,
    known: Talk<State>,
    owed: readonly Owed<Talk<State>>[],
  ): readonly Ruling<Talk<State>>[] {
    return this.follow(event, known, owed).map((ruling) => withBegun(ruling, event, known, owed));
  }

  private follow(
    event: BoardEvent,
    known: Talk<State>,
    owed: readonly Owed<Talk<State>>[],
  ): readonly Ruling<Talk<State>>[] {
    if (event.kind === 'expired') {
      const { timer, at } = event;
      if (timer === SETTLED) return [{ state: { ...known, recent: undefined } }];
      // The line was quiet: what is not known is not known.
      if (timer === 'open') return [{}];
      // It may have ended earlier, and what came then is told later than what the host sends meanwhile.
      const since = { notBefore: micros(known.timers[timer] ?? at), notAfter: micros(at) };
      return this.expire(timer, known, since, at);
    }
    if (event.kind === 'shown') return this.shown(event.code, event.at, known);
    const { seen } = event;
    const { settle } = this.session;
    const { losesPackets } = this.options;
    if (
      settle === 0 ||
      !isUnordered(seen, known.recent, { settle, losesPackets }) ||
      !this.session.isKnown(known.page)
    )
      return this.receive(seen, known).map((ruling) => withRecent(ruling, seen, known, settle));
    // Nobody knows which of the two the board has got first.
    const page = this.session.unknown(known.page);
    const talk = { ...known, page, recent: undefined, isOrderLost: true };
    const cancels = owed.map(({ send }) => send.queue);
    return this.receive(seen, talk).map((ruling) => ({
      ...withRecent(ruling, seen, talk, settle),
      cancels: [...cancels, ...(ruling.cancels ?? [])],
    }));
  }

  private receive(seen: ReadEvent<Message>, talk: Talk<State>): readonly Ruling<Talk<State>>[] {
    const { event, first, last } = seen.passed;
    // What is wrong may be refused before its last byte.
    const since = event.kind === 'reject' ? { ...last, notBefore: first.notBefore } : last;
    const cause = { exchange: isDiscarded(seen) ? 0 : seen.id, trigger: triggerOf(seen), since };
    if (talk.isOrderLost !== true) return this.take(this.eventOf(seen), talk, cause, last);
    if (this.session.isKnown(talk.page))
      return this.take(this.eventOf(seen), { ...talk, isOrderLost: false }, cause, last);
    // Who sends without order does not ask for a judgement.
    return this.take(this.eventOf(seen), talk, cause, last).map((ruling) => ({
      ...ruling,
      notes: (ruling.notes ?? []).filter(({ kind }) => kind !== 'ended'),
    }));
  }

  private shown(code: PresentedCode, at: Bounds, talk: Talk<State>): readonly Ruling<Talk<State>>[] {
    const cause = { exchange: SHOWN + Math.round(at.notAfter), trigger: 'a code', since: at };
    return this.take({ kind: 'shown', code, at }, talk, cause, at);
  }

  private take(taken: Event, talk: Talk<State>, cause: Cause, end: Bounds): readonly Ruling<Talk<State>>[] {
    const asked = this.ask(taken, talk, cause);
    let found: Ruling<Talk<State>>[] | undefined;
    // A timer may have ended before its end.
    for (const timer in talk.timers) {
      const from = talk.timers[timer] ?? Infinity;
      if (from > end.notAfter) continue;
      found ??= [...asked];
      const until = { notBefore: micros(from), notAfter: end.notAfter };
      for (const ended of this.expire(timer, talk, until, end.notAfter))
        found.push(...this.ask(taken, ended.state ?? talk, cause).map((next) => joined(ended, next, timer)));
    }
    return found ?? asked;
  }

  /** What follows from a reset. `isRead`: what the board sends then is read. */
  reset(talk: Talk<State>, since: Bounds, isRead = true): Ruling<Talk<State>> {
    const cause = { exchange: 0, trigger: 'reset', since };
    const fresh = { page: talk.page, timers: {} };
    return this.ask({ kind: 'reset', isRead, at: since }, fresh, cause)[0] ?? {};
  }

  /** A board that was reset, and is ready: its timers have ended. */
  ready(talk: Talk<State>): Talk<State> {
    let { state = talk } = this.reset(talk, instant(0));
    for (const timer of Object.keys(state.timers))
      ({ state = state } = this.expire(timer, state, instant(0))[0] ?? {});
    return state;
  }

  private expire(
    timer: string,
    talk: Talk<State>,
    since: Bounds,
    bestSince?: number,
  ): readonly Ruling<Talk<State>>[] {
    const { [timer]: _, ...timers } = talk.timers;
    const cause = { exchange: 0, trigger: timer, since, ...(bestSince === undefined ? {} : { bestSince }) };
    return this.ask({ kind: 'expired', timer }, { ...talk, timers }, cause);
  }

  private ask(event: Event, talk: Talk<State>, cause: Cause): readonly Ruling<Talk<State>>[] {
    const isChange = event.kind === 'opened' || event.kind === 'closed';
    return rulingsIn(this.session.rules(event, talk.page)).map((ruling) => {
      const judged = this.reader.read(ruling, talk, cause);
      return isChange ? { ...judged, cancelsLink: event.link } : judged;
    });
  }

  private eventOf(seen: ReadEvent<Message>): Event {
    const { event, first, last } = seen.passed;
    const { link = '', change } = seen;
    if (change !== undefined) return { kind: change, link, carrier: this.session.carrier, first, last };
    const { raw, pause, write, isAlone, stalled = 0 } = passageOf(seen);
    return event.kind === 'frame'
      ? { kind: 'message', message: event.value, link, raw, first, last, pause, write, isAlone, stalled }
      : { kind: 'reject', code: event.error.code, link, raw, first, last, pause, write, isAlone, stalled };
  }

  begins(
    seen: ReadEvent<Message>,
    talk: Talk<State>,
    owed: readonly Owed<Talk<State>>[],
    timers: Readonly<Record<string, number>>,
  ) {
    const rx = this.reader.rxOf(seen);
    const { message } = rx;
    // What began before it was asked for is no answer to that.
    const isOwed =
      message !== undefined &&
      owed.some(
        ({ send, since }) =>
          send.duty === 'must' &&
          since.notBefore <= seen.passed.first.notAfter &&
          (send.link === undefined || send.link === seen.link) &&
          send.accepts(message, talk, seen),
      );
    // It is asked last.
    return isOwed ? [] : [...this.begun(rx, talk), ...this.ended(seen, talk, timers)];
  }

  private begun(rx: RxMessage<Message>, talk: Talk<State>) {
    const found = this.session.begins({ ...rx, mayBeUntold: this.mayBeUntold }, talk.page);
    const cause = { exchange: 0, trigger: 'the board itself', since: rx.last };
    return found === undefined ? [] : rulingsIn(found).map((ruling) => this.reader.read(ruling, talk, cause));
  }

  /** A timer may have ended, and what is due then has come. */
  private ended(
    seen: ReadEvent<Message>,
    talk: Talk<State>,
    timers: Readonly<Record<string, number>>,
  ): readonly Ruling<Talk<State>>[] {
    const { event, first } = seen.passed;
    if (event.kind === 'reject') return [];
    return Object.entries(talk.timers).flatMap(([timer, from]) => {
      if (from > first.notAfter) return [];
      return this.expire(timer, talk, { notBefore: micros(from), notAfter: first.notAfter }).flatMap(
        (ruling) => {
          const next = ruling.state ?? talk;
          const { sends = [] } = ruling;
          const came = sends.find((send) => send.accepts(event.value, next, seen));
          const late = first.notAfter - (timers[timer] ?? Infinity);
          const notes = [...(ruling.notes ?? []), ...mayBeLate(came, late)];
          const rest = { ...ruling, sends: sends.filter((send) => send !== came), notes };
          const found = came?.then(seen, next) ?? this.begun(this.reader.rxOf(seen), next);
          return found.map((then) => joined(rest, then, timer));
        },
      );
    });
  }

  keeps(seen: ReadEvent<Message>): readonly Note[] {
    if (seen.change !== undefined) return [];
    const { clause, wrong } = this.session.always(this.reader.rxOf(seen)) ?? {};
    if (clause === undefined) return [];
    if (wrong === undefined) return [{ kind: 'pass', clause, how: 'malformed', exchange: -seen.id }];
    const situation = { trigger: 'a line', due: wrong.expected, pipelined: false };
    const flaw = { kind: 'malformed', title: 'what the board sends', ...wrong } as const;
    return [{ kind: 'flaw', clause, exchange: -seen.id, situation, flaw }];
  }

  charge(fault: Fault<Talk<State>>, { page }: Talk<State>): Charge {
    const blame = this.session.charge(this.reader.faultOf(fault), page);
    if (this.mayBeDue(blame, fault, page)) return { excuse: 'state-unknown' };
    return this.reader.charge(blame, fault, { trigger: 'what was before', due: 'silence', pipelined: false });
  }

  recover(fault: Fault<Talk<State>>, talk: Talk<State>): readonly Ruling<Talk<State>>[] {
    const blame = this.session.charge(this.reader.faultOf(fault), talk.page);
    if (!this.mayBeDue(blame, fault, talk.page)) return this.reader.recover(blame, talk, fault);
    const exchange = -(fault.seen?.id ?? 0);
    return [{ notes: [{ kind: 'ended', exchange, reason: 'state-unknown' }] }];
  }

  /** Where the state is not known, a message that nothing was due for may have been. */
  private mayBeDue(
    blame: Blame<Message, State>,
    { kind }: Pick<Fault<Talk<State>>, 'kind'>,
    page: State,
  ): boolean {
    const { clause, isCertain = false } = typeof blame === 'object' ? blame : { clause: blame };
    return clause !== undefined && kind !== 'form' && !isCertain && !this.session.isKnown(page);
  }

  readonly answers = (asked: ReadEvent<Message>, seen: ReadEvent<Message>): boolean => {
    const { event } = asked.passed;
    if (asked.change !== undefined || event.kind !== 'frame') return false;
    return this.session.answers({ message: event.value, ...passageOf(asked) }, this.reader.rxOf(seen));
  };

  isKnown({ page }: Talk<State>): boolean {
    return this.session.isKnown(page);
  }

  isSame(a: Talk<State>, b: Talk<State>): boolean {
    if (a === b) return true;
    return (
      isSameData(this.session.essence(a.page), this.session.essence(b.page)) && isSameData(a.timers, b.timers)
    );
  }

  /** What comes for one event does not keep the board from what it owes to the same. */
  pauseAround(owed: Send<Talk<State>>, came: Send<Talk<State>> | undefined): number {
    return came === undefined || came.since.notAfter === owed.since.notAfter ? 0 : this.session.turnTime;
  }

  longestOnLine(seen: ReadEvent<Message>): number {
    return longestOnLine(seen, this.session);
  }

  lose(talk: Talk<State>, _at: number, reason: UnjudgedReason): Ruling<Talk<State>> {
    const lost = this.reader.lose(talk);
    const { quiet } = this.session;
    // Where resets come unseen, a state is never known for sure: a shorter silence has to do.
    if (!this.options.seesResets && reason === 'bytes-lost')
      return { ...lost, open: { span: UNSEEN_SHARE * quiet, reason } };
    return reason === 'state-unknown' && lost.state !== undefined ? { state: lost.state } : lost;
  }
}

function triggerOf({ passed: { event } }: ReadEvent<Message>): string {
  return event.kind === 'frame' ? event.value.type : event.error.code;
}
