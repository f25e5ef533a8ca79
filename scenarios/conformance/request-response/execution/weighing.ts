/** What a step is about, and what is written down of it. */
import type { Message } from '../../../../protocols/request-response/definition';
import type { Judgement } from '../../../../protocols/monitor/judgement';
import type { Finding } from '../../../bench/assessor';

/** How something sent is judged and called, where the rules and its bytes do not say enough. */
export interface PlayOptions {
  /** Charged where the answer is wrong, in place of the clause that the rules name. */
  readonly clause?: string | undefined;
  /** The situation, for people: `after a frame that was cut short`. */
  readonly what?: string | undefined;
}

/** A judgement as it is written down. */
export interface Weighed {
  readonly judgement: Judgement<Message>;
  readonly finding: Finding;
}
