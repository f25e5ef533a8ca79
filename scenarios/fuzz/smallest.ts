/** A failing case made small: quickly first, with care where that has cost it its certainty. */
import type { Lab } from './examine';
import { minimise, type Minimised, type MinimiseOptions } from './minimise';
import { listen, send, type FuzzStep } from './step';
import type { Failure, FuzzSession } from './target';
import { alike, tryOut } from './trial';

/** Times that a small case is tried again. */
export const REPEATS = 10;
/** A case that needs luck is made small with candidates that show this often in a row. */
const CAREFUL_TRIES = 4;
/** Smaller cases that are tried so. */
const SURE_TRIES = 400;
/** Steps that are worth a silence each. */
const MOST_IN_PEACE = 60;

/** Undefined where the failure never shows again. */
export async function smallest(
  { rig, session, budget, checkpoint }: Pick<Lab, 'rig' | 'session' | 'budget' | 'checkpoint'>,
  failure: Failure,
  history: readonly (readonly FuzzStep[])[],
): Promise<Minimised | undefined> {
  const exhausted = budget();
  const shared = { rig, session, exhausted, checkpoint };
  const found = await minimise({ ...shared, failure, history, tries: 1 });
  if (found === undefined) return undefined;
  const lab = { rig, session };
  const first = await inPeace(lab, found);
  const quick = first === undefined ? found : ((await minimise({ ...shared, ...first, tries: 1 })) ?? found);
  const shown = await repeats(lab, quick.steps, quick.failure);
  if (shown === REPEATS) return quick;
  if (rig.atOnce) return surest(lab, { ...shared, failure, history, ...first }, quick, shown);
  if (quick !== found || (await luckFrom(lab, failure, history)) < 3) return quick;
  return (await minimise({ ...shared, failure, history, tries: CAREFUL_TRIES })) ?? quick;
}

/** Where tries cost nothing: made smaller only as far as it shows as often as the whole. */
async function surest(
  lab: Pick<Lab, 'rig' | 'session'>,
  options: Omit<MinimiseOptions, 'tries'>,
  quick: Minimised,
  shown: number,
): Promise<Minimised> {
  const whole = await repeats(lab, options.history.flat(), options.failure);
  if (whole <= shown) return quick;
  let left = SURE_TRIES;
  const exhausted = (): boolean => options.exhausted() || left-- <= 0;
  const careful = await minimise({ ...options, exhausted, tries: REPEATS, misses: REPEATS - whole });
  if (careful === undefined) return quick;
  return (await repeats(lab, careful.steps, careful.failure)) > shown ? careful : quick;
}

/**
 * Each frame by itself, with silence behind each: what the board says too much, or too late, is seen where it belongs and
 * not taken for the answer to what comes next. Undefined where nothing else shows so.
 */
async function inPeace(
  { rig, session }: Pick<Lab, 'rig' | 'session'>,
  { steps, failure }: Minimised,
): Promise<Pick<MinimiseOptions, 'failure' | 'history'> | undefined> {
  const apart = steps.flatMap((step) => framesApart(session, step));
  if (apart.length > MOST_IN_PEACE) return undefined;
  const patient = apart.flatMap((step, i) => {
    const next = apart[i + 1];
    const goesOn = next === undefined || (next.kind === 'send' && next.gap !== undefined);
    return goesOn ? [step] : [step, listen(session.quiet)];
  });
  const trial = await tryOut(rig, session, patient);
  if (trial.failure === undefined || alike(trial.failure, failure)) return undefined;
  return { failure: trial.failure, history: [patient.slice(0, trial.steps)] };
}

function framesApart(session: FuzzSession, step: FuzzStep): readonly FuzzStep[] {
  if (step.kind !== 'send' || step.recipe !== undefined) return [step];
  const frames = session.frames(step.link, step.bytes);
  if (frames.length < 2) return [step];
  return frames.map((bytes, i) => (i === 0 ? { ...step, bytes } : send(step.link, bytes)));
}

/** Of three times, how often the whole history shows it. */
async function luckFrom(
  { rig, session }: Pick<Lab, 'rig' | 'session'>,
  failure: Failure,
  history: readonly (readonly FuzzStep[])[],
): Promise<number> {
  let shown = 0;
  for (let n = 0; n < 3; n++) {
    const trial = await tryOut(rig, session, history.flat());
    if (trial.failure !== undefined && alike(trial.failure, failure)) shown++;
  }
  return shown;
}

/** Of ten times. */
export async function repeats(
  { rig, session }: Pick<Lab, 'rig' | 'session'>,
  steps: readonly FuzzStep[],
  failure: Pick<Failure, 'kind' | 'trigger' | 'due'>,
): Promise<number> {
  let shown = 0;
  for (let n = 0; n < REPEATS; n++) {
    const trial = await tryOut(rig, session, steps);
    if (trial.failure !== undefined && alike(trial.failure, { ...trial.failure, ...failure })) shown++;
  }
  return shown;
}
