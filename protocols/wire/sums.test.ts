/** Sums of the text 123456789 from catalogues, and of other texts from the documents named. */
import { fixed } from './field';
import {
  adler32,
  crc,
  crc16ccitt,
  crc16modbus,
  crc16xmodem,
  crc32,
  crc8,
  customSum,
  fletcher16,
  fletcher32,
  sum16be,
  sum8,
  sumOf,
  xor8,
  type SumSpec,
} from './sums';
import { wire } from './wire';

const bytesOf = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'latin1'));

// Catalogue of parametrised CRC algorithms (reveng), column `check`.
test.each<[string, SumSpec, number | bigint]>([
  ['CRC-3/GSM', crc({ width: 3, poly: 3, xorOut: 7 }), 0x4],
  ['CRC-5/USB', crc({ width: 5, poly: 5, init: 0x1f, refIn: true, refOut: true, xorOut: 0x1f }), 0x19],
  ['CRC-8/SMBUS', crc8, 0xf4],
  ['CRC-8/MAXIM-DOW', crc({ width: 8, poly: 0x31, refIn: true, refOut: true }), 0xa1],
  ['CRC-12/UMTS', crc({ width: 12, poly: 0x80f, refOut: true }), 0xdaf],
  ['CRC-16/MODBUS', crc16modbus, 0x4b37],
  ['CRC-16/IBM-3740', crc16ccitt, 0x29b1],
  ['CRC-16/XMODEM', crc16xmodem, 0x31c3],
  ['CRC-16/KERMIT', crc({ width: 16, poly: 0x1021, refIn: true, refOut: true }), 0x2189],
  ['CRC-24/OPENPGP', crc({ width: 24, poly: 0x864cfb, init: 0xb704ce }), 0x21cf02],
  ['CRC-32/ISO-HDLC', crc32, 0xcbf43926],
  ['CRC-32/BZIP2', crc({ width: 32, poly: 0x04c11db7, init: 0xffffffff, xorOut: 0xffffffff }), 0xfc891918],
  ['CRC-40/GSM', crc({ width: 40, poly: 0x4820009n, xorOut: 0xffffffffffn }), 0xd4164fc646n],
  ['CRC-64/ECMA-182', crc({ width: 64, poly: 0x42f0e1eba9ea3693n }), 0x6c40df5f0b497347n],
  [
    'CRC-64/XZ',
    crc({
      width: 64,
      poly: 0x42f0e1eba9ea3693n,
      init: 0xffffffffffffffffn,
      refIn: true,
      refOut: true,
      xorOut: 0xffffffffffffffffn,
    }),
    0x995dc9bbdf1939fan,
  ],
  ['XOR', xor8(), 0x31],
  ['sum', sum8(), 0xdd],
  ['sum, negated', sum8({ complement: 'twos' }), 0x23],
  ['sum, inverted', sum8({ complement: 'ones' }), 0x22],
  ['sum of 16 bits', sum16be(), 0x1dd],
  ['Adler-32', adler32(), 0x091e01de],
  ['own', customSum(1, (bytes) => bytes.length), 9],
])('%s', (_, spec, check) => {
  expect(sumOf(spec, bytesOf('123456789'))).toBe(check);
  expect(sumOf(spec, bytesOf('xx123456789y'), 2, 11)).toBe(check);
});

// Wikipedia, "Fletcher's checksum", test vectors.
test.each([
  ['abcde', 0xc8f0, 0xf04fc729],
  ['abcdef', 0x2057, 0x56502d2a],
  ['abcdefgh', 0x0627, 0xebe19591],
])('Fletcher of %s', (text, sixteen, thirtyTwo) => {
  expect(sumOf(fletcher16(), bytesOf(text))).toBe(sixteen);
  expect(sumOf(fletcher32(), bytesOf(text))).toBe(thirtyTwo);
});

// u-blox 8 interface description, 32.4 (RFC 1145): a poll of MON-VER is B5 62 0A 04 00 00 0E 34.
test('Fletcher modulo 256, as UBX has it', () => {
  const spec = fletcher16({ modulus: 256, order: 'little' });
  expect(sumOf(spec, Uint8Array.of(0x0a, 0x04, 0x00, 0x00))).toBe(0x340e);
  expect(
    wire({ forms: { poll: { class: fixed(0x0a, 0x04, 0, 0) } }, sum: spec }).encode({ type: 'poll' }),
  ).toEqual(Uint8Array.of(0x0a, 0x04, 0x00, 0x00, 0x0e, 0x34));
});

test('parameters that do not fit the width are refused', () => {
  expect(() => crc({ width: 8, poly: 0x107 })).toThrow('0x107 does not fit 8 bits');
  expect(() => crc({ width: 65, poly: 1 })).toThrow('width 65 is to be 1..64');
});
