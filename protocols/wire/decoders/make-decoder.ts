/** The decoder of each framing. */
import type { Decoder } from '../../frame';
import type { Framing } from '../framing';
import type { ContentReader } from './content';
import { DatagramDecoder } from './datagram-decoder';
import { DelimitedDecoder } from './delimited-decoder';
import { delimitingOf } from './delimiting';
import { framedReader, limited } from './framed-reader';
import { HuntDecoder } from './hunt-decoder';
import { mixedReader, startReader } from './hunt-reader';
import { LengthDecoder } from './length-decoder';
import { runningReader } from './running-reader';
import { SilenceDecoder } from './silence-decoder';

export function makeDecoder<M>(wire: ContentReader<M>, framing: Framing): Decoder<M> {
  switch (framing.kind) {
    case 'length':
      return new LengthDecoder(
        framing.trailer === undefined ? wire : framedReader(wire, framing),
        framing.idle,
      );
    case 'fixed':
      return new LengthDecoder(framedReader(wire, framing), framing.idle);
    case 'start':
      return new HuntDecoder(startReader(wire, framing), framing.idle, false);
    case 'running':
      return new HuntDecoder(runningReader(wire), framing.idle, true);
    case 'any':
      return new HuntDecoder(mixedReader(wire), framing.idle, true);
    case 'silence':
      return new SilenceDecoder(wire, framing.silence);
    case 'datagram':
      return new DatagramDecoder(wire);
    case 'slip':
    case 'cobs':
      return new DelimitedDecoder(wire, delimitingOf(framing), framing.idle);
    case 'lines':
    case 'delimiter':
    case 'escaped': {
      if (framing.start !== undefined)
        return new HuntDecoder(startReader(wire, framing), framing.idle, false);
      const longest = framing.kind === 'lines' ? framing.longest : undefined;
      return new DelimitedDecoder(limited(wire, longest), delimitingOf(framing), framing.idle);
    }
  }
}
