/**
 * A small case told in other words: what shows the same bug in fewer bytes, though as another failure.
 *
 *     Start   wrong CRC  Select A   Select B: FALSE where TRUE is due       19 bytes
 *     wrong CRC  Start   Set State: playing where Error 06 is due           6 bytes
 *
 * It is the same bug where the failure or its cause is the same; where the last step is answered just so with less before it;
 * or where parts of both cases tell that it is. Only where tries cost nothing.
 */
import { micros } from '../../../protocols/time';
import { behindWays, otherCode, SHORTEST_CODES } from './candidates';
import { causeOf, type Cause } from '../triage/cause';
import { alwaysShows } from './reproducibility';
import { minimise, type Minimised, type MinimiseOptions } from './minimise';
import { areOfOneBug } from '../triage/root-cause';
import { listeningLonger } from './patience';
import { LONG_SILENCES } from './peace';
import { bytesOf, listen, present, withBytes, type FuzzStep } from '../execution/step';
import type { FuzzSession } from '../target';
import { sameSignature, reproduce, type Trial } from '../execution/trial';

/** Steps of a case that is told in other words. */
const MOST_STEPS = 24;
/** Beginnings of a longer one. */
const MOST_LAST = 64;
/** Shorter ones of a step, and steps that show what it did. */
const MOST_SHORTER = 4;
const MOST_SHOWN_BY = 8;
/** Bytes of the last step that may be what matters. */
const MOST_BYTES = 8;

/** Steps of a case of which two are left out. */
const MOST_IN_PAIRS = 14;

type Options = Omit<MinimiseOptions, 'tries' | 'failure' | 'history'>;

/** `rounds`: in so many at most it shows. */
export async function inFewerBytes(options: Options, small: Minimised, rounds = 1): Promise<Minimised> {
  let best = small;
  const cause = await causeOf(options.rig, options.session, small, rounds);
  for (let better: Minimised | undefined = best; better !== undefined;) {
    best = better;
    better = await shorter(options, best, cause);
  }
  return best;
}

async function shorter(options: Options, best: Minimised, cause: Cause): Promise<Minimised | undefined> {
  const { rig, session, exhausted, checkpoint } = options;
  for (const told of await otherWords(options, best)) {
    if (bytesOf(told) >= bytesOf(best.steps)) continue;
    if (exhausted()) return undefined;
    checkpoint();
    const trial = await reproduce(rig, session, told);
    if (trial.failure === undefined) continue;
    const history = [told.slice(0, trial.steps)];
    const small = await minimise({ ...options, failure: trial.failure, history, tries: 1 });
    if (small === undefined || bytesOf(small.steps) >= bytesOf(best.steps)) continue;
    const isOfOne =
      answersAlike(trial, told, best) ||
      (await causeOf(rig, session, small)).key === cause.key ||
      (await areOfOneBug(options, small, { ...best, hangs: false }));
    // What was sure stays so.
    const sure = isOfOne ? await surely(options, small) : undefined;
    if (sure !== undefined) return { ...sure, history: best.history };
  }
  return undefined;
}

async function otherWords(
  { rig, session }: Options,
  { steps }: Minimised,
): Promise<Iterable<readonly FuzzStep[]>> {
  if (steps.length > MOST_STEPS) return lastOnes(steps);
  const { model } = await reproduce(rig, session, steps.slice(0, -1));
  const codes = rig.presents ? betweenCodes(steps) : [];
  return [...retold(session, steps, model.view), ...codes];
}

/** A long case from one of its last frames on: one in pieces is one. */
function* lastOnes(steps: readonly FuzzStep[]): Iterable<readonly FuzzStep[]> {
  const starts = steps
    .map((_, at) => at)
    .filter((at) => at > 0 && !isPiece(steps[at]))
    .slice(-MOST_LAST);
  for (const at of starts.toReversed()) yield steps.slice(at);
}

function isPiece(step: FuzzStep | undefined): boolean {
  return step?.kind === 'send' && step.gap !== undefined;
}

async function surely(options: Options, small: Minimised): Promise<Minimised | undefined> {
  if (await alwaysShows(options, small.steps, small.failure)) return small;
  return listeningLonger(options, small);
}

/** The failure is the same; or the last step, still the last, is answered just so. */
function answersAlike(
  { failure, steps }: Trial,
  told: readonly FuzzStep[],
  { steps: best, failure: known }: Minimised,
): boolean {
  if (failure === undefined) return false;
  if (sameSignature(failure, known)) return true;
  const asLast = steps === told.length && told.at(-1) === best.at(-1);
  // What it was told may go by another name in another state, or behind what should have done nothing.
  const isSaid = failure.due !== 'silence' && failure.kind === known.kind;
  const isOfOne = failure.due === known.due && (isSaid || failure.requirement === known.requirement);
  return asLast && (failure.trigger === known.trigger || isOfOne) && failure.seen === known.seen;
}

function* retold(
  session: FuzzSession,
  steps: readonly FuzzStep[],
  view: unknown,
): Iterable<readonly FuzzStep[]> {
  const [before, last] = [steps.slice(0, -1), steps.slice(-1)];
  for (const times of [1, 3]) yield [listen(micros(times * LONG_SILENCES * session.quiet))];
  yield* behindWays(session.ways ?? [], steps);
  yield* session.shortcuts ?? [];
  // Some of them take no luck with this board.
  for (const gamble of session.gambles ?? []) if (gamble.bytes < bytesOf(steps)) yield gamble.steps;
  yield* shortcutsWithByte(session, steps.at(-1));
  yield* withoutLength(steps);
  yield* levelled(steps);
  if (before.length === 0) return;
  yield last;
  yield* without(steps);
  yield* culpritsBehindWays(session, before, last);
  yield* askedBefore(session, steps);
  const shows = shownBy(session, view, before);
  const earlier = before.slice(0, -1);
  for (const culprit of shortened(session, before.at(-1))) {
    yield [...earlier, ...culprit, ...last];
    // What a long one took may be what matters of it, and that nobody waits for the end of a short one.
    yield [...earlier, listen(session.quiet), ...culprit, ...last.map(atOnce)];
  }
  for (const culprit of [before.slice(-1), ...shortened(session, before.at(-1))])
    for (const show of shows) {
      yield [...culprit, ...show];
      if (earlier.length > 1) yield [...earlier.slice(1), ...culprit, ...show];
      if (earlier.length > 0) yield [...earlier, ...culprit, ...show];
    }
}

/** One of the earlier ones, or a shorter one, and the last behind each short way. */
function* culpritsBehindWays(
  session: FuzzSession,
  before: readonly FuzzStep[],
  last: readonly FuzzStep[],
): Iterable<readonly FuzzStep[]> {
  for (const way of session.ways ?? [])
    for (const step of before.toReversed())
      for (const culprit of [...shortened(session, step), [step]]) yield [...way, ...culprit, ...last];
}

/** One of them less but the last, or two. */
function* without(steps: readonly FuzzStep[]): Iterable<readonly FuzzStep[]> {
  const last = steps.length - 1;
  for (let at = last - 1; at >= 0; at--) yield steps.toSpliced(at, 1);
  if (steps.length > MOST_IN_PAIRS) return;
  for (let at = last - 1; at > 0; at--)
    for (let other = at - 1; other >= 0; other--) yield steps.toSpliced(at, 1).toSpliced(other, 1);
}

/** What shows it, before and behind one of the other steps, or all but one: what they changed, they should not have. */
function* askedBefore(session: FuzzSession, steps: readonly FuzzStep[]): Iterable<readonly FuzzStep[]> {
  const last = steps.at(-1);
  if (last === undefined || steps.length > MOST_IN_PAIRS) return;
  const first = last.kind === 'present' ? otherCode(last) : last;
  const before = steps.slice(0, -1);
  for (const step of before.toReversed()) yield [first, step, last];
  for (const step of before.toReversed())
    if (step.kind === 'send') for (const other of session.others?.(step) ?? []) yield [first, other, last];
  for (const at of before.keys()) yield [first, ...before.toSpliced(at, 1), last];
}

/** What puts the board off its track, between two codes before the lens: the second is not read as the first was. */
function* betweenCodes(steps: readonly FuzzStep[]): Iterable<readonly FuzzStep[]> {
  const last = steps.at(-1);
  if (last?.kind !== 'send' || steps.length > MOST_IN_PAIRS) return;
  const [first, second] = SHORTEST_CODES.map((code) => present('code128', code));
  if (first === undefined || second === undefined) return;
  yield [first, ...steps.slice(0, -1).filter(({ kind }) => kind !== 'listen'), second];
}

/** Where it is one byte that matters, a short case that holds it shows it as well. */
function* shortcutsWithByte(
  { shortcuts = [] }: FuzzSession,
  last: FuzzStep | undefined,
): Iterable<readonly FuzzStep[]> {
  if (last?.kind !== 'send') return;
  for (const [only, ...more] of shortcuts) {
    if (only?.kind !== 'send' || more.length > 0) continue;
    for (const byte of new Set(last.bytes.subarray(-MOST_BYTES)))
      yield [withBytes(only, Uint8Array.of(...only.bytes, byte))];
  }
}

/** All but the first that are of one length go together: what stands between deals. */
function* withoutLength(steps: readonly FuzzStep[]): Iterable<readonly FuzzStep[]> {
  for (const length of new Set(steps.slice(1).map((step) => bytesOf([step]))))
    if (length > 0) yield steps.filter((step, i) => i === 0 || bytesOf([step]) !== length);
}

/** A piece less, and each pause as long as the longest: the time that is over may be what matters. */
function* levelled(steps: readonly FuzzStep[]): Iterable<readonly FuzzStep[]> {
  const gaps = steps.flatMap((step) => (step.kind === 'send' && step.gap !== undefined ? [step.gap] : []));
  if (gaps.length < 2) return;
  const longest = micros(Math.max(...gaps));
  const level = steps.map((step) =>
    step.kind === 'send' && step.gap !== undefined ? { ...step, gap: longest } : step,
  );
  for (let at = level.length - 1; at > 0; at--) yield level.toSpliced(at, 1);
}

/** Short good requests that tell what the board makes of what stood before. */
function shownBy(
  session: FuzzSession,
  view: unknown,
  before: readonly FuzzStep[],
): readonly (readonly FuzzStep[])[] {
  return [
    session.probe,
    session.baseline,
    ...session.observations(view, before),
    ...(session.readings ?? []),
    ...(session.ways ?? []),
  ].slice(0, MOST_SHOWN_BY);
}

function atOnce(step: FuzzStep): FuzzStep {
  return step.kind === 'send' ? { ...step, gap: micros(0) } : step;
}

function shortened(session: FuzzSession, step: FuzzStep | undefined): readonly (readonly FuzzStep[])[] {
  if (step?.kind !== 'send' || step.recipe !== undefined) return [];
  const shorter = [];
  for (const bytes of session.smaller(step.link, step.bytes)) {
    shorter.push([withBytes(step, bytes)]);
    if (shorter.length === MOST_SHORTER) break;
  }
  return shorter;
}
