/** Replays a finding on a board. */
import { stepsOf, type Finding } from './finding';
import type { Rig } from '../execution/rig';
import type { Failure } from '../../../protocols/monitor/failure';
import type { FuzzSession } from '../target';
import { signature, reproduce } from '../execution/reproduce';

/** How often a finding is tried if it does not show. */
const TRIES = 10;

export interface Replayed {
  readonly shown: number;
  readonly tried: number;
  /** Rounds of all tries together. */
  readonly rounds: number;
  /** The failure that shows now, if it differs from the recorded one. */
  readonly otherwise?: Failure;
}

/**
 * Tries until the finding shows once, at most ten times. A flaky finding is always tried ten times. A finding that
 * depends on the board's choices is tried once, with the largest recorded number of rounds.
 */
export async function replay(rig: Rig, session: FuzzSession, finding: Finding): Promise<Replayed> {
  const steps = stepsOf(finding.steps);
  if (finding.unit !== undefined) await rig.begin(finding.unit);
  const { shown: shownBefore, tried: triedBefore, rounds: each } = finding.repeats;
  let shown = 0;
  let tried = 0;
  let rounds = 0;
  let otherwise: Failure | undefined;
  while (tried < (each === undefined ? TRIES : 1) && (shown === 0 || shownBefore < triedBefore)) {
    const { failure } = await reproduce(rig, session, steps);
    rounds++;
    if (failure !== undefined || rounds >= (each?.most ?? 1)) tried++;
    if (failure === undefined) continue;
    shown++;
    if (signature(failure) !== signature(finding)) otherwise = failure;
  }
  return { shown, tried, rounds, ...(otherwise === undefined ? {} : { otherwise }) };
}
