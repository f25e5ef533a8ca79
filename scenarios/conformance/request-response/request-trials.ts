/** Stock scenarios of good requests: each form at every bound, and each kind of answer in time. */
import { ruleRequest } from '../../../protocols/request-response/ruled-request';
import type { PreparedSession } from './prepared-session';
import { StateQueries } from './state-query';
import { requestTrial, type Trial } from './trial';
import type { TrialScenario } from './trial-run';
import { frameContent } from '../../../protocols/wire/frame-content';
import { nearMisses, type NearMissGroup } from '../../../protocols/wire/near-misses';
import { longerOfEachForm, oneOfEachForm } from './sample-requests';
import { cachedBySpec } from '../../../protocols/wire/layout/spec-cache';

const TIMED_ROUNDS = 12;

export const REQUEST_SCENARIOS: readonly TrialScenario[] = [
  {
    name: 'requests',
    title: 'every form of request, at the bounds of its fields and of the rules',
    general: ['sum', 'form', 'pause'],
    trials: (prepared) => [...preparedTrials(prepared), ...plainTrials(prepared)],
  },
  {
    name: 'timing',
    title: 'each kind of answer comes within its time, repeatedly',
    general: ['time'],
    trials: timedTrials,
  },
];

function plainTrials({ session: { requests }, samples }: PreparedSession): readonly Trial[] {
  return samples.all.map((one) => requestTrial(requests.framing, one));
}

/** Requests that change nothing in the initial state, as a reset: each after requests whose effect it takes back, one for each query that shows it. */
function* preparedTrials({ session, samples }: PreparedSession): Generator<Trial> {
  const { framing, wire } = session.requests;
  const queries = new StateQueries(session, samples);
  const changing = samples.all.filter(({ changesState }) => changesState);
  for (const one of samples.representatives) {
    if (one.changesState) continue;
    const shown = new Set<string>();
    for (const { request: before } of changing) {
      const { next } = ruleRequest(session, before, session.initial);
      if (ruleRequest(session, one.request, next).ruling.clause !== one.clause) continue;
      const query = queries.effectOf(one.request, next);
      const name = query === undefined ? undefined : wire.describe(query);
      if (name === undefined || shown.has(name)) continue;
      shown.add(name);
      yield { ...requestTrial(framing, one), alone: [before] };
    }
  }
}

function* timedTrials({ session: { requests, clauses }, samples }: PreparedSession): Generator<Trial> {
  if (clauses.time === undefined) return;
  for (let round = 0; round < TIMED_ROUNDS; round++)
    for (const one of samples.representatives)
      if (one.isAnswered) yield { ...requestTrial(requests.framing, one), isAtBound: false };
}

const GROUPS: readonly { readonly name: NearMissGroup; readonly title: string }[] = [
  { name: 'checksum', title: 'a wrong checksum, each bit flipped, and all' },
  { name: 'truncated', title: 'a frame that is cut off, at each byte' },
  { name: 'over-long', title: 'a frame that goes on too long' },
  { name: 'unknown-form', title: 'unknown requests, including one bit off a known one' },
  { name: 'range', title: 'a field past its bounds' },
  { name: 'length', title: 'a wrong length or count' },
  { name: 'constant', title: 'a wrong constant byte' },
  { name: 'repeat', title: 'an item of a list that repeats another' },
  { name: 'spelling', title: 'the same request, written differently' },
];

/** One thing is wrong: the rules say how it is refused, and afterwards the board holds what it held. */
export const NEAR_MISS_SCENARIOS: readonly TrialScenario[] = GROUPS.map(({ name, title }) => ({
  name,
  title,
  trials: (prepared) => nearMissTrials(prepared).filter(({ group }) => group === name),
}));

/** Near-misses of one request of each form, taken in turn: drawn once for all groups. */
const nearMissTrials = cachedBySpec(({ session: { requests }, samples }: PreparedSession) => {
  const some = oneOfEachForm(samples.representatives);
  // A sum that covers too little shows in a long frame only.
  const longer = longerOfEachForm(samples.all, some);
  return [...some, ...longer].flatMap(({ request }, at) => {
    const asked = requests.wire.describe(request);
    return Array.from(nearMisses(requests.wire, request))
      .filter(({ group }) => at < some.length || group === 'checksum')
      .map(({ name, group, bytes }) => ({
        group,
        what: `${asked}: ${name}`,
        parts: [frameContent(requests.framing, bytes)],
        obeyed: request,
      }));
  });
});
