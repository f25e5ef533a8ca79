/** The decoder of each framing. */
import type { Decoder, FrameEvent } from '../../frame';
import type { Framing } from '../framing';
import { envelopeOf } from '../frame-content';
import { type ContentReader, copyOf, limited, toEvent } from './content';
import { DelimitedDecoder } from './delimited-decoder';
import { delimitingOf } from './delimiting';
import { HuntDecoder } from './hunt-decoder';
import { mixedReader, startReader } from './hunt-reader';
import { LengthDecoder } from './length-decoder';
import { runningReader } from './running-reader';
import { SilenceDecoder } from './silence-decoder';
import type { Micros } from '../../time';
import { tooLong } from './faults';

export function makeDecoder<M>(wire: ContentReader<M>, framing: Framing): Decoder<M> {
  switch (framing.kind) {
    case 'length':
      return new LengthDecoder(
        framing.trailer === undefined ? wire : envelopeOf(framing).reader(wire),
        framing.idle,
      );
    case 'fixed':
      return new LengthDecoder(envelopeOf(framing).reader(wire), framing.idle);
    case 'start':
      return new HuntDecoder(startReader(wire, envelopeOf(framing)), framing.idle, false);
    case 'running':
      return new HuntDecoder(runningReader(wire), framing.idle, true);
    case 'any':
      return new HuntDecoder(mixedReader(wire), framing.idle, true);
    case 'silence':
      return new SilenceDecoder(wire, framing.silence);
    case 'datagram':
      return new DatagramDecoder(wire);
    default: {
      const delimiting = delimitingOf(framing);
      if (delimiting.start.length > 0)
        return new HuntDecoder(startReader(wire, envelopeOf(framing)), framing.idle, false);
      const longest = framing.kind === 'lines' ? framing.longest : undefined;
      return new DelimitedDecoder(limited(wire, longest), delimiting, framing.idle);
    }
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
