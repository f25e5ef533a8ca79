/** The frames of the wire, what they say, and the rows of the list: frames and what happened between them. */
import type { Explanation, TimelineMark } from '../html/evidence/wire-header';
import { firstFrom, frameBytes, framesOf, type Frames, type WireData } from './wire-data';

export interface Field {
  readonly name: string;
  readonly offset: number;
  readonly length: number;
  readonly meaning: string;
  readonly isWrong: boolean;
}

const NONE: Explanation = ['', '', []];

export class WireView {
  readonly frames: Frames;
  /** In time: frame n as n, mark n as ~n. */
  private readonly order: Int32Array;

  constructor(readonly data: WireData) {
    this.frames = framesOf(data);
    this.order = rowsOf(this.frames, data.marks);
  }

  get rows(): number {
    return this.order.length;
  }

  /** Undefined where the row is a frame, or none. */
  markOf(row: number): TimelineMark | undefined {
    return this.order[row] < 0 ? this.data.marks[~this.order[row]] : undefined;
  }

  /** Of a row that is no mark. */
  frameOf(row: number): number {
    return this.order[row];
  }

  timeOf(row: number): number {
    return this.markOf(row)?.at ?? this.frames.starts[this.order[row]];
  }

  /** The row at a time, or the first one after it. */
  rowAt(at: number): number {
    return Math.min(
      firstFrom((row) => this.timeOf(row), at, this.rows),
      this.rows - 1,
    );
  }

  bytesOf(frame: number): Uint8Array {
    return frameBytes(this.data, this.frames, frame);
  }

  endOf(frame: number): number {
    return this.frames.starts[frame] + this.frames.spans[frame];
  }

  isFromBoard(frame: number): boolean {
    return this.frames.lanes[frame] % 2 === 1;
  }

  private explanationOf(frame: number): Explanation {
    return this.data.explanations?.[this.frames.says[frame] - 1] ?? NONE;
  }

  /** Empty: it has none. */
  nameOf(frame: number): string {
    return this.explanationOf(frame)[0];
  }

  /** Why it is no frame; empty: it is one. */
  rejectOf(frame: number): string {
    return this.explanationOf(frame)[1] ?? '';
  }

  fieldsOf(frame: number): readonly Field[] {
    const fields = this.explanationOf(frame)[2] ?? [];
    return fields.map(([name, offset, length, meaning, wrong]) => ({
      name,
      offset,
      length,
      meaning,
      isWrong: wrong === 1,
    }));
  }

  /** Its direction and its name, or its first bytes. */
  titleOf(frame: number): string {
    const name = this.nameOf(frame) || hexOf(this.bytesOf(frame).subarray(0, 6));
    return `${this.isFromBoard(frame) ? '◂' : '▸'} ${name}`;
  }
}

function rowsOf({ starts, count }: Frames, marks: readonly TimelineMark[]): Int32Array {
  const rows = new Int32Array(count + marks.length);
  let frame = 0;
  let mark = 0;
  for (let row = 0; row < rows.length; row++) {
    const isMark =
      mark < marks.length &&
      (frame >= count ||
        marks[mark].at < starts[frame] ||
        (marks[mark].at === starts[frame] && marks[mark].kind === 'scenario'));
    rows[row] = isMark ? ~mark++ : frame++;
  }
  return rows;
}

export function isAt({ offset, length }: Field, place: number): boolean {
  return place >= offset && place < offset + length;
}

export function isWrongAt(fields: readonly Field[], place: number): boolean {
  return fields.some((field) => field.isWrong && isAt(field, place));
}

/** Like a clock, with as many digits of a second: 0:12.222 292 */
export function clock(micros: number, digits = 6): string {
  const unit = 10 ** (6 - digits);
  const units = Math.round(micros / unit);
  const second = 1e6 / unit;
  const whole = Math.floor(units / second);
  const two = (number: number): string => String(number).padStart(2, '0');
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  const rest = String(units % second)
    .padStart(digits, '0')
    .replace(/(...)(?=.)/, '$1\u202f');
  const front = hours > 0 ? `${hours}:${two(minutes)}` : String(minutes);
  return `${front}:${two(whole % 60)}${digits === 0 ? '' : `.${rest}`}`;
}

export function spanText(micros: number): string {
  if (micros < 1000) return `${Math.round(micros)} µs`;
  if (micros < 1e6) return `${Number((micros / 1000).toFixed(3))} ms`;
  return `${Number((micros / 1e6).toFixed(6))} s`;
}

export function hexOf(bytes: ArrayLike<number>): string {
  return Array.from(bytes, (byte) => byte.toString(16).toUpperCase().padStart(2, '0')).join(' ');
}

export function sizeText(count: number): string {
  return `${count} ${count === 1 ? 'byte' : 'bytes'}`;
}

export const SIGNS: Readonly<Record<string, string | undefined>> = {
  fail: '✗',
  inconclusive: '?',
  error: '?',
};
