/** A session in which a defect shows without a suite: sampled from the seed, then minimised. */
import { isDeepStrictEqual } from 'node:util';
import type { GeneralClauses, AnySession } from '../../../protocols/request-response/definition';
import { ruleRequest } from '../../../protocols/request-response/ruled-request';
import { random, type Random } from '../../random';
import type { FirmwareChange } from './firmware';
import { compare, playSession, type Stage, type Difference, readAnswers } from './lockstep';
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

/** `general`: the kind of clause that the defect's author intended. Undefined: the page has no such clause. */
function blame(
  session: AnySession,
  { sound, changed }: Difference,
  general: keyof GeneralClauses | undefined,
): string | undefined {
  const { clauses } = session;
  const preferred = general === undefined ? undefined : clauses[general];
  if (preferred !== undefined) return preferred;
  if (changed !== undefined && sound !== undefined && sound.clause === changed.clause) {
    // Played twice: bytes left after a frame show in the next one.
    const { events } = readAnswers(session, [...changed.frames, ...changed.frames]);
    const reject = events.find((event) => event.kind === 'reject');
    // The answers are whole, and bytes that are none follow them at once.
    const due = readAnswers(session, sound.frames).events.length;
    const upToReject = events.slice(0, due + 1).reduce((sum, { raw }) => sum + raw.length, 0);
    const isBehindAnswers = due > 0 && events[due] === reject && upToReject <= lengthOf(changed.frames);
    const more = clauses.second ?? clauses.unasked;
    if (reject !== undefined && isBehindAnswers && more !== undefined) return more;
    if (reject?.error.code === 'checksum') return clauses.sum ?? clauses.form ?? sound.clause;
    if (reject !== undefined) return clauses.form ?? clauses.sum ?? sound.clause;
    const isDoubled = sound.frames.length > 0 && changed.frames.length > sound.frames.length;
    if (isDoubled && startsWith(changed.frames, sound.frames)) return more ?? sound.clause;
    if (isDeepStrictEqual(changed.frames, sound.frames) && isDeepStrictEqual(changed.state, sound.state))
      return clauses.time;
  }
  return clauseOfAnswer(session, sound, changed) ?? sound?.clause ?? changed?.clause ?? clauses.unasked;
}

/** As the ruling charges the answer of the changed board. */
function clauseOfAnswer(
  session: AnySession,
  sound: Difference['sound'],
  changed: Difference['changed'],
): string | undefined {
  const [event] = readAnswers(session, changed?.frames ?? []).events;
  return sound?.clauseOf?.(event?.kind === 'frame' ? event.value : undefined, undefined);
}

function startsWith(frames: readonly Uint8Array[], first: readonly Uint8Array[]): boolean {
  return isDeepStrictEqual(frames.slice(0, first.length), first);
}

function lengthOf(frames: readonly Uint8Array[]): number {
  return frames.reduce((sum, { length }) => sum + length, 0);
}
