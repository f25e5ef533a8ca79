/** A line as it is typed, chunk by chunk, to its end. */

const LF = 0x0a;
const CR = 0x0d;
const CTRL_D = 0x04;

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
