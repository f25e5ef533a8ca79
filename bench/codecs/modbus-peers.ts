/**
 * Modbus RTU by Kaitai Struct and by binary-parser. Neither computes checksums: the caller does, as any user would.
 *
 * Both are measured up to their own objects, and both throw where wirejig gives a reason. Neither reads a request of an
 * unknown function, whose data goes up to the CRC. Neither waits for bytes: on a cut frame it throws, and the bytes are
 * tried again with the next chunk.
 */
import { readFileSync } from 'node:fs';
import { runInThisContext } from 'node:vm';
import { Parser } from 'binary-parser';
import KaitaiStream from 'kaitai-struct/KaitaiStream';
import { parse } from 'yaml';
import type { Contender } from '../measure';
import { peerSource } from '../peer-process';
import { crc16 } from './modbus-baseline';
import { COUNT, MASK, MOST_READ, MOST_WRITTEN, REQUEST_FRAMES } from './modbus-frames';

/** The result of both for a frame. */
interface Parsed {
  readonly unit: number;
  readonly code: number;
  readonly body: {
    readonly address?: number;
    readonly count?: number;
    readonly value?: number;
    readonly values?: readonly number[];
    readonly bits?: Uint8Array;
    readonly reason?: number;
  };
}

const REQUEST_TYPES: Readonly<Record<number, string>> = {
  1: 'read-coils',
  2: 'read-inputs',
  3: 'read-holding',
  4: 'read-input',
  5: 'write-coil',
  6: 'write-register',
  15: 'write-coils',
  16: 'write-registers',
};
const ANSWER_TYPES: Readonly<Record<number, string>> = {
  1: 'coils',
  2: 'inputs',
  3: 'holding',
  4: 'input',
  5: 'coil-written',
  6: 'register-written',
  15: 'coils-written',
  16: 'registers-written',
};

/** The message that the others decode. This is outside the measured time. */
function toMessage(types: Readonly<Record<number, string>>, { unit, code, body }: Parsed): object {
  const { address, count, value, values, bits, reason } = body;
  return {
    type: types[code] ?? 'exception',
    unit,
    ...(reason === undefined ? {} : { function: code, reason }),
    ...(address === undefined ? {} : { address }),
    ...(count === undefined || values !== undefined ? {} : { count }),
    ...(value === undefined ? {} : { value }),
    ...(values === undefined ? {} : { values }),
    ...(bits === undefined ? {} : { bits: Uint8Array.from(bits) }),
  };
}

/** The results so far, so that they cannot be optimised away. */
const tally = { units: 0 };

type KaitaiType = new (io: KaitaiStream) => Parsed;
interface KaitaiModbus {
  readonly Request: KaitaiType;
  readonly Answer: KaitaiType;
}

/** Compiles the description to JavaScript and loads it. */
export async function loadKaitai(): Promise<KaitaiModbus> {
  const { default: compiler } = await import('kaitai-struct-compiler');
  const ksy: unknown = parse(readFileSync(peerSource('modbus.ksy'), 'utf8'));
  const source = (await compiler.compile('javascript', ksy, null, false))['Modbus.js'] ?? '';
  const load = runInThisContext(`(exports, require) => {${source}\n}`) as (
    exports: object,
    require: () => typeof KaitaiStream,
  ) => void;
  const loaded: { Modbus?: KaitaiModbus } = {};
  load(loaded, () => KaitaiStream);
  if (loaded.Modbus === undefined) throw new Error('Kaitai compiled no Modbus');
  return loaded.Modbus;
}

function checkCrc(bytes: Uint8Array, from: number, to: number): void {
  if (crc16(bytes, from, to) !== 0) throw new Error('the CRC is wrong');
}

/** Requests in sequence, each in its own buffer. */
export function kaitaiRequests({ Request }: KaitaiModbus): Contender {
  const decode = (frame: Uint8Array<ArrayBuffer>): Parsed => {
    checkCrc(frame, 0, frame.length);
    const io = new KaitaiStream(frame.buffer);
    const request = new Request(io);
    if (!io.isEof()) throw new Error('bytes after the CRC');
    return request;
  };
  return {
    name: 'Kaitai Struct',
    work: (count) => {
      for (let i = 0; i < count; i++) tally.units += decode(REQUEST_FRAMES[i & MASK]!).unit;
    },
    answer: () => REQUEST_FRAMES.map((frame) => toMessage(REQUEST_TYPES, decode(frame))),
  };
}

/** Answers from chunks. */
export function kaitaiAnswers({ Answer }: KaitaiModbus, chunks: readonly Uint8Array[]): Contender {
  return streamContender('Kaitai Struct', chunks, (bytes, take) => {
    const io = new KaitaiStream(new DataView(bytes.buffer, bytes.byteOffset, bytes.length));
    while (!io.isEof()) {
      const from = io.pos;
      try {
        const answer = new Answer(io);
        checkCrc(bytes, from, io.pos);
        take(answer);
      } catch (error) {
        if (error instanceof KaitaiStream.EOFError) return from;
        throw error;
      }
    }
    return bytes.length;
  });
}

type Bytes = Uint8Array<ArrayBuffer>;

/** `read` takes the complete answers, and returns where the next one begins. */
function streamContender(
  name: string,
  chunks: readonly Uint8Array[],
  read: (bytes: Bytes, take: (answer: Parsed) => void) => number,
): Contender {
  const decode = (take: (answer: Parsed) => void): void => {
    let held: Uint8Array = new Uint8Array(0);
    for (const chunk of chunks) {
      const bytes = new Uint8Array(held.length + chunk.length);
      bytes.set(held);
      bytes.set(chunk, held.length);
      held = bytes.subarray(read(bytes, take));
    }
  };
  return {
    name,
    grain: COUNT,
    work: (count) => {
      for (let left = count / COUNT; left > 0; left--)
        decode(({ unit }) => {
          tally.units += unit;
        });
    },
    answer: () => {
      const all: object[] = [];
      decode((answer) => all.push(toMessage(ANSWER_TYPES, answer)));
      return all;
    },
  };
}

const span = Parser.start().uint16be('address').uint16be('count');
const one = Parser.start().uint16be('address').uint16be('value');
const packed = Parser.start().uint8('numBytes').buffer('bits', { length: 'numBytes' });
const words = Parser.start()
  .uint8('numBytes', { assert: (bytes) => Number(bytes) <= 2 * MOST_READ && Number(bytes) % 2 === 0 })
  .array('values', { type: 'uint16be', lengthInBytes: 'numBytes' });
const writeCoils = Parser.start()
  .uint16be('address')
  .uint16be('count')
  .uint8('numBytes')
  .buffer('bits', { length: 'numBytes' });
const writeRegisters = Parser.start()
  .uint16be('address')
  .uint16be('count', { assert: (count) => Number(count) <= MOST_WRITTEN })
  .uint8('numBytes')
  .array('values', { type: 'uint16be', length: 'count' });

/** Requests in sequence. */
export function binaryParserRequests(): Contender {
  const request = Parser.start()
    .uint8('unit')
    .uint8('code')
    .choice('body', {
      tag: 'code',
      choices: { 1: span, 2: span, 3: span, 4: span, 5: one, 6: one, 15: writeCoils, 16: writeRegisters },
    })
    .uint16le('crc');
  const decode = (frame: Uint8Array): Parsed => {
    checkCrc(frame, 0, frame.length);
    return request.parse(frame) as Parsed;
  };
  return {
    name: 'binary-parser',
    work: (count) => {
      for (let i = 0; i < count; i++) tally.units += decode(REQUEST_FRAMES[i & MASK]!).unit;
    },
    answer: () => REQUEST_FRAMES.map((frame) => toMessage(REQUEST_TYPES, decode(frame))),
  };
}

/** Answers from chunks. */
export function binaryParserAnswers(chunks: readonly Uint8Array[]): Contender {
  const parser = Parser.start()
    .uint8('unit')
    .uint8('code')
    .choice('body', {
      tag: 'code',
      choices: { 1: packed, 2: packed, 3: words, 4: words, 5: one, 6: one, 15: span, 16: span },
      defaultChoice: Parser.start().uint8('reason'),
    })
    .uint16le('crc')
    .saveOffset('length');
  return streamContender('binary-parser', chunks, (bytes, take) => {
    let from = 0;
    while (from < bytes.length) {
      try {
        const answer = parser.parse(bytes.subarray(from)) as Parsed & { readonly length: number };
        checkCrc(bytes, from, from + answer.length);
        take(answer);
        from += answer.length;
      } catch (error) {
        if (error instanceof RangeError) return from;
        throw error;
      }
    }
    return from;
  });
}
