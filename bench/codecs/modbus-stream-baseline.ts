/**
 * Handwritten Modbus RTU answers from a stream: see modbus-baseline.ts. As in wirejig, each event has a copy of its
 * bytes and its time. Wirejig also has the time of the first byte, and ends an unfinished answer by silence.
 */
import { copyOf, crc16, readWord, readWords, type Read } from './modbus-baseline';
import { MOST_READ, type Answer } from './modbus-frames';

const LONGEST = 256;
/** The byte count gives the length. */
const HEAD = 3;

/** Bytes of the answer at `at`; 0: too few bytes to know; -1: none begins there. */
function lengthOf(bytes: Uint8Array, at: number, end: number): number {
  if (at + HEAD > end) return 0;
  const code = bytes[at + 1]!;
  if (code >= 0x80) return 5;
  const count = bytes[at + 2]!;
  switch (code) {
    case 1:
    case 2:
      return 5 + count <= LONGEST ? 5 + count : -1;
    case 3:
    case 4:
      return count % 2 === 0 && count <= 2 * MOST_READ ? 5 + count : -1;
    case 5:
    case 6:
    case 15:
    case 16:
      return 8;
    default:
      return -1;
  }
}

function read(raw: Uint8Array, at: number): AnswerEvent {
  return crc16(raw, 0, raw.length) === 0
    ? { kind: 'frame', value: answerOf(raw), raw, at }
    : { kind: 'reject', reason: 'checksum', raw, at };
}

function answerOf(raw: Uint8Array): Answer {
  const unit = raw[0]!;
  const code = raw[1]!;
  switch (code) {
    case 1:
      return { type: 'coils', unit, bits: copyOf(raw, 3, raw.length - 2) };
    case 2:
      return { type: 'inputs', unit, bits: copyOf(raw, 3, raw.length - 2) };
    case 3:
      return { type: 'holding', unit, values: readWords(raw, 3, raw[2]! >> 1) };
    case 4:
      return { type: 'input', unit, values: readWords(raw, 3, raw[2]! >> 1) };
    case 5:
      return { type: 'coil-written', unit, address: readWord(raw, 2), value: readWord(raw, 4) };
    case 6:
      return { type: 'register-written', unit, address: readWord(raw, 2), value: readWord(raw, 4) };
    case 15:
      return { type: 'coils-written', unit, address: readWord(raw, 2), count: readWord(raw, 4) };
    case 16:
      return { type: 'registers-written', unit, address: readWord(raw, 2), count: readWord(raw, 4) };
    default:
      return { type: 'exception', unit, function: code, reason: raw[2]! };
  }
}

/** An answer, its bytes, and the time of the last one, in microseconds. */
export type AnswerEvent = Read<Answer> & { readonly raw: Uint8Array; readonly at: number };

/** Answers from chunks: complete ones are read from the chunk, the rest is buffered. A bad byte is skipped. */
export class AnswerStream {
  private readonly held = new Uint8Array(LONGEST);
  private length = 0;

  constructor(private readonly onEvent: (event: AnswerEvent) => void) {}

  push(chunk: Uint8Array, at: number): void {
    let from = this.length === 0 ? 0 : this.finish(chunk, at);
    const end = chunk.length;
    while (from < end) {
      const length = lengthOf(chunk, from, end);
      if (length > 0 && from + length <= end) {
        this.onEvent(read(copyOf(chunk, from, from + length), at));
        from += length;
      } else if (length < 0) {
        this.onEvent({ kind: 'reject', reason: 'function', raw: copyOf(chunk, from, from + 1), at });
        from++;
      } else {
        this.held.set(chunk.subarray(from));
        this.length = end - from;
        return;
      }
    }
  }

  /** Completes the buffered answer; returns the offset of the next byte. */
  private finish(chunk: Uint8Array, at: number): number {
    const { held } = this;
    let from = 0;
    let total = lengthOf(held, 0, this.length);
    while (total >= 0 && (total === 0 || this.length < total)) {
      if (from === chunk.length) return from;
      held[this.length++] = chunk[from++]!;
      if (total === 0) total = lengthOf(held, 0, this.length);
    }
    const raw = copyOf(held, 0, this.length);
    this.onEvent(total < 0 ? { kind: 'reject', reason: 'function', raw, at } : read(raw, at));
    this.length = 0;
    return from;
  }
}
