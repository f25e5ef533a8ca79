/** The silences of a framing: they end a frame, or an unfinished one. */
import { after, micros, type Micros } from '../../../protocols/time';
import { silenceOf, type Framing } from '../../../protocols/wire/framing';

/** The framing with this silence in place of its own, if it has one. */
export function withSilence(framing: Framing, silence: Micros): Framing {
  if (framing.kind === 'silence') return { ...framing, silence };
  return framing.kind === 'datagram' || framing.idle === undefined ? framing : { ...framing, idle: silence };
}

/**
 * For a receiver that gets each byte at its end: a byte that begins within the silence ends up to one byte time later.
 */
export function atByteEnds(framing: Framing, byteTime: Micros): Framing {
  const silence = silenceOf(framing);
  return silence === undefined ? framing : withSilence(framing, after(silence, byteTime));
}

/** The pause between two frames of a sender that separates them for a receiver. */
export function pauseBetween(framing: Framing): Micros {
  return micros(framing.kind === 'silence' ? 1.25 * framing.silence : 0);
}
