/** What is tried in the place of a step, or of a case, where it is made smaller: no more than a list, without a board. */
import { cuts } from './cuts';
import { present, withBytes, type FuzzStep, type PresentStep } from './step';
import type { FuzzSession } from './target';

type Spoken = Exclude<FuzzStep, { kind: 'listen' | 'dial' }>;

const SHORTEST_CODE = Uint8Array.of(0x31);

/** The same step with fewer bytes, or ones that say less: best first. */
export function* candidates(session: FuzzSession, step: Spoken): Iterable<Spoken> {
  const { bytes } = step;
  const cut = (other: Uint8Array): Spoken =>
    step.kind === 'send' ? withBytes(step, other) : { ...step, bytes: other };
  if (step.kind === 'send') for (const smaller of session.smaller(step.link, bytes)) yield cut(smaller);
  else if (step.symbology !== 'code128') yield present('code128', SHORTEST_CODE);
  // Fewer digits are no such code any more.
  if (step.kind === 'present' && step.symbology === 'ean13') return;
  for (const other of cuts(bytes)) if (step.kind === 'send' || isCode(step, other)) yield cut(other);
}

/** Code 128 is of printable characters. */
function isCode({ symbology }: PresentStep, bytes: Uint8Array): boolean {
  return symbology !== 'code128' || bytes.every((byte) => byte >= 0x20 && byte <= 0x7e);
}

/** One of them, the last first, in each other way. */
export function* changed(session: FuzzSession, steps: readonly FuzzStep[]): Iterable<readonly FuzzStep[]> {
  for (let at = steps.length - 1; at >= 0; at--) {
    const step = steps[at];
    if (step?.kind === 'send') for (const other of session.others?.(step) ?? []) yield steps.with(at, other);
  }
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
