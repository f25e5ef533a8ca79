/** Described wires, for tests of their dissectors: every kind of field, with some messages each. */
import {
  bits,
  bytes,
  choice,
  constant,
  fixed,
  flags,
  i16le,
  i32le,
  i64be,
  i8,
  lengthOf,
  list,
  optional,
  rest,
  struct,
  text,
  u16be,
  u16le,
  u24be,
  u24le,
  u32be,
  u32le,
  u64be,
  u64le,
  u8,
} from '../../protocols/wire/field';
import { bool, enumOf, listed } from '../../protocols/wire/kinds/enum';
import { crc, crc16ccitt, crc16modbus, sum8, type SumSpec } from '../../protocols/wire/sums';
import { wire, type Wire } from '../../protocols/wire/wire';

/** A wire whatever its messages are, with content of some. */
export interface SampleWire {
  readonly wire: Wire<unknown>;
  readonly contents: readonly Uint8Array[];
}

export function sampleOf<M>(described: Wire<M>, ...messages: readonly M[]): SampleWire {
  return { wire: described, contents: messages.map((message) => described.encode(message)) };
}

const NAMES = { 3: 'Read Holding Registers', 6: 'Write Single Register', 16: 'Write Multiple Registers' };
const rtu = { head: { unit: u8() }, tag: { function: u8({ names: NAMES }) }, sum: crc16modbus, longest: 256 };

export const MODBUS_REQUESTS = sampleOf(
  wire({
    ...rtu,
    forms: {
      read: [3, { address: u16be(), count: u16be({ min: 1, max: 125 }) }],
      write: [6, { address: u16be(), value: u16be({ base: 'hex' }) }],
      'write-many': [
        16,
        { address: u16be(), values: list(u16be(), { count: u16be(), bytes: u8(), most: 123 }) },
      ],
      other: [{ tag: (tag) => tag > 0x40 }, { data: rest() }],
    },
  }),
  { type: 'read', unit: 1, address: 0, count: 2 },
  { type: 'write', unit: 247, address: 0x1234, value: 0xffff },
  { type: 'write-many', unit: 1, address: 7, values: [1, 2, 0xabcd] },
  { type: 'other', unit: 1, function: 0x41, data: Uint8Array.from([1, 2, 3]) },
);

export const MODBUS_ANSWERS = sampleOf(
  wire({
    ...rtu,
    forms: {
      registers: [3, { values: list(u16be(), { bytes: u8() }) }],
      written: [6, { address: u16be(), value: u16be() }],
      'written-many': [16, { address: u16be(), count: u16be() }],
      exception: [{ tag: (tag) => tag >= 0x80 }, { reason: u8({ names: { 1: 'illegal function' } }) }],
    },
  }),
  { type: 'registers', unit: 1, values: [1, 0xffff] },
  { type: 'written', unit: 1, address: 1, value: 2 },
  { type: 'written-many', unit: 1, address: 1, count: 2 },
  { type: 'exception', unit: 1, function: 0x83, reason: 1 },
);

/** Numbers of every size, order and sign. */
export const NUMBERS = sampleOf(
  wire({
    forms: {
      numbers: {
        start: fixed(0x55, 0xaa),
        a: i8(),
        b: i16le({ min: -1000, max: 1000, unit: 'mV' }),
        c: u16le({ base: 'hex', min: 0x10 }),
        d: u24be(),
        e: u24le(),
        f: i32le(),
        g: u32be({ max: 3_000_000_000 }),
        h: u32le(),
        i: u64be({ base: 'hex', max: 0xffff_ffff_ffffn }),
        j: u64le(),
        k: i64be({ min: -5n }),
      },
    },
    sum: crc({
      width: 64,
      poly: 0x42f0e1eba9ea3693n,
      init: 2n ** 64n - 1n,
      refIn: true,
      refOut: true,
      xorOut: 2n ** 64n - 1n,
    }),
  }),
  {
    type: 'numbers',
    a: -1,
    b: -1000,
    c: 0xfffe,
    d: 0x123456,
    e: 0xfedcba,
    f: -2_000_000_000,
    g: 2_999_999_999,
    h: 0xffffffff,
    i: 0xfedc_ba98_7654n,
    j: 0xffff_ffff_ffff_fffen,
    k: -5n,
  },
  { type: 'numbers', a: 127, b: 0, c: 0x10, d: 0, e: 1, f: 0, g: 0, h: 0, i: 0n, j: 0n, k: 2n ** 63n - 1n },
);

/** Everything that is put together of other things. */
export const PARTS = sampleOf(
  wire({
    head: { length: lengthOf(u16le(), { from: 'here', plus: -2 }), sequence: u8() },
    tag: { command: u16be({ base: 'hex' }) },
    forms: {
      set: [
        0x0101,
        {
          version: constant(u8({ names: { 2: 'second edition' } }), 2),
          mode: enumOf(u8({ base: 'hex' }), { off: 0, on: 0x81 }, { strict: true }),
          isOpen: bool(u8({ names: { 0: 'closed', 1: 'open' } })),
          speed: listed(u8(), [1, 2, 5]),
          state: flags(u16be(), { carry: 0, zero: 1, high: 15 }),
          level: bits(u16le(), { mode: 3, level: 5, rest: 8 }),
          tiles: list(struct({ x: u8({ max: 200 }), kind: enumOf(u8(), { a: 1, b: 2 }) }), {
            count: u8(),
            most: 5,
            unique: ['x'],
          }),
        },
      ],
      say: [
        0x0102,
        {
          to: text({ length: 6, pad: 0x20 }),
          name: text({ counted: u8(), charset: 'utf8', least: 1 }),
          line: text({ until: 0, charset: 'latin1', most: 12 }),
          data: bytes({ counted: u16be({ max: 20 }) }),
        },
      ],
      pick: [
        0x0103,
        {
          what: choice(u8(), {
            on: [1, { level: u8() }],
            many: [2, { of: list(u16le(), { count: 2 }) }],
            off: [3, {}],
          }),
          names: list(text({ counted: u8() }), { count: u8(), bytes: u8() }),
          more: optional(u16be()),
          last: optional(struct({ a: u8(), b: text({ length: 2 }) })),
        },
      ],
      raw: [
        { tag: (tag) => tag > 0xff00 },
        { data: rest({ least: 2, most: 30 }), end: u8(), final: fixed(0x0d) },
      ],
      open: [0x0105, { items: list(struct({ a: u8(), b: u8() }), { least: 1, most: 4 }), end: u8() }],
    },
    sum: crc16ccitt,
    longest: 80,
  }),
  {
    type: 'set',
    sequence: 1,
    mode: 'on',
    isOpen: true,
    speed: 5,
    state: { carry: true, zero: false, high: true },
    level: { mode: 5, level: 17, rest: 255 },
    tiles: [
      { x: 1, kind: 'a' },
      { x: 2, kind: 'b' },
    ],
  },
  {
    type: 'set',
    sequence: 2,
    mode: 'off',
    isOpen: false,
    speed: 1,
    state: { carry: false, zero: false, high: false },
    level: { mode: 0, level: 0, rest: 0 },
    tiles: [],
  },
  {
    type: 'say',
    sequence: 3,
    to: 'all',
    name: 'Zoë €',
    line: 'né à 7',
    data: Uint8Array.from([0, 1, 0xc0, 0xdb, 0x7e, 0x7d]),
  },
  {
    type: 'pick',
    sequence: 4,
    what: { type: 'many', of: [1, 2] },
    names: ['a', 'bcd'],
    more: 7,
    last: { a: 1, b: 'xy' },
  },
  { type: 'pick', sequence: 5, what: { type: 'off' }, names: [] },
  { type: 'pick', sequence: 5, what: { type: 'on', level: 0xc0 }, names: [''], more: 0 },
  { type: 'raw', command: 0xff01, sequence: 6, data: Uint8Array.from([0, 0, 0xc0]), end: 9 },
  {
    type: 'open',
    sequence: 7,
    items: [
      { a: 1, b: 2 },
      { a: 0, b: 0 },
    ],
    end: 0,
  },
);

/** One form of data, under any sum. */
export function summed(sum: SumSpec | { readonly by: SumSpec; readonly from: number }): SampleWire {
  return sampleOf(
    wire({ forms: { data: { count: lengthOf(u8()), data: rest({ most: 20 }) } }, sum }),
    { type: 'data', data: Uint8Array.from([]) },
    { type: 'data', data: Uint8Array.from([1, 2, 0x7e, 0x7d, 0xc0, 0xff]) },
    { type: 'data', data: Uint8Array.from([0xff, 0xff, 0xff, 0xff, 0xff]) },
  );
}

export const FIXED = sampleOf(
  wire({ forms: { only: { a: u8(), b: u16be({ max: 999 }), c: i8() } }, sum: sum8({ complement: 'twos' }) }),
  { type: 'only', a: 1, b: 999, c: -1 },
);
