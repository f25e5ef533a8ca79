/** A failing case made small: quickly first, with care where that has cost it its certainty. */
import { changed } from './candidates';
import { causeOf } from '../triage/cause';
import type { Lab } from '../triage/triage';
import { micros } from '../../../protocols/time';
import { minimise, type Minimised, type MinimiseOptions } from './minimise';
import { alwaysShows, REPEATS, shows } from './reproducibility';
import { leaner } from './leaner';
import { luckier } from './luckier';
import { inPeace, LONG_SILENCES } from './peace';
import { asOftenest } from './oftenest';
import { listeningLonger, MOST_CHOICES } from './patience';
import { inFewerBytes } from './retold';
import { soonest } from './soonest';
import { bytesOf, listen, type FuzzStep } from '../execution/step';
import type { Failure } from '../../oracle/failure';
import { sameSignature, reproduce } from '../execution/trial';

/** A case that needs luck is made small with candidates that show this often in a row. */
const CAREFUL_TRIES = 4;
/** Rounds of each smaller case, where it takes the board's choices, and of each history that never showed it again. */
const CHANCES = 12;
const SEARCHED = 20;
const IN_PEACE = 4;
/** Times that a case is told in another way. */
const MOST_TOLD = 3;
/** In which what takes luck shows what it has in common with others. */
const ROUNDS_OF_CAUSE = 100;
/** What a finding may have above the fewest there are. */
export const BYTES_ABOVE = 2;
/** Of ten rounds. */
const OFTEN = 3;

/** Undefined where the failure never shows again; `byLuck`: in many rounds of what went before it. */
export async function smallest(
  { rig, session, budget, checkpoint }: Pick<Lab, 'rig' | 'session' | 'budget' | 'checkpoint'>,
  failure: Failure,
  history: readonly (readonly FuzzStep[])[],
  byLuck = true,
): Promise<Minimised | undefined> {
  const exhausted = budget(rig);
  const shared = { rig, session, exhausted, checkpoint };
  const alone = rig.isVirtual ? await shownAlone({ rig, session }, failure, history) : undefined;
  const options = { ...shared, failure, history, ...alone };
  const found =
    (await minimise({ ...options, tries: 1 })) ??
    (rig.isVirtual && byLuck ? await luckiest(options) : undefined);
  if (found === undefined) return undefined;
  const lab = { rig, session, checkpoint };
  const { quick, first } = await toldInPeace(shared, found);
  const shown = await shows(lab, quick.steps, quick.failure, REPEATS);
  const retold = async (small: Minimised, rounds?: number): Promise<Minimised> =>
    asItIsOf(lab, await inFewerBytes({ ...shared, exhausted: budget(rig) }, small, rounds));
  const isSure =
    shown === REPEATS && (!rig.isVirtual || (await alwaysShows(lab, quick.steps, quick.failure)));
  if (isSure) return rig.isVirtual ? retold(quick) : quick;
  if (rig.isVirtual) {
    const sure = await surest(lab, { ...options, exhausted: budget(rig), ...first }, quick, shown);
    const always = (await chosenOtherwise(lab, sure)) ?? (await listeningLonger(lab, sure));
    if (always !== undefined || (await alwaysShows(lab, sure.steps, sure.failure)))
      return retold(always ?? sure);
    const least = await byLuckLeast(lab, sure, () => budget(rig));
    const told = await asOftenest(lab, least);
    return retold(told === least ? least : await byLuckLeast(lab, told, () => budget(rig)), ROUNDS_OF_CAUSE);
  }
  if (quick !== found || (await luckFrom(lab, failure, history)) < 3) return quick;
  return (await minimise({ ...shared, failure, history, tries: CAREFUL_TRIES })) ?? quick;
}

/** The same is missing of the case by itself, in another state: what went before it only brought the board to that one. */
async function shownAlone(
  { rig, session }: Pick<Lab, 'rig' | 'session'>,
  failure: Failure,
  history: readonly (readonly FuzzStep[])[],
): Promise<Pick<MinimiseOptions, 'failure' | 'history'> | undefined> {
  const last = history.at(-1) ?? [];
  const { failure: other, steps } = await reproduce(rig, session, last);
  if (other === undefined || sameSignature(other, failure)) return undefined;
  const isSame = (['kind', 'due', 'requirement', 'seen'] as const).every(
    (part) => other[part] === failure[part],
  );
  return isSame ? { failure: other, history: [last.slice(0, steps)] } : undefined;
}

/** With what was left open closed before it, where that is a byte or two: the failure is then told as what it is of. */
async function asItIsOf(lab: Pick<Lab, 'rig' | 'session'>, small: Minimised): Promise<Minimised> {
  const { rig, session } = lab;
  const steps = session.orderly?.(small.steps) ?? small.steps;
  if (steps.length === small.steps.length || small.failure.kind !== 'silence') return small;
  const { failure, made } = await reproduce(rig, session, steps);
  if (failure === undefined || bytesOf(made) > bytesOf(small.steps) + BYTES_ABOVE) return small;
  const told = { ...small, steps, failure };
  const [one, other] = [await causeOf(rig, session, small), await causeOf(rig, session, told)];
  const isOfOther = one.key === other.key && one.requirement !== other.requirement;
  return isOfOther && (await alwaysShows(lab, steps, failure)) ? told : small;
}

async function byLuckLeast(
  lab: Pick<Lab, 'rig' | 'session' | 'checkpoint'>,
  small: Minimised,
  budget: () => () => boolean,
): Promise<Minimised> {
  const game = await soonest(lab, small);
  const lean = await leaner(lab, game ?? small, budget(), game !== undefined);
  if (lean.steps.length > MOST_CHOICES) return lean;
  // What shows more often may show in fewer bytes, too.
  const least = await leaner(lab, await luckier(lab, lean, budget()), budget());
  return (await listeningLonger(lab, least)) ?? least;
}

type Shared = Omit<MinimiseOptions, 'tries' | 'failure' | 'history'>;

/** What is told in another way may be told so again: an answer that is late to one is too much to the one before, a repeat. */
async function toldInPeace(
  shared: Shared,
  found: Minimised,
): Promise<{ readonly quick: Minimised; readonly first: Awaited<ReturnType<typeof inPeace>> }> {
  let quick = found;
  let first: Awaited<ReturnType<typeof inPeace>>;
  const seen = [found.failure];
  while (seen.length <= MOST_TOLD) {
    const chances = shared.rig.isVirtual && quick.steps.length <= MOST_CHOICES ? IN_PEACE : 1;
    const told = await inPeace(shared, quick, chances);
    if (told === undefined || seen.some((one) => sameSignature(one, told.failure))) break;
    first ??= told;
    const small = await sooner(shared.rig.isVirtual ? IN_PEACE : 1, () =>
      minimise({ ...shared, ...told, tries: 1 }),
    );
    if (small === undefined) break;
    [quick, first] = [small, told];
    seen.push(told.failure);
  }
  return { quick, first };
}

/** What takes the board's choices may come only at the second time, or the third. */
async function sooner<T>(times: number, one: () => Promise<T | undefined>): Promise<T | undefined> {
  for (let n = 0; n < times; n++) {
    const found = await one();
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * Where tries cost nothing, and it is the board's choices that differ: silences long enough for any of them; else made small
 * with candidates that so many rounds come to, which none is refused for a choice that went against it.
 */
async function surest(
  lab: Pick<Lab, 'rig' | 'session'>,
  options: Omit<MinimiseOptions, 'tries'>,
  quick: Minimised,
  shown: number,
): Promise<Minimised> {
  const patient = (await listeningLonger(lab, quick)) ?? (await listeningOn(options, quick));
  if (patient !== undefined) return patient;
  const apart = await inPeace(lab, quick, SEARCHED);
  const plainer = apart && (await byChance({ ...options, ...apart }, 1));
  if (plainer !== undefined) return { ...plainer, history: quick.history };
  const whole = options.history.slice(-1 - quick.history).flat();
  const steps = shown >= OFTEN ? quick.steps : whole;
  const often = shown >= OFTEN ? shown : await shows(lab, whole, options.failure, REPEATS);
  const careful = await byChance({ ...options, history: [steps] }, often);
  if (careful === undefined) return quick;
  const now = await shows(lab, careful.steps, careful.failure, REPEATS);
  // So small that it never comes again, it tells nobody anything.
  if (shown === 0 && now === 0 && often > 0) return { ...quick, steps: whole, failure: options.failure };
  const better = shown === 0 || (now > 0 && bytesOf(careful.steps) <= bytesOf(quick.steps));
  return now > shown || better ? { ...careful, history: quick.history } : quick;
}

/** It needs choices of the board's that did not come again so far: the shortest history that comes to them now and then. */
async function luckiest(options: Omit<MinimiseOptions, 'tries'>): Promise<Minimised | undefined> {
  const { history } = options;
  for (let count = 1; !options.exhausted(); count *= 2) {
    const cases = history.slice(-count);
    const often = await shows(options, cases.flat(), options.failure, SEARCHED);
    if (often > 0) {
      const small = await byChance({ ...options, history: [cases.flat()] }, often / 2);
      return small && { ...small, history: cases.length - 1 };
    }
    if (count >= history.length) return undefined;
  }
  return undefined;
}

/** Of ten rounds it shows so often. */
function byChance(options: Omit<MinimiseOptions, 'tries'>, often: number): Promise<Minimised | undefined> {
  const needed = often > 2 * OFTEN ? 4 : often >= OFTEN ? 2 : 1;
  return minimise({ ...options, tries: CHANCES, misses: CHANCES - needed });
}

/** So does what comes behind the last step: what stood there only took the time. */
async function listeningOn(
  options: Omit<MinimiseOptions, 'tries'>,
  small: Minimised,
): Promise<Minimised | undefined> {
  const { rig, session } = options;
  const steps = [...small.steps, listen(micros(LONG_SILENCES * session.quiet))];
  if ((await shows({ rig, session }, steps, small.failure, REPEATS)) < REPEATS) return undefined;
  const least = await minimise({ ...options, failure: small.failure, history: [steps], tries: 1 });
  return least && { ...least, history: small.history };
}

/** What takes luck may show every time with other choices of the host's: a cell that is its own, for one of the board's. */
async function chosenOtherwise(
  lab: Pick<Lab, 'rig' | 'session'>,
  small: Minimised,
): Promise<Minimised | undefined> {
  if (small.steps.length > MOST_CHOICES || (await alwaysShows(lab, small.steps, small.failure)))
    return undefined;
  for (const steps of changed(lab.session, small.steps))
    if (bytesOf(steps) <= bytesOf(small.steps) && (await alwaysShows(lab, steps, small.failure)))
      return { ...small, steps };
  return undefined;
}

/** Of three times, how often the whole history shows it. */
async function luckFrom(
  { rig, session }: Pick<Lab, 'rig' | 'session'>,
  failure: Failure,
  history: readonly (readonly FuzzStep[])[],
): Promise<number> {
  let shown = 0;
  for (let n = 0; n < 3; n++) {
    const trial = await reproduce(rig, session, history.flat());
    if (trial.failure !== undefined && sameSignature(trial.failure, failure)) shown++;
  }
  return shown;
}
