/** Defects of frames that are too long: SET-FR-04 and FR-05. */
import type { ScannerFrame } from '../scanner-link';
import { losesCardAfter, onOverlong, onStep, type SetChanges } from './hooks';

function byteAt(whole: Uint8Array, index: number): ScannerFrame | undefined {
  const byte = whole[index];
  return byte === undefined ? undefined : { type: 'byte', byte };
}

const OVERLONG: SetChanges = {
  'overlong-first-byte': onOverlong((whole) => byteAt(whole, 0)),
  'overlong-last-byte': onOverlong((whole) => byteAt(whole, whole.length - 2)),
  'overlong-byte-154': onOverlong((whole) => (whole[153] === 0x0d ? undefined : byteAt(whole, 153))),
  'overlong-counter-ten-bits': onOverlong((whole) =>
    whole.length % 1024 === 0 ? byteAt(whole, 0) : undefined,
  ),
  'overlong-eats-next': losesCardAfter('overlong'),
};

const MULTI: SetChanges = {
  'multi-last-byte': onStep('cardBytes', (bytes, frame) =>
    frame.type === 'bytes' ? [...frame.payload.subarray(-1)] : bytes,
  ),
  'multi-every-byte': onStep('cardBytes', (bytes, frame) =>
    frame.type === 'bytes' ? [...frame.payload] : bytes,
  ),
  'pair-second-byte': onStep('cardBytes', (bytes, frame) =>
    frame.type === 'bytes' && frame.payload.length === 2 ? [...frame.payload.subarray(1)] : bytes,
  ),
};

export const LENGTH_DEFECTS: SetChanges = { ...OVERLONG, ...MULTI };
