/**
 * How reliably a small case shows its failure. If the board makes random choices, only some rounds show it.
 *
 *     time    = round round … round ✗        each from the known state, with other choices of the board
 *     repeats = 10 of 10 times, within `most` rounds each
 */
import type { Chunk } from '../../../protocols/chunk';
import {
  hasSignature,
  reproduce,
  yieldToEventLoop,
  type FailureClass,
  type ReproContext,
  type Trial,
} from '../execution/reproduce';
import { bytesOf, type FuzzStep } from '../../player/step';
import type { Failure } from '../../../protocols/monitor/failure';

/** How often a small case is repeated. */
export const REPEATS = 10;
/** The most rounds for ten failures; with more, the case is flaky. */
const MOST_ROUNDS = 2000;
/** On a virtual board this many rounds are played on any budget, if one of the first ten failed. */
const FEW_ROUNDS = 40;
const ROUNDS_A_TURN = 16;
/** The limit is twice the rounds of all ten failures: only once in 10⁸ it takes more. */
const MARGIN = 2;

/** The failure must show in `needed` of `most` rounds. If none of the `first` rounds shows it, the rest is not played. */
export interface Rounds {
  readonly needed: number;
  readonly most: number;
  readonly first?: number;
}

/** As a finding records it. Without `rounds` each time took one round. */
export interface Repeats {
  readonly shown: number;
  readonly tried: number;
  /** `most`: rounds of one time. `played`: rounds of all `shown` times. */
  readonly rounds?: { readonly most: number; readonly played: number };
}

export interface Reproducibility {
  readonly repeats: Repeats;
  /** The sent steps and the traffic of the failing round with the fewest bytes. */
  readonly best?: { readonly sentSteps: readonly FuzzStep[]; readonly passed: readonly LinkChunk[] };
}

export type LinkChunk = readonly [link: string, chunk: Chunk];

/** The replays of one triage: what is known of the failure if the triage has no result. */
export class ReplayLog {
  /** Replays of any case in which the failure was looked for. */
  tried = 0;
  /** The case that showed it last. */
  last:
    { readonly steps: readonly FuzzStep[]; readonly failure: Failure; readonly repeats: Repeats } | undefined;
  private current: { readonly steps: readonly FuzzStep[]; readonly repeats: Counts } | undefined;

  /** `shows`: the trial of these steps showed the failure. */
  add(steps: readonly FuzzStep[], { failure, sentSteps }: Trial, shows: boolean): void {
    this.tried++;
    if (this.current?.steps !== steps) this.current = { steps, repeats: { shown: 0, tried: 0 } };
    const { repeats } = this.current;
    repeats.tried++;
    if (!shows || failure === undefined) return;
    repeats.shown++;
    this.last = { steps: sentSteps, failure, repeats };
  }
}

interface Counts {
  shown: number;
  tried: number;
}

interface ReplayContext extends ReproContext {
  readonly replays?: ReplayLog | undefined;
}

/** Repeats the case ten times. If the board's choices differ, one repetition takes several rounds. */
export async function measureReproducibility(
  context: ReplayContext & { readonly exhausted: () => boolean },
  steps: readonly FuzzStep[],
  failure: FailureClass,
): Promise<Reproducibility> {
  const { rig, session, exhausted, replays } = context;
  let best: Reproducibility['best'];
  const round = async (): Promise<number> => {
    const passed: LinkChunk[] = [];
    const trial = await reproduce(rig, session, steps, (link, chunk) => void passed.push([link, chunk]));
    const shows = hasSignature(trial, failure);
    replays?.add(steps, trial, shows);
    if (!shows) return 0;
    if (best === undefined || bytesOf(trial.sentSteps) < bytesOf(best.sentSteps))
      best = { sentSteps: trial.sentSteps, passed };
    return 1;
  };
  let [shown, played] = [0, 0];
  for (; played < REPEATS; played++) shown += await round();
  const first = shown;
  const chooses = rig.isVirtual || hasRecipes(steps);
  const goesOn = (): boolean =>
    (rig.isVirtual && first > 0 && played < FEW_ROUNDS) || (played < MOST_ROUNDS && !exhausted());
  while (chooses && shown < REPEATS && goesOn()) {
    if (played % ROUNDS_A_TURN === 0) await yieldToEventLoop();
    shown += await round();
    played++;
  }
  const rounds = played > REPEATS && shown === REPEATS ? { rounds: { most: played * MARGIN, played } } : {};
  // Rare, but it showed again.
  const isRare = first === 0 && shown > 0 && shown < REPEATS;
  const repeats = isRare
    ? { shown, tried: played }
    : { shown: shown === REPEATS ? shown : first, tried: REPEATS, ...rounds };
  return best === undefined ? { repeats } : { repeats, best };
}

/** Whether the sent bytes depend on the board's choices. */
export function hasRecipes(steps: readonly FuzzStep[]): boolean {
  return steps.some((step) => step.kind === 'send' && step.recipe !== undefined);
}

/** Plays rounds until enough of them show the failure. `last`: the last of these. */
export async function countShown(
  { rig, session, replays }: ReplayContext,
  steps: readonly FuzzStep[],
  failure: FailureClass,
  { needed, most, first = most }: Rounds,
): Promise<{ readonly shown: number; readonly last?: Trial }> {
  let shown = 0;
  let last: Trial | undefined;
  for (let n = 0; n < most && shown < needed && (n < first || shown > 0); n++) {
    const trial = await reproduce(rig, session, steps);
    const shows = hasSignature(trial, failure);
    replays?.add(steps, trial, shows);
    if (!shows) continue;
    shown++;
    last = trial;
  }
  return last === undefined ? { shown } : { shown, last };
}

/** The first round that shows the failure; if none does, the last round. */
export async function playUntilShown(
  { rig, session }: ReproContext,
  steps: readonly FuzzStep[],
  failure: FailureClass,
  rounds: number,
): Promise<Trial> {
  for (let n = 1; ; n++) {
    const trial = await reproduce(rig, session, steps);
    if (n >= rounds || hasSignature(trial, failure)) return trial;
  }
}
