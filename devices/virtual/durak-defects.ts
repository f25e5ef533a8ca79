/** The firmware bugs that a virtual Durak board can be built with: every clause of the page has one at least. */
import type { DurakDefect } from './durak-firmware';

export const DURAK_DEFECTS: readonly DurakDefect[] = [];
