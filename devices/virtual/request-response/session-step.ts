/** A session with a board as bytes and pauses, so that any link can play it. */
import { silenceOf } from '../../../protocols/wire/framing';
import type { AnySession, Message } from '../../../protocols/request-response/definition';
import { micros, type Micros } from '../../../protocols/time';
import { frameContent } from '../../../protocols/wire/frame-content';

export interface SessionStep {
  readonly bytes: Uint8Array;
  /** The silence after the last byte: answers come within it. */
  readonly pause: Micros;
}

/** A good request, and the time for its answers. */
export function requestStep({ requests, idle }: AnySession, request: Message): SessionStep {
  return { bytes: requests.codec.encode(request), pause: idle };
}

/** A frame with any content, and the time for its answers. */
export function contentStep({ requests, idle }: AnySession, content: Uint8Array): SessionStep {
  return { bytes: frameContent(requests.framing, content), pause: idle };
}

/** The step in two parts, `pause` apart. */
export function splitStep(step: SessionStep, at: number, pause: Micros): readonly SessionStep[] {
  const cut = Math.min(Math.max(1, at), step.bytes.length);
  return [
    { bytes: step.bytes.slice(0, cut), pause },
    { ...step, bytes: step.bytes.slice(cut) },
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
    bytes: step.bytes.slice(0, cut),
    pause: micros(clauses.recovery === undefined ? Math.max(idle, silence) : silence),
  };
}

/** Sends nothing. */
export function waitStep(pause: Micros): SessionStep {
  return { bytes: new Uint8Array(0), pause };
}
