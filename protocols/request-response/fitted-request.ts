/**
 * Requests that depend on the state, as by a sequence number: the author's `prepare` makes them. Samples, baseline and
 * probe fit the initial state. When one is sent, it is made to fit the present state. Others, such as a request with a
 * wrong sequence number, are sent as they are.
 */
import { concat, isSameBytes } from '../bytes';
import { isSameData } from '../same-data';
import { micros } from '../time';
import type { Message, RequestResponseSession } from './definition';
import { chooseOutcome } from './outcomes';

type Session<Request extends Message, State> = Pick<
  RequestResponseSession<Request, Message, State>,
  'initial' | 'prepare' | 'requests' | 'rule'
>;

/** The request for this state, if it fits the initial one. */
export function fittedRequest<Request extends Message, State>(
  session: Pick<Session<Request, State>, 'initial' | 'prepare'>,
  request: Request,
  state: State,
): Request {
  if (session.prepare === undefined || !isSameData(atFirst(session, request), request)) return request;
  return session.prepare(request, state);
}

/** The same request as it fits the initial state. */
export function atFirst<Request extends Message, State>(
  session: Pick<Session<Request, State>, 'initial' | 'prepare'>,
  request: Request,
): Request {
  return session.prepare?.(request, session.initial) ?? request;
}

/** Bytes of good requests as requests that fit this state and those after it. Other bytes stay as they are. */
export function fittedBytes<Request extends Message, State>(
  session: Session<Request, State>,
  bytes: Uint8Array,
  state: State,
): Uint8Array {
  if (session.prepare === undefined) return bytes;
  const { codec } = session.requests;
  const decoder = codec.decoder();
  const events = [...decoder.push(bytes, micros(0))];
  for (let due = decoder.deadline(); due !== undefined; due = decoder.deadline())
    events.push(...decoder.tick(due));
  let now = state;
  const fitted = events.map((event) => {
    if (event.kind === 'reject') return event.raw;
    const request = fittedRequest(session, event.value, now);
    now = chooseOutcome(session.rule(request, now), now).state;
    return isSameData(request, event.value) ? event.raw : codec.encode(request);
  });
  const whole = concat(...fitted);
  return decoder.pending > 0 || isSameBytes(whole, bytes) ? bytes : whole;
}

/** The same of bytes that are sent in parts. */
export function fittedParts<Request extends Message, State>(
  session: Session<Request, State>,
  parts: readonly Uint8Array[],
  state: State,
): readonly Uint8Array[] {
  if (session.prepare === undefined) return parts;
  const whole = fittedBytes(session, concat(...parts), state);
  let at = 0;
  return parts.map((part, i) => {
    const from = at;
    at = i === parts.length - 1 ? whole.length : Math.min(whole.length, at + part.length);
    return whole.subarray(from, at);
  });
}
