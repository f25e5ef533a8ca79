/** What an author's rules give, checked each time: a mistake in them is theirs, and never the board's failure. */
import { EncodeError } from '../frame';
import { RuleError, type Ruling } from './definition';
import { nameOf } from './option-check';

const KEYS = ['clause', 'answer', 'accepts', 'answers', 'oneOf', 'state', 'time'];

/** Asks a rule. `what` names it: `oven: rules of 'set'`. */
export type RuleAsker<Answer, State> = (
  what: string,
  rule: () => Ruling<Answer, State>,
) => Ruling<Answer, State>;

/**
 * Asks rules whose clauses are in `clauses`. Throws {@link RuleError} where a rule throws, with the place in its file, or gives what is no
 * ruling.
 */
export function ruleAsker<Answer, State>(clauses: ReadonlySet<string>): RuleAsker<Answer, State> {
  return (what, rule) => {
    const ruling = guarded(what, rule);
    checkShape(what, ruling);
    if (!clauses.has(ruling.clause)) throw new RuleError(`${what}: the page has no clause ${ruling.clause}`);
    return ruling;
  };
}

function checkShape(what: string, ruling: unknown): void {
  if (ruling instanceof Promise)
    throw new RuleError(`${what} gave a promise: rules wait for nothing, so take the async away`);
  if (typeof ruling !== 'object' || ruling === null)
    throw new RuleError(`${what} gave ${nameOf(ruling)}: give { clause, answer, state }`);
  if (!('clause' in ruling) || typeof ruling.clause !== 'string')
    throw new RuleError(`${what} named no clause: give { clause, answer, state }`);
  for (const key in ruling)
    if (!KEYS.includes(key)) throw new RuleError(`${what} gave '${key}': a ruling has ${KEYS.join(', ')}`);
}

/**
 * The bytes of an answer that rules gave for a state that a sound board can be in. Throws {@link RuleError} where it has none. With a state that
 * only a defect brings about, the rules are not to blame.
 */
export function encodeRuled<Answer>(
  codec: { encode(answer: Answer): Uint8Array },
  answer: Answer,
  what: string,
): Uint8Array {
  try {
    return codec.encode(answer);
  } catch (error) {
    if (!(error instanceof EncodeError)) throw error;
    throw new RuleError(`${what} gave an answer that cannot be sent: ${error.message}`, { cause: error });
  }
}

/** What an author's function gives. Throws {@link RuleError} with the place in their file, where it throws. */
export function guarded<T>(what: string, rule: () => T): T {
  try {
    return rule();
  } catch (error) {
    throw thrownBy(what, error);
  }
}

/** What an author's function threw, as their error. */
export function thrownBy(what: string, error: unknown): RuleError {
  if (error instanceof RuleError) return error;
  if (!(error instanceof Error)) return new RuleError(`${what} threw ${String(error)}`);
  const place = /\(?(?<place>[^\s()]+:\d+:\d+)\)?\s*$/m.exec(error.stack ?? '')?.groups?.['place'];
  return new RuleError(`${what} threw ${error.message}${place === undefined ? '' : ` at ${place}`}`, {
    cause: error,
  });
}
