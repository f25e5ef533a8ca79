/**
 * A request that a silence cut: nothing is due for its parts. A board that does not notice the silence reads them as one request.
 *
 *     01 03 00    (silence)    00 00 01 84 0A      each part is refused, the first by the clause of the silence
 *     01 03 00 00 00 01 84 0A                      answered: that clause is broken, not the one of the second part
 */
import { decodeAll } from '../../protocols/frame';
import { envelopeOf } from '../../protocols/wire/frame-content';
import type { Exchange, SeveredRequest } from './exchange';
import { outcomesAfter } from '../../protocols/request-response/outcomes';

/** Parts that are remembered. A firmware bug joins two, as a rule. */
const MOST_PARTS = 8;

/** The parts up to this one; undefined: it is no part of anything that a silence ended. */
export function continueSevered({ circumstances, received, clause }: Exchange): SeveredRequest | undefined {
  const { event } = received.passed;
  if (event.kind === 'frame' || received.silence === 0) return undefined;
  return [...(circumstances.severed ?? []), { raw: event.raw, clause }].slice(-MOST_PARTS);
}

/** The clause of the silence, if the parts before this one, or the latest of them, and this one are one request, which is answered. */
export function clauseOfSilence(exchange: Exchange): string | undefined {
  const { session, circumstances, received } = exchange;
  const { wire, framing } = session.requests;
  const longest = envelopeOf(framing).longest(wire.longest);
  let raw = received.passed.event.raw;
  for (const part of [...(circumstances.severed ?? [])].reverse()) {
    raw = Uint8Array.from([...part.raw, ...raw]);
    if (raw.length > longest) return undefined;
    if (isAnswered(exchange, raw)) return part.clause;
  }
  return undefined;
}

function isAnswered({ session, before }: Exchange, raw: Uint8Array): boolean {
  const [event, ...others] = decodeAll(session.requests.codec.decoder(), raw);
  if (event?.kind !== 'frame' || others.length > 0) return false;
  return outcomesAfter(session, event, before).some(({ due }) => due.length > 0);
}
