/** Rules depend on their arguments alone, and leave them alone: the board, the monitor and the fuzzer each ask them again. */
import { inspect } from 'node:util';
import { RuleError, type AnySession } from '../../../protocols/request-response/definition';
import type { SampleRequests } from './sample-requests';

/** Chance shows in one of so many answers, most likely. */
const ASKED = 8;

const SNAPSHOT = { depth: null, maxArrayLength: null, maxStringLength: null, showHidden: false } as const;

function snapshot(value: unknown): string {
  return inspect(value, SNAPSHOT);
}

/** To be called before and after the rules were asked: the second call throws {@link RuleError} where the initial state is another one then. */
export function stateGuard({ initial }: AnySession, id: string): () => void {
  const before = snapshot(initial);
  return () => {
    if (snapshot(initial) !== before)
      throw new RuleError(
        `${id}: rules or refuse changed the state that they got: leave it as it is, and give the new one: { clause, state: { ...state, … } }`,
      );
  };
}

/** Throws {@link RuleError} where the same request in the same state is ruled in two ways. */
export function checkRepeatability(
  session: AnySession,
  { representatives }: SampleRequests,
  id: string,
): void {
  for (const { request } of representatives) {
    const first = snapshot(session.rule(request, session.initial));
    for (let n = 0; n < ASKED; n++)
      if (snapshot(session.rule(request, session.initial)) !== first)
        throw new RuleError(
          `${id}: rules of '${request.type}' gave two rulings for the same request and state: they depend on their arguments alone, and not on chance, time or what was asked before`,
        );
  }
}
