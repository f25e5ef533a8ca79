/**
 * Why bytes are no frame, as data.
 */
import type { FrameError } from '../frame';
import { hex, LONG, LONGEST_SHORT_PAYLOAD, OPCODE } from './message';

/**
 * - `checksum`: complete, wrong checksum (GM-FR-02).
 * - `truncated`: a frame that stopped half-way, dropped after `interByteMs` (GM-FR-03).
 * - `length`: LEN below 4, or not fitting its opcode: dropped to the next pause (GM-FR-04).
 * - `discarded`: an earlier part of what the next `length` ends.
 * - `opcode`, `source`, `text`, `form`: complete and summed right, but nothing a scanner sends: an opcode
 *   that is not its own, SOURCE not 00, a revision that is not ASCII, a long frame where a short one would do.
 */
export type RejectCode =
  'checksum' | 'truncated' | 'length' | 'discarded' | 'opcode' | 'source' | 'text' | 'form';

function fault(
  code: RejectCode,
  offset: number,
  expected: string,
  seen: string,
  message: string,
): FrameError {
  return { code, offset, expected, seen, message };
}

/** Why a frame is none whose checksum is another. */
export function checksumWords(offset: string, seen: string, right: string): string {
  return `checksum at byte ${offset} is ${seen}, should be ${right}`;
}

/** Why bytes begin no frame. */
export const lengthWords = {
  range: (seen: string) => `LEN is ${seen}, should be ${LEN_RANGE}`,
  long: (head: string) => `${head} begins no long frame`,
  unfit: (seen: string, about: string) => `LEN ${seen} does not fit ${about}`,
  opcode: (opcode: string) => `opcode ${opcode}`,
  numbered: (opcode: string, number: string) => `opcode ${opcode} and number ${number}`,
} as const;

const LEN_RANGE = '04..FE';

/** Why a frame is none that stopped half-way. */
export function truncatedWords(came: string, right: string): string {
  return `the line fell silent after ${came} of a frame, expected ${right}`;
}

/** What is expected where the first bytes do not tell the length. */
export const UNTOLD = 'the bytes that tell the length';
export const DISCARDED = 'part of a stretch that is dropped up to the next pause';

/** Why a whole frame is none that no scanner sends. */
export const replyWords = {
  opcode: (seen: string) => `a scanner sends no opcode ${seen}, only ${OPCODES}`,
  source: (offset: string, seen: string) => `SOURCE at byte ${offset} is ${seen}, the scanner's is 00`,
  text: (offset: string, seen: string) => `byte ${offset} of the revision is ${seen}, not ASCII`,
  form: (payload: string) =>
    `a payload of ${payload} bytes came in a long frame, one of up to ${LONGEST_SHORT_PAYLOAD} goes in a short one`,
} as const;

const OPCODES = [OPCODE.revisionReply, OPCODE.parameter, OPCODE.ack, OPCODE.nak, OPCODE.data]
  .map(hex)
  .join(', ');

export function checksumFault(raw: Uint8Array, right: number): FrameError {
  const offset = raw.length - 2;
  const expected = pair(right);
  const seen = pair((raw[offset]! << 8) | raw[offset + 1]!);
  return fault('checksum', offset, expected, seen, checksumWords(String(offset), seen, expected));
}

/** Both bytes of a checksum. */
export function pair(value: number): string {
  return `${hex(value >> 8)} ${hex(value & 0xff)}`;
}

/** `head`: the bytes, from the frame's first on, that showed it. */
export function lengthFault(head: Uint8Array): FrameError {
  const len = head[0]!;
  const seen = hex(len);
  if (len < 4) {
    return fault('length', 0, LEN_RANGE, seen, lengthWords.range(seen));
  }
  if (len === LONG.firstByte) {
    const bytes = Array.from(head, hex).join(' ');
    return fault('length', 0, 'FF F4 hh ll F4, hhll from 0008 on', bytes, lengthWords.long(bytes));
  }
  const opcode = hex(head[1]!);
  const about =
    head.length > 2 ? lengthWords.numbered(opcode, hex(head[head.length - 1]!)) : lengthWords.opcode(opcode);
  return fault('length', 0, `the LEN of ${about}`, seen, lengthWords.unfit(seen, about));
}

export function truncatedFault(length: number, total: number): FrameError {
  const expected = total > 0 ? `${total} bytes` : UNTOLD;
  const seen = length === 1 ? '1 byte' : `${length} bytes`;
  return fault('truncated', length, expected, seen, truncatedWords(seen, expected));
}

export function discardedFault(): FrameError {
  return fault('discarded', 0, 'a pause', 'more bytes', DISCARDED);
}

export function opcodeFault(opcode: number): FrameError {
  const seen = hex(opcode);
  return fault('opcode', 1, OPCODES, seen, replyWords.opcode(seen));
}

export function sourceFault(offset: number, source: number): FrameError {
  const seen = hex(source);
  return fault('source', offset, '00', seen, replyWords.source(String(offset), seen));
}

export function textFault(offset: number, byte: number): FrameError {
  const seen = hex(byte);
  return fault('text', offset, '00..7F', seen, replyWords.text(String(offset), seen));
}

export function formFault(payload: number): FrameError {
  return fault('form', 0, 'a short frame', 'a long frame', replyWords.form(String(payload)));
}
