/** The table, and what a byte does to it. */
import type { Triple } from './reports';

/** Cards in the order of arrival, as bytes, and the number of reported sets. */
export interface Table {
  readonly bytes: readonly number[];
  readonly sets: number;
}

export const EMPTY: Table = { bytes: [], sets: 0 };

/** full is judged before duplicate; both apply only to cards. none: nothing that could be a card. */
export type Placement = 'new' | 'duplicate' | 'full' | 'none';

/** The effect of a byte. */
export interface Turn {
  readonly placement: Placement;
  readonly byte: number;
  readonly before: Table;
  readonly table: Table;
  /** The sets to report. */
  readonly found: readonly Triple[];
}
