/** The bytes of a file, read in pieces: a trace may be larger than the memory. */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

export interface OpenBytes {
  readonly length: number;
  /** `count` bytes from `at`, within the length. The result stays valid. */
  read(at: number, count: number): Buffer;
  close(): void;
}

/** Opens the bytes from their beginning; each call anew. */
export type ByteSource = () => OpenBytes;

const PIECE_BYTES = 1 << 20;

/** Opening and reading throw what node:fs throws. */
export function fileBytes(path: string): ByteSource {
  return () => {
    const file = openSync(path, 'r');
    const { size: length } = fstatSync(file);
    let piece = Buffer.alloc(0);
    let from = 0;
    return {
      length,
      read: (at, count) => {
        if (at < from || at + count > from + piece.length) {
          const next = Buffer.alloc(Math.min(Math.max(count, PIECE_BYTES), length - at));
          piece = next.subarray(0, readSync(file, next, 0, next.length, at));
          from = at;
        }
        return piece.subarray(at - from, at - from + count);
      },
      close: () => closeSync(file),
    };
  };
}

export function memoryBytes(bytes: Buffer): ByteSource {
  return () => ({
    length: bytes.length,
    read: (at, count) => bytes.subarray(at, at + count),
    close: () => undefined,
  });
}
