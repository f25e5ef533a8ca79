/** For tests: the codecs of STM, whole frames, and the page's names of errors. */
import { DecodeError, explainRejection } from '../../decode-error';
import type { FramedCodec } from '../../frame';
import { micros, millis, type Micros } from '../../time';
import { codec } from '../../wire/codec';
import { byLength } from '../../wire/framing';
import { sumOf, xor8 } from '../../wire/sums';
import type { Wire } from '../../wire/wire';
import {
  answersUnder,
  CMD,
  requests as requestWire,
  type Answer,
  type ErrorCode,
  type Request,
} from '../message';

interface LineOptions {
  readonly errorCmd?: number;
  readonly idleGap?: Micros;
}

export function requests({ idleGap = millis(50) }: LineOptions = {}): FramedCodec<Request> {
  return codec(requestWire, byLength({ idle: idleGap }));
}

export function answers({
  errorCmd = CMD.error,
  idleGap = millis(50),
}: LineOptions = {}): FramedCodec<Answer> {
  return codec(answersUnder(errorCmd), byLength({ idle: idleGap }));
}

/** The request of exactly one good frame. Throws DecodeError. */
export function decodeRequest(raw: Uint8Array): Request {
  return decodeOnce(requestWire, raw);
}

/** The answer of exactly one good frame. Throws DecodeError. */
export function decodeAnswer(raw: Uint8Array, errorCmd: number = CMD.error): Answer {
  return decodeOnce(answersUnder(errorCmd), raw);
}

function decodeOnce<M>(wire: Wire<M>, raw: Uint8Array): M {
  const read = wire.decode(raw);
  if (read.kind === 'frame') return read.value;
  const idle = micros(1);
  throw new DecodeError(explainRejection(codec(wire, byLength({ idle })).decoder(), raw, idle));
}

/** XOR of the first `length` bytes (all of them by default): a frame's CRC byte (STM-FR-01). */
export function crc(bytes: Uint8Array, length: number = bytes.length): number {
  return Number(sumOf(xor8(), bytes, 0, length));
}

const PAGE_CODES: Readonly<Record<string, string>> = {
  'unknown-form': 'unknown-command',
  constant: 'bad-data',
  length: 'bad-data',
  range: 'content',
  repeat: 'content',
};

/** The name by which the page's vectors call an error of the wire. */
export function pageCode(code: string): string {
  return PAGE_CODES[code] ?? code;
}

const ERRORS: Readonly<Record<string, ErrorCode>> = {
  checksum: 1,
  'unknown-command': 2,
  'bad-data': 3,
  content: 3,
  truncated: 4,
};

/** The Error that the page asks for, by the name of the wire or of the page; undefined for `discarded`. */
export function errorOf(code: string): ErrorCode | undefined {
  return ERRORS[pageCode(code)];
}

export function encodeRequest(request: Request): Uint8Array {
  return requestWire.encode(request);
}
