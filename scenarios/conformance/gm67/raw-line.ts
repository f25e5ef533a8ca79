/** Codes in raw mode, for evidence: bytes up to a silence. */
import type { Codec, Decoder, FrameEvent } from '../../../protocols/frame';
import { after, micros, millis, type Micros } from '../../../protocols/time';

/** No longer than the monitor waits for the end of a code. */
const SILENCE = millis(100);

class RawDecoder implements Decoder<Uint8Array> {
  private held: number[] = [];
  private first = micros(0);
  private last = micros(0);

  get pending(): number {
    return this.held.length;
  }

  deadline(): Micros | undefined {
    return this.held.length === 0 ? undefined : after(this.last, SILENCE);
  }

  push(bytes: Uint8Array, at: Micros): readonly FrameEvent<Uint8Array>[] {
    const found = this.tick(at);
    if (this.held.length === 0) this.first = at;
    this.held.push(...bytes);
    this.last = at;
    return found;
  }

  tick(now: Micros): readonly FrameEvent<Uint8Array>[] {
    const deadline = this.deadline();
    if (deadline === undefined || now < deadline) return [];
    const raw = Uint8Array.from(this.held);
    this.held = [];
    return [{ kind: 'frame', raw, first: this.first, last: this.last, value: raw }];
  }
}

export function rawLine(): Codec<Uint8Array> {
  return {
    encode: (bytes) => bytes,
    decoder: () => new RawDecoder(),
    fields: (raw) => [{ name: 'code', offset: 0, length: raw.length, value: `${raw.length} bytes` }],
  };
}
