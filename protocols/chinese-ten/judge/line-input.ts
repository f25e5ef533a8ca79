/** A line as it is typed, chunk by chunk, to its end. */
import type { Prompt } from '../reader/item';

const LF = 0x0a;
const CR = 0x0d;
const CTRL_D = 0x04;
/** Control characters that the terminal line handles, not the program. */
const OF_THE_LINE: readonly number[] = [0x03, 0x1c, 0x1a, 0x13, 0x11];

export interface TypedLine {
  /** The line with its end. */
  readonly bytes: Uint8Array;
  /** The number of bytes that came with it, after its end. */
  readonly rest: number;
}

export class LineInput {
  /** The line may hold more than what is known. */
  isOpen = false;
  private bytes: number[] = [];

  /** The line, once it has ended. */
  push(chunk: Uint8Array): TypedLine | undefined {
    for (const [i, byte] of chunk.entries()) {
      this.bytes.push(byte);
      if (!endsLine(byte, this.bytes.length === 1)) continue;
      return { bytes: Uint8Array.from(this.bytes.splice(0)), rest: chunk.length - i - 1 };
    }
    return undefined;
  }

  clear(): void {
    this.bytes = [];
  }
}

export function endsLine(byte: number, first: boolean): boolean {
  return byte === CR || byte === LF || (byte === CTRL_D && first);
}

/** Typed at a prompt, it is read or discarded as a whole: one key, or an empty line. */
export function isIndivisible(prompt: Prompt, bytes: Uint8Array): boolean {
  return bytes.length === 1 && (prompt !== 'name' || bytes[0] === CR || bytes[0] === LF);
}

export function isForLine(bytes: Uint8Array): boolean {
  return bytes.some((byte) => OF_THE_LINE.includes(byte));
}
