/** A scenario of this suite: it gets a host, and where no empty table can be had it decides nothing. */
import type { Bench } from '../../bench';
import type { Scenario } from '../../suite';
import { NoEmptyTable, SetHost } from './host';

export function asked(
  about: Omit<Scenario, 'run'>,
  run: (host: SetHost, bench: Bench) => Promise<void>,
): Scenario {
  return {
    ...about,
    async run(bench) {
      try {
        await run(new SetHost(bench), bench);
      } catch (error) {
        if (!(error instanceof NoEmptyTable)) throw error;
        for (const id of about.covers) bench.inconclusive(id, error.message);
      }
    },
  };
}

/** Whole numbers, both ends included. */
export function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => from + i);
}
