/** Plays the trials of an author as a scenario. */
import * as fc from 'fast-check';
import { random } from '../../../devices/random';
import type { Parameters } from '../../../protocols/requirement';
import type { Message } from '../../../protocols/request-response/definition';
import type { Trial, TrialScenario } from '../../player/trials';
import type { AnyScenario } from './scenario';

/** The scenario that plays them in their order, up to so many failures that more show nothing new. */
export function trialScenario({
  first,
  trials,
  real = Infinity,
  ...scenario
}: TrialScenario<Message, unknown, Parameters>): AnyScenario {
  return {
    ...scenario,
    run: async (host) => {
      const { bench } = host;
      const dice = random(bench.sample(fc.noBias(fc.integer()), 1)[0] ?? 0);
      const play = async (trial: Trial<Message, unknown>): Promise<boolean> => {
        const steps = trial(host.state, dice);
        return steps.length === 0 || host.playSteps(scenario.title, steps, true);
      };
      for (const trial of first?.(host.p) ?? []) if (!(await play(trial))) return;
      const all = trials(host.p);
      if (all.length === 0)
        for (const clause of scenario.covers)
          bench.skip(clause, `under these parameters there is nothing to try in ${scenario.id}`);
      for (const trial of bench.exhaustive ? all : all.slice(0, real)) {
        if (scenario.covers.every((clause) => bench.failedEnough(clause))) return;
        await play(trial);
      }
    },
  };
}
