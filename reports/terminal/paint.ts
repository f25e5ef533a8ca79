/** The tones of a terminal. */
import type { Paint } from '../text/exchange-text';

/** Where lines are shown. */
export interface Page {
  readonly columns: number;
  readonly paint: Paint;
}

const PAINTS = { good: 'green', bad: 'red', warn: 'yellow', dim: 'dim' } as const;

export function paintTone(paint: Paint, tone: keyof typeof PAINTS): (text: string) => string {
  return paint[PAINTS[tone]];
}
