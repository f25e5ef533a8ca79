/** The Modbus messages of the tutorial: their types, as inferred, and their bytes. */
import { EncodeError } from '../frame';
import { list, rest, u16be, u8 } from './field';
import { LayoutError } from './layout/layout-data';
import { crc16modbus, xor8 } from './sums';
import { formsOf, wire, type Messages } from './wire';

const rtu = { head: { unit: u8() }, tag: { function: u8() }, sum: crc16modbus, longest: 256 };

const requests = wire({
  ...rtu,
  forms: {
    read: [3, { address: u16be(), count: u16be() }],
    write: [6, { address: u16be(), value: u16be() }],
    'write-many': [
      16,
      { address: u16be(), values: list(u16be(), { count: u16be(), bytes: u8(), most: 123 }) },
    ],
    other: [{ tag: () => true }, { data: rest() }],
  },
});

const answers = wire({
  ...rtu,
  forms: {
    registers: [3, { values: list(u16be(), { bytes: u8() }) }],
    written: [6, { address: u16be(), value: u16be() }],
    exception: [{ tag: (tag) => tag >= 0x80 }, { reason: u8() }],
  },
});

type Request =
  | { readonly type: 'read'; readonly unit: number; readonly address: number; readonly count: number }
  | { readonly type: 'write'; readonly unit: number; readonly address: number; readonly value: number }
  | {
      readonly type: 'write-many';
      readonly unit: number;
      readonly address: number;
      readonly values: readonly number[];
    }
  | { readonly type: 'other'; readonly unit: number; readonly function: number; readonly data: Uint8Array };

type Answer =
  | { readonly type: 'registers'; readonly unit: number; readonly values: readonly number[] }
  | { readonly type: 'written'; readonly unit: number; readonly address: number; readonly value: number }
  | { readonly type: 'exception'; readonly unit: number; readonly function: number; readonly reason: number };

/** `true` where both types are identical, not only assignable. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

const TYPES: [Same<Messages<typeof requests>, Request>, Same<Messages<typeof answers>, Answer>] = [
  true,
  true,
];

const hex = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text.replaceAll(' ', ''), 'hex'));

describe('Modbus RTU, described', () => {
  test('the types of messages follow from the description', () => {
    expect(TYPES).toEqual([true, true]);
  });

  // Modbus Application Protocol V1.1b3, 6.3, 6.6, 6.12, the CRCs by the parameters of the serial line guide.
  test.each([
    [{ type: 'read', unit: 1, address: 0, count: 2 }, '01 03 0000 0002 C40B'],
    [{ type: 'write', unit: 17, address: 1, value: 3 }, '11 06 0001 0003 9A9B'],
    [{ type: 'write-many', unit: 17, address: 1, values: [10, 258] }, '11 10 0001 0002 04 000A 0102 C6F0'],
  ] as const)('%j', (message, bytes) => {
    expect(Buffer.from(requests.encode(message))).toEqual(Buffer.from(hex(bytes)));
    expect(requests.decode(hex(bytes))).toEqual({ kind: 'frame', value: message });
    expect(requests.measure(hex(bytes), 0, hex(bytes).length)).toBe(hex(bytes).length);
  });

  test('a frame that does not fit its tag has the form with the predicate', () => {
    const short = requests.seal(hex('01 03 0000 00 0000'));
    expect(requests.decode(short)).toEqual({
      kind: 'frame',
      value: { type: 'other', unit: 1, function: 3, data: hex('0000 00') },
    });
  });

  test('errors name what is wrong', () => {
    expect(requests.decode(hex('01 03 0000 0002 C40C'))).toMatchObject({
      kind: 'reject',
      error: { code: 'checksum', offset: 6, message: 'checksum is C4 0C, should be C4 0B' },
      value: { type: 'read' },
    });
    expect(answers.decode(answers.seal(hex('01 07 00 0000')))).toMatchObject({
      error: { code: 'unknown-form', message: 'function is 7, should be one of 3, 6' },
    });
    expect(() => requests.encode({ type: 'read', unit: 1, address: 70000, count: 1 })).toThrow(
      new EncodeError('read.address: 70000, should be 0..65535'),
    );
    expect(() => wire({ forms: { any: { data: rest() } } })).toThrow(LayoutError);
    const confused = (part: object) => () => wire({ ...rtu, forms: { read: [3, {}] }, ...part });
    expect(confused({ sum: xor8 })).toThrow('sum: is no sum: give one, as xor8()');
    expect(confused({ tag: { function: u8 } })).toThrow('tag.function: is no number: give one, as u8()');
    expect(confused({ forms: { read: [3, { count: u16be }] } })).toThrow(
      'count: is no field: give one, as u8()',
    );
  });

  test('each byte has a name', () => {
    const frame = hex('11 10 0001 0002 04 000A 0102 C6F0');
    expect(requests.fields(frame).map(({ name, length }) => [name, length])).toEqual([
      ['unit', 1],
      ['function', 1],
      ['address', 2],
      ['values count', 2],
      ['values bytes', 1],
      ['values[0]', 2],
      ['values[1]', 2],
      ['checksum', 2],
    ]);
  });

  test('a message in one line', () => {
    expect(requests.describe({ type: 'write-many', unit: 1, address: 0, values: [1, 2] })).toBe(
      'write-many unit 1 address 0 values [1, 2]',
    );
  });

  test('the forms of both directions, and their types, follow from one table', () => {
    const address = u16be();
    const table = {
      read: { tag: 3, request: { address }, answer: { value: u16be() }, most: 125 },
      write: { tag: 6, request: { address, value: u16be() }, answer: {} },
    };
    const asked = wire({ ...rtu, forms: formsOf(table, 'request') });
    const given = wire({ ...rtu, forms: formsOf(table, 'answer') });
    type Asked =
      | { readonly type: 'read'; readonly unit: number; readonly address: number }
      | {
          readonly type: 'write';
          readonly unit: number;
          readonly address: number;
          readonly value: number;
        };
    type Given =
      | { readonly type: 'read'; readonly unit: number; readonly value: number }
      | { readonly type: 'write'; readonly unit: number };
    const types: [Same<Messages<typeof asked>, Asked>, Same<Messages<typeof given>, Given>] = [true, true];
    expect(types).toEqual([true, true]);
    const frame = asked.encode({ type: 'read', unit: 1, address: 7 });
    expect(hex('01 03 00 07')).toEqual(frame.subarray(0, 4));
    expect(given.decode(given.seal(hex('01 03 00 05 00 00')))).toMatchObject({
      kind: 'frame',
      value: { type: 'read', unit: 1, value: 5 },
    });
  });
});
