/**
 * From a board that may be dead to one that is as after power-on: by the ways there are to reset it, mildest first.
 *
 *     reset by the first way → does it live? → once more → by the next way → … → wedged
 */
import { micros } from '../../../protocols/time';
import { play } from './play';
import { BoardWedged, type Rig } from './rig';
import { listen, type FuzzStep } from './step';
import type { FuzzSession } from '../target';

export const NO_SPAN = micros(0);
/** Times that each way is tried. */
const TRIES = 2;

/** What comes before anything else: a booting board is waited for, one that lives is brought to a known state. */
export function preamble({ baseline, startup }: FuzzSession, fresh: boolean): readonly FuzzStep[] {
  if (!fresh) return baseline;
  return startup?.boot === undefined ? [] : [listen(startup.boot)];
}

/**
 * true: the board is as after power-on; false: there is no way to. Whether it lives is asked only where there is doubt: to
 * be asked may change it, so it is reset once more behind that. Rejects with {@link BoardWedged}, or with the
 * error of the last way.
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
      ? 'the board does not answer any more, and its reset does not bring it back'
      : `the board does not answer any more, and none of ${rig.resetLevels} ways to reset it brings it back`,
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

/** It answers something to what anything that lives answers. */
async function isAlive(rig: Rig, session: FuzzSession): Promise<boolean> {
  const model = session.model(false);
  const steps = [...preamble(session, true), ...session.probe];
  await rig.play(play(steps, model, { links: rig.links, quiet: NO_SPAN }));
  return model.failure?.kind !== 'silence';
}
