/** A step on the line of a described protocol, what it is about, and what came of it. */
import type { Judgement } from '../../../../protocols/monitor/judgement';
import type { Message } from '../../../../protocols/request-response/definition';
import type { Micros } from '../../../../protocols/time';
import type { Finding } from '../../../bench/assessor';

/** Parts that are sent with a pause between each two; or silence, without parts. */
export interface LineStep {
  readonly parts: readonly Uint8Array[];
  readonly pause: Micros;
}

/** How something sent is judged and named, if the rules and its bytes do not say enough. */
export interface PlayOptions {
  /** The clause that a wrong answer breaks, instead of the one that the rules name. */
  readonly clause?: string | undefined;
  /** The situation, for people: `after a frame that was cut short`. */
  readonly what?: string | undefined;
}

/** A judgement as it is written down. */
export interface Weighed {
  readonly judgement: Judgement<Message>;
  readonly finding: Finding;
}

/** What a step led to, in its last try. */
export interface Outcome {
  /** By the rules, before it. */
  readonly state: unknown;
  readonly weighed: readonly Weighed[];
  /** Clauses that the step was about, and that nothing could be judged of. */
  readonly unjudged: readonly string[];
}

export function hasFailed({ weighed }: Pick<Outcome, 'weighed'>): boolean {
  return weighed.some(({ finding }) => finding.verdict === 'fail');
}

export function isOpen({ finding }: Weighed): boolean {
  return finding.verdict === 'inconclusive';
}
