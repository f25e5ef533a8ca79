/** Bytes of the host that are no command: a frame with an error, or noise. */
import type { RejectOf } from '../../frame';
import { isHostOpcode, SOURCE, type Command } from '../message';
import { isSummed } from './reply-buffer';

export type RawReject = RejectOf<Command>;

/** The most bytes of a reject that counts as a frame with a wrong LEN; a longer one is noise. */
const LONGEST = 10;
/** No command has a higher LEN. */
const LONGEST_LEN = 8;

/**
 * A frame with nothing wrong but its LEN may draw one NAK. Noise may draw any number. It rarely has the length of its
 * first byte and a right checksum.
 */
export function mostNaks({ raw }: RawReject): number {
  const isMeant = raw.length <= LONGEST && raw.length >= 4 && raw[2] === SOURCE.host;
  return isMeant || isDeliberate(raw) ? 1 : Infinity;
}

function isDeliberate(raw: Uint8Array): boolean {
  return raw[0] === raw.length - 2 && isSummed(raw);
}

/** The clause of the next command, if these bytes keep the scanner from it. */
export function refusedClause({ error, raw }: RawReject): string {
  if (error.code === 'checksum') return 'GM-FR-02';
  const [len = 0, opcode = 0] = raw;
  if (error.code === 'truncated') return len <= LONGEST_LEN ? 'GM-FR-03' : 'GM-FR-05';
  const isNoise = error.code !== 'length' || raw.length > LONGEST || !isHostOpcode(opcode);
  return isNoise && !isDeliberate(raw) ? 'GM-FR-05' : 'GM-FR-04';
}
