/**
 * Bugs at the bounds in the rules.
 *
 *     address + count > 32       the first address past the bound counts as within
 */
import type { Message } from '../../../../protocols/request-response/definition';
import { lastSame } from '../../../../protocols/request-response/field-axis';
import { ruleRequest, type RuledRequest } from '../../../../protocols/request-response/ruled-request';
import type { AnyRuling } from '../firmware';
import { requestStep } from '../session-step';
import {
  canSend,
  changeRule,
  isSilent,
  numbersOf,
  slug,
  withField,
  withoutAnswers,
  type StockBug,
  type StockSource,
} from './stock-bug';

/** The place where the clause changes: the last value within, and the first past it. */
interface Threshold {
  readonly field: string;
  readonly step: 1 | -1;
  /** The request with the first value past the bound. */
  readonly past: Message;
  /** The clause within the bound. */
  readonly clause: string;
  /** The request with the last value within changes the state. */
  readonly isDone: boolean;
}

/** Bugs of each number at which the rules change their clause. */
export function ruleBoundBugs(source: StockSource): readonly StockBug[] {
  const { session, pool } = source;
  const { head, tag } = session.requests.wire.layout;
  const notOwn = new Set([...head.map(({ name }) => name), tag?.name]);
  const found = new Map<string, StockBug>();
  for (const pooled of pool.all()) {
    if (isSilent(pooled.ruling)) continue;
    for (const [field, value] of numbersOf(pooled.request))
      for (const step of notOwn.has(field) ? [] : ([1, -1] as const)) {
        const threshold = findThreshold(source, pooled, field, value, step);
        for (const bug of threshold === undefined ? [] : pastBound(source, threshold))
          if (!found.has(bug.name)) found.set(bug.name, bug);
      }
  }
  return [...found.values()];
}

function findThreshold(
  { session }: StockSource,
  { request, ruling, state }: RuledRequest,
  field: string,
  value: number,
  step: 1 | -1,
): Threshold | undefined {
  const { clause } = ruling;
  const last = lastWithin(value, step, (one) => {
    if (!canSend(session, request, field, one)) return undefined;
    return session.rule(withField(request, field, one), state).clause === clause;
  });
  if (last === undefined) return undefined;
  const within = withField(request, field, last);
  const past = withField(request, field, last + step);
  return { field, step, past, clause, isDone: ruleRequest(session, within, state).changesState };
}

function pastBound({ session }: StockSource, threshold: Threshold): readonly StockBug[] {
  const { field, step, past, clause, isDone } = threshold;
  const { type } = past;
  const side = step > 0 ? 'above' : 'below';
  const base = `${slug(type)}-${slug(field)}-${side}-${slug(clause)}`;
  const bound = `The first ${field} ${side} the bound of ${clause} in '${type}'`;
  /** `change` gets the rulings on the request and on the one next to it, if the bound is between them. */
  const atBound = (
    change: (ruling: AnyRuling, near: AnyRuling) => AnyRuling,
  ): Pick<StockBug, 'change' | 'trigger'> => ({
    change: changeRule((ruling, request, again) => {
      const value = numbersOf(request).find(([name]) => name === field)?.[1];
      if (request.type !== type || value === undefined || ruling.clause === clause) return ruling;
      if (!canSend(session, request, field, value - step)) return ruling;
      const near = again(withField(request, field, value - step));
      return near.clause === clause ? change(ruling, near) : ruling;
    }),
    trigger: () => [requestStep(session, past)],
  });
  const taken: StockBug = {
    name: `${base}-taken`,
    text: `${bound} is taken for the last one within.`,
    ...atBound((_ruling, near) => near),
  };
  if (!isDone) return [taken];
  const obeyed: StockBug = {
    name: `${base}-obeyed`,
    text: `${bound} is refused, but the last one within is done.`,
    ...atBound((ruling, near) => ({ ...ruling, ...stateOf(near) })),
  };
  return [taken, obeyed];
}

function stateOf(ruling: Parameters<typeof withoutAnswers>[0]): { readonly state?: unknown } {
  const { state } = withoutAnswers(ruling);
  return state === undefined ? {} : { state };
}

const FAR = 2 ** 33;

/** The last value within, from `from` on: in growing steps, then by halving. Undefined: there is no bound near. */
function lastWithin(
  from: number,
  direction: 1 | -1,
  isWithin: (value: number) => boolean | undefined,
): number | undefined {
  const holds = (distance: number): boolean => isWithin(from + direction * distance) === true;
  let bad = 1;
  while (bad < FAR && holds(bad)) bad *= 2;
  const good = Number(
    lastSame(BigInt(Math.floor(bad / 2)), BigInt(bad), (distance) => holds(Number(distance))),
  );
  // A value that cannot be sent is no bound in the rules.
  return isWithin(from + direction * (good + 1)) === false ? from + direction * good : undefined;
}
