/** Streams of bytes and ways to cut them, for the laws of codecs. */
import { concat } from './bytes';
import fc, { type Arbitrary } from 'fast-check';
import type { Codec } from './frame';

/** The parts of a stream. */
export interface StreamSource<T> {
  /** A fresh codec. */
  readonly codec: () => Codec<T>;
  /** Every kind of message the codec carries. */
  readonly messages: Arbitrary<T>;
  /** Most bytes that may ever be pending. */
  readonly longestFrame: number;
  /** Bytes that are not a frame. Default: any bytes. */
  readonly noise?: Arbitrary<Uint8Array>;
}

/** Whole frames, frames cut short or with a byte changed, and noise, in any order. */
export function streams<T>(laws: StreamSource<T>): Arbitrary<Uint8Array> {
  const frame = laws.messages.map((message) => laws.codec().encode(message));
  const cut = fc.tuple(frame, fc.nat()).map(([bytes, at]) => bytes.subarray(0, at % bytes.length));
  const changed = fc.tuple(frame, fc.nat(), fc.integer({ min: 1, max: 255 })).map(([bytes, at, flip]) => {
    const bad = Uint8Array.from(bytes);
    bad[at % bad.length]! ^= flip;
    return bad;
  });
  const noise =
    laws.noise ??
    fc.oneof(
      { arbitrary: fc.uint8Array({ minLength: 1, maxLength: 24, size: 'max' }), weight: 5 },
      { arbitrary: fc.uint8Array({ maxLength: 3 * laws.longestFrame, size: 'max' }), weight: 1 },
    );
  const part = fc.oneof({ arbitrary: frame, weight: 3 }, cut, changed, noise);
  return fc.array(part, { minLength: 1, maxLength: 5 }).map((parts) => concat(...parts));
}

/** Chunk sizes, used again and again; an empty chunk counts too. */
export function chunkSizes(): Arbitrary<number[]> {
  return fc.array(fc.oneof(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 6, max: 700 })), {
    minLength: 1,
    maxLength: 6,
  });
}

export function* splitIntoChunks(bytes: Uint8Array, sizes: readonly number[]): Generator<Uint8Array> {
  // A list of only empty chunks would never end.
  const round = sizes.some((size) => size > 0) ? sizes : [...sizes, 1];
  for (let i = 0, at = 0; at < bytes.length; i++) {
    const size = round[i % round.length]!;
    yield bytes.subarray(at, at + size);
    at += size;
  }
}

/** Tries a law on a hundred cases. */
export function checkLaw<Ts>(property: fc.IProperty<Ts>): void {
  // Without the limit, shrinking a failure in a long frame takes minutes.
  fc.assert(property, { numRuns: 100, interruptAfterTimeLimit: 8_000 });
}
