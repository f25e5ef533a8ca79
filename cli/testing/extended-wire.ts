/** A described wire of short and long frames, for tests of its dissector. */
import { extended, varint, vlq } from '../../protocols/wire/kinds/varying';
import { fixed, lengthOf, optional, rest, u16be, u8 } from '../../protocols/wire/field';
import { oneOf } from '../../protocols/wire/one-of';
import { sum16be } from '../../protocols/wire/sums';
import { wire } from '../../protocols/wire/wire';
import { sampleOf, type SampleWire } from './described-wires';

/** Short and long frames, a length that is judged with the form, numbers of one byte or two, and values that numbers name. */
export const EXTENDED = ((): SampleWire => {
  const sum = sum16be({ complement: 'twos' });
  const short = wire({
    head: { size: lengthOf(u8(), { plus: -2, strict: true }) },
    tag: { command: u8({ base: 'hex', names: { 1: 'read', 2: 'write' } }) },
    forms: {
      read: [1, { number: extended([0xf2, 0xf3]) }],
      write: [
        2,
        {
          number: extended([0xf2, 0xf3], { names: { 5: 'mode', 0xf205: 'end' } }),
          value: u8({
            namesBy: { field: 'number', names: { 5: { 0: 'off', 1: 'on' }, 0xf205: { 1: 'CR' } } },
          }),
        },
      ],
      say: [3, { more: optional(u8()) }],
      count: [
        5,
        {
          total: varint({ max: 70_000 }),
          drift: varint({ zigzag: true, min: -70 }),
          at: vlq({ unit: 'ms' }),
        },
      ],
      free: [{ tag: (tag) => tag >= 0x40 && tag < 0x80 }, {}],
      data: [4, { data: rest({ most: 9 }) }],
    },
    sum,
  });
  const long = wire({
    forms: {
      data: {
        mark: fixed(0xff, 0x04),
        size: lengthOf(u16be(), { plus: -2 }),
        data: rest({ least: 10, most: 30 }),
      },
    },
    sum,
  });
  return sampleOf(
    oneOf(short, long),
    { type: 'read', number: 5 },
    { type: 'read', number: 0xf3f2 },
    { type: 'write', number: 5, value: 1 },
    { type: 'write', number: 0xf205, value: 1 },
    { type: 'write', number: 6, value: 1 },
    { type: 'count', total: 300, drift: -65, at: 0x3fff },
    { type: 'count', total: 0, drift: 1, at: 0 },
    { type: 'say', more: 1 },
    { type: 'say' },
    { type: 'free', command: 0x41 },
    { type: 'data', data: Uint8Array.from([1, 2, 0xff]) },
    { type: 'data', data: new Uint8Array(12).fill(7) },
  );
})();
