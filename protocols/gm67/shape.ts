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

/** Whole length of the frame whose first `length` bytes are in `held`, checksum included; MORE or BAD. */
export type Measure = (held: Uint8Array, length: number) => number;

type LenRange = readonly [least: number, most: number];

const BARE_LEN: LenRange = [4, 4];

const HOST_LEN: ReadonlyMap<number, LenRange> = new Map<number, LenRange>([
  [OPCODE.parameter, [7, 8]],
  [OPCODE.read, [5, 6]],
  [OPCODE.beep, [5, 5]],
  [OPCODE.ledOn, [5, 5]],
  [OPCODE.ledOff, [5, 5]],
  [OPCODE.nak, [4, 5]],
]);

const SCANNER_LEN: ReadonlyMap<number, LenRange> = new Map<number, LenRange>([
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

/** The same from the scanner; an unlisted opcode is read by its LEN, to be refused whole. */
function scannerLengths(opcode: number): LenRange {
  return SCANNER_LEN.get(opcode) ?? [4, 254];
}

/** True for an opcode that the page gives to the host. */
export function isHostOpcode(opcode: number): boolean {
  return HOST_LEN.has(opcode) || BARE_OPCODES.has(opcode);
}

const BARE_OPCODES: ReadonlySet<number> = new Set(Object.values(BARE));

/** Offset of a parameter number in a C6 or C7 frame and the LEN of one with a one-byte number. */
export const NUMBER_AT = { [OPCODE.parameter]: 5, [OPCODE.read]: 4 } as const;

function short(held: Uint8Array, length: number, lengths: (opcode: number) => LenRange): number {
  const len = held[0]!;
  if (len < 4 || len > 254) return BAD;
  if (length < 2) return MORE;
  const opcode = held[1]!;
  const [least, most] = lengths(opcode);
  if (len < least || len > most) return BAD;
  if (opcode !== OPCODE.parameter && opcode !== OPCODE.read) return len + 2;
  const numberAt = NUMBER_AT[opcode];
  if (length <= numberAt) return MORE;
  const expected = isNumberPrefix(held[numberAt]!) ? most : least;
  return len === expected ? len + 2 : BAD;
}

export const measureCommand: Measure = (held, length) =>
  length === 0 ? MORE : short(held, length, hostLengths);

export const measureReply: Measure = (held, length) => {
  if (length === 0) return MORE;
  if (held[0] !== LONG.mark) return short(held, length, scannerLengths);
  if (length >= 2 && held[1] !== OPCODE.longData) return BAD;
  if (length < 4) return MORE;
  const counted = (held[2]! << 8) | held[3]!;
  if (counted < LONG.header + 1) return BAD;
  if (length < 5) return MORE;
  return held[4] === OPCODE.longData ? counted + LONG.checksum : BAD;
};
