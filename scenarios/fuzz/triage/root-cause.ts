/**
 * Whether two small cases are of one bug: what is tried of both, the steps of one with those of the other.
 *
 *     noise 13  Enable: late     wrong CRC 13: no NAK     →   noise 13 is late, noise 55 is not: of one bug
 */
import { isDeepStrictEqual } from 'node:util';
import { micros, type Micros } from '../../../protocols/time';
import { hex } from '../../bench/channel';
import { lessOne } from '../reduce/candidates';
import type { Minimised } from '../reduce/minimise';
import type { Rig } from '../execution/rig';
import { listen, send, type FuzzStep } from '../execution/step';
import type { Failure } from '../../oracle/failure';
import type { FuzzSession } from '../target';
import { sameSignature, reproduce } from '../execution/trial';

/** Good requests that are tried behind what should change nothing. */
const MOST_GOOD = 2;
/** Bytes of a case that are tried alone, and such as are compared with them. */
const MOST_BYTES = 8;
const OTHER_BYTES = [0x55, 0x2a, 0x6b];
/** A deaf board is given so many quiet times to hear again; that time is halved in so often, and two are alike within a share. */
const MOST_HEALING = 16;
const HALVINGS = 5;
const ALIKE = 0.1;

/** Steps of a case of which each is left out. */
const MOST_STEPS = 24;
/** Frames of one kind. */
const NO_CHANCE = 16;

type Lab = Readonly<{ rig: Rig; session: FuzzSession }>;
type Shown = Pick<Minimised, 'steps' | 'failure'>;
type Known = Shown & { readonly hangs: boolean };

/** `other`: of the two what is known, which may have made the board deaf for good. */
export async function areOfOneBug(lab: Lab, one: Shown, other: Known): Promise<boolean> {
  return (
    (await offTheSameWay(lab, one, other)) ||
    (await behindEither(lab, one, other)) ||
    byTheSameCount(lab, one, other) ||
    (await byTheSameNothing(lab, one, other)) ||
    (await byOneByte(lab, one, other)) ||
    (await byOneByte(lab, other, one)) ||
    (await byTheSameByte(lab, one, other))
  );
}

/** Either one's last step behind the other's shows it too, and neither has anything before it that should matter. */
async function offTheSameWay({ rig, session }: Lab, one: Shown, other: Known): Promise<boolean> {
  const [mine, theirs] = [one.steps, other.steps];
  const least = Math.min(mine.length, theirs.length);
  // What hears nothing any more is silent to whoever is due an answer then.
  const deaf = one.failure.kind === 'silence' && other.hangs;
  if (least < 2 || (least === 2 && !deaf && !tells(one.failure, other.failure))) return false;
  const swapped = async (before: readonly FuzzStep[], last: readonly FuzzStep[], known: Failure) => {
    const { failure } = await reproduce(rig, session, [...before.slice(0, -1), ...last.slice(-1)]);
    return failure !== undefined && (isSame(failure, known) || (deaf && failure.kind === 'silence'));
  };
  return (
    (await swapped(mine, theirs, other.failure)) &&
    (await swapped(theirs, mine, one.failure)) &&
    (await isRoundabout(rig, session, mine.slice(0, -1))) &&
    (await isRoundabout(rig, session, theirs.slice(0, -1)))
  );
}

/** By the page neither one's first step changes anything, and behind both a good request is answered wrongly alike. */
async function behindEither({ rig, session }: Lab, one: Shown, other: Shown): Promise<boolean> {
  const firsts = [one, other].map(({ steps }) => steps.slice(0, 1));
  const [mine = [], theirs = []] = firsts;
  for (const first of firsts) if (!(await isRoundabout(rig, session, first))) return false;
  const { view } = (await reproduce(rig, session, mine)).model;
  const last = async (
    first: readonly FuzzStep[],
    good: readonly FuzzStep[],
  ): Promise<Failure | undefined> => {
    const { failure, steps } = await reproduce(rig, session, [...first, ...good]);
    return steps === first.length + good.length ? failure : undefined;
  };
  for (const good of session.observations(view, mine).slice(0, MOST_GOOD)) {
    if (good.length > 1 || (await last([], good)) !== undefined) continue;
    const [a, b] = [await last(mine, good), await last(theirs, good)];
    if (a === undefined || b === undefined || !isSame(a, b)) continue;
    if (tells(a, b) || (await areDeafAlike({ rig, session }, firsts, good))) return true;
  }
  return false;
}

/** In both a step that by the page changes nothing makes the difference, and it is of the same kind. */
async function byTheSameNothing(lab: Lab, one: Shown, other: Shown): Promise<boolean> {
  const mine = await idleIn(lab, one);
  return mine.size > 0 && [...(await idleIn(lab, other))].some((kind) => mine.has(kind));
}

/** Of what changes nothing by the page, what it was, where all is answered well without it. */
async function idleIn({ rig, session }: Lab, { steps, failure: shown }: Shown): Promise<ReadonlySet<string>> {
  const kinds = new Set<string>();
  if (steps.length > MOST_STEPS) return kinds;
  let before: readonly string[] = [];
  for (let at = 0; at < steps.length; at++) {
    const { failure, model } = await reproduce(rig, session, steps.slice(0, at + 1));
    const isLast = at === steps.length - 1;
    if (failure !== undefined && !isLast) break;
    const now = model.coverage().flatMap(({ isNoOp: idle, response }) => (idle ? [response] : []));
    const response = now.length > before.length ? now.at(-1) : undefined;
    before = now;
    if (response === undefined || kinds.has(response)) continue;
    // What is answered to it is another matter than what is answered behind it.
    if (isLast && shown.kind !== 'silence') kinds.add(`${response}, at the end`);
    else if (!isLast && (await reproduce(rig, session, steps.toSpliced(at, 1))).failure === undefined)
      kinds.add(response);
  }
  return kinds;
}

/** Both show it at so many frames of the same kind, where so many are no chance. */
function byTheSameCount({ session }: Lab, one: Shown, other: Shown): boolean {
  const [mine, theirs] = [one, other].map(({ steps }) => lastCounted(session, steps));
  return mine !== undefined && mine.count >= NO_CHANCE && isDeepStrictEqual(mine, theirs);
}

function lastCounted(
  session: FuzzSession,
  steps: readonly FuzzStep[],
): { readonly last: string; readonly count: number } | undefined {
  const all = steps.flatMap((step) =>
    step.kind === 'send' ? session.frames(step.link, step.bytes).map((frame) => hex(frame)) : [],
  );
  const last = all.at(-1);
  return last === undefined ? undefined : { last, count: all.filter((frame) => frame === last).length };
}

/** Either makes the board deaf, and for the same time. */
async function areDeafAlike(
  lab: Lab,
  firsts: readonly (readonly FuzzStep[])[],
  good: readonly FuzzStep[],
): Promise<boolean> {
  const mine = await deafness(lab, firsts[0] ?? [], good);
  const theirs = await deafness(lab, firsts[1] ?? [], good);
  if (mine === undefined || theirs === undefined) return false;
  return Math.abs(mine - theirs) <= Math.min(mine, theirs) * ALIKE;
}

/** Behind it a request is not heard for so long, microseconds; undefined: for good, or that cannot be told. */
async function deafness(
  { rig, session }: Lab,
  first: readonly FuzzStep[],
  good: readonly FuzzStep[],
): Promise<number | undefined> {
  let longest: number | undefined;
  const isDeaf = async (span: number): Promise<boolean> => {
    const sent: Micros[] = [];
    const steps = [...first, listen(micros(span)), ...good];
    const trial = await reproduce(rig, session, steps, (_link, { direction, notBefore, notAfter }) => {
      if (direction === 'tx') sent.push(sent.length === 0 ? notAfter : notBefore);
    });
    if (trial.failure?.kind !== 'silence' || trial.steps < steps.length) return false;
    longest = Math.max(longest ?? 0, (sent.at(-1) ?? 0) - (sent[0] ?? 0));
    return true;
  };
  let [deaf, heard] = [0, session.quiet / 4];
  for (; await isDeaf(heard); heard *= 2) {
    if (heard > MOST_HEALING * session.quiet) return undefined;
    deaf = heard;
  }
  for (let n = 0; n < HALVINGS; n++) {
    const middle = (deaf + heard) / 2;
    if (await isDeaf(middle)) deaf = middle;
    else heard = middle;
  }
  return longest;
}

/**
 * One byte of what is answered wrongly puts the board off as the other case does. Another byte does not, and with that in its
 * place the whole, still of the same kind, is answered well.
 */
async function byOneByte({ rig, session }: Lab, one: Shown, other: Shown): Promise<boolean> {
  const [step] = one.steps;
  if (one.steps.length > 1 || step?.kind !== 'send' || other.steps.length < 2) return false;
  const { link, bytes } = step;
  const isOff = async (byte: number): Promise<boolean> => {
    const tried = [send(link, Uint8Array.of(byte)), ...other.steps.slice(1)];
    const { failure } = await reproduce(rig, session, tried);
    return failure !== undefined && isSame(failure, other.failure);
  };
  const foreign = OTHER_BYTES.find((byte) => !bytes.includes(byte));
  if (foreign === undefined) return false;
  for (const byte of new Set(bytes.subarray(-MOST_BYTES))) {
    if (!(await isOff(byte))) continue;
    return (await isBy({ rig, session }, one, byte)) && !(await isOff(foreign));
  }
  return false;
}

/** Of two single steps each shows it by a byte that both have: with another in its place both, still of the same kind, are answered well. */
async function byTheSameByte(lab: Lab, one: Shown, other: Shown): Promise<boolean> {
  const [mine, theirs] = [one, other].map(({ steps: [step, ...more] }) =>
    step?.kind === 'send' && more.length === 0 ? step.bytes.subarray(-MOST_BYTES) : new Uint8Array(),
  );
  for (const byte of new Set(mine))
    if (theirs?.includes(byte) === true && (await isBy(lab, one, byte)) && (await isBy(lab, other, byte)))
      return true;
  return false;
}

/** With another byte in its place the one step there is, still of the same kind, is answered well. */
async function isBy(
  { rig, session }: Lab,
  { steps: [step], failure }: Shown,
  byte: number,
): Promise<boolean> {
  if (step?.kind !== 'send') return false;
  const foreign = OTHER_BYTES.find((other) => !step.bytes.includes(other));
  if (foreign === undefined) return false;
  const bytes = step.bytes.map((each) => (each === byte ? foreign : each));
  const { failure: still, model } = await reproduce(rig, session, [send(step.link, bytes)]);
  return still === undefined && model.coverage().some(({ trigger }) => trigger === failure.trigger);
}

/** What hears nothing tells nothing of why: two bugs may make a board deaf; how long for, if not for good, does. */
function tells(a: Failure, b: Failure): boolean {
  return a.kind !== 'silence' || b.kind !== 'silence';
}

function isSame(a: Failure, b: Failure): boolean {
  return sameSignature(a, b) || isOverdue(a, b);
}

/** The same answer, once too late and once so late that it was not waited for. */
function isOverdue(a: Failure, b: Failure): boolean {
  const kinds = [a.kind, b.kind];
  return a.trigger === b.trigger && kinds.includes('late') && kinds.includes('silence');
}

/** By the page fewer steps come to the same. */
async function isRoundabout(rig: Rig, session: FuzzSession, steps: readonly FuzzStep[]): Promise<boolean> {
  const whole = await reproduce(rig, session, steps);
  if (whole.failure !== undefined) return false;
  for (const rest of lessOne(steps)) {
    const { failure, model } = await reproduce(rig, session, rest);
    if (failure === undefined && !model.desynchronised && isDeepStrictEqual(model.view, whole.model.view))
      return true;
  }
  return false;
}
