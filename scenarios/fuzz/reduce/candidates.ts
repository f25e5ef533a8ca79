/** What is tried in the place of a step, or of a case, where it is made smaller: no more than a list, without a board. */
import { cuts, MOST_PARTS } from './byte-reduction';
import type { PresentStep } from '../../oracle/model';
import { bytesOf, listen, present, withBytes, type FuzzStep, type SendStep } from '../execution/step';
import type { FuzzSession } from '../target';

type Spoken = Exclude<FuzzStep, { kind: 'listen' | 'dial' }>;

/** Steps that may show it by themselves, from another beginning. */
const MOST_LAST = 3;
/** Messages sent at once that are made shorter one by one. */
const MOST_TOGETHER = 4;
/** Steps from either end that a case is cut at, or is tried without. */
export const CUTS = { first: 4, last: 8 } as const;
/** Two of them: a code that was read just before is none. */
export const SHORTEST_CODES = [Uint8Array.of(0x31), Uint8Array.of(0x32)] as const;

/** The same step with fewer bytes, or ones that say less: best first. */
export function* candidates(session: FuzzSession, step: Spoken): Iterable<Spoken> {
  const { bytes } = step;
  const cut = (other: Uint8Array): Spoken =>
    step.kind === 'send' ? withBytes(step, other) : { ...step, bytes: other };
  if (step.kind === 'send') {
    for (const smaller of session.smaller(step.link, bytes)) yield cut(smaller);
    for (const fewer of fewerFrames(session, step)) yield cut(fewer);
  } else if (step.symbology !== 'code128' || bytes.length > 1)
    for (const code of SHORTEST_CODES) yield present('code128', code);
  if (step.kind === 'send' && session.isWhole?.(step.link, bytes) === true) return;
  // Fewer digits are no such code any more.
  if (step.kind === 'present' && step.symbology === 'ean13') return;
  for (const other of cuts(bytes)) if (step.kind === 'send' || isCode(step, other)) yield cut(other);
}

/** Of messages that are sent at once, less than all; one by one a shorter one. */
function* fewerFrames(session: FuzzSession, { link, bytes }: SendStep): Iterable<Uint8Array> {
  const frames = session.frames(link, bytes);
  if (frames.length < 2 || frames.length > MOST_PARTS) return;
  const joined = (parts: readonly Uint8Array[]): Uint8Array => Uint8Array.from(Buffer.concat(parts));
  for (let size = frames.length >> 1; size >= 1; size >>= 1)
    for (let from = frames.length - size; from >= 0; from -= size) yield joined(frames.toSpliced(from, size));
  if (frames.length > MOST_TOGETHER) return;
  for (const [at, frame] of frames.entries())
    for (const smaller of session.smaller(link, frame)) yield joined(frames.with(at, smaller));
}

/** Code 128 is of printable characters. */
function isCode({ symbology }: PresentStep, bytes: Uint8Array): boolean {
  return symbology !== 'code128' || bytes.every((byte) => byte >= 0x20 && byte <= 0x7e);
}

/** Another code than that. */
export function otherCode({ bytes }: PresentStep): PresentStep {
  const [one, other] = SHORTEST_CODES;
  return present('code128', bytes[0] === one[0] ? other : one);
}

/** One of them, the last first, in each other way; what a recipe made, whatever the board chooses, is one. */
export function* changed(session: FuzzSession, steps: readonly FuzzStep[]): Iterable<readonly FuzzStep[]> {
  for (let at = steps.length - 1; at >= 0; at--) {
    const step = steps[at];
    if (step?.kind !== 'send') continue;
    if (step.recipe !== undefined && step.bytes.length > 0) yield steps.with(at, asSent(step));
    for (const other of session.others?.(step) ?? []) yield steps.with(at, other);
  }
}

/**
 * Its last steps behind each way, as they are and as they were sent, the fewest first; at most so many, by default fewer than there
 * are, or of fewer bytes.
 */
export function behindWays(
  ways: readonly (readonly FuzzStep[])[],
  steps: readonly FuzzStep[],
  most = steps.length - 1,
): readonly (readonly FuzzStep[])[] {
  const counts = Array.from({ length: MOST_LAST }, (_, i) => i + 1);
  const lasts = counts.flatMap((count) => [steps.slice(-count), steps.slice(-count).map(asSent)]);
  return ways
    .flatMap((way) => lasts.map((last) => [...way, ...last]))
    .filter((short) => short.length <= most || bytesOf(short) < bytesOf(steps))
    .toSorted((a, b) => a.length - b.length);
}

function asSent(step: FuzzStep): FuzzStep {
  return step.kind === 'send' && step.bytes.length > 0 ? withBytes(step, step.bytes) : step;
}

/** Without one of them, of those at either end. */
export function lessOne(steps: readonly FuzzStep[]): (readonly FuzzStep[])[] {
  const { first, last } = CUTS;
  return steps
    .map((_, i) => i)
    .filter((i) => i < first || i >= steps.length - last)
    .toReversed()
    .map((i) => steps.toSpliced(i, 1));
}

/** What goes out on one link without anything between, in one write. */
export function inOneWrite(steps: readonly FuzzStep[]): readonly FuzzStep[] {
  const joined: FuzzStep[] = [];
  for (const step of steps) {
    const last = joined.at(-1);
    const goesOn = last?.kind === 'send' && step.kind === 'send' && last.link === step.link;
    if (!goesOn || !isPlain(last) || !isPlain(step)) joined.push(step);
    else
      joined[joined.length - 1] = withBytes(last, Uint8Array.from(Buffer.concat([last.bytes, step.bytes])));
  }
  return joined;
}

/**
 * A step and the one before it as the frames that they are together, without a pause, where that is no more of them;
 * undefined: they are so.
 */
export function regrouped(
  { frames }: Pick<FuzzSession, 'frames'>,
  steps: readonly FuzzStep[],
  at: number,
): readonly FuzzStep[] | undefined {
  const [before, step] = [steps[at - 1], steps[at]];
  if (before?.kind !== 'send' || step?.kind !== 'send' || before.link !== step.link) return undefined;
  if (!isPlain(before) || !isPlain(step)) return undefined;
  const [first, second, ...more] = frames(step.link, Uint8Array.from([...before.bytes, ...step.bytes]));
  if (first === undefined || more.length > 0 || first.length === before.bytes.length) return undefined;
  const { gap: _, ...plain } = step;
  const rest = second === undefined ? [] : [{ ...plain, bytes: second }];
  return steps.toSpliced(at - 1, 2, { ...before, bytes: first }, ...rest);
}

/** Without the pause before one of them: where all that is due has come, as a part of what it goes on with, behind silence. */
export function* ungapped(steps: readonly FuzzStep[], at: number): Iterable<readonly FuzzStep[]> {
  const [before, step] = [steps[at - 1], steps[at]];
  if (step?.kind !== 'send' || step.gap === undefined) return;
  const { gap, ...plain } = step;
  yield steps.with(at, plain);
  const goesOn = before?.kind === 'send' && before.link === step.link && isPlain(before) && isPlain(step);
  if (goesOn) {
    const bytes = Uint8Array.from([...before.bytes, ...step.bytes]);
    yield steps.toSpliced(at - 1, 2, { ...before, bytes });
  }
  yield steps.toSpliced(at, 1, listen(gap), plain);
}

/** Its bytes are known beforehand. */
export function isPlain(step: FuzzStep): boolean {
  return step.kind === 'present' || (step.kind === 'send' && step.recipe === undefined);
}

export function keyOf(step: FuzzStep): string {
  if (step.kind === 'listen') return `listen ${step.span}`;
  if (step.kind === 'dial') return `dial ${step.link} ${step.up}`;
  const { bytes } = step;
  if (step.kind === 'send' && step.recipe !== undefined)
    return `${step.link} ${step.gap ?? ''} made: ${step.recipe}`;
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  return step.kind === 'present'
    ? `present ${step.symbology} ${text}`
    : `${step.link} ${step.gap ?? ''} ${text}`;
}
