/** What the author's rulings mean to the judge: worlds, and what is owed in them. */
import type {
  Blame,
  ConversationFault,
  LinkEnd,
  Ruling,
  RxMessage,
  Send,
} from '../../protocols/conversation/definition';
import type { ConversationSession } from '../../protocols/conversation/session';
import type { Flaw, Situation } from '../../protocols/monitor/judgement';
import type { JudgementLog } from '../../protocols/monitor/judgement-log';
import type { CoveragePoint } from '../../protocols/monitor/monitor';
import { instant, type Bounds } from '../../protocols/monitor/timed-decoder';
import type { Message } from '../../protocols/request-response/definition';
import { isSameData } from '../../protocols/same-data';
import type { Charge, Fault, Note, Ruling as Judged, Send as PendingSend } from '../conversation';
import type { ReadEvent } from '../line-reading';
import { byteTimesOf, departureOf, type ByteTimes } from './departure';
import { answered, describe, dueOf, END, endsOf, passOf, startTimers } from './ruling-parts';
import { CHANGES, rxMessageOf, type Talk } from './talk';

type Session<State> = ConversationSession<Message, Message, State>;

/** What an event was, for what follows from it. */
export interface Cause {
  /** Counts events; 0: it is none that is counted. */
  readonly exchange: number;
  readonly trigger: string;
  /** Times count from here; `bestSince`: the board chose when that is, in the best case then. */
  readonly since: Bounds;
  readonly bestSince?: number;
  /** The clause that it is about, in place of what the rules name. */
  readonly charged?: string | undefined;
}

export interface RulingOptions {
  /** Where messages come that name none. */
  readonly link: string | undefined;
  /** false: the board may be reset, and nobody tells. */
  readonly seesResets: boolean;
}

export class RulingReader<State> {
  /** What is asked from here on is about this clause. */
  charged: string | undefined;
  private readonly byteTimes: ByteTimes;
  /** What came last: several rules ask for it. */
  private latest?: { readonly seen: ReadEvent<Message>; readonly rx: RxMessage<Message> };

  constructor(
    private readonly session: Session<State>,
    private readonly log: JudgementLog<Message>,
    private readonly options: RulingOptions,
  ) {
    this.byteTimes = byteTimesOf(session);
  }

  /** What has come, with the time at which it has left the board. */
  rxOf(seen: ReadEvent<Message>): RxMessage<Message> {
    if (this.latest?.seen !== seen)
      this.latest = { seen, rx: rxMessageOf(seen, departureOf(seen, this.byteTimes)) };
    return this.latest.rx;
  }

  /** A fault as the author is told of it. */
  faultOf({ kind, seen, all, isReceiving }: Fault<Talk<State>>): ConversationFault<Message> {
    const owed = all.filter(({ send }) => send.duty === 'must').map(({ send }) => send.key);
    return { kind, isReceiving, owed, rx: seen === undefined ? undefined : this.rxOf(seen) };
  }

  read(ruling: Ruling<Message, State>, talk: Talk<State>, cause: Cause): Judged<Talk<State>> {
    const { state = talk.page, cancels, timers, open, trigger = cause.trigger } = ruling;
    const { sends = [], measures = [] } = ruling;
    const { recent, isOrderLost } = talk;
    const ends = this.session.carrier === 'tcp' ? (ruling.ends ?? []) : [];
    const situation: Situation<Message> = { trigger, due: dueOf(sends), pipelined: false };
    const named = { ...cause, charged: cause.charged ?? this.charged, trigger };
    const main = sends.find(({ duty }) => duty !== 'may');
    const notes: Note[] = (ruling.keeps ?? []).map((clause) => passOf(clause, cause.exchange));
    if (ruling.breaks !== undefined) notes.push(this.flawOf(ruling.breaks, cause, situation));
    for (const { clause, title, ...measurement } of measures)
      notes.push({
        kind: 'time',
        clause,
        exchange: cause.exchange,
        measurement,
        situation,
        describe: () => title,
      });
    if (cause.exchange > 0) notes.push(...this.endOf(ruling, talk, named, state, main !== undefined));
    return {
      state: { page: state, timers: startTimers(talk.timers, timers, cause.since), recent, isOrderLost },
      sends: [
        ...sends.map((send) => this.pendingSend(send, named, situation, send === main)),
        ...ends.map((end) => this.pendingEnd(end, named, situation)),
      ],
      cancels,
      timers: timers && endsOf(timers, cause.since),
      open: open === undefined ? undefined : { span: open, reason: 'left-open' },
      isWhole: ruling.isWhole,
      notes,
    };
  }

  /** A point of coverage; and the end of an event of which nothing is due. */
  private endOf(
    ruling: Ruling<Message, State>,
    { page }: Talk<State>,
    { exchange, trigger }: Cause,
    next: State,
    isDue: boolean,
  ): Note[] {
    const { session } = this;
    const reason = session.isKnown(page) ? undefined : ('state-unknown' as const);
    const ended: Note[] = isDue ? [] : [{ kind: 'ended', exchange, reason }];
    const { sends = [] } = ruling;
    const point = (): CoveragePoint => ({
      state: session.stateClass(page),
      trigger,
      response: dueOf(sends),
      requirement: ruling.clause ?? sends[0]?.clause ?? '',
      isNoOp: ruling.isNoOp ?? isSameData(session.essence(page), session.essence(next)),
    });
    return [{ kind: 'point', exchange, point }, ...ended];
  }

  private pendingSend(
    send: Send<Message, State>,
    cause: Cause,
    situation: Situation<Message>,
    isMain: boolean,
  ): PendingSend<Talk<State>> {
    const { title, queue = title, key = title, clause, duty = 'must', within, keeps = [clause] } = send;
    const { link = this.options.link } = send;
    const passes = (exchange: number): Note[] => keeps.map((one) => passOf(one, exchange));
    return {
      duty,
      queue,
      key,
      link,
      isBlocking: send.blocks === true,
      isStateless: send.isStateless === true,
      since: cause.since,
      bestSince: cause.bestSince,
      min: within.min,
      max: within.max,
      timeClause: duty === 'must' ? within.clause : undefined,
      limits: duty === 'must' ? within.limits : undefined,
      // To a request a board that was reset gives no late answer.
      mayBeReset: !this.options.seesResets && cause.exchange === 0,
      grace: duty === 'must' ? this.session.grace : 0,
      exchange: isMain ? cause.exchange : 0,
      part: isMain || duty !== 'must' ? 0 : cause.exchange,
      situation: { trigger: situation.trigger, due: title, pipelined: false },
      timeName: `${cause.trigger} to ${title}`,
      describeTime: () => `the time of ${title}`,
      accepts: (message, { page }, seen) =>
        duty !== 'never' && message !== CHANGES.closed && send.accepts(message, page, this.rxOf(seen)),
      mistakes: (message) => {
        if (message === CHANGES.closed) return true;
        return send.mistakes?.(message) ?? (duty === 'never' || send.blocks === true);
      },
      then: (seen, talk) => {
        const { value } = seen.passed.event;
        const next = value === undefined ? undefined : send.then?.(value, talk.page, this.rxOf(seen));
        const after = { exchange: 0, trigger: cause.trigger, since: departureOf(seen, this.byteTimes) };
        const judged = this.read(next ?? {}, answered(talk, cause), after);
        const ended: Note[] = isMain ? [{ kind: 'ended', exchange: cause.exchange }] : [];
        return [{ ...judged, notes: [...(judged.notes ?? []), ...passes(-seen.id), ...ended] }];
      },
      over: () => [
        {
          notes: [
            ...(duty === 'never' ? passes(cause.exchange) : []),
            ...(isMain ? [{ kind: 'ended' as const, exchange: cause.exchange }] : []),
          ],
        },
      ],
      charge: (fault, { page }) => {
        const blame = send.charge === undefined ? clause : send.charge(this.faultOf(fault), page);
        const named = { ...situation, due: title };
        return this.charge(blame, fault, named, { title, duty, charged: cause.charged });
      },
      recover: (fault, talk) => {
        const blame = send.charge === undefined ? clause : send.charge(this.faultOf(fault), talk.page);
        return this.recover(blame, talk, fault);
      },
    };
  }

  /** The board ends a connection: as a message that has no bytes. */
  private pendingEnd(
    end: LinkEnd<Message, State>,
    cause: Cause,
    situation: Situation<Message>,
  ): PendingSend<Talk<State>> {
    const { link, clause, queue = link, duty = 'must', within } = end;
    const send = this.pendingSend(
      {
        title: END,
        key: `${END} ${link}`,
        link,
        queue,
        clause,
        duty,
        within,
        accepts: () => false,
        charge: (fault, state) => (end.charge === undefined ? clause : end.charge(fault, state)),
      },
      cause,
      situation,
      false,
    );
    return {
      ...send,
      accepts: (message, { page }) => message === CHANGES.closed && (end.accepts?.(page) ?? true),
      mistakes: () => false,
      then: (seen, talk) => {
        const after = { exchange: 0, trigger: cause.trigger, since: departureOf(seen, this.byteTimes) };
        const judged = this.read(end.then?.(talk.page, this.rxOf(seen)) ?? {}, talk, after);
        return [{ ...judged, cancelsLink: link, notes: [...(judged.notes ?? []), passOf(clause, -seen.id)] }];
      },
    };
  }

  private flawOf(
    { clause, expected, seen, isDoubtful, isCertain }: NonNullable<Ruling<Message, State>['breaks']>,
    { exchange, trigger }: Cause,
    situation: Situation<Message>,
  ): Note {
    const verdict = isDoubtful === true ? 'inconclusive' : 'fail';
    const flaw = { kind: 'answer', title: `what follows ${trigger}`, expected, seen, verdict } as const;
    const mayBeReset = !this.options.seesResets && isCertain !== true;
    return { kind: 'flaw', clause, exchange, situation, flaw, mayBeReset };
  }

  charge(
    blame: Blame<Message, State>,
    fault: Fault<Talk<State>>,
    situation: Situation<Message>,
    {
      title = 'nothing',
      duty = 'never',
      charged = this.charged,
    }: { readonly title?: string; readonly duty?: string; readonly charged?: string | undefined } = {},
  ): Charge {
    const own = typeof blame === 'object' ? blame.clause : blame;
    if (own === undefined) return { excuse: 'none' };
    const { kind, seen } = fault;
    const clause = kind === 'form' ? own : (charged ?? own);
    const hasLinks = this.session.links.filter(({ board }) => board !== undefined).length > 1;
    const words = typeof blame === 'object' ? blame : {};
    const asked = words.trigger ?? situation.trigger;
    const flaw: Flaw<Message> = {
      kind: kind === 'form' ? 'malformed' : kind,
      title: `what follows ${words.after ?? asked}`,
      expected: words.expected ?? (duty === 'never' ? 'nothing more' : title),
      seen: words.seen ?? (seen === undefined ? 'nothing' : describe(seen, hasLinks)),
    };
    const named = { ...situation, trigger: asked, due: words.due ?? situation.due };
    if (!this.mayBeReset(blame, kind))
      return { report: (verdict) => this.log.fail(clause, named, { ...flaw, verdict }) };
    return { report: () => this.log.failUnlessReset(clause, named, flaw), reason: 'state-unknown' };
  }

  /** A reset that nobody saw may explain it. */
  private mayBeReset(blame: Blame<Message, State>, kind: Fault<Talk<State>>['kind']): boolean {
    const isCertain = kind === 'form' || (typeof blame === 'object' && blame.isCertain === true);
    return !this.options.seesResets && !isCertain;
  }

  /** The board may be in any state that has shown a fault, unless the fault says nothing of it. */
  recover(
    blame: Blame<Message, State>,
    talk: Talk<State>,
    { at, seen, all, kind }: Fault<Talk<State>>,
  ): readonly Judged<Talk<State>>[] {
    if (blame === undefined) return [{}];
    if (this.mayBeReset(blame, kind)) {
      const page = this.session.unknown(talk.page);
      const cancels = all.filter(({ send }) => send.isStateless !== true).map(({ send }) => send.queue);
      return [{ state: { page, timers: {} }, cancels }];
    }
    if (typeof blame === 'string' || blame.then === undefined)
      return [{ ...this.lose(talk), cancels: all.map(({ send }) => send.queue) }];
    const since = seen === undefined ? instant(at) : departureOf(seen, this.byteTimes);
    return [this.read(blame.then, talk, { exchange: 0, trigger: 'a fault', since })];
  }

  /** Nothing is judged until the line was quiet. */
  lose({ page, timers }: Talk<State>): Judged<Talk<State>> {
    const { session } = this;
    return {
      state: { page: session.unknown(page), timers: {} },
      timers: Object.fromEntries(Object.keys(timers).map((name) => [name, null])),
      open: { span: session.quiet, reason: 'state-unknown' },
    };
  }
}
