/**
 * Requests that are wrong in exactly one way, labelled with it.
 */
import fc, { type Arbitrary } from 'fast-check';
import { nearMisses, type NearMissGroup } from '../wire/near-misses';
import { request } from './messages.arbitrary';
import { errorOf, requestWire, type ErrorCode, type Request } from './stm';

/** A request that is wrong in exactly the way that `wrong` says. */
export interface NearMiss {
  readonly bytes: Uint8Array;
  readonly wrong: Wrong;
  /** The Error a board must send for it, exactly once. */
  readonly errorCode: ErrorCode;
  /** That Error is decided by the idle gap after the bytes (STM-TM-02), not by the last of them. */
  readonly atGap: boolean;
  /** The good request it was made of. */
  readonly request: Request;
}

/** What may be wrong. More bytes than a frame has are the next frame. */
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

/** Near-misses of the labels given; of all of them by default. */
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

/** Those that a board must refuse: at its bounds a field is right. */
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
