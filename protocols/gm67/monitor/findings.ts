/** The findings of the GM67 monitor, and what it has seen: verdicts are dropped while it is muted. */
import { JudgementLog, type PassListener } from '../../monitor/judgement-log';
import type { Flaw, Situation } from '../../monitor/judgement';
import type { Measurement } from '../../monitor/measurement';
import type { CoveragePoint } from '../../monitor/monitor';

export class Findings extends JudgementLog {
  /** The scanner may not be at fault. */
  muted = false;
  /** There was a failure. */
  private hasFailed = false;
  private points: CoveragePoint[] = [];

  constructor(
    onPass: PassListener | null | undefined,
    private readonly keepsCoverage: boolean,
  ) {
    super(onPass);
  }

  override pass(...what: Parameters<JudgementLog['pass']>): void {
    if (!this.muted) super.pass(...what);
  }

  /** The right reply keeps these clauses. */
  passAll(clauses: () => readonly string[], request: unknown): void {
    if (this.muted || !this.asksForPasses) return;
    for (const clause of clauses()) this.pass(clause, 'answer', request);
  }

  override fail(clause: string, situation: Situation | undefined, flaw: Flaw): void {
    if (this.muted) return;
    this.hasFailed = true;
    super.fail(clause, situation, flaw);
  }

  override measure(
    clause: string,
    situation: Situation | undefined,
    title: () => string,
    measurement: Measurement,
    options?: Parameters<JudgementLog['measure']>[4],
  ): void {
    if (!this.muted) super.measure(clause, situation, title, measurement, options);
  }

  addPoint(state: string, trigger: string, response: string, requirement: string, isNoOp = false): void {
    if (this.keepsCoverage && !this.hasFailed)
      this.points.push({ state, trigger, response, requirement, isNoOp });
  }

  /** The points since the last call. */
  takePoints(): readonly CoveragePoint[] {
    const { points } = this;
    if (points.length > 0) this.points = [];
    return points;
  }
}
