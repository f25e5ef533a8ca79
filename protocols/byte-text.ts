/** A byte as people read it. */
const TEXTS = Array.from({ length: 256 }, (_, byte) => byte.toString(16).toUpperCase().padStart(2, '0'));

/** A byte, 0 to 255, in hex, as people read it: `1B`. */
export function byteText(byte: number): string {
  return TEXTS[byte]!;
}
