import { codecLaws } from '../testing/laws';
import { millis } from '../time';
import { codec } from './codec';
import { extended } from './kinds/varying';
import { fixed, lengthOf, rest, u16be, u8 } from './field';
import { byLength } from './framing';
import { oneOf } from './one-of';
import { nearMisses } from './near-misses';
import { sample } from './sample';
import { smallerMessages } from './shrink';
import { sum8 } from './sums';
import { wire } from './wire';
import { messages } from './wire.arbitrary';

const IDLE = millis(20);

const short = wire({
  head: { size: lengthOf(u8(), { strict: true }) },
  tag: { command: u8() },
  forms: {
    ping: [1, {}],
    read: [2, { number: extended([0xf2, 0xf3]) }],
    data: [3, { data: rest({ most: 9 }) }],
  },
  sum: sum8(),
});
const long = wire({
  forms: { data: { mark: fixed(0xff), size: lengthOf(u16be()), data: rest({ least: 10, most: 300 }) } },
  sum: sum8(),
});
const both = oneOf(short, long);

codecLaws('short and long frames', {
  codec: () => codec(both, byLength({ idle: IDLE })),
  messages: messages(both),
  longestFrame: 304,
  gap: IDLE,
  checksum: { singleBit: true },
});

const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

test('a message is encoded by the first wire that accepts it', () => {
  expect(hexOf(both.encode({ type: 'data', data: Uint8Array.of(7) }))).toBe('0403070e');
  expect(hexOf(both.encode({ type: 'data', data: new Uint8Array(10) }))).toBe('ff000e000000000000000000000d');
  expect(hexOf(both.encode({ type: 'read', number: 0xf205 }))).toBe('0502f205fe');
  expect(() => both.encode({ type: 'data', data: new Uint8Array(301) })).toThrow('data.data: 301 bytes');
});

test('near-misses, smaller frames and samples are those of the wire that has the message', () => {
  const misses = [...nearMisses(both, { type: 'data', data: new Uint8Array(10) })];
  expect(misses.filter(({ group }) => group === 'checksum')).toHaveLength(9);
  expect(misses.map(({ name }) => name)).toContain('mark with bit 0 of byte 0 flipped');
  const [smaller] = smallerMessages(both, both.encode({ type: 'data', data: new Uint8Array(12) }));
  expect(hexOf(smaller ?? new Uint8Array(0))).toBe('ff000403');
  let next = 0;
  const draw = { int: (min: number, max: number) => min + (next++ % (max - min + 1)) };
  const drawn = Array.from({ length: 40 }, () => sample(both, draw));
  expect(new Set(drawn.map(({ type }) => type))).toEqual(new Set(['ping', 'read', 'data']));
  expect(both.layout.forms.map(({ name }) => name)).toEqual(['ping', 'read', 'data']);
});

test('what is no wire is refused', () => {
  expect(() => oneOf(JSON.parse('{}'))).toThrow('oneOf: give wires');
});

test.each([
  [[5, 1], 'size is 5, should be 3'],
  [[0xff, 0, 5], 'size is 5, should be 14..304'],
  [[4, 2, 0xf2], 'size is 4, should be 5'],
])('of %j the likelier wire says why it begins no frame', (raw, message) => {
  expect(both.measure(Uint8Array.from(raw), 0, raw.length)).toBe(-1);
  expect(both.startError(Uint8Array.from(raw)).message).toBe(message);
});

test.each([0xf2, 0x10000, 0xf100, -1, 1.5])('the number %d has no bytes of its own', (number) => {
  expect(() => short.encode({ type: 'read', number })).toThrow('read.number');
});

test('a number decides the meaning of the value after it', () => {
  const named = wire({
    forms: { set: { number: u8(), value: u8({ namesBy: { field: 'number', names: { 5: { 1: 'on' } } } }) } },
  });
  expect(named.describe({ type: 'set', number: 5, value: 1 })).toBe('set number 5 value 1 (on)');
  expect(named.describe({ type: 'set', number: 6, value: 1 })).toBe('set number 6 value 1');
  expect(named.fields(Uint8Array.of(5, 1))[1]).toMatchObject({ value: 1, meaning: 'on' });
});
