/** Defects of the form and the times of the scanner's frames: GM-FR-01 and GM-TM-01. */
import { sealed } from '../wire/message';
import { micros, millis } from '../../../api/index';
import { onEncode, type GmDefects } from './hooks';

function body(bytes: Uint8Array): Uint8Array {
  return bytes.slice(0, -2);
}

export const REPLY_DEFECTS: GmDefects = {
  'nak-checksum': {
    breaks: 'GM-FR-01',
    text: 'The checksum of a NAK leaves out its cause.',
    change: onEncode((bytes, { type }) =>
      type === 'nak' ? Uint8Array.of(...body(bytes), ...sealed(bytes.subarray(0, 4)).subarray(4)) : bytes,
    ),
  },
  'value-source-host': {
    breaks: 'GM-FR-01',
    text: 'The reply to a parameter read copies SOURCE 04 from the request.',
    change: onEncode((bytes, { type }) => {
      if (type !== 'value') return bytes;
      const copy = body(bytes);
      copy[2] = 4;
      return sealed(copy);
    }),
  },
  'checksum-carry': {
    breaks: 'GM-FR-01',
    text: 'The checksum is negated byte by byte: where the low byte is 00, the high byte is one too small.',
    change: onEncode((bytes) => {
      const high = bytes.length - 2;
      if (bytes[high + 1] !== 0) return bytes;
      const copy = bytes.slice();
      copy[high] = (copy[high] ?? 0) - 1;
      return copy;
    }),
  },
  'revision-len': {
    breaks: 'GM-FR-01',
    text: 'LEN of the revision counts a final 00 that is not sent.',
    change: onEncode((bytes, { type }) => {
      if (type !== 'revision') return bytes;
      const copy = body(bytes);
      copy[0] = copy.length + 1;
      return sealed(copy);
    }),
  },
  'slow-write': {
    breaks: 'GM-TM-01',
    text: 'A parameter write waits for the flash: acknowledged after 150 ms.',
    change: (sound) => ({
      answerDelay: (event, state) =>
        event.kind === 'message' && event.message.type === 'write'
          ? millis(150)
          : sound.answerDelay(event, state),
    }),
  },
  'slow-while-scanning': {
    breaks: 'GM-TM-01',
    text: 'While a decode session is on, commands wait for the picture to be done: 130 ms.',
    change: (sound) => ({
      answerDelay: (event, state) => (state.session ? millis(130) : sound.answerDelay(event, state)),
    }),
  },
  'slow-defaults': {
    breaks: 'GM-CM-01',
    text: 'Parameter defaults is acknowledged after half as long again as a command may take.',
    change: (sound, { p }) => ({
      answerDelay: (event, state) =>
        event.kind === 'message' && event.message.type === 'defaults'
          ? micros(1500 * p.commandMs)
          : sound.answerDelay(event, state),
    }),
  },
};
