/** From a failure to a finding: it is minimised and reproduced, and its cause is found. What does not reproduce is no finding. */
import { causeOf, type Cause } from './cause';
import { bytesRecord } from './evidence';
import { recordedSteps, type Finding, type FindingStep } from './finding';
import type { Case, TriageContext } from './triage-context';
import type { Minimised } from '../reduce/minimise';
import { minimiseFailure } from '../reduce/minimise-failure';
import {
  measureReproducibility,
  playUntilShown,
  REPEATS,
  type LinkChunk,
  type ReplayLog,
  type Repeats,
  hasRecipes,
} from '../reduce/reproducibility';
import { answersAnything, keepsBaseline } from '../execution/recovery';
import { signature, hasSignature, reproduce, yieldToEventLoop } from '../execution/reproduce';
import { BoardWedged } from '../execution/rig';
import { bytesOf, type FuzzStep } from '../../player/step';
import type { Failure } from '../../../protocols/monitor/failure';
import { budgetOf, VIRTUAL_BUDGET } from '../campaign/budget';

/** The chunks that a finding shows. There are more if it depends on the board's choices. */
const SHOWN_CHUNKS = 12;
const SHOWN_FLAKY_CHUNKS = 64;
/** How often the baseline is tried before the board counts as hung. */
const BASELINES = 2;

export interface TriagedFailure {
  readonly small: Minimised;
  readonly cause: Cause;
  readonly finding: Omit<Finding, 'count' | 'found'>;
}

interface TriageOptions {
  /** The virtual board that showed the failure. */
  readonly unit: number;
  /** Its signature was triaged before, so a flaky one gets few rounds. */
  readonly isKnown?: boolean;
  readonly replays?: ReplayLog;
}

/** undefined: the failure never reproduces. */
export async function triageFailure(
  context: TriageContext,
  failure: Failure,
  history: readonly Case[],
  { unit, isKnown = false, replays }: TriageOptions,
): Promise<TriagedFailure | undefined> {
  const { rig, session, budget, checkpoint } = context;
  const cases = history.map(({ steps }) => steps);
  // Each failure begins with a new board, so that earlier triage has no effect.
  await rig.begin(unit);
  const modelled = await minimiseOnDefectModel(context, failure, cases);
  const options = { rig, session, failure, history: cases, exhausted: budget(rig), checkpoint, replays };
  const small = modelled ?? (await minimiseFailure(options, isKnown));
  if (small === undefined) return undefined;
  const exhausted = budget(rig);
  const { repeats, best } = await measureReproducibility(
    { rig, session, exhausted, replays },
    small.steps,
    small.failure,
  );
  const shows = repeats.shown > 0;
  const rounds = repeats.rounds?.most ?? (repeats.shown === repeats.tried ? 1 : REPEATS);
  const cause = shows ? await causeOf(context, small, rounds) : causeAsSeen(small.failure);
  const mayHang = shows && small.failure.kind === 'silence';
  const kind = mayHang && (await isHung(context, small, rounds)) ? 'hang' : small.failure.kind;
  const requirement = kind === 'hang' ? (session.clauses?.alive ?? cause.requirement) : cause.requirement;
  const foundBytes = history
    .slice(-1 - small.history)
    .reduce((sum, { steps, sent = bytesOf(steps) }) => sum + sent, 0);
  const finding = findingOf(context, {
    small: { ...small, steps: best?.sentSteps ?? small.steps },
    cause: { ...cause, requirement },
    repeats,
    passed: (best?.passed ?? history.at(-1)?.passed ?? []).slice(
      repeats.rounds === undefined ? -SHOWN_CHUNKS : -SHOWN_FLAKY_CHUNKS,
    ),
    kind,
    foundBytes,
  });
  const twin = modelled === undefined ? {} : { twin: modelled.defectModel };
  return { small, cause, finding: { ...finding, ...twin, ...(rig.isVirtual ? { unit } : {}) } };
}

/** What is known of a failure whose triage has no result: it did not reproduce, or `cut` ended the triage. */
export function recordUntriaged(
  context: TriageContext,
  failure: Failure,
  { steps, sent = bytesOf(steps), passed = [] }: Case,
  replays: ReplayLog,
  cut?: Error,
): TriagedFailure {
  const { last = { steps, failure, repeats: { shown: 0, tried: replays.tried } } } = replays;
  const small = { steps: last.steps, failure: last.failure, history: 0 };
  const cause = causeAsSeen(small.failure);
  const isHang = cut instanceof BoardWedged && small.failure.kind === 'silence';
  const finding = findingOf(context, {
    small,
    cause,
    repeats: last.repeats,
    // A replay that showed the failure passed other bytes.
    passed: replays.last === undefined ? passed.slice(-SHOWN_CHUNKS) : [],
    kind: isHang ? 'hang' : small.failure.kind,
    foundBytes: sent,
  });
  return { small, cause, finding: cut === undefined ? finding : { ...finding, replaysEndedBy: cut.message } };
}

function causeAsSeen(failure: Failure): Cause {
  return { key: signature(failure), requirement: failure.requirement };
}

/** true: after the failure the board does not keep the baseline, and a real one answers nothing else. */
async function isHung(
  context: TriageContext,
  { steps, failure }: Minimised,
  rounds: number,
): Promise<boolean> {
  const { rig, session } = context;
  await playUntilShown(context, steps, failure, rounds);
  for (let n = 0; n < BASELINES; n++) if (await keepsBaseline(rig, session)) return false;
  return rig.isVirtual || !(await answersAnything(rig, session));
}

interface FindingParts {
  readonly small: Minimised;
  readonly cause: Cause;
  readonly repeats: Repeats;
  readonly passed: readonly LinkChunk[];
  readonly kind: Failure['kind'];
  readonly foundBytes: number;
}

function findingOf(context: TriageContext, parts: FindingParts): TriagedFailure['finding'] {
  const { cause, repeats, passed, kind, foundBytes } = parts;
  const { failure, steps, history } = parts.small;
  const { session, suite, requirements, parameters } = context;
  const recorded = recordedSteps(steps, (link, bytes) => session.describe(link, bytes));
  // A recipe without bytes had no effect.
  const last = recorded.findLast((step) => !('recipe' in step && step.hex === ''));
  return {
    format: 'wirejig-finding',
    version: 1,
    id: `${suite}-${hash(`${suite} ${cause.key}`)}`,
    suite,
    kind,
    title: `${titleOfStep(last)}: expected ${failure.expected}, saw ${failure.seen}`,
    requirement: cause.requirement,
    level: requirements.find(({ id }) => id === cause.requirement)?.level ?? 'MUST',
    trigger: failure.trigger,
    due: failure.due,
    cause: cause.key,
    expected: failure.expected,
    seen: failure.seen,
    parameters,
    from: context.rig.resetLevels > 0 ? 'reset' : 'baseline',
    steps: recorded,
    bytes: bytesOf(steps),
    foundBytes,
    history,
    repeats,
    evidence: passed.map(([link, chunk]) => bytesRecord(session, link, chunk)),
  };
}

function titleOfStep(step: FindingStep | undefined): string {
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

/** How many of the last cases are replayed on each model. A failure that needs more has no model. */
const HISTORIES = [1, 8, 64];
/** After this many models that fail in the same way without confirmation, no more are tried. */
const MOST_REFUTED = 3;
/** Rounds on the real board, if the case depends on its choices. */
const CONFIRMING = 12;

/**
 * Virtual boards are models of a real board's defects. If one of them shows the same failure, the case is minimised there, where tries
 * cost nothing, and confirmed on the real board. undefined: no model fails like the board, or no minimised case of a model fails on it.
 */
async function minimiseOnDefectModel(
  context: TriageContext,
  failure: Failure,
  cases: readonly (readonly FuzzStep[])[],
): Promise<(Minimised & { readonly defectModel: string }) | undefined> {
  const { session, defectModels, checkpoint } = context;
  if (defectModels === undefined) return undefined;
  let refuted = 0;
  for (const count of HISTORIES)
    for (const { name, rig } of defectModels()) {
      await yieldToEventLoop();
      checkpoint();
      const history = cases.slice(-count);
      if (!hasSignature(await reproduce(rig, session, history.flat()), failure)) continue;
      const exhausted = budgetOf(rig.spent, VIRTUAL_BUDGET);
      const small = await minimiseFailure({ rig, session, failure, history, exhausted, checkpoint }, false);
      if (small === undefined) continue;
      const rounds = hasRecipes(small.steps) ? CONFIRMING : 1;
      const again = await playUntilShown(context, small.steps, small.failure, rounds);
      if (hasSignature(again, small.failure) && again.failure !== undefined)
        return { ...small, failure: again.failure, defectModel: name };
      if (++refuted === MOST_REFUTED) return undefined;
    }
  return undefined;
}
