/** Decodes received bytes for output: frames, refused bytes, or lines of text. */
import type { Chunk } from '../../../protocols/chunk';
import type { Codec, Decoder, FrameEvent } from '../../../protocols/frame';
import type { Micros } from '../../../protocols/time';
import type { BytesRecord } from '../../../scenarios/record';
import { hex } from '../../../protocols/bytes';

type Explained = Pick<Codec<unknown>, 'decoder' | 'fields'>;

export class LinkListener {
  private readonly decoder: Decoder<unknown>;
  /** The bounds of the time at which the pending bytes began. */
  private began: { notBefore: Micros; notAfter: Micros } | undefined;

  constructor(
    private readonly link: string,
    private readonly codec: Explained,
    private readonly onEvent: (record: BytesRecord, event: FrameEvent<unknown>) => void,
  ) {
    this.decoder = codec.decoder();
  }

  /** When silence alone gives an event; undefined: never. */
  deadline(): Micros | undefined {
    return this.decoder.deadline();
  }

  take(chunk: Chunk): void {
    this.began ??= chunk;
    this.emit(this.decoder.push(chunk.bytes, chunk.notAfter), chunk);
  }

  /** No bytes came until `now`. */
  tick(now: Micros): void {
    const due = this.decoder.deadline();
    if (due !== undefined && due <= now) this.emit(this.decoder.tick(now), undefined);
  }

  private emit(events: readonly FrameEvent<unknown>[], chunk: Chunk | undefined): void {
    for (const event of events) {
      const notBefore = this.began?.notBefore ?? event.first;
      this.onEvent(
        {
          link: this.link,
          direction: 'rx',
          notBefore: Math.round(Math.min(notBefore, event.last)),
          notAfter: Math.round(event.last),
          hex: hex(event.raw),
          ...(event.kind === 'reject' ? { reject: event.error.message } : {}),
          fields: this.codec.fields(event.raw),
        },
        event,
      );
      // The next event began in this chunk, not before.
      this.began = this.decoder.pending === 0 ? undefined : chunk;
      if (chunk !== undefined) this.began ??= chunk;
    }
    if (this.decoder.pending === 0) this.began = undefined;
  }
}
