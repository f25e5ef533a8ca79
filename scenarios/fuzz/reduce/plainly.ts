/** A failing case with less that is odd about it: fewer kinds of steps in a long one, no pauses, frames whole and apart. */
import { isPlain, keyOf, regrouped, ungapped } from './candidates';
import { bytesOf, type FuzzStep } from '../execution/step';
import type { FuzzSession } from '../target';

type StillShows = (steps: readonly FuzzStep[]) => Promise<boolean>;

/** Of a flood, or of a long game. */
export const MANY_STEPS = 16;

/** Times that a step may stand in a long case to be left out by itself first. */
const RARE = 4;
/** Steps that are played until each kind was left out: more would leave no budget for the rest. */
const MOST_PLAYED = 20_000;

/**
 * Of very many steps most are a few over and over: first the pauses, then what is not needed of those few, one kind at a
 * time.
 */
export async function fewerKinds(
  steps: readonly FuzzStep[],
  stillShows: StillShows,
): Promise<readonly FuzzStep[]> {
  const calm = steps.map(withoutGap);
  const isCalm = steps.every((step, i) => step === calm[i]);
  let left = steps.length < MANY_STEPS || isCalm || !(await stillShows(calm)) ? steps : calm;
  const kinds = new Set(left.map(keyOf));
  if (steps.length < MANY_STEPS || kinds.size * left.length > MOST_PLAYED) return left;
  for (const kind of kinds) {
    const rest = left.filter((step, i) => i === left.length - 1 || keyOf(step) !== kind);
    if (rest.length < left.length && (await stillShows(rest))) left = rest;
  }
  return oneKind(left, stillShows);
}

/** Where two kinds take turns each may do what the other does: then as many of one of them are enough. */
async function oneKind(steps: readonly FuzzStep[], stillShows: StillShows): Promise<readonly FuzzStep[]> {
  const kinds = new Map(steps.map((step) => [keyOf(step), step]));
  if (kinds.size !== 2) return steps;
  for (const kind of kinds.values()) {
    const alone = steps.map(() => kind);
    if (isPlain(kind) && bytesOf(alone) <= bytesOf(steps) && (await stillShows(alone))) return alone;
  }
  return steps;
}

/** Of very many steps those that stand there a few times only, one by one: most of the others are needed. */
export async function fewerRare(
  steps: readonly FuzzStep[],
  stillShows: StillShows,
): Promise<readonly FuzzStep[]> {
  if (steps.length < MANY_STEPS) return steps;
  const counts = new Map<string, number>();
  for (const step of steps) counts.set(keyOf(step), (counts.get(keyOf(step)) ?? 0) + 1);
  let left = steps;
  for (let at = left.length - 1; at >= 0; at--) {
    const step = left[at];
    const isRare = step !== undefined && (counts.get(keyOf(step)) ?? 0) <= RARE;
    const rest = isRare ? left.toSpliced(at, 1) : left;
    if (isRare && (await stillShows(rest))) left = rest;
  }
  return left;
}

function withoutGap(step: FuzzStep): FuzzStep {
  if (step.kind !== 'send' || step.gap === undefined) return step;
  const { gap: _, ...plain } = step;
  return plain;
}

/** Without pauses where they make no difference, and what goes on with the frame before it together with that. */
export async function plainly(
  session: FuzzSession,
  steps: readonly FuzzStep[],
  stillShows: StillShows,
  isOver: () => boolean,
): Promise<readonly FuzzStep[]> {
  let left = steps;
  for (let at = 0; at < left.length && !isOver(); at++)
    for (const rest of ungapped(left, at))
      if (await stillShows(rest)) {
        left = rest;
        break;
      }
  for (let at = left.length - 1; at > 0 && !isOver(); at--) {
    const whole = regrouped(session, left, at);
    if (whole !== undefined && (await stillShows(whole))) left = whole;
  }
  return left;
}
