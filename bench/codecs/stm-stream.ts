/** Frames from a stream of 64-byte chunks, against a hand-written push parser and serialport's parser streams. */
import { DelimiterParser, PacketLengthParser } from 'serialport';
import type { Request, Tile } from '../../protocols/stm/message';
import { requests } from '../stm-parts';
import { BareRequestStream } from './stm-baseline';
import { splitChunks, FRAMES, consume } from './shuffle-frames';
import type { Contender, Prepared } from '../measure';
import { decoderContender, parserStreamContender, wirejigContender } from './stream-contenders';

const CHUNK = 64;
/** One operation is a frame; a turn consists of whole passes over all chunks. */
const PER_PASS = FRAMES.length;

function baseline(chunks: readonly Uint8Array[]): Contender {
  return decoderContender<Request>('hand-written, bare', PER_PASS, (take) => {
    const parser = new BareRequestStream(take);
    return () => {
      for (const chunk of chunks) parser.push(chunk);
    };
  });
}

/** The message of a frame that a parser stream cut out; `end` is the offset of its CRC. */
function read(frame: Uint8Array, end: number): Request {
  let crc = 0;
  for (let i = 0; i <= end; i++) crc ^= frame[i]!;
  if (crc !== 0) throw new Error('the CRC is wrong');
  const tiles: Tile[] = [];
  for (let i = 3; i < end; i += 4)
    tiles.push({ x: frame[i]!, y: frame[i + 1]!, z: frame[i + 2]!, kind: frame[i + 3]! });
  return { type: 'shuffle', tiles };
}

/** The same frame with a byte count as third byte, the only length that serialport's parser understands. */
function withByteCount(frame: Uint8Array): Uint8Array {
  const other = frame.slice();
  const payload = frame.length - 4;
  other[2] = payload;
  other[other.length - 1] = frame[frame.length - 1]! ^ frame[2]! ^ payload;
  return other;
}

const DELIMITER = 0xff;

/** `requests.decoder()`, fed as by a port. */
export function decodeStream(): Promise<Prepared> {
  const chunks = splitChunks(FRAMES, CHUNK);
  const counted = splitChunks(FRAMES.map(withByteCount), CHUNK);
  const ended = splitChunks(
    FRAMES.map((frame) => Uint8Array.of(...frame, DELIMITER)),
    CHUNK,
  );
  const frames = {
    perPass: PER_PASS,
    consume,
    read: (frame: Uint8Array) => read(frame, frame.length - 1),
  };
  const packetLength = parserStreamContender({
    ...frames,
    name: 'parser-packet-length',
    make: () => new PacketLengthParser({ delimiter: 3, lengthOffset: 2, packetOverhead: 4, maxLen: 0xff }),
    chunks: counted,
  });
  const delimiter = parserStreamContender({
    ...frames,
    name: 'parser-delimiter',
    make: () => new DelimiterParser({ delimiter: [DELIMITER] }),
    chunks: ended,
  });
  return Promise.resolve({
    comparison: {
      title: `STM streaming decode: ${CHUNK}-byte chunks of 16- and 20-byte Shuffle requests in turn`,
      unit: 'frames',
      contenders: [
        wirejigContender(PER_PASS, chunks, requests.decoder()),
        baseline(chunks),
        packetLength,
        delimiter,
      ],
      limits: [
        {
          peer: 'hand-written, bare',
          atLeast: 0.35,
          reason: 'each event owns a copy of its bytes, its times, and ranges are checked',
        },
        {
          peer: 'parser-packet-length',
          atLeast: 20,
          reason: 'each event owns a copy of its bytes: memory, which a busy machine has least of',
        },
        { peer: 'parser-delimiter' },
      ],
      turnMs: 80,
      missing: [
        'parser-inter-byte-timeout and parser-byte-length: neither can find frames of two lengths in a stream without pauses',
      ],
    },
  });
}
