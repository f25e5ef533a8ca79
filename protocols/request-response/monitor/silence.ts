/** The silence of a framing: what ends a frame, or gives an unfinished one up. */
import type { Micros } from '../../time';
import type { Framing } from '../../wire/framing';

/** Undefined: silence ends nothing. */
export function silenceOf(framing: Framing): Micros | undefined {
  if (framing.kind === 'silence') return framing.silence;
  return 'idle' in framing ? framing.idle : undefined;
}
