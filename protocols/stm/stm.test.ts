import fc from 'fast-check';
import { DecodeError } from '../decode-error';
import { codecLaws } from '../testing/laws';
import { millis } from '../time';
import { answers, decodeAnswer, decodeRequest, LONGEST_FRAME, requests } from './stm';
import { answer, request } from './stm.arbitrary';

codecLaws('STM requests', {
  codec: () => requests(),
  decodeOnce: decodeRequest,
  messages: request(),
  longestFrame: LONGEST_FRAME,
  gap: millis(50),
  checksum: { singleBit: true },
});

codecLaws('STM answers', {
  codec: () => answers(),
  decodeOnce: (raw) => decodeAnswer(raw),
  messages: answer(),
  longestFrame: LONGEST_FRAME,
  gap: millis(50),
  checksum: { singleBit: true },
});

codecLaws('STM answers under another Error command and idle gap', {
  codec: () => answers({ errorCmd: 0x07, idleGap: millis(400) }),
  messages: answer(),
  longestFrame: LONGEST_FRAME,
  gap: millis(400),
  checksum: { singleBit: true },
});

describe('one frame at hand', () => {
  test('is read as the decoder reads it', () => {
    fc.assert(fc.property(request(), (one) => expect(decodeRequest(requests().encode(one))).toEqual(one)));
    fc.assert(fc.property(answer(), (one) => expect(decodeAnswer(answers().encode(one))).toEqual(one)));
  });

  test('nothing, too little and too much are refused', () => {
    const why = (hex: string) => {
      try {
        decodeRequest(Uint8Array.from(Buffer.from(hex.replaceAll(' ', ''), 'hex')));
      } catch (error) {
        if (error instanceof DecodeError) return error.error.code;
      }
      return 'decoded';
    };
    expect(['', '01', '01 FF', '01 FF FE', '01 FF FE 01', '01 FF FF'].map(why)).toEqual([
      'empty',
      'truncated',
      'truncated',
      'decoded',
      'trailing',
      'checksum',
    ]);
  });
});
