/** Requests of each kind that the rules distinguish: by form, clause and answer, and whether they change or show the state. */
import type { Random } from '../random';
import { isSameData } from '../same-data';
import type { AnySession, Message } from './definition';
import { chooseOutcome } from './outcomes';
import { ruleRequest, type RuledRequest } from './ruled-request';

/** Of a kind. */
const MOST_OF_A_KIND = 6;
/** Where there are as many, a new one takes the place of another once in this many times. */
const REPLACED = 3;

interface Kind {
  readonly changesState: boolean;
  /** The answer depends on the state. */
  readonly showsState: boolean;
  readonly requests: RuledRequest[];
}

export class RequestKinds {
  /** The state of a board that got all that was offered. */
  state: unknown;
  private readonly kinds = new Map<string, Kind>();

  constructor(
    readonly session: AnySession,
    private readonly keepsFirst = false,
  ) {
    this.state = session.initial;
  }

  get changesState(): boolean {
    return [...this.kinds.values()].some(({ changesState }) => changesState);
  }

  offer(random: Random, request: Message): void {
    const { session, state } = this;
    const ruled = ruleRequest(session, request, state);
    const { ruling, answers, isAnswered, changesState } = ruled;
    const showsState =
      state !== session.initial &&
      !isSameData(ruleRequest(session, request, session.initial).answers, answers);
    this.state = chooseOutcome(ruling, state, random).state;
    const { type } = request;
    const name = [
      type,
      ruling.clause,
      ruling.answer?.type,
      isAnswered,
      changesState,
      !this.keepsFirst && showsState,
    ].join(' ');
    const kind = this.kinds.get(name) ?? { changesState, showsState, requests: [] };
    this.kinds.set(name, kind);
    const { requests } = kind;
    if (requests.some((other) => isSameData(other.request, request))) return;
    if (requests.length < MOST_OF_A_KIND) requests.push(ruled);
    else if (!this.keepsFirst && random.int(1, REPLACED) === 1)
      requests[random.int(0, requests.length - 1)] = ruled;
  }

  all(): readonly RuledRequest[] {
    return [...this.kinds.values()].flatMap(({ requests }) => requests);
  }

  /** Each kind is equally likely. `is`: only such kinds. */
  pick(random: Pick<Random, 'int'>, is?: 'changesState' | 'showsState'): Message {
    const kinds = [...this.kinds.values()].filter((kind) => is === undefined || kind[is]);
    const any = <T>(items: readonly T[]): T | undefined =>
      items.length === 0 ? undefined : items[random.int(0, items.length - 1)];
    return any(any(kinds)?.requests ?? [])?.request ?? this.session.probe;
  }
}
