/** The clause that a difference between a sound board and a changed one breaks. */
import type { AnySession, GeneralClauses } from '../../../protocols/request-response/definition';
import { isDeepStrictEqual } from 'node:util';
import { type Difference, readAnswers } from './lockstep';

/** `general`: the kind of clause that the defect's author intended. Undefined: the page has no such clause. */
export function blame(
  session: AnySession,
  { sound, changed }: Difference,
  general: keyof GeneralClauses | undefined,
): string | undefined {
  const { clauses } = session;
  const preferred = general === undefined ? undefined : clauses[general];
  if (preferred !== undefined) return preferred;
  if (changed !== undefined && sound !== undefined && sound.clause === changed.clause) {
    // Played twice: bytes left after a frame show in the next one.
    const { events } = readAnswers(session, [...changed.frames, ...changed.frames]);
    const reject = events.find((event) => event.kind === 'reject');
    // The answers are whole, and bytes that are none follow them at once.
    const due = readAnswers(session, sound.frames).events.length;
    const upToReject = events.slice(0, due + 1).reduce((sum, { raw }) => sum + raw.length, 0);
    const isBehindAnswers = due > 0 && events[due] === reject && upToReject <= lengthOf(changed.frames);
    const more = clauses.second ?? clauses.unasked;
    if (reject !== undefined && isBehindAnswers && more !== undefined) return more;
    if (reject?.error.code === 'checksum') return clauses.sum ?? clauses.form ?? sound.clause;
    if (reject !== undefined) return clauses.form ?? clauses.sum ?? sound.clause;
    const isDoubled = sound.frames.length > 0 && changed.frames.length > sound.frames.length;
    if (isDoubled && startsWith(changed.frames, sound.frames)) return more ?? sound.clause;
    if (isDeepStrictEqual(changed.frames, sound.frames) && isDeepStrictEqual(changed.state, sound.state))
      return clauses.time;
  }
  return clauseOfAnswer(session, sound, changed) ?? sound?.clause ?? changed?.clause ?? clauses.unasked;
}

/** As the ruling charges the answer of the changed board. */
function clauseOfAnswer(
  session: AnySession,
  sound: Difference['sound'],
  changed: Difference['changed'],
): string | undefined {
  const [event] = readAnswers(session, changed?.frames ?? []).events;
  return sound?.clauseOf?.(event?.kind === 'frame' ? event.value : undefined, undefined);
}

function startsWith(frames: readonly Uint8Array[], first: readonly Uint8Array[]): boolean {
  return isDeepStrictEqual(frames.slice(0, first.length), first);
}

function lengthOf(frames: readonly Uint8Array[]): number {
  return frames.reduce((sum, { length }) => sum + length, 0);
}
