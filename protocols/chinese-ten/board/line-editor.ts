/** The line editing of a terminal: it echoes and keeps a line until its end, and erases characters. */

const BACKSPACE = 0x08;
const LF = 0x0a;
const CR = 0x0d;
const ERASE = 0x7f;
const KILL = 0x15;
const END_OF_FILE = 0x04;

/** `line`: it has ended. */
export interface Edited {
  readonly echo: Uint8Array;
  readonly line?: Uint8Array;
  readonly isEndOfFile: boolean;
}

export class LineEditor {
  private bytes: number[] = [];

  /** Handles one byte. The end of file counts only on an empty line. */
  take(byte: number): Edited {
    const isEndOfFile = byte === END_OF_FILE && this.bytes.length === 0;
    if (byte === CR || byte === LF || isEndOfFile)
      return { echo: Buffer.from('\r\n'), line: Uint8Array.from(this.bytes.splice(0)), isEndOfFile };
    return { echo: this.edit(byte), isEndOfFile };
  }

  private edit(byte: number): Uint8Array {
    if (byte === END_OF_FILE) return new Uint8Array(0);
    if (byte === ERASE || byte === BACKSPACE) return Buffer.from(this.erase());
    if (byte === KILL) {
      let echo = '';
      while (this.bytes.length > 0) echo += this.erase();
      return Buffer.from(echo);
    }
    this.bytes.push(byte);
    return byte < 0x20 ? Buffer.from(`^${String.fromCharCode(byte + 0x40)}`) : Uint8Array.of(byte);
  }

  /** Erases the last character with all its bytes, and returns the echo. */
  private erase(): string {
    let last = this.bytes.pop();
    if (last === undefined) return '';
    const width = last < 0x20 ? 2 : 1;
    while (last !== undefined && (last & 0xc0) === 0x80) last = this.bytes.pop();
    return '\b \b'.repeat(width);
  }
}
