/** How far a frame was read, and whether it is good so far. A read past its end shows only at the end. */
export class Cursor {
  bytes: Uint8Array = new Uint8Array(0);
  /** Where the sum begins. */
  end = 0;
  at = 0;
  ok = true;

  begin(bytes: Uint8Array, end: number): void {
    this.bytes = bytes;
    this.end = end;
    this.at = 0;
    this.ok = true;
  }
}

/** Reads the value at the cursor, and moves the cursor past it. */
export type Read<T = unknown> = (cursor: Cursor) => T;
