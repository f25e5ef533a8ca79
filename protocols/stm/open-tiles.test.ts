import fc from 'fast-check';
import type { Tile } from './message';
import { boardOf, openTiles } from './rules';

/** The page's definition: each tile is compared with each other one. */
function isOpenByThePage(one: Tile, all: readonly Tile[]): boolean {
  const near = (other: Tile) => Math.abs(other.y - one.y) < 2;
  const above = all.some((t) => t.z === one.z + 1 && Math.abs(t.x - one.x) < 2 && near(t));
  const left = all.some((t) => t.z === one.z && t.x - one.x === -2 && near(t));
  const right = all.some((t) => t.z === one.z && t.x - one.x === 2 && near(t));
  return !above && !(left && right);
}

test('open tiles are those of the page, on crowded boards and at the edges', () => {
  const crowd = fc
    .tuple(fc.constantFrom(0, 30, 60), fc.constantFrom(0, 14, 28), fc.constantFrom(0, 5))
    .chain(([left, top, low]) =>
      fc.array(
        fc.record({
          x: fc.integer({ min: left, max: left + 3 }),
          y: fc.integer({ min: top, max: top + 3 }),
          z: fc.integer({ min: low, max: low + 2 }),
          kind: fc.integer({ min: 0, max: 41 }),
        }),
        { maxLength: 20, size: 'max' },
      ),
    );
  fc.assert(
    fc.property(crowd, crowd, (some, more) => {
      const board = boardOf([...some, ...more]);
      const all = [...board.values()];
      expect(openTiles(board)).toEqual(all.filter((one) => isOpenByThePage(one, all)));
    }),
    { numRuns: 300 },
  );
});
