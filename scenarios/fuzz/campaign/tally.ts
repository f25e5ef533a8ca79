/** Counts what a campaign tried, by generator, field, state, trigger and response. */
import type { FuzzTally } from '../../fuzz-record';
import type { CoveragePoint } from '../../../protocols/monitor/monitor';

const PROGRESS_CASES = 5000;

/** Close at the beginning, when most is new: 1, 2, 4, …, 4096, 5000, 10 000. */
export function isProgressPoint(cases: number): boolean {
  return cases < PROGRESS_CASES ? Number.isInteger(Math.log2(cases)) : cases % PROGRESS_CASES === 0;
}

export type TallyState = FuzzTally & { readonly failures: number };

type Counts = Record<string, number>;

export class Tally {
  cases: number;
  exchanges: number;
  failures: number;
  private readonly kinds: Record<string, readonly [cases: number, failures: number]>;
  private readonly fields: Counts;
  private readonly reached: Counts;

  constructor(state?: TallyState) {
    this.cases = state?.cases ?? 0;
    this.exchanges = state?.exchanges ?? 0;
    this.failures = state?.failures ?? 0;
    this.kinds = { ...state?.kinds };
    this.fields = { ...state?.fields };
    this.reached = { ...state?.reached };
  }

  get size(): number {
    return Object.keys(this.reached).length;
  }

  add(
    generator: string,
    fields: readonly string[],
    steps: number,
    points: readonly CoveragePoint[],
    failed: boolean,
  ): void {
    const more = failed ? 1 : 0;
    this.cases++;
    this.exchanges += steps;
    this.failures += more;
    const [cases, failures] = this.kinds[generator] ?? [0, 0];
    this.kinds[generator] = [cases + 1, failures + more];
    for (const field of fields) add(this.fields, field, 1);
    for (const { state, trigger, response } of points)
      add(this.reached, `${state} | ${trigger} | ${response}`, 1);
  }

  state(): TallyState {
    const { cases, exchanges, failures, kinds, fields, reached } = this;
    const ofPart = (part: number): Counts => {
      const counts: Counts = {};
      for (const [key, count] of Object.entries(reached)) add(counts, key.split(' | ')[part] ?? '', count);
      return counts;
    };
    return {
      cases,
      exchanges,
      failures,
      kinds: { ...kinds },
      fields: { ...fields },
      states: ofPart(0),
      triggers: ofPart(1),
      responses: ofPart(2),
      reached: { ...reached },
    };
  }
}

function add(counts: Counts, name: string, more: number): void {
  counts[name] = (counts[name] ?? 0) + more;
}
