/** Bytes as people read them. */
const TEXTS = Array.from({ length: 256 }, (_, byte) => byte.toString(16).toUpperCase().padStart(2, '0'));

/** A byte, 0 to 255, in hex, as people read it: `1B`. */
export function byteText(byte: number): string {
  return TEXTS[byte]!;
}

/** `1 byte`, `5 bytes`. */
export function countBytes(count: number): string {
  return count === 1 ? '1 byte' : `${count} bytes`;
}
