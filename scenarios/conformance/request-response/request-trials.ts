/** Stock scenarios of good requests: each form at every bound, and each kind of answer in time. */
import type { PreparedSession } from './prepared-session';
import type { TrialScenario } from './trial-scenario';
import { requestTrial, type Trial } from './trial';

const TIMED_ROUNDS = 12;

export const REQUEST_SCENARIOS: readonly TrialScenario[] = [
  {
    name: 'requests',
    title: 'every form of request, at the bounds of its fields and of the rules',
    general: ['sum', 'form'],
    trials: ({ session: { requests }, samples }) =>
      samples.all.map((one) => requestTrial(requests.framing, one)),
  },
  {
    name: 'timing',
    title: 'each kind of answer comes within its time, again and again',
    general: ['time'],
    trials: timedTrials,
  },
];

function* timedTrials({ session: { requests, clauses }, samples }: PreparedSession): Generator<Trial> {
  if (clauses.time === undefined) return;
  for (let round = 0; round < TIMED_ROUNDS; round++)
    for (const one of samples.representatives) if (one.isAnswered) yield requestTrial(requests.framing, one);
}
