/**
 * A case that takes the board's choices over a whole game, told by the shortest game that comes to it: very many are played,
 * each to its end or to where enough of them were over before.
 *
 *     20 decks    157 of 4000 games
 *     18 decks      9 of 4000 games: that few are enough
 *     17 decks      none
 */
import { roundsOf } from './reproducibility';
import type { Minimised } from './minimise';
import type { Rig } from '../execution/rig';
import { bytesOf, type FuzzStep } from '../execution/step';
import type { FuzzSession } from '../target';
import { sameSignature, reproduce, turnOfOthers } from '../execution/trial';

/** Of the case as it is. */
const ROUNDS = 100;
const GAMES = 4000;
const ENOUGH = 8;
/** None in the first few: the others are not played. */
const FIRST = 400;
const GAMES_A_TURN = 16;

interface Lab {
  readonly rig: Rig;
  readonly session: FuzzSession;
  /** Throws where the campaign was interrupted. */
  readonly checkpoint: () => void;
}

/** Only where games cost nothing. Undefined where none of them shows it in fewer bytes. */
export async function soonest(lab: Lab, small: Minimised): Promise<Minimised | undefined> {
  const games = lab.session.games ?? [];
  if (games.length === 0) return undefined;
  // What a recipe has for bytes only a round that shows it tells.
  const { shown, made } = await roundsOf(lab, small.steps, small.failure, { rounds: ROUNDS, enough: 1 });
  const known = shown === 0 ? Infinity : bytesOf(made);
  for (const { steps, bytes } of games) {
    if (bytes >= known) continue;
    const shortest = await shortestOf(lab, steps, small);
    if (shortest !== undefined && bytesOf(shortest) < known) return { ...small, steps: shortest };
  }
  return undefined;
}

/** As one of those rounds had it. */
async function shortestOf(
  { rig, session, checkpoint }: Lab,
  steps: readonly FuzzStep[],
  { failure: known }: Minimised,
): Promise<readonly FuzzStep[] | undefined> {
  const shown: (readonly FuzzStep[])[] = [];
  let most = steps.length;
  for (let n = 0; n < GAMES && (n < FIRST || shown.length > 0); n++) {
    if (n % GAMES_A_TURN === 0) {
      checkpoint();
      await turnOfOthers();
    }
    const trial = await reproduce(rig, session, steps.slice(0, most));
    if (trial.failure === undefined || !sameSignature(trial.failure, known)) continue;
    const made = trial.made.slice(0, trial.steps);
    shown.push(made.slice(0, made.findLastIndex((step) => bytesOf([step]) > 0) + 1));
    shown.sort((a, b) => a.length - b.length);
    // Those that are longer make no difference any more.
    if (shown.length >= ENOUGH) most = shown[ENOUGH - 1]?.length ?? most;
    shown.length = Math.min(shown.length, ENOUGH);
  }
  return shown[ENOUGH - 1];
}
