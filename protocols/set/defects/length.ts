/** Defects of frames that are too long: SET-FR-04 and FR-05. */
import type { ScannerFrame } from '../scanner-link';
import { stateful, onEvent, onOverlong, type SetDefects } from './hooks';

function byteAt(whole: Uint8Array, index: number): ScannerFrame | undefined {
  const byte = whole[index];
  return byte === undefined ? undefined : { type: 'byte', byte };
}

const OVERLONG: SetDefects = {
  'overlong-first-byte': {
    breaks: 'SET-FR-04',
    text: 'What the buffer does not hold is cut off: the first byte of an overlong frame counts as its card.',
    change: onOverlong((whole) => byteAt(whole, 0)),
  },
  'overlong-last-byte': {
    breaks: 'SET-FR-04',
    text: 'An overlong frame writes over its buffer: its last byte before the CR counts as its card.',
    change: onOverlong((whole) => byteAt(whole, whole.length - 2)),
  },
  'overlong-byte-154': {
    breaks: 'SET-FR-04',
    text: 'Byte 154 of an overlong frame lands where the card is looked for.',
    change: onOverlong((whole) => (whole[153] === 0x0d ? undefined : byteAt(whole, 153))),
  },
  'overlong-counter-ten-bits': {
    breaks: 'SET-FR-04',
    text: 'The bytes of a frame are counted in ten bits: one of 1024, or of a multiple, passes for one that fits.',
    change: onOverlong((whole) => (whole.length % 1024 === 0 ? byteAt(whole, 0) : undefined)),
  },
  'overlong-eats-next': {
    breaks: 'SET-FR-04',
    text: 'The frame after an overlong one is dropped too.',
    change: stateful(() => {
      let over = false;
      return onEvent((event) => {
        if (event.kind === 'reject') {
          over ||= event.error.code === 'overlong';
          return [event];
        }
        const lost = over && event.value.type === 'byte';
        if (lost) over = false;
        return lost ? [] : [event];
      });
    }),
  },
};

const MULTI: SetDefects = {
  'multi-last-byte': {
    breaks: 'SET-FR-05',
    text: 'Of a frame of many bytes the last one counts as a card.',
    change: (sound) => ({
      cardBytes: (frame) =>
        frame.type === 'bytes' ? [...frame.payload.subarray(-1)] : sound.cardBytes(frame),
    }),
  },
  'multi-every-byte': {
    breaks: 'SET-FR-05',
    text: 'Every byte of a frame counts as a card.',
    change: (sound) => ({
      cardBytes: (frame) => (frame.type === 'bytes' ? [...frame.payload] : sound.cardBytes(frame)),
    }),
  },
  'pair-second-byte': {
    breaks: 'SET-FR-05',
    text: 'Of a frame of two bytes the second counts as a card.',
    change: (sound) => ({
      cardBytes: (frame) =>
        frame.type === 'bytes' && frame.payload.length === 2
          ? [...frame.payload.subarray(1)]
          : sound.cardBytes(frame),
    }),
  },
};

export const LENGTH_DEFECTS: SetDefects = { ...OVERLONG, ...MULTI };
