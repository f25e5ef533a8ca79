import { hexadecimal } from '../kinds/digits';
import { bytes, fixed, lengthOf, literal, optional, u16be, u8 } from '../field';
import { xor8 } from '../sums';
import { wire } from '../wire';

/** The measured length after each further byte. */
function measures(
  described: { measure(bytes: Uint8Array, from: number, to: number): number },
  ...bytes: number[]
): number[] {
  return bytes.map((_, at) => described.measure(Uint8Array.from(bytes), 0, at + 1));
}

test('all constants at the beginning are there before the length is known', () => {
  const described = wire({ forms: { only: { start: fixed(0x55, 0xaa), value: u16be() } } });
  expect(measures(described, 0x55, 0xaa, 1)).toEqual([0, 4, 4]);
  expect(measures(described, 0x55, 0x55, 1)).toEqual([0, -1, -1]);
});

test('a constant after the length changes nothing', () => {
  const described = wire({
    head: { length: lengthOf(u8()), mark: fixed(0xaa) },
    forms: { only: { value: u16be() } },
  });
  expect(measures(described, 4, 0xbb, 1, 2)).toEqual([4, 4, 4, 4]);
});

describe('a strict length', () => {
  const described = wire({
    head: { length: lengthOf(u8(), { plus: -1, strict: true }) },
    tag: { command: u8() },
    forms: {
      none: [1, {}],
      some: [2, { value: u8(), more: optional(u8()) }],
      counted: [3, { data: bytes({ counted: u8() }) }],
    },
    sum: xor8(),
    longest: 20,
  });

  test.each([
    ['is judged as soon as the form is known', [2, 1], [0, 3]],
    ['that the form cannot have begins no frame', [3, 1, 0], [0, -1, -1]],
    ['may be any of an open form', [4, 2, 0, 0], [0, 5, 5, 5]],
    ['is that of the fields, where they tell their end', [4, 3, 1, 9], [0, 0, 5, 5]],
    ['differs from what the fields have', [5, 3, 1, 9], [0, 0, -1, -1]],
    ['of an unknown form is read whole', [9, 7, 0], [0, 10, 10]],
    ['that no form has begins no frame', [1, 1], [-1, -1]],
  ])('%s', (_, raw, lengths) => {
    expect(measures(described, ...raw)).toEqual(lengths);
  });

  test.each([
    [[3, 1, 0], 'length is 3, should be 2'],
    [[7, 2, 0], 'length is 7, should be 3..4'],
    [[5, 3, 1, 9], 'length is 5, should be 4'],
    [[1], 'length is 1, should be 2..19'],
  ])('why %j begin no frame', (raw, message) => {
    expect(described.startError(Uint8Array.from(raw)).message).toBe(message);
  });
});

test('bytes that fit no form do not undo what the first ones have decided', () => {
  const described = wire({
    head: { length: lengthOf(u8(), { strict: true }) },
    forms: {
      short: { is: literal('A'), value: hexadecimal({ max: 0xff }), end: literal(';') },
      long: { is: literal('B'), value: bytes({ length: 6 }) },
    },
  });
  const TOO_LONG = [6, 0x41, 0x20, 0x20, 0x3b, 0x3b];
  expect(measures(described, ...TOO_LONG)).toEqual([0, -1, -1, -1, -1, -1]);
});
