/** A described protocol, Modbus RTU, against hand-written code and libraries with descriptions. */
import { millis } from '../../protocols/time';
import { codec } from '../../protocols/wire/codec';
import { byLength } from '../../protocols/wire/framing';
import type { Contender, Prepared } from '../measure';
import { decodeRequest, encodeRequest } from './modbus-baseline';
import {
  answers,
  ANSWER_FRAMES,
  COUNT,
  MASK,
  REQUESTS,
  REQUEST_FRAMES,
  requests,
  type Answer,
} from './modbus-frames';
import {
  binaryParserAnswers,
  binaryParserRequests,
  kaitaiAnswers,
  kaitaiRequests,
  loadKaitai,
} from './modbus-peers';
import { AnswerStream } from './modbus-stream-baseline';
import { splitChunks } from './shuffle-frames';
import { decoderContender, wirejigContender } from './stream-contenders';

const MIX = 'all eight functions in turn';
const CHUNK = 64;
const LIMITS = [
  {
    peer: 'hand-written',
    atLeast: 0.5,
    reason: 'ranges are checked, and each message is an object of its own',
  },
  { peer: 'Kaitai Struct', atLeast: 1 },
  { peer: 'binary-parser', atLeast: 3 },
];

/** The results so far, so that they cannot be optimised away. */
const tally = { units: 0, bytes: 0 };

function valueOf<T>(read: { readonly kind: 'frame'; readonly value: T } | { readonly kind: 'reject' }): T {
  if (read.kind === 'reject') throw new Error('a good frame is rejected');
  return read.value;
}

/** `decode` of a wire on whole frames. */
export async function decodeModbus(): Promise<Prepared> {
  const wirejig: Contender = {
    name: 'wirejig',
    work: (count) => {
      for (let i = 0; i < count; i++) {
        const read = requests.decode(REQUEST_FRAMES[i & MASK]!);
        if (read.kind === 'frame') tally.units += read.value.unit;
      }
    },
    answer: () => REQUEST_FRAMES.map((frame) => valueOf(requests.decode(frame))),
  };
  const bare: Contender = {
    name: 'hand-written',
    work: (count) => {
      for (let i = 0; i < count; i++) {
        const read = decodeRequest(REQUEST_FRAMES[i & MASK]!);
        if (read.kind === 'frame') tally.units += read.value.unit;
      }
    },
    answer: () => REQUEST_FRAMES.map((frame) => valueOf(decodeRequest(frame))),
  };
  return {
    comparison: {
      title: `Modbus decode, described: requests of ${MIX}`,
      unit: 'frames',
      contenders: [wirejig, bare, kaitaiRequests(await loadKaitai()), binaryParserRequests()],
      limits: LIMITS,
    },
  };
}

/** `encode` of a wire, a new frame for each message. */
export function encodeModbus(): Promise<Prepared> {
  const wirejig: Contender = {
    name: 'wirejig',
    work: (count) => {
      for (let i = 0; i < count; i++) tally.bytes += requests.encode(REQUESTS[i & MASK]!).length;
    },
    answer: () => REQUESTS.map((message) => requests.encode(message)),
  };
  const bare: Contender = {
    name: 'hand-written',
    work: (count) => {
      for (let i = 0; i < count; i++) tally.bytes += encodeRequest(REQUESTS[i & MASK]!).length;
    },
    answer: () => REQUESTS.map(encodeRequest),
  };
  return Promise.resolve({
    comparison: {
      title: `Modbus encode, described: requests of ${MIX}`,
      unit: 'frames',
      contenders: [wirejig, bare],
      limits: LIMITS,
      missing: ['Kaitai Struct and binary-parser: they write no bytes'],
    },
  });
}

/** The decoder of a described codec, fed as by a port. */
export async function decodeModbusStream(): Promise<Prepared> {
  const chunks = splitChunks(ANSWER_FRAMES, CHUNK);
  const bare = decoderContender<Answer>('hand-written', COUNT, (take) => {
    let at = 0;
    const stream = new AnswerStream((event) => {
      if (event.kind === 'frame') take(event.value);
    });
    return () => {
      for (const chunk of chunks) stream.push(chunk, (at += 5));
    };
  });
  const decoder = codec(answers, byLength({ idle: millis(50) })).decoder();
  return {
    comparison: {
      title: `Modbus streaming decode, described: ${CHUNK}-byte chunks of answers of ${MIX}, and exceptions`,
      unit: 'frames',
      contenders: [
        wirejigContender(COUNT, chunks, decoder),
        bare,
        kaitaiAnswers(await loadKaitai(), chunks),
        binaryParserAnswers(chunks),
      ],
      limits: LIMITS,
      turnMs: 80,
    },
  };
}
