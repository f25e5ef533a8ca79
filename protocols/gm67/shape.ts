/**
 * Where a frame ends, by its first bytes, for each direction.
 *
 *     LEN OPCODE SOURCE STATUS DATA (LEN - 4) CHECKSUM (2)
 *     FF F4 hh ll F4 SOURCE STATUS DATA (hhll - 7) CHECKSUM (2)     scanner only
 */
import { BARE, isNumberPrefix, LONG, OPCODE } from './message';

/** The bytes at hand do not tell yet. */
export const MORE = 0;
/** They begin no frame: LEN below 4, or not fitting its opcode. */
export const BAD = -1;

/**
 * Whole length, checksum included, of the frame that begins at `from`, of whose bytes those before `end` are at hand;
 * MORE or BAD. Once it is not MORE, further bytes do not change it.
 */
export type Measure = (bytes: Uint8Array, from: number, end: number) => number;

export type LenRange = readonly [least: number, most: number];

/** Of an opcode that is no scanner's. */
export const ANY_LEN: LenRange = [4, 254];
export const BARE_LEN: LenRange = [4, 4];

export const HOST_LEN: ReadonlyMap<number, LenRange> = new Map<number, LenRange>([
  [OPCODE.parameter, [7, 8]],
  [OPCODE.read, [5, 6]],
  [OPCODE.beep, [5, 5]],
  [OPCODE.ledOn, [5, 5]],
  [OPCODE.ledOff, [5, 5]],
  [OPCODE.nak, [4, 5]],
]);

export const SCANNER_LEN: ReadonlyMap<number, LenRange> = new Map<number, LenRange>([
  [OPCODE.ack, BARE_LEN],
  [OPCODE.nak, [5, 5]],
  [OPCODE.parameter, [7, 8]],
  [OPCODE.revisionReply, [4, 254]],
  [OPCODE.data, [5, 254]],
]);

/** What LEN an opcode takes from the host: all that are not listed take 4. */
export function hostLengths(opcode: number): LenRange {
  return HOST_LEN.get(opcode) ?? BARE_LEN;
}

/** Least and most LEN of each opcode, as one number: a map and a pair cost a short frame more than reading it. */
function table(lengthsOf: (opcode: number) => LenRange): Uint16Array {
  return Uint16Array.from({ length: 256 }, (_, opcode) => {
    const [least, most] = lengthsOf(opcode);
    return (least << 8) | most;
  });
}

const HOST_LENGTHS = table(hostLengths);
/** An unlisted opcode is read by its LEN, to be refused whole. */
const SCANNER_LENGTHS = table((opcode) => SCANNER_LEN.get(opcode) ?? ANY_LEN);

/** True for an opcode that the page gives to the host. */
export function isHostOpcode(opcode: number): boolean {
  return HOST_LEN.has(opcode) || BARE_OPCODES.has(opcode);
}

const BARE_OPCODES: ReadonlySet<number> = new Set(Object.values(BARE));

/** Offset of a parameter number in a C6 or C7 frame and the LEN of one with a one-byte number. */
export const NUMBER_AT = { [OPCODE.parameter]: 5, [OPCODE.read]: 4 } as const;

function short(bytes: Uint8Array, from: number, end: number, lengths: Uint16Array): number {
  const len = bytes[from]!;
  if (len < 4 || len > 254) return BAD;
  if (end - from < 2) return MORE;
  const opcode = bytes[from + 1]!;
  const range = lengths[opcode]!;
  const least = range >> 8;
  const most = range & 0xff;
  if (len < least || len > most) return BAD;
  if (opcode !== OPCODE.parameter && opcode !== OPCODE.read) return len + 2;
  const numberAt = from + NUMBER_AT[opcode];
  if (end <= numberAt) return MORE;
  const expected = isNumberPrefix(bytes[numberAt]!) ? most : least;
  return len === expected ? len + 2 : BAD;
}

export const measureCommand: Measure = (bytes, from, end) =>
  from === end ? MORE : short(bytes, from, end, HOST_LENGTHS);

export const measureReply: Measure = (bytes, from, end) => {
  const length = end - from;
  if (length === 0) return MORE;
  if (bytes[from] !== LONG.firstByte) return short(bytes, from, end, SCANNER_LENGTHS);
  if (length >= 2 && bytes[from + 1] !== OPCODE.longData) return BAD;
  if (length < 4) return MORE;
  const counted = (bytes[from + 2]! << 8) | bytes[from + 3]!;
  if (counted < LONG.header + 1) return BAD;
  if (length < 5) return MORE;
  return bytes[from + 4] === OPCODE.longData ? counted + LONG.checksum : BAD;
};
