/** One clause, held or broken, as the referee saw it. */
export interface RuleCheck {
  readonly requirement: string;
  readonly holds: boolean;
  readonly detail: string;
}
