/** A request whose answer shows whether the board obeyed another. */
import type { AnySession, Message } from '../../../protocols/request-response/definition';
import { ruleRequest } from '../../../protocols/request-response/ruled-request';
import { isSameData } from '../../../protocols/same-data';
import type { SampleRequest, SampleRequests } from './sample-requests';

/** Requests like the one that must not be obeyed, which are looked at for what they would do. */
const MOST_LIKE_IT = 8;
const MOST_CANDIDATES = 24;

export class StateQueries {
  /** Requests that change nothing, those with the longest answers. */
  readonly informativeRequests: readonly Message[];
  /** The informative ones come first, and of them the one that showed something last. */
  private readonly candidates: Message[];

  constructor(
    private readonly session: AnySession,
    private readonly samples: SampleRequests,
  ) {
    const answered = samples.all.filter(({ isAnswered }) => isAnswered);
    const changing = answered.filter(({ changesState }) => changesState);
    const pure = answered.filter(({ changesState }) => !changesState);
    this.informativeRequests = this.mostInformative(pure);
    this.candidates = [...this.informativeRequests, ...this.mostInformative(changing)];
  }

  /**
   * A request whose answer shows whether `request` was done in `state`. Where the rules forbid it, what counts is what the most similar
   * request does that they allow. Undefined: no answer shows it.
   */
  afterRequest(request: Message, state: unknown): Message | undefined {
    for (const one of [request, ...this.similarTo(request)]) {
      const query = this.effectOf(one, state);
      if (query !== undefined) return query;
    }
    return undefined;
  }

  /** A request whose answer shows what `request` does in `state`. Undefined: it does nothing that an answer shows. */
  effectOf(request: Message, state: unknown): Message | undefined {
    const { next, changesState } = ruleRequest(this.session, request, state);
    return changesState ? this.between(state, next) : undefined;
  }

  /** Samples of the same form that change the state, the most similar first. */
  private similarTo(request: Message): readonly Message[] {
    return this.samples.all
      .filter((one) => one.changesState && one.request.type === request.type)
      .map((one) => ({ one, distance: distanceOf(request, one.request) }))
      .sort((a, b) => a.distance - b.distance)
      .slice(0, MOST_LIKE_IT)
      .map(({ one }) => one.request);
  }

  /** Long answers are the most informative. */
  private mostInformative(samples: readonly SampleRequest[]): readonly Message[] {
    return samples
      .map(({ request }) => ({ request, size: this.answersTo(request, this.session.initial).length }))
      .sort((a, b) => b.size - a.size)
      .slice(0, MOST_CANDIDATES)
      .map(({ request }) => request);
  }

  private between(a: unknown, b: unknown): Message | undefined {
    const at = this.candidates.findIndex((one) => this.answersTo(one, a) !== this.answersTo(one, b));
    const [found] = at < 0 ? [] : this.candidates.splice(at, 1);
    if (found !== undefined) this.candidates.unshift(found);
    return found;
  }

  private answersTo(request: Message, state: unknown): string {
    const { wire } = this.session.answers;
    return ruleRequest(this.session, request, state)
      .answers.map((answer) => wire.encode(answer).toString())
      .join(';');
  }
}

/** The number of fields that differ; of numbers that differ, near ones are below one. */
function distanceOf(a: Message, b: Message): number {
  const [of, to]: readonly [string, unknown][][] = [Object.entries(a), Object.entries(b)];
  const others = new Map(to);
  return (of ?? []).reduce((sum, [name, value]) => sum + differenceOf(value, others.get(name)), 0);
}

function differenceOf(a: unknown, b: unknown): number {
  if (typeof a !== 'number' || typeof b !== 'number') return isSameData(a, b) ? 0 : 1;
  const distance = Math.abs(a - b);
  return distance === 0 ? 0 : 1 - 1 / (1 + distance);
}
