/** For tests: one good line. */
import { DecodeError, explainRejection } from '../../decode-error';
import { millis } from '../../time';
import { DurakDecoder } from '../wire/wire';
import { readLine } from '../wire/line';
import type { Packet } from '../wire/packet';

/** Throws DecodeError. */
export function decode(raw: Uint8Array): Packet {
  const packet = readLine(raw);
  if ('code' in packet) throw new DecodeError(explainRejection(new DurakDecoder(), raw, millis(3000)));
  return packet;
}
