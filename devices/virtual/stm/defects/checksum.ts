/** Defects of the checksum: STM-FR-01 and FR-02. */
import { crc } from '../../../../protocols/stm/message';
import type { StmDefects } from '../firmware';
import { asValidFrame, onEncode, onReject, withXorOver } from '../hooks';

export const CHECKSUM_DEFECTS: StmDefects = {
  'error-crc-without-cmd': {
    breaks: 'STM-FR-01',
    text: 'The CRC of an Error frame leaves out its command byte.',
    change: onEncode((bytes, { type }) =>
      type === 'error' ? Uint8Array.of(bytes[0]!, bytes[1]!, bytes[1]!) : bytes,
    ),
  },
  'false-match-crc': {
    breaks: 'STM-FR-01',
    text: 'A FALSE answer to Match goes out with the CRC of TRUE.',
    change: onEncode((bytes, answer) =>
      answer.type === 'match' && !answer.result ? Uint8Array.of(bytes[0]!, bytes[1]!, bytes[2]! ^ 1) : bytes,
    ),
  },
  'long-answer-crc': {
    breaks: 'STM-FR-01',
    text: 'The CRC of an answer covers its first 255 bytes only: the loop counts in 8 bits.',
    change: onEncode((bytes) => (bytes.length > 256 ? withXorOver(bytes, 255) : bytes)),
  },
  'crc-ignored': {
    breaks: 'STM-FR-02',
    text: 'The CRC of a request is not looked at.',
    change: onReject('checksum', (reject) => [asValidFrame(reject)]),
  },
  'crc-low-nibble': {
    breaks: 'STM-FR-02',
    text: 'Only the low four bits of the CRC are compared.',
    change: onReject('checksum', (reject) => [
      (crc(reject.raw) & 0x0f) === 0 ? asValidFrame(reject) : reject,
    ]),
  },
  'crc-seven-bits': {
    breaks: 'STM-FR-02',
    text: 'The top bit of the CRC is not compared.',
    change: onReject('checksum', (reject) => [crc(reject.raw) === 0x80 ? asValidFrame(reject) : reject]),
  },
  'crc-ignored-shuffle': {
    breaks: 'STM-FR-02',
    text: 'The CRC of a Shuffle is not looked at.',
    change: onReject('checksum', (reject) => [
      reject.value?.type === 'shuffle' ? asValidFrame(reject) : reject,
    ]),
  },
  'crc-checked-last': {
    breaks: 'STM-FR-02',
    text: 'A request with a wrong CRC gets its Error, but has been obeyed.',
    change: (sound, { firmware }) => ({
      handleReject: (game, reject) => {
        const turn = sound.handleReject(game, reject);
        const event = asValidFrame(reject);
        if (reject.error.code !== 'checksum' || event.kind !== 'frame') return turn;
        return { ...turn, game: firmware.applyRequest(game, event.value).game };
      },
    }),
  },
  'crc-error-deselects': {
    breaks: 'STM-FR-02',
    text: 'A wrong CRC drops the selected tile.',
    change: (sound) => ({
      handleReject: (game, reject) => {
        const turn = sound.handleReject(game, reject);
        return reject.error.code === 'checksum'
          ? { ...turn, game: { ...turn.game, selected: undefined } }
          : turn;
      },
    }),
  },
  'crc-error-twice': {
    breaks: 'STM-FR-02',
    text: 'A Shuffle with a wrong CRC gets two Errors: the parser and the handler each send one.',
    change: onReject('checksum', (reject) =>
      reject.value?.type === 'shuffle' ? [reject, reject] : [reject],
    ),
  },
  'crc-error-eats-to-gap': {
    breaks: 'STM-FR-02',
    text: 'After a wrong CRC everything up to the next idle gap is thrown away.',
    change: (sound, { profile }) => {
      let deafUntil = -Infinity;
      return {
        mapEvent: (event) => {
          if (event.first < deafUntil) {
            deafUntil = event.last + profile.idleGap;
            return [];
          }
          if (event.kind === 'reject' && event.error.code === 'checksum')
            deafUntil = event.last + profile.idleGap;
          return sound.mapEvent(event);
        },
      };
    },
  },
};
