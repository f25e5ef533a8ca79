/** The tones and the columns of a terminal. */
import type { Paint } from '../text/exchange-text';

export interface Page {
  readonly columns: number;
  readonly paint: Paint;
}

const PAINTS = { good: 'green', bad: 'red', warn: 'yellow', dim: 'dim' } as const;

export function paintTone(paint: Paint, tone: keyof typeof PAINTS): (text: string) => string {
  return paint[PAINTS[tone]];
}

const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;

/** The columns of printable text: ideographs and fullwidth forms take two, combining marks none. */
export function widthOf(text: string): number {
  let width = 0;
  for (const character of text) {
    if (!/\p{M}/u.test(character)) width += WIDE.test(character) ? 2 : 1;
  }
  return width;
}

/** `text` in at most `columns` columns; a mark shows a cut. */
export function truncate(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text;
  let kept = '';
  let width = 0;
  for (const character of text) {
    width += widthOf(character);
    if (width > columns - 1) break;
    kept += character;
  }
  return `${kept}…`;
}
