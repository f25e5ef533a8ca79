/** A session in which a defect shows without a suite: sampled from the seed, then minimised. */
import { isDeepStrictEqual } from 'node:util';
import type { GeneralClauses } from '../../../protocols/request-response/definition';
import { ruleRequest } from '../../../protocols/request-response/ruled-request';
import { random, type Random } from '../../random';
import { blame } from './blame';
import type { FirmwareChange } from './firmware';
import { compare, playSession, type Stage } from './lockstep';
import type { RequestPool } from './request-pool';
import { sampleSteps } from './session-sampler';
import { requestStep, type SessionStep } from './session-step';

export interface DefectSession {
  readonly steps: readonly SessionStep[];
  /** The clause that it breaks, if the page has one. */
  readonly clause: string | undefined;
}

/** A change that may be a defect. */
export interface Suspect {
  readonly change: FirmwareChange;
  /** The general clause that it breaks, if the page names one. */
  readonly general?: keyof GeneralClauses;
  /** Steps that may show it. */
  readonly trigger?: (random: Random) => readonly SessionStep[];
}

const ATTEMPTS = 10;
const MOST_BEFORE = 3;
/** The number of steps of an attempt without a trigger. */
const FREE_STEPS = 16;
/** The number of requests that are tried to show a state. */
const STATE_SAMPLES = 400;

/** Undefined: it did not show. */
export function findDefectSession(
  stage: Stage,
  pool: RequestPool,
  suspect: Suspect,
): DefectSession | undefined {
  const dice = random(stage.seed);
  const { session } = stage;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const before = suspect.trigger === undefined ? FREE_STEPS : Math.min(attempt, dice.int(0, MOST_BEFORE));
    const trigger = suspect.trigger?.(dice) ?? [];
    const found = tryOnce(
      stage,
      pool,
      suspect,
      [...sampleSteps(session, pool, dice, before), ...trigger],
      dice,
    );
    if (found !== undefined) return found;
  }
  return undefined;
}

function tryOnce(
  stage: Stage,
  pool: RequestPool,
  suspect: Suspect,
  steps: readonly SessionStep[],
  dice: Random,
): DefectSession | undefined {
  const { shown, states } = playSuspect(stage, suspect, steps);
  if (shown !== undefined) return { steps, clause: shown.clause };
  if (isDeepStrictEqual(...states)) return undefined;
  const probe = stateProbe(stage, pool, states, dice);
  if (probe === undefined) return undefined;
  const longer = [...steps, probe];
  const { shown: later } = playSuspect(stage, suspect, longer);
  return later === undefined ? undefined : { steps: longer, clause: later.clause };
}

type States = [sound: unknown, changed: unknown];

/** `shown`: the difference on the line. */
export function playSuspect(
  stage: Stage,
  { change, general }: Suspect,
  steps: readonly SessionStep[],
): { readonly shown: Pick<DefectSession, 'clause'> | undefined; readonly states: States } {
  const { session } = stage;
  const [sound, changed] = [stage.playSound(steps), playSession(stage, [change], steps)];
  const difference = compare(session, sound, changed);
  const shown = difference === undefined ? undefined : { clause: blame(session, difference, general) };
  return { shown, states: [sound.state, changed.state] };
}

/** A request with different answers in the two states. */
function stateProbe(
  { session }: Stage,
  pool: RequestPool,
  [sound, changed]: States,
  dice: Random,
): SessionStep | undefined {
  for (let i = 0; i < STATE_SAMPLES; i++) {
    const request = pool.sample(dice);
    const answers = [sound, changed].map((state) => ruleRequest(session, request, state).answers);
    if (!isDeepStrictEqual(answers[0], answers[1])) return requestStep(session, request);
  }
  return undefined;
}
