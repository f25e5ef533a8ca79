/**
 * The Set firmware as it was published: its receiver stores every byte, CR too, and uses the first one as the card.
 *
 *     0D            card 0D                     0A 55 0D      card 0A
 *     54 … 0D       card 54, or byte 154 of a frame of at least 154 bytes
 */
import { after, LineBuffer, millis, type Micros } from '../../../api/index';
import { CR, type ScannerFrame } from '../wire';
import type { SetChange } from './hooks';

/** The byte of an overlong frame that overwrites the card. */
const OVERRUN = 154;

/** More than any scanner sends without an end. */
const MOST = 1 << 18;

/** It has no check. An idle reset drops the bytes so far. A CR alone is stored like any other byte. */
class PublishedDecoder extends LineBuffer<ScannerFrame> {
  constructor(private readonly idleReset: Micros) {
    super(MOST, 1, '');
  }

  deadline(): Micros | undefined {
    return this.length === 0 ? undefined : after(this.last, this.idleReset);
  }

  protected feed(byte: number, at: Micros): void {
    this.hold(byte, at);
    if (byte === CR)
      this.accept({ type: 'byte', byte: this.held[(this.length < OVERRUN ? 1 : OVERRUN) - 1] ?? CR });
  }

  protected expire(now: Micros): void {
    if (now >= after(this.last, this.idleReset)) this.length = 0;
  }
}

/** Turns a sound board into the published one. */
export const asPublished: SetChange = (_sound, { p }) => ({
  receiver: () => new PublishedDecoder(millis(p.idleResetMs)),
  isCard: () => true,
});
