/** Lists in which no two items may be equal, by a table of their keys and by comparison. */
import { EncodeError } from '../../frame';
import { list, struct, u16be, u8 } from '../field';
import { LayoutError } from './layout-data';
import { nearMisses } from '../near-misses';
import { wire } from '../wire';

const small = struct({ x: u8({ max: 63 }), y: u8({ max: 31 }), kind: u8() });
const large = struct({ x: u16be(), y: u16be(), kind: u8() });

describe.each([
  ['small', small, [1, 2, 9, 3, 2, 9, 1, 2, 7]],
  ['large', large, [0, 1, 0, 2, 9, 0, 3, 0, 2, 9, 0, 1, 0, 2, 7]],
])('of %s keys', (_, item, bytes) => {
  const line = wire({ forms: { only: { items: list(item, { count: u8(), unique: ['x', 'y'] }) } } });
  const raw = Uint8Array.of(3, ...bytes);
  const offset = 1 + (2 * bytes.length) / 3;
  const key = Array.from(bytes.slice(0, (bytes.length - 3) / 3), (byte) => `0${byte}`).join(' ');

  test('a repeat is refused, and the message names both items', () => {
    expect(line.decode(raw)).toMatchObject({
      kind: 'reject',
      error: {
        code: 'repeat',
        offset,
        message: `items[2] is ${key}, should be no repeat of items[0]`,
      },
      value: { items: [{ kind: 9 }, { kind: 9 }, { kind: 7 }] },
    });
  });

  test('a difference in one of the fields is no repeat', () => {
    const other = Uint8Array.from(raw);
    other[other.length - 2] = 3;
    expect(line.decode(other)).toMatchObject({ kind: 'frame' });
    expect(line.decode(Uint8Array.of(1, ...bytes.slice(0, bytes.length / 3)))).toMatchObject({
      kind: 'frame',
    });
  });

  test('a repeat is not encoded', () => {
    const again = { x: 1, y: 2, kind: 0 };
    expect(() =>
      line.encode({ type: 'only', items: [again, { ...again, x: 2 }, { ...again, kind: 1 }] }),
    ).toThrow(new EncodeError(`only.items[2]: ${key}, should be no repeat of only.items[0]`));
  });

  test('near-misses repeat the first item', () => {
    const good = [1, 2, 3].map((x) => ({ x, y: 0, kind: x }));
    const found = [...nearMisses(line, { type: 'only', items: good })].filter(
      ({ group }) => group === 'repeat',
    );
    expect(found.map(({ name }) => name)).toEqual([
      'items[1] a repeat of items[0]',
      'items[2] a repeat of items[0]',
    ]);
    for (const { bytes: bad } of found) expect(line.decode(bad)).toMatchObject({ error: { code: 'repeat' } });
  });
});

test('a value out of range comes before a repeat', () => {
  const line = wire({ forms: { only: { items: list(u8({ max: 9 }), { count: u8(), unique: true }) } } });
  expect(line.decode(Uint8Array.of(3, 1, 1, 10))).toMatchObject({ error: { code: 'range', offset: 3 } });
  expect(line.decode(Uint8Array.of(2, 10, 10))).toMatchObject({ error: { code: 'range', offset: 1 } });
});

test('the unique fields are fields of the items, and items have a fixed size', () => {
  const items =
    (unique: true | string[], of = small) =>
    () =>
      wire({ forms: { only: { items: list(of, { count: u8(), unique }) } } });
  expect(items(['x', 'z'])).toThrow(LayoutError);
  expect(items(['x'])).not.toThrow();
  expect(() =>
    wire({ forms: { only: { items: list(list(u8(), { count: u8() }), { count: u8(), unique: true }) } } }),
  ).toThrow('fixed size');
});
