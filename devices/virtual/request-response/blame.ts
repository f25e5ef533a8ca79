/** Which clause a difference between a sound board and a changed one breaks. */
import type { AnySession, GeneralClauses, Message } from '../../../protocols/request-response/definition';
import type { FrameEvent } from '../../../protocols/frame';
import { micros } from '../../../protocols/time';
import { isDeepStrictEqual } from 'node:util';
import type { Difference } from './lockstep';

/** `general`: the kind of clause that the author of the defect had in mind. Undefined: the page names no clause for it. */
export function blame(
  session: AnySession,
  { sound, changed }: Difference,
  general: keyof GeneralClauses | undefined,
): string | undefined {
  const { clauses } = session;
  const preferred = general === undefined ? undefined : clauses[general];
  if (preferred !== undefined) return preferred;
  if (changed !== undefined && sound !== undefined && sound.clause === changed.clause) {
    // Twice: what is left over after a frame shows in the next one.
    const reject = firstReject(session, [...changed.frames, ...changed.frames]);
    if (reject?.error.code === 'checksum') return clauses.sum ?? clauses.form ?? sound.clause;
    if (reject !== undefined) return clauses.form ?? clauses.sum ?? sound.clause;
    const isDoubled = sound.frames.length > 0 && changed.frames.length > sound.frames.length;
    if (isDoubled && startsWith(changed.frames, sound.frames)) return clauses.unasked ?? sound.clause;
    if (isDeepStrictEqual(changed.frames, sound.frames) && isDeepStrictEqual(changed.state, sound.state))
      return clauses.time;
  }
  return sound?.clause ?? changed?.clause ?? clauses.unasked;
}

/** The first of these bytes that a host cannot read. */
function firstReject(
  { answers }: AnySession,
  frames: readonly Uint8Array[],
): Extract<FrameEvent<Message>, { readonly kind: 'reject' }> | undefined {
  const decoder = answers.codec.decoder();
  const events = frames.flatMap((frame) => {
    const pushed = decoder.push(frame, micros(0));
    const deadline = decoder.deadline();
    return deadline === undefined ? pushed : [...pushed, ...decoder.tick(deadline)];
  });
  return events.find((event) => event.kind === 'reject');
}

function startsWith(frames: readonly Uint8Array[], first: readonly Uint8Array[]): boolean {
  return isDeepStrictEqual(frames.slice(0, first.length), first);
}
