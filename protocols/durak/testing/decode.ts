/** For tests: one good line. */
import { DecodeError, explainRejection } from '../../decode-error';
import { millis } from '../../time';
import { decodeOnce, DurakDecoder } from '../wire/decoder';
import type { Packet } from '../wire/packet';

/** Throws DecodeError. */
export function decode(raw: Uint8Array): Packet {
  const packet = decodeOnce(raw);
  if (packet === undefined) throw new DecodeError(explainRejection(new DurakDecoder(), raw, millis(3000)));
  return packet;
}
