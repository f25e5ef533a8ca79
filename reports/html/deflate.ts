/** Data inside a page: deflated, as base64. A browser takes it apart with `DecompressionStream('deflate-raw')`. */
import { deflateRawSync } from 'node:zlib';

export function deflateBase64(data: Uint8Array | string): string {
  return deflateRawSync(data, { level: 6 }).toString('base64');
}
