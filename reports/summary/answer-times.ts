/** The board's answer times during the run, from the kept bytes of its links: they show a drift. */
import type { WireTrace } from './wire-trace';

/** A part of the run, and the times from the host's last byte to the board's first one, in microseconds. */
export interface AnswerTimes {
  /** Its middle, in microseconds of the run. */
  readonly at: number;
  readonly median: number;
  readonly worst: number;
}

/** Parts of a run: one has a point where there was an answer. */
export const STRETCHES = 120;
/** Fewer answers show no drift. */
const ENOUGH_ANSWERS = 20;

/** Oldest first; empty if too few requests were answered. */
export function answerTimes({ columns, count, links }: WireTrace): readonly AnswerTimes[] {
  const lastSent = links.map((): number | undefined => undefined);
  const answers: Answer[] = [];
  for (let index = 0; index < count; index++) {
    const lane = columns.lane[index] ?? 0;
    const link = lane >> 1;
    const sent = lastSent[link];
    if (lane % 2 === 0) lastSent[link] = columns.notAfter[index];
    else if (sent !== undefined) {
      const at = columns.notBefore[index] ?? sent;
      // A byte that came before the request's end answers something else.
      if (at > sent) answers.push({ at, span: at - sent });
      lastSent[link] = undefined;
    }
  }
  return stretchesOf(answers);
}

/** When an answer began, and how long after the host's last byte. */
export interface Answer {
  readonly at: number;
  readonly span: number;
}

/** None where there are too few. */
export function stretchesOf(answers: readonly Answer[]): readonly AnswerTimes[] {
  if (answers.length < ENOUGH_ANSWERS) return [];
  const end = answers.reduce((last, { at }) => Math.max(last, at), 1);
  const width = end / STRETCHES;
  const stretches = Array.from({ length: STRETCHES }, (): number[] => []);
  for (const { at, span } of answers) stretches[Math.min(STRETCHES - 1, Math.floor(at / width))]?.push(span);
  return stretches.flatMap((spans, index) => {
    const sorted = spans.toSorted((a, b) => a - b);
    const [median, worst] = [sorted[sorted.length >> 1], sorted.at(-1)];
    return median === undefined || worst === undefined ? [] : [{ at: (index + 0.5) * width, median, worst }];
  });
}
