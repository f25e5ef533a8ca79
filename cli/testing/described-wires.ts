/** Described wires with content of some messages, for tests of their dissectors. */
import {
  choice,
  fixed,
  i8,
  lengthOf,
  list,
  optional,
  rest,
  struct,
  text,
  u16be,
  u16le,
  u8,
} from '../../protocols/wire/field';
import { enumOf } from '../../protocols/wire/kinds/enum';
import { crc16ccitt, crc16modbus, sum8, type SumSpec } from '../../protocols/wire/sums';
import { wire, type Wire } from '../../protocols/wire/wire';

/** A wire whatever its messages are, with content of some. */
export interface SampleWire {
  readonly wire: Wire<unknown>;
  readonly contents: readonly Uint8Array[];
}

export function sampleOf<M>(described: Wire<M>, ...sent: readonly M[]): SampleWire {
  return { wire: described, contents: sent.map((message) => described.encode(message)) };
}

const rtu = { head: { unit: u8() }, tag: { function: u8() }, sum: crc16modbus, longest: 256 };

export const MODBUS_REQUESTS = sampleOf(
  wire({ ...rtu, forms: { read: [3, { address: u16be(), count: u16be({ min: 1, max: 125 }) }] } }),
  { type: 'read', unit: 1, address: 0, count: 2 },
);

export const MODBUS_ANSWERS = sampleOf(
  wire({
    ...rtu,
    forms: {
      registers: [3, { values: list(u16be(), { bytes: u8() }) }],
      exception: [{ tag: (tag) => tag >= 0x80 }, { reason: u8({ names: { 1: 'illegal function' } }) }],
    },
  }),
  { type: 'registers', unit: 1, values: [1, 0xffff] },
  { type: 'exception', unit: 1, function: 0x83, reason: 1 },
);

/** What a user filters by, and fields after one that has no end of its own. */
export const PARTS = sampleOf(
  wire({
    head: { length: lengthOf(u16le(), { from: 'here', plus: -2 }), sequence: u8() },
    tag: { command: u16be({ base: 'hex' }) },
    forms: {
      set: [
        1,
        {
          mode: enumOf(u8(), { off: 0, on: 0x81 }, { strict: true }),
          tiles: list(struct({ x: u8(), kind: u8() }), { count: u8() }),
          name: text({ counted: u8(), charset: 'utf8' }),
          what: choice(u8(), { on: [1, { level: u8() }], many: [2, { of: list(u16le(), { count: 2 }) }] }),
          more: optional(u16be()),
        },
      ],
      raw: [
        { tag: (tag) => tag > 0xff00 },
        { data: rest({ least: 2, most: 30 }), end: u8(), final: fixed(0x0d) },
      ],
      open: [3, { items: list(struct({ a: u8(), b: u8() }), { least: 1, most: 4 }), end: u8() }],
    },
    sum: crc16ccitt,
    longest: 80,
  }),
  {
    type: 'set',
    sequence: 1,
    mode: 'on',
    tiles: [
      { x: 1, kind: 7 },
      { x: 2, kind: 7 },
    ],
    name: 'Zoë €',
    what: { type: 'many', of: [1, 2] },
    more: 7,
  },
  { type: 'set', sequence: 2, mode: 'off', tiles: [], name: '', what: { type: 'on', level: 0xc0 } },
  { type: 'raw', command: 0xff01, sequence: 6, data: Uint8Array.from([0, 0, 0xc0]), end: 9 },
  { type: 'open', sequence: 7, items: [{ a: 1, b: 2 }], end: 0 },
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
