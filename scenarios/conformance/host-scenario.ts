/** Scenarios that get their suite's host, and decide nothing where the board cannot be brought to their beginning. */
import type { Bench } from '../bench/bench';
import type { Scenario } from '../suite';

/** An error that says that a scenario could not begin, or not go on, for what others judge. */
type Undecided = new (message: string) => Error;

export type ScenarioFactory<Host> = (
  about: Omit<Scenario, 'run'>,
  run: (host: Host, bench: Bench) => Promise<void>,
) => Scenario;

export function scenarioFactory<Host>(
  at: (bench: Bench) => Host | Promise<Host>,
  undecided: Undecided,
): ScenarioFactory<Host> {
  return (about, run) => ({
    ...about,
    async run(bench) {
      try {
        await run(await at(bench), bench);
      } catch (error) {
        if (!(error instanceof undecided)) throw error;
        for (const id of about.covers) bench.inconclusive(id, error.message);
      }
    },
  });
}
