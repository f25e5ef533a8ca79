/** Exchanges as coverage points: the state as a class, what the board got, and what came. */
import type { AnySession, Message } from '../definition';
import type { CoveragePoint } from '../../monitor/monitor';
import { isSameData } from '../../same-data';
import type { PendingResponse } from './pending-response';

export const STATE_LABELS = ['initial state', 'another state'] as const;
/** Of what the monitor could not follow. */
export const NOISE = 'noise';

export class ExchangeCoverage {
  private points: CoveragePoint[] = [];

  /** `isKept` false: nobody asks for it. */
  constructor(private readonly isKept: boolean) {}

  takeAll(): readonly CoveragePoint[] {
    const { points } = this;
    if (points.length > 0) this.points = [];
    return points;
  }

  /** `next`: the states after it. `isKnown`: that before it is. */
  add(
    session: AnySession,
    pending: PendingResponse,
    answer: Message | undefined,
    next: readonly unknown[],
    isKnown: boolean,
  ): void {
    if (!this.isKept) return;
    const { before, trigger, clause } = pending;
    const isSame = (a: unknown, b: unknown): boolean => session.classes?.isSame(a, b) ?? isSameData(a, b);
    const isNoOp = next.length === before.length && next.every((state, i) => isSame(state, before[i]));
    this.points.push({
      state: stateLabel(session, before, isKnown),
      trigger,
      response: answer === undefined ? 'silence' : (session.classes?.answer(answer) ?? answer.type),
      requirement: clause,
      isNoOp,
    });
  }

  addUnjudged(session: AnySession, pending: PendingResponse | undefined, isKnown: boolean): void {
    if (!this.isKept) return;
    const { recovery, form, sum, unasked } = session.clauses;
    const requirement = pending?.clause ?? recovery ?? form ?? sum ?? unasked ?? '';
    const state = pending === undefined ? 'unknown' : stateLabel(session, pending.before, isKnown);
    this.points.push({ state, trigger: NOISE, response: 'unjudged', requirement, isNoOp: false });
  }
}

function stateLabel({ initial, classes }: AnySession, states: readonly unknown[], isKnown: boolean): string {
  const [state] = states;
  if (!isKnown || states.length !== 1) return 'unknown';
  if (classes !== undefined) return classes.state(state);
  return isSameData(state, initial) ? STATE_LABELS[0] : STATE_LABELS[1];
}
