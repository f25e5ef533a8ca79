/**
 * Brings a board that may be dead to its state after power-on, by its reset levels, mildest first.
 *
 *     reset by the first level → does it answer? → once more → by the next level → … → wedged
 */
import { micros } from '../../../protocols/time';
import type { Model } from '../../player/model';
import { play } from '../../player/play';
import { BoardWedged, type Rig } from './rig';
import { listen, type FuzzStep } from '../../player/step';
import type { FuzzSession } from '../target';

export const NO_SPAN = micros(0);
/** How often each level is tried. */
const TRIES = 2;

/** The steps before a case: they wait for a board that boots, or bring a live board to a known state. */
export function preamble({ baseline, startup }: FuzzSession, fresh: boolean): readonly FuzzStep[] {
  if (!fresh) return baseline;
  return startup?.boot === undefined ? [] : [listen(startup.boot)];
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
  throw new BoardWedged(
    rig.resetLevels === 1
      ? 'the board does not answer, and its reset does not recover it'
      : `the board does not answer, and none of its ${rig.resetLevels} resets recovers it`,
  );
}

async function errorOf(reset: () => boolean | Promise<boolean>): Promise<Error | undefined> {
  try {
    await reset();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** Whether the board gives any answer to the probe, which every live board answers. */
async function isAlive(rig: Rig, session: FuzzSession): Promise<boolean> {
  return (await playProbe(rig, session)).failure?.kind !== 'silence';
}

export async function playProbe(rig: Rig, session: FuzzSession): Promise<Model> {
  const model = session.model(false);
  const steps = [...preamble(session, true), ...session.probe];
  await rig.play(play(steps, model, { links: rig.links, quiet: NO_SPAN }));
  return model;
}
