/**
 * Requests that are wrong in exactly one way, labelled with it.
 */
import fc, { type Arbitrary } from 'fast-check';
import { nearMisses, type NearMissGroup } from '../../wire/near-misses';
import { requests as requestWire, type ErrorCode, type Request } from '../message';
import { request } from './stm.arbitrary';
import { errorOf } from './codecs';

/** A request with exactly the error `wrong`. */
export interface NearMiss {
  readonly bytes: Uint8Array;
  readonly wrong: Wrong;
  /** The Error that a board must send for it, once. */
  readonly errorCode: ErrorCode;
  /** The idle gap after the bytes decides that Error (STM-TM-02), not the last byte. */
  readonly atGap: boolean;
  /** The good request that it was made from. */
  readonly request: Request;
}

/** The possible errors. Extra bytes belong to the next frame. */
export const WRONGS = [
  'checksum',
  'truncated',
  'unknown-form',
  'range',
  'length',
  'constant',
  'repeat',
] as const satisfies readonly NearMissGroup[];

export type Wrong = (typeof WRONGS)[number];

/** Near-misses with these labels; of all labels by default. */
export function nearMiss(...wrongs: readonly Wrong[]): Arbitrary<NearMiss> {
  return fc.oneof(...(wrongs.length === 0 ? WRONGS : wrongs).map(wrongBy));
}

function wrongBy(wrong: Wrong): Arbitrary<NearMiss> {
  return fc
    .tuple(request(), fc.nat())
    .map(([good, pick]) => ({ good, pick, misses: [...nearMissesOf(good, wrong)] }))
    .filter(({ misses }) => misses.length > 0)
    .map(({ misses, pick }) => misses[pick % misses.length]!);
}

/** The near-misses that a board must refuse. A field at its bounds is right. */
function* nearMissesOf(good: Request, wrong: Wrong): Iterable<NearMiss> {
  for (const { bytes, group } of nearMisses(requestWire, good)) {
    if (group !== wrong) continue;
    const total = requestWire.measure(bytes, 0, bytes.length);
    const isWhole = total === bytes.length;
    const read = requestWire.decode(bytes);
    if (isWhole && read.kind === 'frame') continue;
    const code =
      total < 0
        ? requestWire.startError(bytes).code
        : read.kind === 'reject' && isWhole
          ? read.error.code
          : 'truncated';
    const errorCode = errorOf(code);
    if (errorCode !== undefined && (total <= 0 || total >= bytes.length))
      yield { bytes, wrong, errorCode, atGap: !isWhole, request: good };
  }
}
