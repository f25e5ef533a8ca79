/**
 * A line with two framings, for tests: binary frames as UBX has them, beside lines as NMEA 0183 has them.
 *
 *     B5 62 │ class │ id │ length, low byte first │ payload … │ Fletcher sum, modulo 256
 *     24 '$' │ text │ 2A '*' │ XOR of the text, two hex digits │ 0D 0A
 */
import { millis } from '../../time';
import { lengthOf, rest, text, u16le, u8 } from '../field';
import { anyOf, lines, startByte } from '../framing';
import { oneOf } from '../one-of';
import { fletcher16, hexSum, xor8 } from '../sums';
import { wire } from '../wire';

export const MOST_PAYLOAD = 100;
export const MOST_TEXT = 60;
export const IDLE = millis(50);

const ubx = wire({
  forms: {
    ubx: {
      class: u8({ base: 'hex' }),
      id: u8({ base: 'hex' }),
      // It counts the payload.
      length: lengthOf(u16le(), { from: 'here', plus: -2 }),
      payload: rest({ most: MOST_PAYLOAD }),
    },
  },
  sum: fletcher16({ modulus: 256, order: 'little' }),
});

const nmea = wire({
  forms: { nmea: { text: text({ rest: true, most: MOST_TEXT }) } },
  sum: hexSum(xor8(), { after: '*' }),
});

export const mixed = oneOf(ubx, nmea);

export const mixedFraming = anyOf(
  startByte([0xb5, 0x62], { idle: IDLE }),
  lines({ start: 0x24, end: 'crlf', idle: IDLE }),
);
