/** Makes scenarios that get their suite's host. */
import type { Bench } from '../bench/bench';
import type { Scenario } from '../suite';

/** The error of a scenario that cannot begin or go on, for a reason that others judge. */
type Undecided = new (message: string) => Error;

export type ScenarioFactory<Host> = (
  about: Omit<Scenario, 'run'>,
  run: (host: Host, bench: Bench) => Promise<void>,
) => Scenario;

/** A scenario that throws `undecided` leaves its clauses inconclusive. */
export function scenarioFactory<Host>(
  create: (bench: Bench) => Host | Promise<Host>,
  undecided?: Undecided,
): ScenarioFactory<Host> {
  return (about, run) => ({
    ...about,
    async run(bench) {
      try {
        await run(await create(bench), bench);
      } catch (error) {
        if (undecided === undefined || !(error instanceof undecided)) throw error;
        for (const id of about.covers) bench.inconclusive(id, error.message);
      }
    },
  });
}
