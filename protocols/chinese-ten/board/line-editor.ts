/** The line editing of a terminal: it echoes and keeps a line until its end, and erases characters. */

const BACKSPACE = 0x08;
const LF = 0x0a;
const CR = 0x0d;
const ERASE = 0x7f;
const KILL = 0x15;
const END_OF_FILE = 0x04;

export type LineOutcome =
  | { readonly kind: 'typing'; readonly echo: Uint8Array }
  | {
      readonly kind: 'done';
      readonly line: Uint8Array;
      readonly echo: Uint8Array;
      readonly endOfFile: boolean;
    };

export class LineEditor {
  private bytes: number[] = [];

  /** Handles one byte. The end of file counts only on an empty line. */
  take(byte: number): LineOutcome {
    if (byte === CR || byte === LF) return this.done('\r\n', false);
    if (byte === END_OF_FILE) return this.bytes.length === 0 ? this.done('\r\n', true) : typing('');
    if (byte === ERASE || byte === BACKSPACE) return typing(this.erase());
    if (byte === KILL) {
      let echo = '';
      while (this.bytes.length > 0) echo += this.erase();
      return typing(echo);
    }
    this.bytes.push(byte);
    return {
      kind: 'typing',
      echo: byte < 0x20 ? ascii(`^${String.fromCharCode(byte + 0x40)}`) : Uint8Array.of(byte),
    };
  }

  /** Erases the last character with all its bytes, and returns the echo. */
  private erase(): string {
    let last = this.bytes.pop();
    if (last === undefined) return '';
    const width = last < 0x20 ? 2 : 1;
    while (last !== undefined && (last & 0xc0) === 0x80) last = this.bytes.pop();
    return '\b \b'.repeat(width);
  }

  private done(echo: string, endOfFile: boolean): LineOutcome {
    const line = Uint8Array.from(this.bytes);
    this.bytes = [];
    return { kind: 'done', line, echo: ascii(echo), endOfFile };
  }
}

function typing(echo: string): LineOutcome {
  return { kind: 'typing', echo: ascii(echo) };
}

function ascii(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
