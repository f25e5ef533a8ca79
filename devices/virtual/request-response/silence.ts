/** The silences of a framing: what ends a frame, or gives an unfinished one up. */
import { after, micros, type Micros } from '../../../protocols/time';
import type { Framing } from '../../../protocols/wire/framing';

/** The silence that ends a frame or half of one; undefined: none does. */
export function silenceOf(framing: Framing): Micros | undefined {
  if (framing.kind === 'silence') return framing.silence;
  return 'idle' in framing ? framing.idle : undefined;
}

/** The framing with this silence in place of its own, where it has one. */
export function withSilence(framing: Framing, silence: Micros): Framing {
  if (framing.kind === 'silence') return { ...framing, silence };
  return framing.kind === 'datagram' || framing.idle === undefined ? framing : { ...framing, idle: silence };
}

/** For a receiver that gets each byte at its end: a byte that begins within the silence ends up to one byte time after it. */
export function atByteEnds(framing: Framing, byteTime: Micros): Framing {
  const silence = silenceOf(framing);
  return silence === undefined ? framing : withSilence(framing, after(silence, byteTime));
}

/** The pause between two frames of the same sender, so that a receiver tells them apart. */
export function pauseBetween(framing: Framing): Micros {
  return micros(framing.kind === 'silence' ? 1.25 * framing.silence : 0);
}
