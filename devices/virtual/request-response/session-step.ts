/** A session with a board as bytes and pauses, so that any link can play it. */
import { silenceOf } from '../../../protocols/wire/framing';
import type { AnySession, Message } from '../../../protocols/request-response/definition';
import { micros, type Micros } from '../../../protocols/time';
import { frameContent } from '../../../protocols/wire/frame-content';

export interface SessionStep {
  /** For people: `read unit 1 address 0 count 2`. */
  readonly what: string;
  readonly bytes: Uint8Array;
  /** The silence after the last byte: answers come within it. */
  readonly pause: Micros;
}

/** A good request, and the time for its answers. */
export function requestStep({ requests, idle }: AnySession, request: Message): SessionStep {
  return { what: requests.wire.describe(request), bytes: requests.codec.encode(request), pause: idle };
}

/** A frame with any content, and the time for its answers. */
export function contentStep(session: AnySession, content: Uint8Array, what: string): SessionStep {
  return { what, bytes: frameContent(session.requests.framing, content), pause: session.idle };
}

/** The step in two parts, `pause` apart. */
export function splitStep(step: SessionStep, at: number, pause: Micros): readonly SessionStep[] {
  const cut = Math.min(Math.max(1, at), step.bytes.length);
  return [
    { what: `the first bytes of: ${step.what}`, bytes: step.bytes.slice(0, cut), pause },
    { ...step, what: `the rest of: ${step.what}`, bytes: step.bytes.slice(cut) },
  ];
}

/** Half a frame, then a silence just long enough to end it, where the page says what follows so soon. */
export function brokenStep(
  { requests, clauses, idle }: AnySession,
  step: SessionStep,
  at: number,
): SessionStep {
  const silence = 1.4 * (silenceOf(requests.framing) ?? step.pause);
  const cut = Math.min(Math.max(1, at), step.bytes.length - 1);
  return {
    what: `only the first bytes of: ${step.what}`,
    bytes: step.bytes.slice(0, cut),
    pause: micros(clauses.recovery === undefined ? Math.max(idle, silence) : silence),
  };
}

/** Sends nothing. */
export function waitStep(pause: Micros): SessionStep {
  return { what: 'silence', bytes: new Uint8Array(0), pause };
}
