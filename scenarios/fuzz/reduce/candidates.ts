/** The candidates for a step when a case is minimised. */
import { concat, latin1 } from '../../../protocols/bytes';
import { reduceBytes } from './byte-reduction';
import {
  listen,
  present,
  withBytes,
  type FuzzStep,
  type PresentStep,
  type SendStep,
} from '../../player/step';
import type { FuzzSession } from '../target';

/** The most frames of one write for which subsets are tried. */
const MOST_FRAMES = 64;
/** Two codes: the scanner may ignore one that it has just read. */
const SHORTEST_CODES = [Uint8Array.of(0x31), Uint8Array.of(0x32)] as const;

/** Steps with fewer or simpler bytes that may show the same failure, best first. */
export function* smallerSteps(session: FuzzSession, step: SendStep | PresentStep): Iterable<FuzzStep> {
  if (step.kind === 'present') {
    yield* smallerCodes(step);
    return;
  }
  if (step.bytes.length > 0) yield listen(session.quiet);
  for (const bytes of fewerFrames(session, step)) yield withBytes(step, bytes);
  for (const bytes of session.smaller(step.link, step.bytes)) yield withBytes(step, bytes);
}

function* smallerCodes(step: PresentStep): Iterable<FuzzStep> {
  if (step.symbology !== 'code128' || step.bytes.length > 1)
    for (const code of SHORTEST_CODES) yield present('code128', code);
  // An EAN-13 code has no shorter form.
  if (step.symbology === 'ean13') return;
  for (const bytes of reduceBytes(step.bytes))
    if (step.symbology !== 'code128' || bytes.every((byte) => byte >= 0x20 && byte <= 0x7e))
      yield present(step.symbology, bytes);
}

/** Fewer of the frames of one write. */
function* fewerFrames(session: FuzzSession, { link, bytes }: SendStep): Iterable<Uint8Array> {
  const frames = session.frames(link, bytes);
  if (frames.length < 2 || frames.length > MOST_FRAMES) return;
  for (let size = frames.length >> 1; size >= 1; size >>= 1)
    for (let from = frames.length - size; from >= 0; from -= size)
      yield concat(...frames.toSpliced(from, size));
}

/** The same text for steps that do the same: a recipe counts by its text, not by its last bytes. */
export function stepKey(step: FuzzStep): string {
  switch (step.kind) {
    case 'listen':
      return `listen ${step.span}`;
    case 'dial':
      return `dial ${step.link} ${step.up}`;
    case 'present':
      return `present ${step.symbology} ${latin1(step.bytes)}`;
    case 'send':
      return `${step.link} ${step.gap ?? ''} ${step.recipe === undefined ? latin1(step.bytes) : `made: ${step.recipe}`}`;
  }
}
