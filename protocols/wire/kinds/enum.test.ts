import { constant, u16be, u8 } from '../field';
import { bool, enumOf, listed } from './enum';
import { LayoutError } from '../layout/layout-data';
import { wire } from '../wire';

const line = wire({
  tag: { command: u8() },
  forms: {
    done: [1, { ok: bool(u8({ names: { 0: 'refused', 1: 'done' } }), { strict: true }), more: u8() }],
    error: [
      2,
      { mark: constant(u16be({ names: { 0x55aa: 'error' } }), 0x55aa), code: listed(u8(), [1, 2, 5]) },
    ],
    state: [3, { state: enumOf(u8({ names: { 2: 'game over' } }), { playing: 0, over: 2 }) }],
  },
});

test.each([
  [{ type: 'done', ok: true, more: 7 }, [1, 1, 7], 'done ok true (done) more 7'],
  [{ type: 'done', ok: false, more: 7 }, [1, 0, 7], 'done ok false (refused) more 7'],
  [{ type: 'error', code: 5 }, [2, 0x55, 0xaa, 5], 'error code 5'],
  [{ type: 'state', state: 'over' }, [3, 2], 'state over'],
] as const)('%j', (message, bytes, text) => {
  expect([...line.encode(message)]).toEqual(bytes);
  expect(line.decode(Uint8Array.from(bytes))).toEqual({ kind: 'frame', value: message });
  expect(line.describe(message)).toBe(text);
});

test('values mean their names, or their words', () => {
  const meanings = (...bytes: number[]) => line.fields(Uint8Array.from(bytes)).map(({ meaning }) => meaning);
  expect(meanings(1, 0, 0)).toEqual([undefined, 'refused', undefined]);
  expect(meanings(2, 0x55, 0xaa, 1)).toEqual([undefined, 'error', '1']);
  expect(meanings(2, 0x55, 0xab, 1)).toEqual([undefined, 'should be 55 AA', '1']);
  expect(meanings(3, 0)).toEqual([undefined, 'playing']);
  expect(meanings(3, 2)).toEqual([undefined, 'game over']);
});

test('a number that is not listed is refused, without a message', () => {
  const found = line.decode(Uint8Array.of(2, 0x55, 0xaa, 3));
  expect(found).toMatchObject({ error: { code: 'range', offset: 3, expected: '1, 2, 5', seen: '3' } });
  expect(found).not.toHaveProperty('value');
});

test('an unlisted number in a strict field begins no frame', () => {
  expect(line.measure(Uint8Array.of(1, 2), 0, 1)).toBe(0);
  expect(line.measure(Uint8Array.of(1, 2), 0, 2)).toBe(-1);
  expect(line.measure(Uint8Array.of(1, 1), 0, 2)).toBe(3);
  expect(line.startError(Uint8Array.of(1, 2))).toMatchObject({
    code: 'constant',
    offset: 1,
    expected: '0, 1',
  });
  expect(line.measure(Uint8Array.of(3, 9), 0, 2)).toBe(2);
});

test('a strict field must be at the beginning', () => {
  const ok = bool(u8(), { strict: true });
  expect(() => wire({ forms: { only: { mark: constant(u8(), 3), ok, also: ok } } })).not.toThrow();
  expect(() => wire({ forms: { only: { value: u8(), ok } } })).toThrow(LayoutError);
});

test('what the number cannot hold is refused', () => {
  expect(() => constant(u8({ max: 9 }), 10)).toThrow(RangeError);
  expect(() => listed(u8(), [1, 300])).toThrow(RangeError);
  expect(() => listed(u8(), [1, 1])).toThrow('listed twice');
});
