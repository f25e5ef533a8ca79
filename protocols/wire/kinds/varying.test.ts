/** Numbers whose bytes vary in number: golden bytes, each with its source. */
import { extended, varint, vlq } from './varying';
import type { Field } from '../layout/field-types';
import { wire } from '../wire';

const one = (value: Field<number>) => wire({ forms: { one: { value } } });
const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const bytesOf = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex, 'hex'));

test.each([
  // Protocol Buffers, "Encoding": 150 is 96 01, and the table of sint32.
  ['96 01', varint(), 150],
  ['00', varint(), 0],
  ['ff ff ff ff 0f', varint(), 2 ** 32 - 1],
  ['00', varint({ zigzag: true }), 0],
  ['01', varint({ zigzag: true }), -1],
  ['02', varint({ zigzag: true }), 1],
  ['fe ff ff ff 0f', varint({ zigzag: true }), 0x7fffffff],
  ['ff ff ff ff 0f', varint({ zigzag: true }), -0x80000000],
  // Standard MIDI Files 1.0: the examples of variable-length quantities.
  ['40', vlq(), 0x40],
  ['81 00', vlq(), 0x80],
  ['c0 00', vlq(), 0x2000],
  ['ff 7f', vlq(), 0x3fff],
  ['81 80 80 00', vlq(), 0x200000],
  ['ff ff ff 7f', vlq(), 0xfffffff],
  ['f2 05', extended([0xf2]), 0xf205],
])('%s', (spaced, field, value) => {
  const hex = spaced.replaceAll(' ', '');
  const message = { type: 'one', value } as const;
  expect(hexOf(one(field).encode(message))).toBe(hex);
  expect(one(field).decode(bytesOf(hex))).toEqual({ kind: 'frame', value: message });
});

test('more bytes than needed are the same number; one without an end, or past its range, is none', () => {
  const line = one(varint({ max: 1000 }));
  const read = (hex: string): unknown => {
    const found = line.decode(bytesOf(hex));
    return found.kind === 'frame' ? found.value.value : found.error.message;
  };
  expect(read('8500')).toBe(5);
  expect(read('e907')).toBe('value is 1001, should be 0..1000');
  expect(read('8580')).toBe('value is more, should be 2 bytes at most');
  expect(read('85')).toBe('the frame ends after 1 byte');
  expect(line.measure(bytesOf('8580'), 0, 2)).toBe(-1);
});

test('impossible bounds are refused', () => {
  expect(() => varint({ min: -1 })).toThrow('varint: min -1');
  expect(() => vlq({ max: 2 ** 32 })).toThrow('vlq: min 0');
  expect(() => one(varint({ max: 9 })).encode({ type: 'one', value: 10 })).toThrow(
    'value: 10, should be 0..9',
  );
});
