import { fixed, lengthOf, u16be, u8 } from '../field';
import { wire } from '../wire';

/** What each first part of these bytes tells of the frame's length. */
function measures(
  described: { measure(bytes: Uint8Array, from: number, to: number): number },
  ...bytes: number[]
): number[] {
  return bytes.map((_, at) => described.measure(Uint8Array.from(bytes), 0, at + 1));
}

test('constants at the beginning are all there before a length is told', () => {
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
