/** Finds the smallest case of a failure: minimises it, isolates its steps, and plays many rounds if it is flaky. */
import { splitFrames } from './frame-splitting';
import { minimise, type Minimised, type MinimiseOptions } from './minimise';
import { countShown, REPEATS } from './reproducibility';
import { hasSignature, reproduce } from '../execution/reproduce';
import { listen, type FuzzStep } from '../../player/step';
import type { FuzzSession } from '../target';

/** Rounds of a search for a flaky case, and rounds of each candidate. */
const SEARCHED = 20;
const CANDIDATE_ROUNDS = 12;
/** On a real board a candidate must fail this often in a row. */
const REAL_ROUNDS = { needed: 4, most: 4 };
const REAL_WHOLE = { needed: 3, most: 3 };
/** Rounds in which an isolated case may show another failure. */
const ISOLATED_ROUNDS = 4;
/** The most steps with a silence after each. In a longer case only the last steps get one. */
const MOST_ISOLATED = 60;
const LAST_ISOLATED = 12;

/**
 * Undefined if the failure never reproduces. `isKnown`: its signature was triaged before, so it is tried only once.
 */
export async function minimiseFailure(
  options: MinimiseOptions,
  isKnown: boolean,
): Promise<Minimised | undefined> {
  const { rig, history } = options;
  const quick = await minimise(options);
  if (quick === undefined) return rig.isVirtual && !isKnown ? minimiseFlaky(options) : undefined;
  const isolated = await minimiseIsolated(options, quick);
  const small = isolated ?? quick;
  const { shown } = await countShown(options, small.steps, small.failure, { needed: REPEATS, most: REPEATS });
  if (shown === REPEATS) return small;
  const whole = history.slice(-1 - quick.history).flat();
  if (!rig.isVirtual) {
    const isSure = await countShown(options, whole, options.failure, REAL_WHOLE);
    // Flaky: chance may have led to the smaller case.
    if (shown === 0 && isSure.last?.failure !== undefined)
      return { ...quick, steps: whole, failure: isSure.last.failure };
    return isSure.shown < REAL_WHOLE.needed || isolated !== undefined
      ? small
      : ((await minimise(options, REAL_ROUNDS)) ?? small);
  }
  const flaky = await minimiseFlaky(
    isolated === undefined ? options : { ...options, ...isolated, history: [isolated.steps] },
  );
  return flaky === undefined ? small : { ...flaky, history: small.history };
}

/**
 * Minimises a failure that depends on the board's choices. A candidate is accepted if it fails in some of many rounds,
 * so that one choice does not reject it. The reproducibility of the whole case decides the number of rounds.
 */
export async function minimiseFlaky(options: MinimiseOptions): Promise<Minimised | undefined> {
  const { history, failure, exhausted } = options;
  for (let count = 1; !exhausted(); count *= 2) {
    const cases = history.slice(-count);
    const steps = cases.flat();
    const { shown } = await countShown(options, steps, failure, {
      needed: SEARCHED,
      most: SEARCHED,
      first: SEARCHED,
    });
    if (shown > 0) {
      const needed = shown > SEARCHED / 2 ? 4 : shown > SEARCHED / 4 ? 2 : 1;
      const small = await minimise({ ...options, history: [steps] }, { needed, most: CANDIDATE_ROUNDS });
      return small && { ...small, history: cases.length - 1 };
    }
    if (count >= history.length) return undefined;
  }
  return undefined;
}

/** If the steps with a silence after each fail differently: the smallest case of that failure. */
async function minimiseIsolated(options: MinimiseOptions, small: Minimised): Promise<Minimised | undefined> {
  const { rig, session } = options;
  const steps = isolateSteps(session, small.steps);
  if (steps.length === small.steps.length) return undefined;
  for (let n = 0; n < (rig.isVirtual ? ISOLATED_ROUNDS : 1); n++) {
    const trial = await reproduce(rig, session, steps);
    if (trial.failure === undefined || hasSignature(trial, small.failure)) continue;
    const history = [steps.slice(0, trial.steps)];
    return minimise({ ...options, failure: trial.failure, history });
  }
  return undefined;
}

/**
 * Each frame in its own step, with a silence after it. So an extra or late answer is not taken for the answer to the
 * next request. A pause inside a frame stays.
 */
export function isolateSteps(session: FuzzSession, steps: readonly FuzzStep[]): readonly FuzzStep[] {
  const apart = splitFrames(session, steps);
  const first = apart.length > MOST_ISOLATED ? apart.length - LAST_ISOLATED : 0;
  return apart.flatMap((step, i) => {
    const next = apart[i + 1];
    const goesOn = next === undefined || (next.kind === 'send' && next.gap !== undefined);
    return goesOn || i < first ? [step] : [step, listen(session.quiet)];
  });
}
