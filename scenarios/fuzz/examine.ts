/** From a failure to a finding: made small, tried again, given its cause. */
import type { Parameters, Requirement } from '../../protocols/requirement';
import type { BytesRecord } from '../record';
import { causeOf, type Cause } from './cause';
import { recordedSteps, type Finding, type FindingStep } from './finding';
import { minimise, type Minimised, type MinimiseOptions } from './minimise';
import { play } from './play';
import type { Rig } from './rig';
import { bytesOf, listen, send, type FuzzStep } from './step';
import type { Failure, FuzzSession } from './target';
import { alike, NO_SPAN, tryOut } from './trial';
import { bytesRecord } from './witness';

/** Times that a small case is tried again. */
const REPEATS = 10;
/** A case that needs luck is made small with candidates that show this often in a row. */
const CAREFUL_TRIES = 4;
/** Smaller cases that are tried so. */
const SURE_TRIES = 400;
const SHOWN_CHUNKS = 12;
/** Steps that are worth a silence each. */
const MOST_IN_PEACE = 60;

export interface Lab {
  readonly suite: string;
  readonly requirements: readonly Requirement[];
  readonly parameters: Parameters;
  readonly rig: Rig;
  readonly session: FuzzSession;
  /** Begins another examination, and gives what ends it. */
  readonly budget: () => () => boolean;
  /** Throws where the campaign was interrupted. */
  readonly checkpoint: () => void;
}

export interface Case {
  readonly number: number;
  readonly generator: string;
  readonly steps: readonly FuzzStep[];
}

export interface Examined {
  readonly finding: Omit<Finding, 'count' | 'found'>;
  readonly key: string;
}

/** Undefined where the failure never shows again. */
export async function examine(
  lab: Lab,
  failure: Failure,
  history: readonly Case[],
): Promise<Examined | undefined> {
  const cases = history.map(({ steps }) => steps);
  // A twin of its own for each failure: what was examined before makes no difference.
  await lab.rig.begin(history.at(-1)?.number ?? 0);
  const small = await smallest(lab, failure, cases);
  if (small === undefined) return undefined;
  const { rig, session } = lab;
  const cause = await causeOf(rig, session, small);
  const shown = await repeats(lab, small.steps, small.failure);
  const evidence = await witnessed(lab, small.steps);
  const kind =
    small.failure.kind === 'silence' && (await isHung(lab, small.steps)) ? 'hang' : small.failure.kind;
  const foundBytes = bytesOf(cases.slice(-1 - small.history).flat());
  return { key: cause.key, finding: drawn(lab, { small, cause, shown, evidence, kind, foundBytes }) };
}

async function smallest(
  { rig, session, budget, checkpoint }: Lab,
  failure: Failure,
  history: readonly (readonly FuzzStep[])[],
): Promise<Minimised | undefined> {
  const exhausted = budget();
  const shared = { rig, session, exhausted, checkpoint };
  const found = await minimise({ ...shared, failure, history, tries: 1 });
  if (found === undefined) return undefined;
  const lab = { rig, session };
  const first = await inPeace(lab, found);
  const quick = first === undefined ? found : ((await minimise({ ...shared, ...first, tries: 1 })) ?? found);
  const shown = await repeats(lab, quick.steps, quick.failure);
  if (shown === REPEATS) return quick;
  if (rig.atOnce) return surest(lab, { ...shared, failure, history, ...first }, quick, shown);
  if (quick !== found || (await luckFrom(lab, failure, history)) < 3) return quick;
  return (await minimise({ ...shared, failure, history, tries: CAREFUL_TRIES })) ?? quick;
}

/** Where tries cost nothing: made smaller only as far as it shows as often as the whole. */
async function surest(
  lab: Pick<Lab, 'rig' | 'session'>,
  options: Omit<MinimiseOptions, 'tries'>,
  quick: Minimised,
  shown: number,
): Promise<Minimised> {
  const whole = await repeats(lab, options.history.flat(), options.failure);
  if (whole <= shown) return quick;
  let left = SURE_TRIES;
  const exhausted = (): boolean => options.exhausted() || left-- <= 0;
  const careful = await minimise({ ...options, exhausted, tries: REPEATS, misses: REPEATS - whole });
  if (careful === undefined) return quick;
  return (await repeats(lab, careful.steps, careful.failure)) > shown ? careful : quick;
}

/**
 * Each frame by itself, with silence behind each: what the board says too much, or too late, is seen where it belongs and
 * not taken for the answer to what comes next. Undefined where nothing else shows so.
 */
async function inPeace(
  { rig, session }: Pick<Lab, 'rig' | 'session'>,
  { steps, failure }: Minimised,
): Promise<Pick<MinimiseOptions, 'failure' | 'history'> | undefined> {
  const apart = steps.flatMap((step) => framesApart(session, step));
  if (apart.length > MOST_IN_PEACE) return undefined;
  const patient = apart.flatMap((step, i) => {
    const next = apart[i + 1];
    const goesOn = next === undefined || (next.kind === 'send' && next.gap !== undefined);
    return goesOn ? [step] : [step, listen(session.quiet)];
  });
  const trial = await tryOut(rig, session, patient);
  if (trial.failure === undefined || alike(trial.failure, failure)) return undefined;
  return { failure: trial.failure, history: [patient.slice(0, trial.steps)] };
}

function framesApart(session: FuzzSession, step: FuzzStep): readonly FuzzStep[] {
  if (step.kind !== 'send' || step.recipe !== undefined) return [step];
  const frames = session.frames(step.link, step.bytes);
  if (frames.length < 2) return [step];
  return frames.map((bytes, i) => (i === 0 ? { ...step, bytes } : send(step.link, bytes)));
}

/** Of three times, how often the whole history shows it. */
async function luckFrom(
  { rig, session }: Pick<Lab, 'rig' | 'session'>,
  failure: Failure,
  history: readonly (readonly FuzzStep[])[],
): Promise<number> {
  let shown = 0;
  for (let n = 0; n < 3; n++) {
    const trial = await tryOut(rig, session, history.flat());
    if (trial.failure !== undefined && alike(trial.failure, failure)) shown++;
  }
  return shown;
}

async function repeats(
  { rig, session }: Pick<Lab, 'rig' | 'session'>,
  steps: readonly FuzzStep[],
  failure: Pick<Failure, 'kind' | 'trigger' | 'due'>,
): Promise<number> {
  let shown = 0;
  for (let n = 0; n < REPEATS; n++) {
    const trial = await tryOut(rig, session, steps);
    if (trial.failure !== undefined && alike(trial.failure, { ...trial.failure, ...failure })) shown++;
  }
  return shown;
}

async function witnessed({ rig, session }: Lab, steps: readonly FuzzStep[]): Promise<BytesRecord[]> {
  const passed: BytesRecord[] = [];
  await tryOut(rig, session, steps, (link, chunk) => passed.push(bytesRecord(session, link, chunk)));
  return passed.slice(-SHOWN_CHUNKS);
}

/** After it the board does not answer what anything that lives answers. */
async function isHung({ rig, session }: Lab, steps: readonly FuzzStep[]): Promise<boolean> {
  await tryOut(rig, session, steps);
  for (let n = 0; n < 2; n++) {
    const model = session.model(false);
    await rig.play(play(session.baseline, model, { links: rig.links, quiet: NO_SPAN }));
    if (model.failure === undefined && !model.lost) return false;
  }
  return true;
}

interface Drawing {
  readonly small: Minimised;
  readonly cause: Cause;
  readonly shown: number;
  readonly evidence: readonly BytesRecord[];
  readonly kind: Failure['kind'];
  readonly foundBytes: number;
}

function drawn(lab: Lab, { small, cause, shown, evidence, kind, foundBytes }: Drawing): Examined['finding'] {
  const { failure, steps, history } = small;
  const { session, suite, requirements, parameters } = lab;
  const level = requirements.find(({ id }) => id === cause.requirement)?.level ?? 'MUST';
  const recorded = recordedSteps(steps, (link, bytes) => session.describe(link, bytes));
  const last = recorded.at(-1);
  return {
    format: 'wirejig-finding',
    version: 1,
    id: `${suite}-${hash(`${suite} ${cause.key}`)}`,
    suite,
    kind,
    title: `${wordsOf(last)}: ${failure.expected} is due, ${failure.seen} comes`,
    requirement: cause.requirement,
    level,
    trigger: failure.trigger,
    due: failure.due,
    cause: cause.key,
    expected: failure.expected,
    seen: failure.seen,
    parameters,
    from: lab.rig.resets ? 'reset' : 'baseline',
    steps: recorded,
    bytes: bytesOf(steps),
    foundBytes,
    history,
    repeats: { shown, tried: REPEATS },
    evidence: [...evidence].map((one) => ({ ...one, fields: [...(one.fields ?? [])] })),
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
