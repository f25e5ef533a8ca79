/** One clause, held or broken, as the referee saw it. */
export interface Finding {
  readonly requirement: string;
  readonly holds: boolean;
  readonly detail: string;
}
