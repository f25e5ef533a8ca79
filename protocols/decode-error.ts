/** The error for bytes that should be exactly one good frame. */
import type { Decoder, FrameError } from './frame';
import { micros, type Micros } from './time';

/** Bytes that are not exactly one good frame: their fault, as data in `error`. */
export class DecodeError extends Error {
  override readonly name = 'DecodeError';

  constructor(readonly error: FrameError) {
    super(error.message);
  }
}

/** The error that a new `decoder` gives for `raw`, which is not exactly one good frame. `silence` ends an unfinished frame. */
export function explainRejection(decoder: Decoder<unknown>, raw: Uint8Array, silence: Micros): FrameError {
  const [event] = [...decoder.push(raw, micros(0)), ...decoder.tick(silence)];
  if (event === undefined) return { code: 'empty', offset: 0, message: 'no bytes' };
  if (event.kind === 'reject') return event.error;
  const offset = event.raw.length;
  return { code: 'trailing', offset, message: `${raw.length - offset} bytes too many after the frame` };
}
