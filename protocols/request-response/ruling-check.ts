/** Checks every result of an author's rules: a mistake in them is never the board's failure. */
import { EncodeError } from '../frame';
import { RuleError, type Ruling } from './definition';
import { nameOf } from './option-check';

const KEYS = [
  'clause',
  'clauseOf',
  'clauseOfNext',
  'answer',
  'accepts',
  'draw',
  'describe',
  'answers',
  'oneOf',
  'state',
  'time',
];

/** Asks a rule. `what` names it in errors: `oven: rules of 'set'`. */
export type RuleAsker<Answer, State> = (
  what: string,
  rule: () => Ruling<Answer, State>,
) => Ruling<Answer, State>;

/**
 * Makes a {@link RuleAsker} for rules whose clauses are in `clauses`. It throws {@link RuleError} where a rule throws,
 * with the place in its file, or gives no valid ruling. `answered`: the clause by which there is one answer each.
 */
export function ruleAsker<Answer, State>(
  clauses: ReadonlySet<string>,
  answered: string | undefined,
): RuleAsker<Answer, State> {
  return (what, rule) => {
    const ruling = guarded(what, rule);
    checkShape(what, ruling);
    if (!clauses.has(ruling.clause)) throw new RuleError(`${what}: the page has no clause ${ruling.clause}`);
    if (answered !== undefined && !givesOneAnswer(ruling))
      throw new RuleError(
        `${what} did not give one answer: by always.answered, ${answered}, there is one in any state`,
      );
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

function givesOneAnswer({ answer, answers, oneOf }: Ruling<unknown, unknown>): boolean {
  if (oneOf !== undefined) return oneOf.every((one) => one.answer !== undefined);
  return answer !== undefined || answers?.length === 1;
}

/**
 * The bytes of an answer that the rules gave. Throws {@link RuleError} where it cannot be encoded in a state that a
 * conformant board can have. In a state that only a defect reaches, the rules are not to blame.
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

/** The result of an author's function. Throws {@link RuleError} with the place in the file where it throws. */
export function guarded<T>(what: string, rule: () => T): T {
  try {
    return rule();
  } catch (error) {
    throw thrownBy(what, error);
  }
}

/** An error from an author's function, as a {@link RuleError}. */
export function thrownBy(what: string, error: unknown): RuleError {
  if (error instanceof RuleError) return error;
  if (!(error instanceof Error)) return new RuleError(`${what} threw ${String(error)}`);
  const place = /\(?(?<place>[^\s()]+:\d+:\d+)\)?\s*$/m.exec(error.stack ?? '')?.groups?.['place'];
  return new RuleError(`${what} threw ${error.message}${place === undefined ? '' : ` at ${place}`}`, {
    cause: error,
  });
}
