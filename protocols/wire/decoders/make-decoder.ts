/** The decoder of each framing. */
import type { Decoder } from '../../frame';
import type { Framing } from '../framing';
import type { ContentReader } from './content';
import { DatagramDecoder } from './datagram-decoder';
import { DelimitedDecoder } from './delimited-decoder';
import { delimitingOf } from './delimiting';
import { LengthDecoder } from './length-decoder';
import { SilenceDecoder } from './silence-decoder';
import { StartDecoder } from './start-decoder';

export function makeDecoder<M>(wire: ContentReader<M>, framing: Framing): Decoder<M> {
  switch (framing.kind) {
    case 'length':
      return new LengthDecoder(wire, framing.idle);
    case 'fixed':
      return new LengthDecoder(fixedReader(wire, framing.length), framing.idle);
    case 'start':
      return new StartDecoder(wire, framing.bytes, framing.idle);
    case 'silence':
      return new SilenceDecoder(wire, framing.silence);
    case 'datagram':
      return new DatagramDecoder(wire);
    case 'lines':
      return new DelimitedDecoder(readerOf(wire, framing.longest), delimitingOf(framing), framing.idle);
    case 'delimiter':
    case 'slip':
    case 'escaped':
    case 'cobs':
      return new DelimitedDecoder(wire, delimitingOf(framing), framing.idle);
  }
}

/** The same content, always of `length` bytes. */
function fixedReader<M>(wire: ContentReader<M>, length: number): ContentReader<M> {
  return { ...readerOf(wire, length), measure: () => length };
}

/** The same content, of at most `longest` bytes. */
function readerOf<M>(wire: ContentReader<M>, longest = wire.longest): ContentReader<M> {
  return {
    longest,
    decode: (content) => wire.decode(content),
    measure: (buffer, from, to) => wire.measure(buffer, from, to),
    startError: (content) => wire.startError(content),
  };
}
