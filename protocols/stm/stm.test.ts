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
