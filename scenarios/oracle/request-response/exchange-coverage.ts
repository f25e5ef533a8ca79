/** Exchanges as coverage points: the state as a class, what the board got, and what came. */
import type { AnySession } from '../../../protocols/request-response/definition';
import type { CoveragePoint } from '../model';
import { isSameState } from './outcomes';
import type { PendingResponse } from './pending-response';

export const STATE_LABELS = ['initial state', 'another state'] as const;
/** Of what the monitor could not follow. */
export const NOISE = 'noise';

export class ExchangeCoverage {
  private points: CoveragePoint[] = [];

  takeAll(): readonly CoveragePoint[] {
    const { points } = this;
    if (points.length > 0) this.points = [];
    return points;
  }

  /** `next`: the states after it. `isKnown`: that before it is. */
  add(
    session: AnySession,
    pending: PendingResponse,
    response: string,
    next: readonly unknown[],
    isKnown: boolean,
  ): void {
    const { before, trigger, clause } = pending;
    const isNoOp = next.length === before.length && next.every((state, i) => isSameState(state, before[i]));
    this.points.push({
      state: stateLabel(session, before, isKnown),
      trigger,
      response,
      requirement: clause,
      isNoOp,
    });
  }

  addUnjudged(session: AnySession, pending: PendingResponse | undefined, isKnown: boolean): void {
    const { recovery, form, sum, unasked } = session.clauses;
    const requirement = pending?.clause ?? recovery ?? form ?? sum ?? unasked ?? '';
    const state = pending === undefined ? 'unknown' : stateLabel(session, pending.before, isKnown);
    this.points.push({ state, trigger: NOISE, response: 'unjudged', requirement, isNoOp: false });
  }
}

function stateLabel({ initial }: AnySession, states: readonly unknown[], isKnown: boolean): string {
  const [state] = states;
  if (!isKnown || states.length !== 1) return 'unknown';
  return isSameState(state, initial) ? STATE_LABELS[0] : STATE_LABELS[1];
}
