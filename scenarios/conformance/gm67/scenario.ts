/** A scenario of this suite: it gets a host, and where the scanner cannot be brought to its beginning it decides nothing. */
import type { Bench } from '../../bench';
import type { Scenario } from '../../suite';
import { GmHost, NotReady } from './host';

export function asked(
  about: Omit<Scenario, 'run'>,
  run: (host: GmHost, bench: Bench) => Promise<void>,
): Scenario {
  return {
    ...about,
    async run(bench) {
      try {
        await run(await GmHost.at(bench), bench);
      } catch (error) {
        if (!(error instanceof NotReady)) throw error;
        for (const id of about.covers) bench.inconclusive(id, error.message);
      }
    },
  };
}

/** Whole numbers, both ends included. */
export function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => from + i);
}
