/**
 * Any message of STM, for properties and fuzzing.
 */
import fc, { type Arbitrary } from 'fast-check';
import { ERROR_CODES, LIMIT, STATES, type Answer, type Request, type Tile } from './message';
import { positionOf } from './positions';

/** Integers from `min` to `max`, both in. */
export function upTo(max: number, min = 0): Arbitrary<number> {
  return fc.integer({ min, max });
}

/** Any tile in range. */
export function tile(): Arbitrary<Tile> {
  return fc.record(
    { x: upTo(LIMIT.x), y: upTo(LIMIT.y), z: upTo(LIMIT.z), kind: upTo(LIMIT.kind) },
    { noNullPrototype: true },
  );
}

/** Tiles at positions of their own: mostly few, at times as many as a frame holds. */
export function tiles(minLength = 1): Arbitrary<Tile[]> {
  const distinct = (maxLength: number) =>
    fc.uniqueArray(tile(), {
      minLength,
      maxLength,
      size: 'max',
      selector: ({ x, y, z }) => positionOf(x, y, z),
    });
  return fc.oneof(
    { arbitrary: distinct(8), weight: 12 },
    { arbitrary: distinct(LIMIT.count), weight: 1 },
    { arbitrary: distinct(LIMIT.count).chain(filled), weight: 1 },
  );
}

/** The tiles given and, up to 144, tiles at positions they leave free. */
function filled(some: readonly Tile[]): Arbitrary<Tile[]> {
  const taken = new Set(some.map(({ x, y, z }) => positionOf(x, y, z)));
  const all = [...some];
  for (let n = 0; all.length < LIMIT.count; n++) {
    const [x, y, z] = [n % 12, Math.floor(n / 12) % 32, LIMIT.z];
    if (!taken.has(positionOf(x, y, z))) all.push({ x, y, z, kind: n % (LIMIT.kind + 1) });
  }
  return fc.constant(all);
}

/** Any request. */
export function request(): Arbitrary<Request> {
  const one = fc.record({ tile: tile(), open: fc.boolean() }, { noNullPrototype: true });
  return fc.oneof(
    fc.constantFrom<Request>({ type: 'start' }, { type: 'reset' }, { type: 'set-state' }),
    tiles().map((all): Request => ({ type: 'shuffle', tiles: all })),
    one.map((what): Request => ({ type: 'select', ...what })),
    one.map((what): Request => ({ type: 'match', ...what })),
  );
}

/** Any answer. */
export function answer(): Arbitrary<Answer> {
  return fc.oneof(
    fc.constantFrom<Answer>({ type: 'start' }, { type: 'reset' }),
    tiles().map((all): Answer => ({ type: 'shuffle', tiles: all })),
    fc.boolean().map((result): Answer => ({ type: 'select', result })),
    fc.boolean().map((result): Answer => ({ type: 'match', result })),
    fc.constantFrom(...STATES).map((state): Answer => ({ type: 'state', state })),
    fc.constantFrom(...ERROR_CODES).map((code): Answer => ({ type: 'error', code })),
  );
}
