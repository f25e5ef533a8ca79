/** The observations of a model: coverage points of exchanges, and the first failure. */
import type { Failure, FailureKind } from '../../../../protocols/monitor/failure';
import type { CoveragePoint } from '../../../../protocols/monitor/monitor';

export class ObservationLog {
  failure: Failure | undefined;
  private seen: CoveragePoint[] = [];

  fail(
    kind: FailureKind,
    { clause, trigger }: { readonly clause: string; readonly trigger: string },
    expected: string,
    seen: string,
    due = expected,
  ): void {
    this.failure ??= { kind, requirement: clause, trigger, due, expected, seen };
  }

  addPoint(state: string, trigger: string, response: string, requirement: string, idle = false): void {
    this.seen.push({ state, trigger, response, requirement, isNoOp: idle });
  }

  /** The points since the last call. */
  takePoints(): readonly CoveragePoint[] {
    const { seen } = this;
    if (seen.length > 0) this.seen = [];
    return seen;
  }
}
