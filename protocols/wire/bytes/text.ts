/** Text and its bytes, by charset. */
import { latin1 } from '../../bytes';
import type { TextSpec } from '../layout/field-spec';

const ENCODER = new TextEncoder();
const DECODER = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The text of bytes, without padding; undefined where a byte is outside the charset. */
export function readText({ charset, pad }: TextSpec, bytes: Uint8Array): string | undefined {
  let end = bytes.length;
  if (pad !== undefined) while (end > 0 && bytes[end - 1] === pad) end--;
  const part = bytes.subarray(0, end);
  if (charset === 'utf8') {
    try {
      return DECODER.decode(part);
    } catch {
      return undefined;
    }
  }
  if (charset === 'ascii' && part.some((byte) => byte > 0x7f)) return undefined;
  return latin1(part);
}

/** The bytes of a text, without padding; undefined where the charset lacks a character. */
export function textBytes(charset: TextSpec['charset'], text: string): Uint8Array | undefined {
  if (charset === 'utf8') return /\p{Surrogate}/u.test(text) ? undefined : ENCODER.encode(text);
  const highest = charset === 'ascii' ? 0x7f : 0xff;
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code > highest) return undefined;
    bytes[i] = code;
  }
  return bytes;
}

/** The ASCII letter in its other case; any other byte as it is. */
export function sameInOtherCase(byte: number): number {
  const isLetter = (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a);
  return isLetter ? byte ^ 0x20 : byte;
}

/** The charset as error messages name it: `ascii`. */
export function textRangeOf({ charset }: TextSpec): string {
  return `${{ ascii: 'ASCII', latin1: 'Latin-1', utf8: 'UTF-8' }[charset]} text`;
}
