/**
 * STM: the codec of the mahjong-solitaire board's serial line.
 *
 *     CMD (1 byte)  DATA (1..n bytes)  CRC (1 byte: XOR of all before it)
 *
 * The host asks ({@link requests}), the board answers ({@link answers}). The wire page is README.md.
 */
import type { Codec } from '../frame';
import { answerFlaw, readAnswer, readRequest, requestFlaw } from './content';
import { decodeOnce, StmDecoder, type Direction } from './decoder';
import { encodeAnswer, encodeRequest } from './encoder';
import { answerFields, requestFields } from './fields';
import { CMD, DEFAULT_OPTIONS, type Answer, type Request, type StmOptions } from './message';
import { answerShape, REQUEST_SHAPE } from './shape';

export { errorOf, type RejectCode } from './fault';
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

const REQUEST: Direction<Request> = { shape: REQUEST_SHAPE, read: readRequest, flaw: requestFlaw };

function answerDirection(errorCmd: number): Direction<Answer> {
  if (
    !Number.isInteger(errorCmd) ||
    errorCmd < 0 ||
    errorCmd > 0xff ||
    (errorCmd > 0 && errorCmd <= CMD.setState)
  ) {
    throw new RangeError(`errorCmd is a byte outside 01..06, not ${errorCmd}`);
  }
  return { shape: answerShape(errorCmd), read: readAnswer, flaw: answerFlaw };
}

const DEFAULT_ANSWER = answerDirection(DEFAULT_OPTIONS.errorCmd);

function answersUnder(errorCmd: number): Direction<Answer> {
  return errorCmd === DEFAULT_OPTIONS.errorCmd ? DEFAULT_ANSWER : answerDirection(errorCmd);
}

/** Host to board. The board's Error command is unknown here, whatever its value. */
export function requests(options: Partial<StmOptions> = {}): Codec<Request> {
  const idleGap = options.idleGap ?? DEFAULT_OPTIONS.idleGap;
  return {
    encode: encodeRequest,
    decoder: () => new StmDecoder(REQUEST, idleGap),
    fields: (raw) => requestFields(REQUEST_SHAPE, raw),
  };
}

/** Board to host. Throws RangeError for an `errorCmd` that is no byte outside 01..06. */
export function answers(options: Partial<StmOptions> = {}): Codec<Answer> {
  const { errorCmd, idleGap } = { ...DEFAULT_OPTIONS, ...options };
  const direction = answersUnder(errorCmd);
  return {
    encode: (answer) => encodeAnswer(answer, errorCmd),
    decoder: () => new StmDecoder(direction, idleGap),
    fields: (raw) => answerFields(direction.shape, raw),
  };
}

/** The request of exactly one good frame. Throws DecodeError. */
export function decodeRequest(raw: Uint8Array): Request {
  return decodeOnce(REQUEST, raw);
}

/** The answer of exactly one good frame. Throws DecodeError. */
export function decodeAnswer(raw: Uint8Array, errorCmd: number = DEFAULT_OPTIONS.errorCmd): Answer {
  return decodeOnce(answersUnder(errorCmd), raw);
}
