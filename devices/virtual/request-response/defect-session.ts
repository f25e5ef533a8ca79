/** A session in which a defect shows without a suite: sampled from the seed, then minimised. */
import { isDeepStrictEqual } from 'node:util';
import type { GeneralClauses, AnySession } from '../../../protocols/request-response/definition';
import { ruleRequest } from '../../../protocols/request-response/ruled-request';
import { random, type Random } from '../../random';
import type { FirmwareChange } from './firmware';
import { compare, playSession, type Stage, type Difference, readAnswers } from './lockstep';
import type { RequestPool } from './request-pool';
import { requestStep, type SessionStep, brokenStep, contentStep, splitStep } from './session-step';
import { silenceOf } from '../../../protocols/wire/framing';
import { micros } from '../../../protocols/time';

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
    const upToReject = events.slice(0, due).reduce((sum, { raw }) => sum + raw.length, 0);
    const isBehindAnswers = due > 0 && events[due] === reject && upToReject < lengthOf(changed.frames);
    const more = clauses.second ?? clauses.unasked;
    if (reject !== undefined && isBehindAnswers && more !== undefined) return more;
    if (reject?.error.code === 'checksum') return clauses.sum ?? clauses.form ?? sound.clause;
    if (reject !== undefined) return clauses.form ?? clauses.sum ?? sound.clause;
    const isDoubled = sound.frames.length > 0 && changed.frames.length > sound.frames.length;
    if (isDoubled && isDeepStrictEqual(changed.frames.slice(0, sound.frames.length), sound.frames))
      return more ?? sound.clause;
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

function lengthOf(frames: readonly Uint8Array[]): number {
  return frames.reduce((sum, { length }) => sum + length, 0);
}

/** `count` steps, each one of: a request, a corrupted one, half of one, one in two parts, two at once. */
function sampleSteps(
  session: AnySession,
  pool: RequestPool,
  dice: Random,
  count: number,
): readonly SessionStep[] {
  return Array.from({ length: count }, () => sampleStep(session, pool, dice)).flat();
}

function sampleStep(session: AnySession, pool: RequestPool, dice: Random): readonly SessionStep[] {
  const { requests, clauses } = session;
  const request = pool.pick(dice);
  const step = requestStep(session, request);
  const cut = dice.int(1, Math.max(1, step.bytes.length - 1));
  const silence = silenceOf(requests.framing);
  switch (dice.int(0, 11)) {
    case 0:
      return [
        contentStep(
          session,
          requests.wire.spoil(requests.wire.encode(request)),
          `${step.what}, with a wrong checksum`,
        ),
      ];
    case 1:
      return [contentStep(session, corrupted(session, request, dice), `${step.what}, with a wrong byte`)];
    case 2:
      return silence === undefined ? [step] : [brokenStep(session, step, cut)];
    case 3:
      return clauses.pieces === undefined ? [step] : splitStep(step, cut, micros((silence ?? 0) / 3));
    case 4:
      return clauses.pipelined === undefined
        ? [step]
        : [{ ...step, pause: micros(0) }, requestStep(session, pool.pick(dice))];
    default:
      return [step];
  }
}

/** One byte changed, missing, or added, with a right sum. */
function corrupted(
  { requests }: AnySession,
  request: RequestPool['session']['probe'],
  dice: Random,
): Uint8Array {
  const content = [...requests.wire.encode(request)];
  const at = dice.int(0, content.length - 1);
  const [removed, inserted] = [
    [1, [dice.int(0, 255)]] as const,
    [1, []] as const,
    [0, [dice.int(0, 255)]] as const,
  ][dice.int(0, 2)] ?? [0, []];
  content.splice(at, removed, ...inserted);
  return requests.wire.seal(Uint8Array.from(content));
}
