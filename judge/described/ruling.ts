/** What the author's rulings mean to the judge: worlds, and what is owed in them. */
import type {
  Blame,
  ConversationFault,
  ConversationSession,
  Ruling,
  Send,
} from '../../protocols/conversation/definition';
import type { Flaw, Situation } from '../../protocols/monitor/judgement';
import type { JudgementLog } from '../../protocols/monitor/judgement-log';
import type { Bounds } from '../../protocols/monitor/timed-decoder';
import type { Message } from '../../protocols/request-response/definition';
import { isSameData } from '../../protocols/same-data';
import type { Charge, Fault, Note, Ruling as Judged, Send as PendingSend } from '../conversation';
import type { ReadEvent } from '../line-reading';
import { instant } from '../message-times';
import { rxMessageOf, type Talk } from './talk';

type Session<State> = ConversationSession<Message, Message, State>;

/** What an event was, for what follows from it. */
export interface Cause {
  /** Counts events; 0: it is none that is counted. */
  readonly exchange: number;
  readonly trigger: string;
  /** Times count from here. */
  readonly since: Bounds;
}

export class RulingReader<State> {
  constructor(
    private readonly session: Session<State>,
    private readonly log: JudgementLog<Message>,
    /** `link`: where messages come that name none. `seesResets` false: the board may be reset, and nobody tells. */
    private readonly options: { readonly link: string | undefined; readonly seesResets: boolean },
  ) {}

  read(ruling: Ruling<Message, State>, talk: Talk<State>, cause: Cause): Judged<Talk<State>> {
    const { state = talk.page, sends = [], cancels, timers, open, trigger = cause.trigger } = ruling;
    const situation: Situation<Message> = { trigger, due: dueOf(sends), pipelined: false };
    const named = { ...cause, trigger };
    const main = sends.find(({ duty }) => duty !== 'may');
    const notes: Note[] = (ruling.keeps ?? []).map((clause) => passOf(clause, cause.exchange));
    if (ruling.breaks !== undefined) notes.push(this.flawOf(ruling.breaks, cause, situation));
    if (cause.exchange > 0) notes.push(...this.endOf(ruling, talk, named, state, main !== undefined));
    return {
      state: { page: state, timers: startTimers(talk.timers, timers, cause.since) },
      sends: sends.map((send) => this.pendingSend(send, named, situation, send === main)),
      ...(cancels === undefined ? {} : { cancels }),
      ...(timers === undefined ? {} : { timers: endsOf(timers, cause.since) }),
      ...(open === undefined ? {} : { open: { span: open, reason: 'left-open' as const } }),
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
    const { sends = [] } = ruling;
    const point = {
      state: session.stateClass(page),
      trigger,
      response: dueOf(sends),
      requirement: ruling.clause ?? sends[0]?.clause ?? '',
      isNoOp: isSameData(session.essence(page), session.essence(next)),
    };
    const reason = session.isKnown(page) ? undefined : ('state-unknown' as const);
    return [
      { kind: 'point', exchange, point },
      ...(isDue ? [] : [{ kind: 'ended' as const, exchange, reason }]),
    ];
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
      ...(link === undefined ? {} : { link }),
      isBlocking: false,
      isStateless: send.isStateless === true,
      since: cause.since,
      ...(within.min === undefined ? {} : { min: within.min }),
      max: within.max,
      timeClause: duty === 'must' ? within.clause : undefined,
      grace: duty === 'must' ? this.session.grace : 0,
      exchange: isMain ? cause.exchange : 0,
      situation: { ...situation, due: title },
      isRefusal: false,
      timeName: `${cause.trigger} to ${title}`,
      describeTime: () => `the time of ${title}`,
      accepts: (message, { page }) => duty !== 'never' && send.accepts(message, page),
      ...(send.mistakes === undefined
        ? {}
        : { mistakes: (message: Message) => send.mistakes?.(message) ?? false }),
      then: (seen, talk) => {
        const { value } = seen.passed.event;
        const next = value === undefined ? undefined : send.then?.(value, talk.page);
        const after = { exchange: 0, trigger: cause.trigger, since: seen.passed.last };
        const judged = this.read(next ?? {}, talk, after);
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
        const blame = send.charge === undefined ? clause : send.charge(faultOf(fault), page);
        return this.charge(blame, fault, { ...situation, due: title }, title, duty);
      },
      recover: (fault, talk) => {
        const blame = send.charge === undefined ? clause : send.charge(faultOf(fault), talk.page);
        return this.recover(blame, talk, fault);
      },
    };
  }

  private flawOf(
    { clause, expected, seen }: NonNullable<Ruling<Message, State>['breaks']>,
    { exchange, trigger }: Cause,
    situation: Situation<Message>,
  ): Note {
    const flaw = { kind: 'answer', title: `what follows ${trigger}`, expected, seen } as const;
    return { kind: 'flaw', clause, exchange, situation, flaw };
  }

  charge(
    blame: Blame<Message, State>,
    fault: Fault<Talk<State>>,
    situation: Situation<Message>,
    title = 'nothing',
    duty = 'never',
  ): Charge {
    const clause = typeof blame === 'object' ? blame.clause : blame;
    if (clause === undefined) return { excuse: 'none' };
    const { kind, seen } = fault;
    // A reset that nobody saw may explain it.
    if (this.mayBeReset(blame, kind)) return { excuse: 'state-unknown' };
    const flaw: Flaw<Message> = {
      kind: kind === 'form' ? 'malformed' : kind,
      title: `what follows ${situation.trigger}`,
      expected: duty === 'never' ? 'nothing more' : title,
      seen: seen === undefined ? 'nothing' : describe(seen),
    };
    return { report: (verdict) => this.log.fail(clause, situation, { ...flaw, verdict }) };
  }

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
    if (typeof blame === 'string')
      return [{ ...this.lose(talk), cancels: all.map(({ send }) => send.queue) }];
    const since = seen?.passed.last ?? instant(at);
    return [this.read(blame.then, talk, { exchange: 0, trigger: 'a fault', since })];
  }

  /** Nothing is judged until the line was quiet. */
  lose({ page }: Talk<State>): Judged<Talk<State>> {
    const { session } = this;
    return {
      state: { page: session.unknown(page), timers: {} },
      open: { span: session.quiet, reason: 'state-unknown' },
    };
  }
}

function dueOf(sends: readonly Send<Message, unknown>[]): string {
  const [first] = sends.filter(({ duty }) => duty !== 'may');
  return first === undefined || first.duty === 'never' ? 'silence' : first.title;
}

function passOf(clause: string, exchange: number): Note {
  return { kind: 'pass', clause, how: 'answer', exchange };
}

export function faultOf<State>({
  kind,
  seen,
  all,
  isReceiving,
}: Fault<Talk<State>>): ConversationFault<Message> {
  return {
    kind,
    isReceiving,
    rx: seen === undefined ? undefined : rxMessageOf(seen),
    owed: all.filter(({ send }) => send.duty === 'must').map(({ send }) => send.key),
  };
}

const SHOWN = 64;

function describe({ passed: { event } }: ReadEvent<Message>): string {
  const text = Array.from(event.raw.subarray(0, SHOWN), (byte) =>
    byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '.',
  ).join('');
  return `'${text.replace(/\.+$/, '')}'`;
}

function endsOf(
  timers: NonNullable<Ruling<Message, unknown>['timers']>,
  since: Bounds,
): Record<string, number | null> {
  return Object.fromEntries(
    Object.entries(timers).map(([name, span]) => [name, span === null ? null : since.notAfter + span.max]),
  );
}

function startTimers(
  running: Talk<unknown>['timers'],
  timers: Ruling<Message, unknown>['timers'],
  since: Bounds,
): Talk<unknown>['timers'] {
  if (timers === undefined) return running;
  const next = { ...running };
  for (const [name, span] of Object.entries(timers))
    if (span === null) delete next[name];
    else next[name] = since.notBefore + span.min;
  return next;
}
