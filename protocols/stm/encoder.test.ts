import { EncodeError } from '../frame';
import { answers, requests, type Request } from './stm';

const at = { x: 0, y: 0, z: 0, kind: 0 };
const wrongTiles = [
  { ...at, x: 64 },
  { ...at, y: 32 },
  { ...at, z: 8 },
  { ...at, kind: 42 },
  { ...at, x: -1 },
  { ...at, y: 0.5 },
  { ...at, kind: Number.NaN },
  { ...at, kind: 256 },
];
const wrong: Request[] = [
  { type: 'shuffle', tiles: [] },
  { type: 'shuffle', tiles: Array.from({ length: 145 }, (_, i) => ({ ...at, x: i % 64, y: i >> 6 })) },
  { type: 'shuffle', tiles: [at, { ...at, kind: 4 }] },
  ...wrongTiles.map((tile): Request => ({ type: 'select', tile, open: true })),
  ...wrongTiles.map((tile): Request => ({ type: 'shuffle', tiles: [at, tile] })),
];

test.each(wrong)('no frame is made of %j', (one) => {
  expect(() => requests().encode(one)).toThrow(EncodeError);
});

test.each([1, 6, -1, 256, 1.5])('an errorCmd of %d is refused', (errorCmd) => {
  expect(() => answers({ errorCmd })).toThrow(RangeError);
});
