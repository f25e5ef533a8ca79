/** Files of /proc and /sys. A missing file, or one that ends while it is read, gives nothing. */
import { closeSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs';

/** The folders of the kernel. Other systems have none. */
export const PROC = '/proc';
export const SYS = '/sys';

const BUFFER_BYTES = 256;
const ZERO = 0x30;

/** Empty if there is no such folder. */
export function listFolder(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Empty if there is no such file. */
export function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** A number in a file that stays open, because it is read often. */
export class CounterFile {
  private readonly buffer = Buffer.alloc(BUFFER_BYTES);
  private readonly file: number | undefined;

  /** `find`: where the number begins in the first 256 bytes; NaN: there is none. */
  constructor(
    path: string,
    private readonly find: (text: Buffer) => number,
  ) {
    try {
      this.file = openSync(path, 'r');
    } catch {
      this.file = undefined;
    }
  }

  /** Undefined if there is no such file or number. */
  read(): number | undefined {
    if (this.file === undefined) return undefined;
    try {
      const text = this.buffer.subarray(0, readSync(this.file, this.buffer, 0, BUFFER_BYTES, 0));
      let value: number | undefined;
      for (let at = this.find(text); at < text.length; at++) {
        const digit = (text[at] ?? 0) - ZERO;
        if (digit < 0 || digit > 9) break;
        value = (value ?? 0) * 10 + digit;
      }
      return value;
    } catch {
      return undefined;
    }
  }

  close(): void {
    if (this.file !== undefined) closeSync(this.file);
  }
}
