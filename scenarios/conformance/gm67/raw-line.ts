/** Codes in raw mode: a known number of bytes, or fewer bytes up to a silence. */
import type { Codec, Decoder, FrameEvent } from '../../../protocols/frame';
import { after, micros, type Micros } from '../../../protocols/time';

/** The length of the next code. Decoders that are made later use it. Bytes after the code come one by one. */
export interface Expectation {
  bytes: number;
}

class RawDecoder implements Decoder<Uint8Array> {
  private held: number[] = [];
  private first = micros(0);
  private last = micros(0);

  constructor(
    private bytes: number,
    private readonly silence: Micros,
  ) {}

  get pending(): number {
    return this.held.length;
  }

  deadline(): Micros | undefined {
    return this.held.length === 0 ? undefined : after(this.last, this.silence);
  }

  push(bytes: Uint8Array, at: Micros): readonly FrameEvent<Uint8Array>[] {
    const found: FrameEvent<Uint8Array>[] = [...this.tick(at)];
    for (const byte of bytes) {
      if (this.held.length === 0) this.first = at;
      this.held.push(byte);
      this.last = at;
      if (this.held.length === this.bytes) found.push(this.take());
    }
    return found;
  }

  tick(now: Micros): readonly FrameEvent<Uint8Array>[] {
    const deadline = this.deadline();
    return deadline === undefined || now < deadline ? [] : [this.take()];
  }

  private take(): FrameEvent<Uint8Array> {
    const raw = Uint8Array.from(this.held);
    this.held = [];
    // A surplus byte may be the only one, so it is not held back.
    this.bytes = 1;
    return { kind: 'frame', raw, first: this.first, last: this.last, value: raw };
  }
}

/** Splits the bytes by the expected length. A shorter code ends at `silence`. */
export function rawLine(expected: Expectation, silence: Micros): Codec<Uint8Array> {
  return {
    encode: (bytes) => bytes,
    decoder: () => new RawDecoder(Math.max(1, expected.bytes), silence),
    fields: (raw) => [{ name: 'code', offset: 0, length: raw.length, value: `${raw.length} bytes` }],
  };
}
