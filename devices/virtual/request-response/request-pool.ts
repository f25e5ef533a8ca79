/**
 * Requests of every kind that the rules distinguish, found by asking the rules about samples.
 *
 * Random numbers would rarely hit the board's own unit, or one of its few registers. So numbers are often small, or
 * taken from the probe, the baseline and the parameters.
 */
import { isDeepStrictEqual } from 'node:util';
import type { AnySession, Message } from '../../../protocols/request-response/definition';
import { atFirst, fittedRequest } from '../../../protocols/request-response/fitted-request';
import { sample } from '../../../protocols/wire/sample';
import type { Random } from '../../random';
import type { AnyRuling } from './firmware';
import { outcomeOf } from './outcome';

export interface PooledRequest {
  readonly request: Message;
  readonly ruling: AnyRuling;
  /** The state for this ruling. */
  readonly state: unknown;
  readonly isAnswered: boolean;
  readonly changesState: boolean;
}

const SAMPLES = 400;
/** The most requests of a kind. */
const MOST_OF_A_KIND = 4;

export class RequestPool {
  private readonly kinds: readonly (readonly PooledRequest[])[];
  private readonly numbers: readonly number[];

  constructor(
    readonly session: AnySession,
    random: Random,
    samples = SAMPLES,
  ) {
    const kinds = new Map<string, PooledRequest[]>();
    this.numbers = numbersOf(session);
    let { initial: state } = session;
    const given = [...session.baseline, session.probe];
    for (let i = 0; i < samples; i++) {
      const request = given[i] ?? this.sample(random);
      const ruled = ruledRequest(session, request, state);
      const kind = kindOf(ruled);
      const others = kinds.get(kind);
      if (others === undefined) kinds.set(kind, [ruled]);
      else if (others.length < MOST_OF_A_KIND) others.push(ruled);
      state = outcomeOf(ruled.ruling, state, random).state;
    }
    this.kinds = [...kinds.values()];
  }

  /** Any request that the line can carry. */
  sample(random: Random): Message {
    const { session } = this;
    const { wire, framing } = session.requests;
    const drawn = sample(wire, biased(random, this.numbers), framing);
    return session.prepare === undefined || random.int(0, 7) === 0 ? drawn : atFirst(session, drawn);
  }

  /** Every request of the pool. */
  all(): readonly PooledRequest[] {
    return this.kinds.flat();
  }

  /** A request of the pool: each kind is equally likely. */
  pick(random: Random): Message {
    const kind = this.kinds[random.int(0, this.kinds.length - 1)];
    return kind?.[random.int(0, kind.length - 1)]?.request ?? this.session.probe;
  }
}

export function ruledRequest(session: AnySession, asked: Message, state: unknown): PooledRequest {
  const request = fittedRequest(session, asked, state);
  const ruling = session.rule(request, state);
  const outcome = outcomeOf(ruling, state);
  return {
    request: asked,
    ruling,
    state,
    isAnswered: outcome.answers.length > 0,
    changesState: !isDeepStrictEqual(outcome.state, state),
  };
}

/** The answers to a request in this state. */
export function ruledAnswers(session: AnySession, request: Message, state: unknown): readonly Message[] {
  const fitted = fittedRequest(session, request, state);
  return outcomeOf(session.rule(fitted, state), state).answers;
}

function kindOf({ request, ruling, isAnswered, changesState }: PooledRequest): string {
  return [request.type, ruling.clause, ruling.answer?.type, isAnswered, changesState].join(' ');
}

/** Numbers with a meaning for the board. */
function numbersOf({ parameters, probe, baseline }: AnySession): readonly number[] {
  const found = new Set<number>();
  const collect = (value: unknown, depth: number): void => {
    if (typeof value === 'number') found.add(value);
    else if (typeof value === 'object' && value !== null && depth > 0)
      for (const one of Object.values(value)) collect(one, depth - 1);
  };
  collect([parameters, probe, baseline], 4);
  return [...found];
}

/** Dice that prefer known numbers and bounds. */
function biased(random: Random, known: readonly number[]): Pick<Random, 'int'> {
  return {
    int: (min, max) => {
      const way = random.int(0, 9);
      const fitting = known.filter((one) => Number.isInteger(one) && one >= min && one <= max);
      const one = fitting[random.int(0, Math.max(0, fitting.length - 1))];
      if (way < 4 && one !== undefined) return one;
      if (way < 7) return random.int(min, Math.min(max, min + 3));
      if (way < 8) return random.int(Math.max(min, max - 3), max);
      return random.int(min, max);
    },
  };
}
