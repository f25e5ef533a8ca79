/**
 * The Set firmware as it was published: its receiver stores every byte, CR too, and uses the first one as the card.
 *
 *     0D            card 0D                     0A 55 0D      card 0A
 *     54 … 0D       card 54, or byte 154 of a frame of at least 154 bytes
 */
import { after, micros, millis, type Decoder, type FrameEvent, type Micros } from '../../../api/index';
import { CR, type ScannerFrame } from '../scanner-link';
import type { SetChange } from './hooks';

/** The byte of an overlong frame that overwrites the card. */
const OVERRUN = 154;

/** It has no limit and no check. An idle reset drops the bytes so far. A CR alone is stored like any other byte. */
class PublishedDecoder implements Decoder<ScannerFrame> {
  private held: number[] = [];
  private first = micros(0);
  private last = micros(0);

  constructor(private readonly idleReset: Micros) {}

  get pending(): number {
    return this.held.length;
  }

  deadline(): Micros | undefined {
    return this.held.length === 0 ? undefined : after(this.last, this.idleReset);
  }

  push(bytes: Uint8Array, at: Micros): readonly FrameEvent<ScannerFrame>[] {
    this.tick(at);
    const found: FrameEvent<ScannerFrame>[] = [];
    for (const byte of bytes) {
      if (this.held.length === 0) this.first = at;
      this.held.push(byte);
      this.last = at;
      if (byte === CR) found.push(this.frame());
    }
    return found;
  }

  tick(now: Micros): readonly FrameEvent<ScannerFrame>[] {
    const deadline = this.deadline();
    if (deadline !== undefined && now >= deadline) this.held = [];
    return [];
  }

  private frame(): FrameEvent<ScannerFrame> {
    const raw = Uint8Array.from(this.held);
    this.held = [];
    const byte = raw[OVERRUN - 1] ?? raw[0] ?? CR;
    return { kind: 'frame', raw, first: this.first, last: this.last, value: { type: 'byte', byte } };
  }
}

/** Turns a sound board into the published one. */
export const asPublished: SetChange = (_sound, { p }) => ({
  receiver: () => new PublishedDecoder(millis(p.idleResetMs)),
  isCard: () => true,
});
