/** A session in which a defect shows without a suite, sampled from the seed. */
import { isDeepStrictEqual } from 'node:util';
import type { AnySession, Message } from '../../../protocols/request-response/definition';
import type { Wire } from '../../../protocols/wire/wire';
import { ruleRequest } from '../../../protocols/request-response/ruled-request';
import { random, type Random } from '../../random';
import type { FirmwareChange } from './firmware';
import type { Play, Stage } from './stage';
import type { RequestPool } from './request-pool';
import { contentStep, requestStep, type SessionStep } from './session-step';

export interface DefectSession {
  readonly steps: readonly SessionStep[];
  /** The clause that it breaks. */
  readonly clause: string;
}

/** A change that may be a defect. */
export interface Suspect {
  readonly change: FirmwareChange;
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
  const play = stage.play(suspect.change, steps);
  if (play.broken !== undefined) return { steps, clause: play.broken };
  const probe = isDeepStrictEqual(play.due, play.held) ? undefined : stateProbe(stage, pool, play, dice);
  return probe && shownIn(stage, suspect, [...steps, probe]);
}

/** Undefined: it does not show. */
export function shownIn(
  stage: Stage,
  { change }: Suspect,
  steps: readonly SessionStep[],
): DefectSession | undefined {
  const { broken } = stage.play(change, steps);
  return broken === undefined ? undefined : { steps, clause: broken };
}

/** A request with different answers in the two states. */
function stateProbe(
  { session }: Stage,
  pool: RequestPool,
  { due, held }: Play,
  dice: Random,
): SessionStep | undefined {
  for (let i = 0; i < STATE_SAMPLES; i++) {
    const request = pool.sample(dice);
    const answers = [due, held].map((state) => ruleRequest(session, request, state).answers);
    if (!isDeepStrictEqual(answers[0], answers[1])) return requestStep(session, request);
  }
  return undefined;
}

/** `count` steps, each a request, or a corrupted one. */
function sampleSteps(
  session: AnySession,
  pool: RequestPool,
  dice: Random,
  count: number,
): readonly SessionStep[] {
  return Array.from({ length: count }, () => sampleStep(session, pool, dice));
}

function sampleStep(session: AnySession, pool: RequestPool, dice: Random): SessionStep {
  const { wire } = session.requests;
  const request = pool.pick(dice);
  const step = requestStep(session, request);
  const at = dice.int(1, Math.max(1, step.bytes.length - 1));
  switch (dice.int(0, 11)) {
    case 0:
      return contentStep(session, wire.spoil(wire.encode(request)));
    case 1:
      return contentStep(session, corrupted(wire, request, at, dice));
    default:
      return step;
  }
}

/** One byte before this place changed, missing, or added, with a right sum. */
function corrupted(wire: Wire<Message>, request: Message, place: number, dice: Random): Uint8Array {
  const content = [...wire.encode(request)];
  const at = Math.min(place, content.length) - 1;
  const kind = dice.int(0, 2);
  content.splice(at, kind === 0 ? 0 : 1, ...(kind === 1 ? [] : [dice.int(0, 255)]));
  return wire.seal(Uint8Array.from(content));
}
