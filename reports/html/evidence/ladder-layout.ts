/**
 * Where exchanges stand on a ladder: time runs downwards, on one clock for all links. Between two moments the
 * axis is true to scale as long as it fits; a longer pause is folded, with its length.
 *
 *     host │            │ board       y
 *          │───────────▶│             0   starts 7 845.913 ms
 *          │◀───────────│            24   0.291 ms later
 *          ⌇  2.1 s     ⌇            68   folded
 *          │───────────▶│
 */
import type { BytesRecord } from '../../../scenarios/record';

/** Pixels of the usual step between two moments, and of the longest one: longer steps are folded. */
const TYPICAL_STEP = 22;
const LONGEST_STEP = 56;
/** Pixels between two lines of words. */
const LINE = 22;
const TOP = 14;

export interface Rung {
  readonly record: BytesRecord;
  /** Pixels from the top at which the first and the last byte stand. */
  readonly from: number;
  readonly to: number;
  readonly label: number;
}

export interface Pause {
  readonly at: number;
  readonly span: number;
}

export type LadderLayout = ReturnType<typeof layOutLadder>;

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? 1;
}

/** `gapEnd`: the place of the record that ends the measured time. */
export function layOutLadder(records: readonly BytesRecord[], gapEnd?: number) {
  const moments = [...new Set(records.flatMap(({ notBefore, notAfter }) => [notBefore, notAfter]))];
  moments.sort((a, b) => a - b);
  const steps = moments.slice(1).map((moment, index) => moment - (moments[index] ?? moment));
  const scale = TYPICAL_STEP / Math.max(median(steps), 1e-3);
  const place = new Map<number, number>();
  const pauses: Pause[] = [];
  let y = TOP;
  moments.forEach((moment, index) => {
    const span = steps[index - 1] ?? 0;
    const drawn = Math.min(span * scale, LONGEST_STEP);
    const before = moments[index - 1] ?? moment;
    const idle = !records.some(({ notBefore, notAfter }) => notBefore <= before && notAfter >= moment);
    if (drawn === LONGEST_STEP && idle) pauses.push({ at: y + LONGEST_STEP / 2, span });
    y += drawn;
    place.set(moment, y);
  });
  let label = TOP - LINE;
  /** Of the words about the measured time, which stand before the rung that ends it. */
  let gapLabel = 0;
  const rungs = records.map((record, index) => {
    const from = place.get(record.notBefore) ?? TOP;
    const to = Math.max(from, place.get(record.notAfter) ?? from);
    if (index === gapEnd) gapLabel = label += LINE;
    label = Math.max(label + LINE, (from + to) / 2);
    if (index === gapEnd) gapLabel = Math.max(gapLabel, Math.round((gapLabel + label - LINE) / 2));
    return { record, from: Math.round(from), to: Math.round(to), label: Math.round(label) };
  });
  return { rungs, pauses, height: Math.ceil(Math.max(y, label) + TOP), gapLabel };
}
