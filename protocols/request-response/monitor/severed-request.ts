/**
 * A request that a silence cut: nothing is due for its parts. A board that does not notice the silence reads them as one request.
 *
 *     01 03 00    (silence)    00 00 01 84 0A      each part is refused, the first by the clause of the silence
 *     01 03 00 00 00 01 84 0A                      answered: that clause is broken, not the one of the second part
 */
import type { FrameEvent } from '../../frame';
import type { AnySession, Message } from '../definition';
import { micros } from '../../time';
import { longestFrame } from '../../wire/frame-content';
import type { LineEvent } from './line-decoder';
import { outcomesOf } from './outcomes';

/** What was received, by its clause and in the states that the board may have been in. */
interface ReceivedPart {
  readonly received: LineEvent<Message>;
  readonly clause: string;
  readonly before: readonly unknown[];
}

/** What was received up to a silence, part by part: the latest, of which a request may be made. */
export type SeveredRequest = readonly { readonly raw: Uint8Array; readonly clause: string }[];

/** Parts that are remembered. A firmware bug joins two, as a rule. */
const MOST_PARTS = 8;

/** The parts up to `pending`; undefined: it is no part of anything that a silence ended. */
export function continueSevered(
  before: SeveredRequest | undefined,
  { received, clause }: ReceivedPart,
): SeveredRequest | undefined {
  const { event } = received.passed;
  if (event.kind === 'frame' || received.silence === 0) return undefined;
  return [...(before ?? []), { raw: event.raw, clause }].slice(-MOST_PARTS);
}

/** The clause of the silence, if the parts before `pending`, or the latest of them, and `pending` are one request, which is answered. */
export function clauseOfSilence(
  session: AnySession,
  before: SeveredRequest | undefined,
  pending: ReceivedPart,
): string | undefined {
  const { wire, framing } = session.requests;
  const longest = longestFrame(framing, wire.longest);
  let raw = pending.received.passed.event.raw;
  for (const part of [...(before ?? [])].reverse()) {
    raw = Uint8Array.from([...part.raw, ...raw]);
    if (raw.length > longest) return undefined;
    if (isAnswered(session, raw, pending)) return part.clause;
  }
  return undefined;
}

function isAnswered(session: AnySession, raw: Uint8Array, pending: ReceivedPart): boolean {
  const [event, ...others] = readAtOnce(session, raw);
  if (event?.kind !== 'frame' || others.length > 0) return false;
  return pending.before.some((state) =>
    outcomesOf(session.rule(event.value, state), state, session.time).some(({ due }) => due.length > 0),
  );
}

function readAtOnce({ requests }: AnySession, raw: Uint8Array): readonly FrameEvent<Message>[] {
  const decoder = requests.codec.decoder();
  const events = decoder.push(raw, micros(0));
  const end = decoder.deadline();
  return end === undefined ? events : [...events, ...decoder.tick(end)];
}
