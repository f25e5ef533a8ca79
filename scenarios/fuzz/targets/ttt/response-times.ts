/** Times of answers (TTT-TM-01). The median of ten or more is judged: a single one may be late because of the host. */
import type { Micros } from '../../../../protocols/time';

const LEAST_TIMES = 10;

export class ResponseTimes {
  private readonly times: number[] = [];

  constructor(private readonly limit: Micros) {}

  /** The expected and the seen time, if the median is above the limit. */
  add(time: number): { readonly expected: string; readonly seen: string } | undefined {
    this.times.push(time);
    if (this.times.length < LEAST_TIMES) return undefined;
    const median = this.times.toSorted((a, b) => a - b)[this.times.length >> 1] ?? 0;
    if (median <= this.limit) return undefined;
    const expected = `within ${this.limit / 1000} ms, most of ${this.times.length}`;
    return { expected, seen: `${(median / 1000).toFixed(1)} ms` };
  }
}
