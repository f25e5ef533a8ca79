/**
 * A request that a silence cut: nothing is due for its parts. A board that does not notice the silence reads them as one request.
 *
 *     01 03 00    (silence)    00 00 01 84 0A      each part is refused, the first by the clause of the silence
 *     01 03 00 00 00 01 84 0A                      answered: that clause is broken, not the one of the second part
 */
import type { FrameEvent } from '../../../protocols/frame';
import type { AnySession, Message } from '../../../protocols/request-response/definition';
import { micros } from '../../../protocols/time';
import type { LineEvent } from './line-decoder';
import { outcomesOf } from './outcomes';

/** What was received, by its clause and in the states that the board may have been in. */
interface ReceivedPart {
  readonly received: LineEvent<Message>;
  readonly clause: string;
  readonly before: readonly unknown[];
}

export interface SeveredRequest {
  /** Its parts up to now. */
  readonly raw: Uint8Array;
  /** Of the first part. */
  readonly clause: string;
}

/** The parts up to `pending`; undefined: it is no part of anything that a silence ended. */
export function continueSevered(
  before: SeveredRequest | undefined,
  { received, clause }: ReceivedPart,
): SeveredRequest | undefined {
  const { event } = received.passed;
  if (event.kind === 'frame' || received.silence === 0) return undefined;
  if (before === undefined) return { raw: event.raw, clause };
  return { raw: Uint8Array.from([...before.raw, ...event.raw]), clause: before.clause };
}

/** The clause of the silence, if the parts before `pending` and `pending` are one request, which is answered. */
export function clauseOfSilence(
  session: AnySession,
  before: SeveredRequest | undefined,
  pending: ReceivedPart,
): string | undefined {
  if (before === undefined) return undefined;
  const raw = Uint8Array.from([...before.raw, ...pending.received.passed.event.raw]);
  const [event, ...others] = readAtOnce(session, raw);
  if (event?.kind !== 'frame' || others.length > 0) return undefined;
  const isAnswered = pending.before.some((state) =>
    outcomesOf(session.rule(event.value, state), state, session.time).some(({ due }) => due.length > 0),
  );
  return isAnswered ? before.clause : undefined;
}

function readAtOnce({ requests }: AnySession, raw: Uint8Array): readonly FrameEvent<Message>[] {
  const decoder = requests.codec.decoder();
  const events = decoder.push(raw, micros(0));
  const end = decoder.deadline();
  return end === undefined ? events : [...events, ...decoder.tick(end)];
}
