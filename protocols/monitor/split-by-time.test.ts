import type { Chunk } from '../chunk';
import { micros } from '../time';
import { splitAtBytes } from './split-by-time';

const SPAN = { most: micros(2000), least: micros(500) };

function sent(lastNotBefore: number): Chunk {
  const bytes = Uint8Array.from({ length: 100 }, (_, at) => (at % 10 === 9 ? 0x0a : 0x80 + at));
  const [notBefore, notAfter] = [micros(1000), micros(11_000)];
  return { direction: 'tx', bytes, notBefore, notAfter, lastNotBefore: micros(lastNotBefore) };
}

test('on a line with a pace each piece has its part of the time', () => {
  const pieces = splitAtBytes(sent(11_000), [0x0a], SPAN);
  expect(Buffer.concat(pieces.map(({ bytes }) => bytes)).equals(sent(0).bytes)).toBe(true);
  expect(pieces.slice(0, 2).map(({ notBefore, notAfter }) => [notBefore, notAfter])).toEqual([
    [1000, 1900],
    [1900, 2000],
  ]);
  expect(pieces.at(-1)).toMatchObject({ notBefore: 10_900, notAfter: 11_000 });
});

test('without a pace each piece may have passed at any time of the write', () => {
  const pieces = splitAtBytes(sent(1000), [0x0a], SPAN);
  expect(pieces).toHaveLength(20);
  for (const { notBefore, notAfter, lastNotBefore } of pieces)
    expect([notBefore, notAfter, lastNotBefore]).toEqual([1000, 11_000, 1000]);
});

test('many lines in a short time are pieces of even size', () => {
  const pieces = splitAtBytes(
    sent(11_000),
    Array.from({ length: 100 }, (_, at) => 0x80 + at),
    SPAN,
  );
  expect(pieces).toHaveLength(20);
  expect(pieces.map(({ bytes }) => bytes.length)).toEqual(Array.from({ length: 20 }, () => 5));
});
