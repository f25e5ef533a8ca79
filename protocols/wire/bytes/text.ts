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
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > highest) return undefined;
  return latin1Bytes(text);
}

/** The ASCII letter in its other case; any other byte as it is. */
export function sameInOtherCase(byte: number): number {
  const isLetter = (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a);
  return isLetter ? byte ^ 0x20 : byte;
}

/** The byte, and where letters are read in either case its other case. */
export function casesOf(byte: number, anyCase: boolean | undefined): readonly number[] {
  const other = sameInOtherCase(byte);
  return anyCase === true && other !== byte ? [byte, other] : [byte];
}

/** Whether `byte` equals `due`, in either case where `anyCase` is set. */
export function isByteOf(due: number, byte: number | undefined, anyCase: boolean | undefined): boolean {
  return byte === due || (anyCase === true && byte === sameInOtherCase(due));
}

/** All letters in the other case, and every second one. */
export function otherCases(text: string): readonly string[] {
  const turned = (which: (at: number) => boolean): string =>
    Array.from(text, (char, at) =>
      which(at) ? String.fromCharCode(sameInOtherCase(char.charCodeAt(0))) : char,
    ).join('');
  return [turned(() => true), turned((at) => at % 2 === 1)];
}

export function latin1Bytes(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}

/** The charset as error messages name it: `ascii`. */
export function textRangeOf({ charset }: TextSpec): string {
  return `${{ ascii: 'ASCII', latin1: 'Latin-1', utf8: 'UTF-8' }[charset]} text`;
}
