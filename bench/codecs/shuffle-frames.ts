/**
 * The frames for the benchmarks: Shuffle requests of three and four tiles in turn.
 *
 *     03 0A 03 tile×3 CRC   16 bytes
 *     03 0A 04 tile×4 CRC   20 bytes      18 bytes on average; a tile is x y z kind
 */
import { random } from '../../devices/random';
import { positionOf, type Request, type Tile } from '../../protocols/stm/message';
import { encodeRequest } from '../stm-parts';

export type Shuffle = Extract<Request, { readonly type: 'shuffle' }>;

/** A power of two: contenders cycle with a mask. */
const FRAME_COUNT = 256;
export const MASK = FRAME_COUNT - 1;

export const SHUFFLES: readonly Shuffle[] = sampleShuffles();
export const FRAMES: readonly Uint8Array[] = SHUFFLES.map(encodeRequest);

function sampleShuffles(): Shuffle[] {
  const source = random(18);
  const below = (limit: number): number => source.int(0, limit - 1);
  return Array.from({ length: FRAME_COUNT }, (_, i) => {
    const tiles = new Map<number, Tile>();
    while (tiles.size < 3 + (i % 2)) {
      const tile = { x: below(64), y: below(32), z: below(8), kind: below(42) };
      tiles.set(positionOf(tile), tile);
    }
    return { type: 'shuffle', tiles: [...tiles.values()] };
  });
}

/** All frames in order, in chunks as from a port. */
export function splitChunks(frames: readonly Uint8Array[], size: number): Uint8Array[] {
  const line = Buffer.concat(frames);
  const chunks: Uint8Array[] = [];
  for (let at = 0; at < line.length; at += size)
    chunks.push(Uint8Array.prototype.slice.call(line, at, at + size));
  return chunks;
}

/** The results so far. */
const tally = { kinds: 0 };

/** Uses a result, so that its computation cannot be optimised away. */
export function consume(message: Request | undefined): void {
  if (message?.type === 'shuffle') tally.kinds += message.tiles[0]?.kind ?? 0;
}
