/** Frames that are packets: what is pushed at once is one. Nothing is ever pending. */
import type { Decoder, FrameEvent } from '../../frame';
import type { Micros } from '../../time';
import { copyOf, toEvent, type ContentReader } from './content';
import { tooLong } from './faults';

export class DatagramDecoder<M> implements Decoder<M> {
  readonly pending = 0;

  constructor(private readonly wire: ContentReader<M>) {}

  deadline(): undefined {
    return undefined;
  }

  push(bytes: Uint8Array, at: Micros): readonly FrameEvent<M>[] {
    if (bytes.length === 0) return [];
    const raw = copyOf(bytes, 0, bytes.length);
    const { longest } = this.wire;
    if (raw.length > longest)
      return [{ kind: 'reject', raw, first: at, last: at, error: tooLong(longest, longest) }];
    return [toEvent(this.wire.decode(raw), raw, at, at)];
  }

  tick(): readonly FrameEvent<M>[] {
    return [];
  }
}
