/** Requests of each kind that the rules distinguish: by form, clause and answer, and whether they change or show the state. */
import { outcomeOf } from '../../../../devices/virtual/request-response/outcome';
import { ruledAnswers, ruledRequest } from '../../../../devices/virtual/request-response/request-pool';
import type { AnySession, Message } from '../../../../protocols/request-response/definition';
import { isSameData } from '../../../../protocols/same-data';
import type { Dice } from '../../campaign/dice';

/** The most requests of a kind. */
const MOST_OF_A_KIND = 6;
/** Where there are as many, a new one takes the place of another once in this many times. */
const REPLACED = 3;

interface Kind {
  readonly changesState: boolean;
  /** The answer depends on the state. */
  readonly showsState: boolean;
  readonly requests: Message[];
}

export class RequestKinds {
  /** The state of a board that got all that was offered. */
  state: unknown;
  private readonly kinds = new Map<string, Kind>();

  constructor(private readonly session: AnySession) {
    this.state = session.initial;
  }

  get changesState(): boolean {
    return [...this.kinds.values()].some(({ changesState }) => changesState);
  }

  offer(dice: Dice, request: Message): void {
    const { session, state } = this;
    const { ruling, isAnswered, changesState } = ruledRequest(session, request, state);
    const { answers } = outcomeOf(ruling, state);
    const showsState =
      state !== session.initial && !isSameData(ruledAnswers(session, request, session.initial), answers);
    this.state = outcomeOf(ruling, state, {
      int: (min, max) => dice.int(min, max),
      shuffle: (items) => [...items],
    }).state;
    const name = [
      request.type,
      ruling.clause,
      ruling.answer?.type,
      isAnswered,
      changesState,
      showsState,
    ].join(' ');
    const { requests } = this.kindOf(name, changesState, showsState);
    if (requests.some((other) => isSameData(other, request))) return;
    if (requests.length < MOST_OF_A_KIND) requests.push(request);
    else if (dice.once(REPLACED)) requests[dice.int(0, requests.length - 1)] = request;
  }

  /** Each kind is equally likely. `is`: only such kinds. */
  pick(dice: Dice, is?: 'changesState' | 'showsState'): Message {
    const kinds = [...this.kinds.values()].filter((kind) => is === undefined || kind[is]);
    return dice.any(dice.any(kinds)?.requests ?? []) ?? this.session.probe;
  }

  private kindOf(name: string, changesState: boolean, showsState: boolean): Kind {
    const kind = this.kinds.get(name) ?? { changesState, showsState, requests: [] };
    this.kinds.set(name, kind);
    return kind;
  }
}
