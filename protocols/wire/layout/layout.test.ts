/** Impossible descriptions: each is refused when it is made, with its path. */
import { decimal } from '../kinds/digits';
import { bits, bytes, lengthOf, list, literal, optional, rest, struct, text, u16be, u8 } from '../field';
import { enumOf } from '../kinds/enum';
import { otherwise, type WireOptions } from './layout-data';
import { wire } from '../wire';

const tag = { function: u8() };
const count = u8();

test.each<[string, WireOptions]>([
  [
    'forms.read.data: it has no end: give it `most`, or the wire `longest`',
    { forms: { read: { data: rest() } } },
  ],
  [
    'forms.read.place.name: it has no end: give it `most`, or the wire `longest`',
    { forms: { read: { place: struct({ name: text({ until: 0 }) }) } } },
  ],
  [
    "forms.a.value: no field 'number' stands before it",
    { forms: { a: { value: u8({ namesBy: { field: 'number', names: {} } }), number: u8() } } },
  ],
  ['forms.b: it has the tag 3, as a has', { tag, forms: { a: [3, {}], b: [3, {}] } }],
  ['forms.a: the tag 300 is no whole number from 0 to 255', { tag, forms: { a: [300, {}] } }],
  [
    "forms.b: its bytes cannot be told from a's: give it a constant",
    { forms: { a: { x: u8() }, b: { y: u8() } } },
  ],
  [
    'forms.a: it has a tag, and the wire has none',
    { forms: { a: [{ tag: () => true }, { x: u8() }], b: { y: u8() } } },
  ],
  [
    'forms.c: it takes what no other form fits, as b does',
    { forms: { a: { is: literal('A') }, b: [otherwise, { x: u8() }], c: [otherwise, { y: u8() }] } },
  ],
  ["forms.a.unit: the message has a 'unit' already", { head: { unit: u8() }, forms: { a: { unit: u8() } } }],
  ["forms.a.type: the message has a 'type' already", { forms: { a: { type: u8() } } }],
  [
    'head.name: a field of the head has a fixed size',
    { head: { name: text({ until: 0, most: 9 }) }, forms: { a: {} } },
  ],
  [
    'forms.a.after: after a field up to the end of the frame, fields have a fixed size',
    { longest: 9, forms: { a: { data: rest(), after: decimal() } } },
  ],
  [
    'forms.a.items[]: an item of a list has an end of its own',
    { longest: 9, forms: { a: { items: list(bytes({ rest: true }), { count: u8() }) } } },
  ],
  [
    'forms.a.inner.size: a lengthOf stands in the head or directly in a form',
    { forms: { a: { inner: struct({ size: lengthOf(u8()) }) } } },
  ],
  [
    'forms.a: it has more than one lengthOf',
    { head: { size: lengthOf(u8()) }, forms: { a: { more: lengthOf(u8()) } } },
  ],
  [
    'forms.a: it has 4 bytes at least, and longest is 3',
    { longest: 3, forms: { a: { x: u16be(), y: u16be() } } },
  ],
  [
    "forms.a.items: it writes the number 'count' itself, which would be there twice: take 'count' away",
    { forms: { a: { count, items: list(u16be(), { count }) } } },
  ],
  [
    "forms.a.name: it writes the number 'count' itself",
    { head: { count }, forms: { a: { name: text({ counted: count }) } } },
  ],
  ['forms: there is none', { forms: {} }],
])('%s', (message, options) => {
  expect(() => wire(options)).toThrow(message);
});

test('forms that differ in a constant, or only in their length', () => {
  const told = wire({ forms: { on: { is: literal('ON') }, off: { is: literal('OFF') } } });
  expect(told.layout.selfDelimiting).toBe(true);
  const byLength = wire({ forms: { ask: { is: literal('V?') }, set: { is: literal('V?'), value: u8() } } });
  expect(byLength.layout.selfDelimiting).toBe(false);
  expect(byLength.decode(Uint8Array.of(0x56, 0x3f))).toEqual({ kind: 'frame', value: { type: 'ask' } });
  expect(byLength.decode(Uint8Array.of(0x56, 0x3f, 7))).toEqual({
    kind: 'frame',
    value: { type: 'set', value: 7 },
  });
});

test('impossible options of fields are refused', () => {
  expect(() => u8({ max: 256 })).toThrow('min 0 and max 256 are to be whole numbers from 0 to 255');
  expect(() => enumOf(u8(), { a: 1, b: 1 })).toThrow('two words of an enum have the same number');
  expect(() => bits(u8(), { a: 3, b: 4 })).toThrow('the widths add up to 7 bits, not 8');
  expect(() => decimal({ max: 1e16 })).toThrow('a number has 1 to 15 digits');
});

test('an optional field is present only after those before it', () => {
  const line = wire({ forms: { a: { x: optional(u8()), y: optional(u8()) } } });
  expect(line.decode(Uint8Array.of(1))).toEqual({ kind: 'frame', value: { type: 'a', x: 1 } });
  expect(() => line.encode({ type: 'a', y: 1 })).toThrow('a.y: there, should be absent, as x is');
});
