/** Complete frames: bytes to messages, messages to bytes, against hand-written code and libraries. */
import { Parser } from 'binary-parser';
import type { Request, Tile } from '../../protocols/stm/message';
import { decodeRequest, encodeRequest } from '../stm-parts';
import { decodeBare, encodeBare } from './stm-baseline';
import { FRAMES, MASK, SHUFFLES, consume } from './shuffle-frames';
import type { Contender, Prepared } from '../measure';

const MIX = '16- and 20-byte Shuffle requests in turn, 18 bytes on average';

// Each contender has its own loop: a shared loop would have too many callees to be compiled well.

const wirejigDecode: Contender = {
  name: 'wirejig',
  work: (count) => {
    for (let i = 0; i < count; i++) consume(decodeRequest(FRAMES[i & MASK]!));
  },
  answer: () => FRAMES.map((frame) => decodeRequest(frame)),
};

const bareDecode: Contender = {
  name: 'hand-written, bare',
  work: (count) => {
    for (let i = 0; i < count; i++) consume(decodeBare(FRAMES[i & MASK]!) ?? undefined);
  },
  answer: () => FRAMES.map((frame) => decodeBare(frame)),
};

interface Parsed {
  readonly descriptor: number;
  readonly tiles: readonly Tile[];
}

function xorOf(bytes: Uint8Array): number {
  let sum = 0;
  for (const byte of bytes) sum ^= byte;
  return sum;
}

/** The part that libraries leave to their user: the checksum, and the form of the message. */
function shuffleOf(frame: Uint8Array, { descriptor, tiles }: Parsed): Request {
  if (xorOf(frame) !== 0 || descriptor !== 0x0a) throw new Error('no Shuffle');
  return { type: 'shuffle', tiles };
}

async function microPacked(): Promise<Contender> {
  const P = await import('micro-packed');
  const tile = P.struct({ x: P.U8, y: P.U8, z: P.U8, kind: P.U8 });
  const coder = P.struct({
    cmd: P.magicBytes(Uint8Array.of(3)),
    descriptor: P.U8,
    tiles: P.array(P.U8, tile),
    crc: P.U8,
  });
  const decode = (frame: Uint8Array): Request => shuffleOf(frame, coder.decode(frame));
  return {
    name: 'micro-packed',
    work: (count) => {
      for (let i = 0; i < count; i++) consume(decode(FRAMES[i & MASK]!));
    },
    answer: () => FRAMES.map(decode),
  };
}

function binaryParser(): Contender {
  const tile = Parser.start().uint8('x').uint8('y').uint8('z').uint8('kind');
  const parser = Parser.start()
    .uint8('cmd', { assert: 3 })
    .uint8('descriptor')
    .uint8('count')
    .array('tiles', { type: tile, length: 'count' })
    .uint8('crc');
  const decode = (frame: Uint8Array): Request => shuffleOf(frame, parser.parse(frame) as Parsed);
  return {
    name: 'binary-parser',
    work: (count) => {
      for (let i = 0; i < count; i++) consume(decode(FRAMES[i & MASK]!));
    },
    answer: () => FRAMES.map(decode),
  };
}

/** `decodeRequest` on whole frames. */
export async function decodeOneShot(): Promise<Prepared> {
  const reason = 'ranges and repeated positions are checked, which the bare decoder leaves out';
  return {
    comparison: {
      title: `STM decode: ${MIX}`,
      unit: 'frames',
      contenders: [wirejigDecode, bareDecode, await microPacked(), binaryParser()],
      limits: [
        { peer: bareDecode.name, atLeast: 0.5, reason },
        { peer: 'micro-packed', atLeast: 3, reason: 'the fixed cost of a call outweighs the library here' },
        { peer: 'binary-parser' },
      ],
    },
  };
}

const wirejigEncode: Contender = {
  name: 'wirejig',
  work: (count) => {
    let sum = 0;
    for (let i = 0; i < count; i++) sum += encodeRequest(SHUFFLES[i & MASK]!).length;
    if (sum < count) throw new Error('frames are missing bytes');
  },
  answer: () => SHUFFLES.map((shuffle) => encodeRequest(shuffle)),
};

const bareEncode: Contender = {
  name: 'hand-written, bare',
  work: (count) => {
    let sum = 0;
    for (let i = 0; i < count; i++) sum += encodeBare(SHUFFLES[i & MASK]!).length;
    if (sum < count) throw new Error('frames are missing bytes');
  },
  answer: () => SHUFFLES.map((shuffle) => encodeBare(shuffle)),
};

/** `encodeRequest`, a new frame for each message. */
export function encodeOneShot(): Promise<Prepared> {
  const reason = 'ranges and repeated positions are refused, which the bare encoder leaves out';
  return Promise.resolve({
    comparison: {
      title: `STM encode: ${MIX}`,
      unit: 'frames',
      contenders: [wirejigEncode, bareEncode],
      limits: [{ peer: bareEncode.name, atLeast: 0.4, reason }],
    },
  });
}
