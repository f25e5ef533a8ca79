/** The referee's verdict on one clause. */
export interface RuleCheck {
  readonly requirement: string;
  readonly holds: boolean;
  readonly detail: string;
  /** Several checks show one bug: a capture that the program has overlooked. */
  readonly kind?: 'overlooked-capture';
}

export const OVERLOOKED = 'overlooked-capture';

/** The checks of one console item, in order. */
export class RuleChecks {
  private checks: RuleCheck[] = [];

  add(requirement: string, holds: boolean, detail: string, kind?: RuleCheck['kind']): void {
    this.checks.push({ requirement, holds, detail, ...(kind === undefined ? {} : { kind }) });
  }

  /** The checks since the last call. */
  take(): readonly RuleCheck[] {
    return this.checks.splice(0);
  }
}
