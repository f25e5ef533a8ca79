/** From a failure to a finding: made small, tried again, given its cause. */
import type { Chunk } from '../../devices/link';
import type { Parameters, Requirement } from '../../protocols/requirement';
import { hex } from '../channel';
import type { BytesRecord } from '../record';
import { causeOf, type Cause } from './cause';
import { recordedSteps, type Finding } from './finding';
import { minimise, type Minimised } from './minimise';
import { play } from './play';
import type { Rig } from './rig';
import { bytesOf, type FuzzStep } from './step';
import type { Failure, FuzzSession } from './target';
import { alike, NO_SPAN, tryOut } from './trial';

/** Times that a small case is tried again. */
const REPEATS = 10;
/** A case that needs luck is made small with candidates that show this often in a row. */
const CAREFUL_TRIES = 4;
const SHOWN_CHUNKS = 12;
const SHOWN_BYTES = 640;

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
  const shown = await repeats(lab, small.steps, failure);
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
  const shared = { rig, session, failure, history, exhausted, checkpoint };
  const quick = await minimise({ ...shared, tries: 1 });
  if (quick === undefined) return undefined;
  const lab = { rig, session };
  if ((await repeats(lab, quick.steps, failure)) === REPEATS || (await luckFrom(lab, failure, history)) < 3)
    return quick;
  return (await minimise({ ...shared, tries: CAREFUL_TRIES })) ?? quick;
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
  const passed: { readonly link: string; readonly chunk: Chunk }[] = [];
  await tryOut(rig, session, steps, (link, chunk) => passed.push({ link, chunk }));
  return passed.slice(-SHOWN_CHUNKS).map(({ link, chunk }) => {
    const shown = chunk.bytes.subarray(0, SHOWN_BYTES);
    const elided = chunk.bytes.length - shown.length;
    return {
      link,
      direction: chunk.direction,
      notBefore: Math.round(chunk.notBefore),
      notAfter: Math.round(chunk.notAfter),
      hex: hex(shown),
      ...(elided > 0 ? { elided } : {}),
      fields: shown.length > 64 ? [] : session.fields(link, chunk.direction, shown),
    };
  });
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
  const what = last === undefined ? 'nothing' : 'note' in last ? last.note : 'silence';
  return {
    format: 'wirejig-finding',
    version: 1,
    id: `${suite}-${hash(`${suite} ${cause.key}`)}`,
    suite,
    kind,
    title: `${what ?? 'bytes'}: ${failure.expected} is due, ${failure.seen} comes`,
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
