/** The referee's verdict on one clause. */
export interface RuleCheck {
  readonly requirement: string;
  readonly holds: boolean;
  readonly detail: string;
}

/** The checks of one console item, in order. */
export class RuleChecks {
  private checks: RuleCheck[] = [];

  add(requirement: string, holds: boolean, detail: string): void {
    this.checks.push({ requirement, holds, detail });
  }

  /** The checks since the last call. */
  take(): readonly RuleCheck[] {
    return this.checks.splice(0);
  }
}
