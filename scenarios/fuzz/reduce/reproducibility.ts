/**
 * How surely a small case shows its failure, where the board chooses too: what is sent follows its choices, and only some
 * of them come to the failure.
 *
 *     time    = round round … round ✗        each from the known beginning, with other choices of the board's
 *     repeats = 10 of 10 times, within `most` rounds each
 *
 * Whoever tries it goes on from the beginning until it shows or so many rounds are over; by then a board that has the bug
 * has shown it, but for a chance that is no matter.
 */
import type { Rig } from '../execution/rig';
import type { FuzzStep } from '../execution/step';
import type { Failure } from '../../oracle/failure';
import type { FuzzSession } from '../target';
import { sameSignature, reproduce, turnOfOthers, type Trial, type ChunkListener } from '../execution/trial';

/** Times that a small case is tried again. */
export const REPEATS = 10;
/** Rounds in which it has to show so often: what shows more seldom is said to be flaky. */
const MOST_ROUNDS = 2000;
/** Where it did so now and then in those: what takes a whole game of the board's choices. */
const MANY_ROUNDS = 10_000;
const COMES = 2;
/** Where it did in one of the first ten, and time costs nothing, that many are played whatever they send. */
const FEW_ROUNDS = 40;
const ROUNDS_A_TURN = 16;
/** What shows in eight of nine rounds does not in so many. */
const SURE_ROUNDS = 40;
/** Twice the rounds that ten times took: one time in 10⁸ it would take more. */
const ENOUGH = 2;

export interface Rounds {
  /** From the known beginning, for one time. */
  readonly most: number;
  /** That it took to show `shown` times. */
  readonly played: number;
}

export interface Luck {
  readonly shown: number;
  readonly tried: number;
  /** Absent where each time took one round. */
  readonly rounds?: Rounds;
}

/** Of rounds: what passes in each, and those that show it. */
export interface Watch {
  readonly begins: () => ChunkListener;
  readonly shown: (trial: Trial) => void;
}

type Lab = Readonly<{ rig: Rig; session: FuzzSession; exhausted?: () => boolean }>;
type Sign = Pick<Failure, 'kind' | 'trigger' | 'due'>;

/**
 * Of ten times; of as many rounds as ten times take where it is the board's choices that differ: a virtual one has nothing
 * else that does, and of a real one it is known where steps follow them.
 */
export async function luckOf(
  lab: Lab,
  steps: readonly FuzzStep[],
  failure: Sign,
  watch?: Watch,
): Promise<Luck> {
  const round = async (): Promise<number> => {
    const trial = await reproduce(lab.rig, lab.session, steps, watch?.begins());
    if (!isThat(trial, failure)) return 0;
    watch?.shown(trial);
    return 1;
  };
  let [shown, played] = [0, 0];
  for (; played < REPEATS; played++) shown += await round();
  if (shown === REPEATS || !(lab.rig.isVirtual || isOpen(steps))) return { shown, tried: REPEATS };
  const first = shown;
  const goesOn = (): boolean =>
    (lab.rig.isVirtual && first > 0 && played < FEW_ROUNDS) ||
    (played < MOST_ROUNDS ? lab.exhausted?.() !== true : shown >= COMES && played < MANY_ROUNDS);
  while (shown < REPEATS && goesOn()) {
    if (played % ROUNDS_A_TURN === 0) await turnOfOthers();
    shown += await round();
    played++;
  }
  if (shown < REPEATS) return { shown: first, tried: REPEATS };
  return { shown, tried: REPEATS, rounds: { most: played * ENOUGH, played } };
}

/** Its course is open: the bytes follow the board's choices. */
export function isOpen(steps: readonly FuzzStep[]): boolean {
  return steps.some((step) => step.kind === 'send' && step.recipe !== undefined);
}

/** Of so many rounds those in which it showed. */
export async function shows(
  lab: Lab,
  steps: readonly FuzzStep[],
  failure: Sign,
  rounds: number,
): Promise<number> {
  return (await roundsOf(lab, steps, failure, { rounds })).shown;
}

/** In each of ten rounds; in more, where rounds cost nothing and the board's choices may make the difference once in a while. */
export async function alwaysShows(lab: Lab, steps: readonly FuzzStep[], failure: Sign): Promise<boolean> {
  const rounds = lab.rig.isVirtual && isOpen(steps) ? SURE_ROUNDS : REPEATS;
  for (let n = 0; n < rounds; n++) if ((await shows(lab, steps, failure, 1)) === 0) return false;
  return true;
}

/** The same with the steps as the last of them had them; over once it was `enough`, or not at all in the `first` few. */
export async function roundsOf(
  { rig, session }: Lab,
  steps: readonly FuzzStep[],
  failure: Sign,
  { rounds, enough = rounds, first = rounds }: { rounds: number; enough?: number; first?: number },
): Promise<{ readonly shown: number; readonly made: readonly FuzzStep[] }> {
  let [shown, made] = [0, steps];
  for (let n = 0; n < rounds && shown < enough && (n < first || shown > 0); n++) {
    const trial = await reproduce(rig, session, steps);
    if (!isThat(trial, failure)) continue;
    shown++;
    made = trial.made;
  }
  return { shown, made };
}

/** The first round that shows it; the last one, where none of so many does. */
export async function shownRound(
  { rig, session }: Lab,
  steps: readonly FuzzStep[],
  failure: Sign,
  rounds: number,
  witness?: () => ChunkListener,
): Promise<Trial> {
  for (let n = 1; ; n++) {
    const trial = await reproduce(rig, session, steps, witness?.());
    if (n >= rounds || isThat(trial, failure)) return trial;
  }
}

function isThat({ failure }: Trial, sign: Sign): boolean {
  return failure !== undefined && sameSignature(failure, { ...failure, ...sign });
}
