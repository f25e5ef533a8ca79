/**
 * STM: the codec of the mahjong-solitaire board's serial line.
 *
 *     CMD (1 byte)  DATA (1..n bytes)  CRC (1 byte: XOR of all before it)
 *
 * The host asks ({@link requests}), the board answers ({@link answers}). The wire page is README.md.
 */
import { DecodeError, explainRejection } from '../decode-error';
import type { FrameError, FramedCodec } from '../frame';
import { micros } from '../time';
import { codec } from '../wire/codec';
import { byLength } from '../wire/framing';
import type { Wire } from '../wire/wire';
import {
  answerWire,
  CMD,
  DEFAULT_OPTIONS,
  ERROR,
  REQUESTS,
  type Answer,
  type ErrorCode,
  type Request,
  type StmOptions,
} from './message';

export {
  CMD,
  crc,
  DEFAULT_OPTIONS,
  describeAnswer,
  describeRequest,
  DESCRIPTOR,
  ERROR,
  errorName,
  kindName,
  LIMIT,
  LONGEST_FRAME,
  STATES,
  type Answer,
  type ErrorCode,
  type Request,
  type State,
  type StmOptions,
  type Tile,
} from './message';
export { positionOf } from './positions';

/**
 * - `checksum`: complete, wrong CRC (STM-FR-02).
 * - `content`: complete, right CRC, a value out of range or a position named twice (STM-FR-07).
 * - `unknown-command` (STM-FR-05), `bad-data` (a descriptor or a count, STM-FR-06), `truncated`
 *   (STM-FR-03): decided by the idle gap.
 * - `discarded`: an earlier part of the next `unknown-command` or `bad-data`; it needs no answer.
 */
export type RejectCode = 'checksum' | 'content' | 'unknown-command' | 'bad-data' | 'truncated' | 'discarded';

/** The page's codes, where they differ from those of the wire. */
const CODES: ReadonlyMap<string, RejectCode> = new Map<string, RejectCode>([
  ['unknown-form', 'unknown-command'],
  ['constant', 'bad-data'],
  ['length', 'bad-data'],
  ['range', 'content'],
  ['repeat', 'content'],
]);

const ERROR_OF: ReadonlyMap<string, ErrorCode> = new Map<RejectCode, ErrorCode>([
  ['checksum', ERROR.badCrc],
  ['content', ERROR.badData],
  ['unknown-command', ERROR.unknownCommand],
  ['bad-data', ERROR.badData],
  ['truncated', ERROR.truncated],
]);

/** The Error that a reject of the request decoder requires; undefined for `discarded`. */
export function errorOf(code: string): ErrorCode | undefined {
  return ERROR_OF.get(code);
}

/** A wire whose errors have the page's codes. */
function withPageCodes<M>(wire: Wire<M>): Wire<M> {
  return {
    ...wire,
    decode: (raw) => {
      const read = wire.decode(raw);
      return read.kind === 'frame' ? read : { ...read, error: withPageCode(read.error) };
    },
    startError: (raw) => withPageCode(wire.startError(raw)),
  };
}

/** The sentence is built only when somebody reads it. */
function withPageCode(error: FrameError): FrameError {
  const code = CODES.get(error.code) ?? error.code;
  const { offset, expected = '', seen = '' } = error;
  return {
    code,
    offset,
    expected,
    seen,
    get message() {
      return error.message;
    },
  };
}

/** Host to board, before framing; with the codes of {@link RejectCode}. */
export const requestWire: Wire<Request> = withPageCodes(REQUESTS);

const answerWires = new Map<number, Wire<Answer>>();

/** Board to host, before framing. Throws RangeError for an `errorCmd` that is no byte outside 01..06. */
export function answerWireUnder(errorCmd: number): Wire<Answer> {
  const known = answerWires.get(errorCmd);
  if (known !== undefined) return known;
  if (!Number.isInteger(errorCmd) || errorCmd < 0 || errorCmd > 0xff || isCommand(errorCmd))
    throw new RangeError(`errorCmd is a byte outside 01..06, not ${errorCmd}`);
  const wire = withPageCodes(answerWire(errorCmd));
  answerWires.set(errorCmd, wire);
  return wire;
}

function isCommand(byte: number): boolean {
  return byte >= CMD.start && byte <= CMD.setState;
}

/** Host to board. The board's Error command is unknown here, whatever its value. */
export function requests({
  idleGap = DEFAULT_OPTIONS.idleGap,
}: Partial<StmOptions> = {}): FramedCodec<Request> {
  return codec(requestWire, byLength({ idle: idleGap }));
}

/** Board to host. Throws RangeError for an `errorCmd` that is no byte outside 01..06. */
export function answers(options: Partial<StmOptions> = {}): FramedCodec<Answer> {
  const { errorCmd, idleGap } = { ...DEFAULT_OPTIONS, ...options };
  return codec(answerWireUnder(errorCmd), byLength({ idle: idleGap }));
}

/** The request's frame. Throws EncodeError for a request that STM-FR-06 or STM-FR-07 forbids. */
export function encodeRequest(request: Request): Uint8Array {
  return REQUESTS.encode(request);
}

/** The request of exactly one good frame. Throws DecodeError. */
export function decodeRequest(raw: Uint8Array): Request {
  return decodeOnce(REQUESTS, requestWire, raw);
}

/** The answer of exactly one good frame. Throws DecodeError. */
export function decodeAnswer(raw: Uint8Array, errorCmd: number = DEFAULT_OPTIONS.errorCmd): Answer {
  const wire = answerWireUnder(errorCmd);
  return decodeOnce(wire, wire, raw);
}

function decodeOnce<M>(plain: Wire<M>, wire: Wire<M>, raw: Uint8Array): M {
  const read = plain.decode(raw);
  if (read.kind === 'frame') return read.value;
  const idle = micros(1);
  throw new DecodeError(explainRejection(codec(wire, byLength({ idle })).decoder(), raw, idle));
}

/** Whether a request's values are in range and its positions differ; the CRC does not matter. */
export function hasGoodContent(raw: Uint8Array): boolean {
  return REQUESTS.decode(REQUESTS.seal(raw)).kind === 'frame';
}
