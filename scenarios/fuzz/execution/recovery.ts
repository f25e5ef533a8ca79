/**
 * Brings a board that may be dead to a known state: by its resets, mildest first, or by the baseline where it has none.
 *
 *     reset by the first level → does it answer the probe? → once more → by the next level → … ┐
 *     baseline → does it hold? → once more → …                                                 ┴→ does it answer anything?
 *
 * A board that answers anything is alive. One that answers nothing is wedged.
 */
import { micros } from '../../../protocols/time';
import { dice } from '../campaign/dice';
import type { Failure } from '../../../protocols/monitor/failure';
import type { Model } from '../../player/model';
import { play, withEffectListener, type Play, type Played } from '../../player/play';
import { BoardWedged, type Rig } from './rig';
import { listen, type FuzzStep } from '../../player/step';
import type { FuzzSession } from '../target';

const NO_SPAN = micros(0);
/** How often each level is tried, and the baseline. */
const TRIES = 2;
const BASELINES = 3;
/** Good requests that are tried before a board counts as wedged. */
const MOST_ASKED = 12;

/** Plays steps. What the last one leads to is judged with the steps that come next. */
export function playOn(
  { links }: Rig,
  steps: readonly FuzzStep[],
  model: Model,
  ahead?: number,
): Play<Played> {
  return play(steps, model, { links, quiet: NO_SPAN, ahead });
}

/** The steps that wait for a board that boots. */
export function bootSteps({ startup }: FuzzSession): readonly FuzzStep[] {
  return startup?.boot === undefined ? [] : [listen(startup.boot)];
}

/** Waits until a board that was just reset has booted. */
export async function bootBoard(rig: Rig, session: FuzzSession, model: Model): Promise<void> {
  if (session.startup?.boot !== undefined) await rig.play(playOn(rig, bootSteps(session), model));
}

/**
 * Resolves with true if the board is as after power-on, with false if it has no reset. The liveness check runs only in
 * doubt: it may change the board's state, so another reset follows it. Rejects with {@link BoardWedged}, or with the
 * error of the last level.
 */
export async function recoverBoard(rig: Rig, session: FuzzSession): Promise<boolean> {
  if (rig.isVirtual || rig.resetLevels === 0 || !rig.needsLivenessCheck) return rig.reset();
  let lastError: Error | undefined;
  for (let level = 0; level < rig.resetLevels; level++)
    for (let n = 0; n < TRIES; n++) {
      lastError = await errorOf(() => rig.reset(level));
      if (lastError !== undefined || !(await isAlive(rig, session))) continue;
      rig.needsLivenessCheck = false;
      return rig.reset();
    }
  if (lastError !== undefined) throw lastError;
  await requireAnyAnswer(rig, session);
  rig.needsLivenessCheck = false;
  return rig.reset();
}

/**
 * For a board without a reset: plays the baseline until it holds. Resolves with the model after it; if the board answers, but the
 * baseline never holds, with a model that knows no state. Rejects with {@link BoardWedged}.
 */
export async function startFromBaseline(
  rig: Rig,
  session: FuzzSession,
): Promise<ReturnType<FuzzSession['model']>> {
  let failed = false;
  for (let n = 0; n < BASELINES && rig.lacksBaseline !== true; n++) {
    const model = session.model(false, rig.isVirtual);
    if (await keepsBaseline(rig, session, model)) {
      model.coverage();
      return model;
    }
    failed ||= model.failure !== undefined;
  }
  if (rig.lacksBaseline !== true) {
    await requireAnyAnswer(rig, session);
    if (!failed)
      throw new BoardWedged('the state of the board is not known, and there is no way to reset it');
    rig.lacksBaseline = true;
  }
  return session.model(false, rig.isVirtual);
}

/** Whether the board answers the baseline as this model requires, and its state is known then. */
export async function keepsBaseline(
  rig: Rig,
  session: FuzzSession,
  model: Model = session.model(false),
): Promise<boolean> {
  await rig.play(playOn(rig, session.baseline, model));
  return model.failure === undefined && !model.desynchronised;
}

async function errorOf(reset: () => boolean | Promise<boolean>): Promise<Error | undefined> {
  try {
    await reset();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** Whether the board answers the probe, or what it answered where it left the probe unanswered. */
async function isAlive(rig: Rig, session: FuzzSession): Promise<boolean> {
  if (rig.aliveBy !== undefined && (await isAnswered(rig, session, rig.aliveBy))) return true;
  return (await playProbe(rig, session)).failure?.kind !== 'silence';
}

async function playProbe(rig: Rig, session: FuzzSession): Promise<Model> {
  const model = session.model(false);
  await rig.play(playOn(rig, [...bootSteps(session), ...session.probe], model));
  return model;
}

/** A board that never sent anything is no finding. Rejects with {@link BoardWedged}. */
export async function refuseDeadBoard(rig: Rig, session: FuzzSession, { kind }: Failure): Promise<void> {
  if (kind !== 'silence' || rig.hasReceived !== false) return;
  await recoverBoard(rig, session);
  if (!rig.hasReceived) await requireAnyAnswer(rig, session);
}

/** Rejects with {@link BoardWedged} if the board answers nothing. */
async function requireAnyAnswer(rig: Rig, session: FuzzSession): Promise<void> {
  if (await answersAnything(rig, session)) return;
  const resets = ['there is no way to reset it', 'its reset does not recover it'][rig.resetLevels];
  throw new BoardWedged(
    `the board answers nothing, and ${resets ?? `none of its ${rig.resetLevels} resets recovers it`}`,
  );
}

/** Whether the board answers any of several good requests. */
export async function answersAnything(rig: Rig, session: FuzzSession): Promise<boolean> {
  for (const steps of goodRequests(rig, session)) {
    if (!(await isAnswered(rig, session, steps))) continue;
    rig.aliveBy = steps;
    return true;
  }
  return false;
}

function* goodRequests(rig: Rig, session: FuzzSession): Generator<readonly FuzzStep[]> {
  yield session.probe;
  yield session.baseline;
  const choices = dice(1);
  const { view } = session.model(false);
  const valid = session.generators.filter(
    ({ group, needs }) => group === 'valid' && (needs === undefined || rig.presents),
  );
  for (let n = 0; n < MOST_ASKED; n++) yield valid[n % valid.length]?.make(choices, view) ?? [];
}

/** Whether the board sends anything after the first of the steps. */
export async function isAnswered(
  rig: Rig,
  session: FuzzSession,
  steps: readonly FuzzStep[],
): Promise<boolean> {
  const playing = playOn(rig, [...bootSteps(session), ...steps], session.model(false));
  let [sent, answered] = [false, false];
  await rig.play(
    withEffectListener(playing, ({ op }, { chunk }) => {
      sent ||= op === 'send';
      answered ||= sent && op === 'receive' && chunk !== undefined;
    }),
  );
  return answered;
}
