/** From a failure to a finding: made small, tried again, given its cause. */
import type { Chunk } from '../../../devices/links/link';
import type { Parameters, Requirement } from '../../../protocols/requirement';
import type { BytesRecord } from '../../record';
import { NO_SPAN } from '../execution/recovery';
import { causeOf, type Cause } from './cause';
import { recordedSteps, type Finding, type FindingStep } from './finding';
import type { Minimised } from '../reduce/minimise';
import { smallestOnTwin, type Twin } from './defect-model';
import { play } from '../execution/play';
import type { Rig } from '../execution/rig';
import { isOpen, luckOf, REPEATS, shownRound, type Luck, type Watch } from '../reduce/reproducibility';
import { smallest } from '../reduce/minimise-failure';
import { smallestOfUnits } from '../reduce/units';
import { bytesOf, type FuzzStep } from '../execution/step';
import type { Failure } from '../../oracle/failure';
import type { FuzzSession } from '../target';
import { sameSignature, signature, type Trial, type ChunkListener } from '../execution/trial';
import { bytesRecord } from './evidence';

const SHOWN_CHUNKS = 12;
/** Of which the shortest is told, where each of them shows it; where it takes luck, of those that do. */
const SURE_ROUNDS = 60;
const LUCKY_ROUNDS = 20;
/** Where the board chooses too, what it chose is part of it. */
const COURSE_CHUNKS = 64;

export interface Lab {
  readonly suite: string;
  readonly requirements: readonly Requirement[];
  readonly parameters: Parameters;
  readonly rig: Rig;
  readonly session: FuzzSession;
  /** Of a real board: virtual ones that break its clauses, each in its own way. */
  readonly twins?: (() => Iterable<Twin>) | undefined;
  /** Begins another examination on that rig, and gives what ends it. */
  readonly budget: (rig: Rig) => () => boolean;
  /** Throws where the campaign was interrupted. */
  readonly checkpoint: () => void;
}

export interface Case {
  readonly number: number;
  readonly generator: string;
  readonly steps: readonly FuzzStep[];
  /** Bytes that were sent, those of recipes among them. */
  readonly sent?: number;
}

export interface Examined {
  readonly small: Minimised;
  readonly finding: Omit<Finding, 'count' | 'found'>;
  readonly key: string;
}

/**
 * Undefined where the failure never shows again. `unit`: of virtual boards the one it showed on; `known`: the like of it was
 * examined before, and no luck is tried.
 */
export async function examine(
  lab: Lab,
  failure: Failure,
  history: readonly Case[],
  { unit, known = false }: { readonly unit: number; readonly known?: boolean },
): Promise<Examined | undefined> {
  const cases = history.map(({ steps }) => steps);
  // Begun anew for each failure: what was examined before makes no difference.
  await lab.rig.begin(unit);
  const onTwin = await smallestOnTwin(lab, failure, cases);
  const own = onTwin ?? (await smallest(lab, failure, cases, !known));
  if (own === undefined) return undefined;
  const small = onTwin === undefined ? await smallestOfUnits(lab, own, unit) : { ...own, unit };
  const { rig, session } = lab;
  const shortest = new Shortest(small.failure);
  const watch = rig.isVirtual ? shortest : undefined;
  const luck = await luckOf({ rig, session, exhausted: lab.budget(rig) }, small.steps, small.failure, watch);
  const certain = luck.shown === luck.tried;
  const cause = await causeOf(rig, session, small, luck.rounds?.most ?? (certain ? 1 : luck.tried));
  const { evidence, steps } = await witnessed(lab, small, luck, shortest);
  const kind =
    small.failure.kind === 'silence' && (await isHung(lab, small, luck)) ? 'hang' : small.failure.kind;
  const clause = kind === 'hang' ? (session.alive ?? cause.requirement) : cause.requirement;
  const foundBytes = history
    .slice(-1 - small.history)
    .reduce((sum, { steps: all, sent = bytesOf(all) }) => sum + sent, 0);
  const drawing = {
    small: { ...small, steps },
    cause: { ...cause, requirement: clause },
    luck,
    evidence,
    kind,
    foundBytes,
  };
  const told = onTwin === undefined ? {} : { twin: onTwin.twin };
  const of = rig.isVirtual ? { unit: small.unit } : {};
  return { small, key: cause.key, finding: { ...drawn(lab, drawing), ...told, ...of } };
}

/** As it was found: nothing could be tried any more. */
export function asFound(lab: Lab, failure: Failure, { steps, sent }: Case): Examined {
  const cause = { key: signature(failure), requirement: failure.requirement };
  const kind = failure.kind === 'silence' ? 'hang' : failure.kind;
  const small = { steps, failure, history: 0 };
  const luck = { shown: 0, tried: 0 };
  const drawing = { small, cause, luck, evidence: [], kind, foundBytes: sent ?? bytesOf(steps) };
  return { small, key: cause.key, finding: drawn(lab, drawing) };
}

/** What passed, and what was sent, in a round that showed it; where rounds cost nothing, in the shortest of many. */
async function witnessed(
  { rig, session }: Lab,
  { steps, failure }: Minimised,
  { rounds }: Luck,
  shortest: Shortest,
): Promise<{ readonly evidence: readonly BytesRecord[]; readonly steps: readonly FuzzStep[] }> {
  const open = rounds === undefined ? SURE_ROUNDS : LUCKY_ROUNDS;
  const played = isOpen(steps) ? open : REPEATS;
  for (let n = 0; n < (rig.isVirtual ? played : 1); n++) {
    const trial = await shownRound({ rig, session }, steps, failure, rounds?.most ?? 1, shortest.begins);
    const isIt = trial.failure !== undefined && sameSignature(trial.failure, failure);
    if (isIt || shortest.best === undefined) shortest.shown(trial);
  }
  const { passed = [], made = steps } = shortest.best ?? {};
  const last = passed.slice(rounds === undefined ? -SHOWN_CHUNKS : -COURSE_CHUNKS);
  return { evidence: last.map(([link, chunk]) => bytesRecord(session, link, chunk)), steps: made };
}

type Passed = readonly [link: string, chunk: Chunk];

/** Of rounds that show a failure, one of the same kind as it is and of the fewest bytes. */
class Shortest implements Watch {
  best:
    | { readonly passed: readonly Passed[]; readonly made: readonly FuzzStep[]; readonly isIt: boolean }
    | undefined;
  private passed: Passed[] = [];

  constructor(private readonly failure: Failure) {}

  readonly begins = (): ChunkListener => {
    this.passed = [];
    const { passed } = this;
    return (link, chunk) => void passed.push([link, chunk]);
  };

  readonly shown = ({ made, failure }: Trial): void => {
    const { best, passed } = this;
    const isIt = failure?.kind === this.failure.kind;
    const isShorter = best === undefined || bytesOf(made) < bytesOf(best.made);
    if (best === undefined || (isIt && !best.isIt) || (isIt === best.isIt && isShorter))
      this.best = { passed, made, isIt };
  };
}

/** After it the board does not answer what anything that lives answers. */
async function isHung(
  { rig, session }: Lab,
  { steps, failure }: Minimised,
  { rounds }: Luck,
): Promise<boolean> {
  await shownRound({ rig, session }, steps, failure, rounds?.most ?? 1);
  for (let n = 0; n < 2; n++) {
    const model = session.model(false);
    await rig.play(play(session.baseline, model, { links: rig.links, quiet: NO_SPAN }));
    if (model.failure === undefined && !model.desynchronised) return false;
  }
  return true;
}

interface Drawing {
  readonly small: Minimised;
  readonly cause: Cause;
  readonly luck: Luck;
  readonly evidence: readonly BytesRecord[];
  readonly kind: Failure['kind'];
  readonly foundBytes: number;
}

function drawn(lab: Lab, drawing: Drawing): Examined['finding'] {
  const { small, cause, luck, evidence, kind, foundBytes } = drawing;
  const { failure, steps, history } = small;
  const { session, suite, requirements, parameters } = lab;
  const level = requirements.find(({ id }) => id === cause.requirement)?.level ?? 'MUST';
  const recorded = recordedSteps(steps, (link, bytes) => session.describe(link, bytes));
  // A recipe that came to nothing did nothing.
  const last = recorded.findLast((step) => !('recipe' in step && step.hex === ''));
  return {
    format: 'wirejig-finding',
    version: 1,
    id: `${suite}-${hash(`${suite} ${cause.key}`)}`,
    suite,
    kind,
    title: `${wordsOf(last)}: expected ${failure.expected}, saw ${failure.seen}`,
    requirement: cause.requirement,
    level,
    trigger: failure.trigger,
    due: failure.due,
    cause: cause.key,
    expected: failure.expected,
    seen: failure.seen,
    parameters,
    from: lab.rig.resetLevels > 0 ? 'reset' : 'baseline',
    steps: recorded,
    bytes: bytesOf(steps),
    foundBytes,
    history,
    repeats: luck,
    evidence: evidence.map((one) => ({ ...one, fields: [...(one.fields ?? [])] })),
  };
}

function wordsOf(step: FindingStep | undefined): string {
  if (step === undefined) return 'nothing';
  if ('listenUs' in step) return 'silence';
  if ('dial' in step) return `${step.link} ${step.dial === 'up' ? 'comes' : 'goes'}`;
  if ('present' in step) return `${step.present} code of ${step.hex.length / 2} bytes`;
  return step.note ?? 'bytes';
}

/** FNV-1a, eight digits. */
function hash(text: string): string {
  let sum = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) sum = Math.imul(sum ^ text.charCodeAt(i), 0x01000193) >>> 0;
  return sum.toString(16).padStart(8, '0');
}

export function better(a: Examined['finding'], b: Finding): boolean {
  const [luckA, luckB] = [a.repeats.shown, b.repeats.shown];
  return luckA > luckB || (luckA === luckB && a.bytes < b.bytes);
}
