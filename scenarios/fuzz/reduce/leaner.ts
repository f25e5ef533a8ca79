/**
 * A case that needs choices of the board's, with fewer steps and bytes, where many rounds still show it now and then. While it
 * was made small each try had few rounds, and what was left then may be there by chance.
 *
 *     leave leave join 5 moves 5 moves    10 of 29 rounds
 *                 join 5 moves            10 of 50 rounds: so many bytes fewer are worth it
 */
import { behindWays, candidates } from './candidates';
import { REPEATS, roundsOf } from './reproducibility';
import type { Minimised } from './minimise';
import type { Rig } from '../execution/rig';
import { bytesOf, type FuzzStep } from '../execution/step';
import type { FuzzSession } from '../target';

/** Rounds of each, in so many of which it has to show; without any in the first few the others are not played. */
const ROUNDS = 100;
const NEEDED = 3;
const FIRST = 40;
/** Of what may be long, the fewer rounds the longer it is. */
const GAMBLED = { bytes: 1600, rounds: 12, most: 150 } as const;
/** In so many rounds it has to show as often as it is tried again later. */
const MOST_ROUNDS = 600;
/** Of the last ones so many are tried again, whatever that costs. */
const MOST_CHECKED = 8;
/** Steps of a case of which two are left out. */
const MOST_IN_PAIRS = 8;
const LONG_STEPS = 200;

type Lab = Readonly<{ rig: Rig; session: FuzzSession }>;

/**
 * Only where rounds cost nothing. Quickly first: what comes of a case that only seemed to show often enough may show often
 * again. Then what is left with care, as nothing may have come of it. `comes`: it does come again, if only once in hundreds of
 * rounds.
 */
export async function leaner(
  lab: Lab,
  small: Minimised,
  exhausted: () => boolean,
  comes = false,
): Promise<Minimised> {
  const tried = new Set<readonly FuzzStep[]>();
  const quick = await lessOf(lab, small, { exhausted, how: 'quickly', tried, comes });
  return lessOf(lab, quick, { exhausted, how: 'carefully', tried, comes });
}

interface How {
  readonly exhausted: () => boolean;
  readonly how: 'quickly' | 'carefully';
  /** Short cases that were tried and did not show it. */
  readonly tried: Set<readonly FuzzStep[]>;
  readonly comes: boolean;
}

async function lessOf(lab: Lab, small: Minimised, { exhausted, how, tried, comes }: How): Promise<Minimised> {
  const known = new Set<string>();
  const passed = [small];
  // What a recipe has for bytes only a round that shows it tells.
  const often = comes ? small.steps : await shownOften(lab, small, isLong(small) ? FIRST : MOST_ROUNDS / 2);
  // What never comes again is no measure: whatever comes often enough is better.
  let isMeasure = often !== undefined;
  let sure = small;
  for (let next: Minimised | undefined = { ...small, steps: often ?? small.steps }; next !== undefined;) {
    const best: Minimised = next;
    next = undefined;
    for (const { steps: fewer, first, isShort } of less(lab.session, best.steps)) {
      if (exhausted()) break;
      if (tried.has(fewer)) continue;
      const name = JSON.stringify(fewer.map(told));
      if (known.has(name)) continue;
      known.add(name);
      const shown = await shownOften(lab, { ...best, steps: fewer }, first);
      if (shown === undefined && isShort === true) tried.add(fewer);
      if (shown === undefined || (isMeasure && !isLess(shown, best.steps))) continue;
      const one = { ...best, steps: shown };
      const tryAgain = how === 'carefully' || !isMeasure;
      if (tryAgain && !(await isEnough(lab, one))) continue;
      if (tryAgain) sure = one;
      isMeasure = true;
      passed.push((next = one));
      break;
    }
  }
  // One that only seemed to show often enough is no case.
  for (const one of passed.slice(1).slice(-MOST_CHECKED).toReversed())
    if (one === sure || (await isEnough(lab, one))) return one;
  return sure;
}

function isLess(some: readonly FuzzStep[], than: readonly FuzzStep[]): boolean {
  return bytesOf(some) < bytesOf(than) || (bytesOf(some) === bytesOf(than) && some.length < than.length);
}

/** What makes it another case: the bytes of a recipe are those of one round. */
function told(step: FuzzStep): unknown {
  if (step.kind === 'send' && step.recipe !== undefined) return { ...step, bytes: [] };
  return 'bytes' in step ? { ...step, bytes: [...step.bytes] } : step;
}

interface Less {
  readonly steps: readonly FuzzStep[];
  /** Rounds of which one has to show it. */
  readonly first?: number;
  /** It is no part of the case. */
  readonly isShort?: boolean;
}

/** Another short case, or what is left of it. */
function* less(session: FuzzSession, steps: readonly FuzzStep[]): Iterable<Less> {
  const bytes = bytesOf(steps);
  for (const short of session.shortcuts ?? [])
    if (bytesOf(short) < bytes) yield { steps: short, isShort: true };
  for (const gamble of session.gambles ?? []) {
    const shorter = Math.max(1, GAMBLED.bytes / gamble.bytes);
    const first = Math.min(GAMBLED.most, Math.round(GAMBLED.rounds * shorter * shorter));
    if (gamble.bytes < bytes) yield { steps: gamble.steps, first, isShort: true };
  }
  for (const fewer of parts(session, steps)) yield { steps: fewer };
}

/** Its end by a shorter way; fewer steps, halves to single ones and two at a time; fewer bytes of one. */
function* parts(session: FuzzSession, steps: readonly FuzzStep[]): Iterable<readonly FuzzStep[]> {
  for (const short of behindWays(session.ways ?? [], steps)) if (bytesOf(short) < bytesOf(steps)) yield short;
  for (let size = steps.length >> 1; size >= 1; size >>= 1)
    for (let from = steps.length - size; from > -size; from -= size) {
      const rest = [...steps.slice(0, Math.max(0, from)), ...steps.slice(Math.max(0, from + size))];
      if (rest.length > 0) yield rest;
    }
  if (steps.length <= MOST_IN_PAIRS)
    for (let at = steps.length - 2; at > 0; at--)
      for (let other = at - 1; other >= 0; other--) yield steps.filter((_, i) => i !== at && i !== other);
  for (let at = steps.length - 1; at >= 0; at--) {
    const step = steps[at];
    if (step === undefined || !('bytes' in step)) continue;
    for (const fewer of candidates(session, step))
      if (fewer.bytes.length < step.bytes.length) yield steps.with(at, fewer);
  }
}

/** The steps as a round had them that showed it. */
async function shownOften(
  lab: Lab,
  { steps, failure }: Minimised,
  first = FIRST,
): Promise<readonly FuzzStep[] | undefined> {
  const often = { rounds: Math.max(ROUNDS, 2 * first), enough: NEEDED, first };
  const { shown, made } = await roundsOf(lab, steps, failure, often);
  return shown < NEEDED ? undefined : made;
}

async function isEnough(lab: Lab, { steps, failure }: Minimised): Promise<boolean> {
  const rounds = isLong({ steps }) ? MOST_ROUNDS / 2 : MOST_ROUNDS;
  const { shown } = await roundsOf(lab, steps, failure, { rounds, enough: REPEATS });
  return shown === REPEATS;
}

/** Rounds of it take their time. */
function isLong({ steps }: Pick<Minimised, 'steps'>): boolean {
  return steps.length > LONG_STEPS;
}
