/** Counts what a campaign tried, by generator, field, state, trigger and response. */
import type { FuzzTally } from '../../fuzz-record';
import type { CoveragePoint } from '../../../protocols/monitor/monitor';

const PROGRESS_CASES = 5000;

/** Close at the beginning, when most is new: 1, 2, 4, …, 4096, 5000, 10 000. */
export function isProgressPoint(cases: number): boolean {
  return cases < PROGRESS_CASES ? Number.isInteger(Math.log2(cases)) : cases % PROGRESS_CASES === 0;
}

export type TallyState = FuzzTally & { readonly failures: number };

export class Tally {
  cases = 0;
  exchanges = 0;
  failures = 0;
  private readonly kinds = new Map<string, [cases: number, failures: number]>();
  private readonly fields = new Map<string, number>();
  private readonly reached = new Map<string, number>();

  constructor(state?: TallyState) {
    if (state === undefined) return;
    this.cases = state.cases;
    this.exchanges = state.exchanges;
    this.failures = state.failures;
    for (const [name, [cases, failures]] of Object.entries(state.kinds))
      this.kinds.set(name, [cases, failures]);
    for (const [name, count] of Object.entries(state.fields)) this.fields.set(name, count);
    for (const [name, count] of Object.entries(state.reached)) this.reached.set(name, count);
  }

  get size(): number {
    return this.reached.size;
  }

  add(
    generator: string,
    fields: readonly string[],
    steps: number,
    points: readonly CoveragePoint[],
    failed: boolean,
  ): void {
    this.cases++;
    this.exchanges += steps;
    if (failed) this.failures++;
    const kind = this.kinds.get(generator);
    if (kind === undefined) this.kinds.set(generator, [1, failed ? 1 : 0]);
    else {
      kind[0]++;
      if (failed) kind[1]++;
    }
    for (const field of fields) add(this.fields, field, 1);
    for (const { state, trigger, response } of points)
      add(this.reached, `${state} | ${trigger} | ${response}`, 1);
  }

  state(): TallyState {
    const { cases, exchanges, failures } = this;
    return {
      cases,
      exchanges,
      failures,
      kinds: Object.fromEntries([...this.kinds].map(([name, [all, bad]]) => [name, [all, bad] as const])),
      fields: Object.fromEntries(this.fields),
      states: this.countsOfPart(0),
      triggers: this.countsOfPart(1),
      responses: this.countsOfPart(2),
      reached: Object.fromEntries(this.reached),
    };
  }

  private countsOfPart(part: number): Readonly<Record<string, number>> {
    const counts = new Map<string, number>();
    for (const [key, count] of this.reached) add(counts, key.split(' | ')[part] ?? '', count);
    return Object.fromEntries(counts);
  }
}

function add(counts: Map<string, number>, name: string, more: number): void {
  counts.set(name, (counts.get(name) ?? 0) + more);
}
