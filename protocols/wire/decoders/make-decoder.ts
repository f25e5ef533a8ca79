/** The decoder of each framing. */
import type { Decoder, FrameEvent } from '../../frame';
import type { Framing } from '../framing';
import { envelopeOf } from '../frame-content';
import { type ContentReader, copyOf, limited, toEvent } from './content';
import { DelimitedDecoder } from './delimited-decoder';
import { HuntDecoder } from './hunt-decoder';
import { mixedReader, startReader } from './hunt-reader';
import { LengthDecoder } from './length-decoder';
import { runningReader } from './running-reader';
import { SilenceDecoder } from './silence-decoder';
import type { Micros } from '../../time';
import { tooLong } from './faults';

export function makeDecoder<M>(wire: ContentReader<M>, framing: Framing): Decoder<M> {
  switch (framing.kind) {
    case 'sized':
      if (framing.start.length > 0)
        return new HuntDecoder(startReader(wire, envelopeOf(framing)), framing.idle, false);
      return new LengthDecoder(
        framing.trailer.length === 0 && framing.fixed === undefined ? wire : envelopeOf(framing).reader(wire),
        framing.idle,
      );
    case 'running':
      return new HuntDecoder(runningReader(wire), framing.idle, true);
    case 'any':
      return new HuntDecoder(mixedReader(wire), framing.idle, true);
    case 'silence':
      return new SilenceDecoder(wire, framing.silence);
    case 'datagram':
      return new DatagramDecoder(wire);
    case 'delimited':
      if (framing.start.length > 0)
        return new HuntDecoder(startReader(wire, envelopeOf(framing)), framing.idle, false);
      return new DelimitedDecoder(limited(wire, framing.longest), framing, framing.idle);
  }
}

class DatagramDecoder<M> implements Decoder<M> {
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
