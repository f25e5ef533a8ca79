/**
 * Reads the wire of the run from its columns (reports/html/evidence/wire-pack.ts draws them), and puts frames together
 * from the chunks they came in. A lane is a link and a direction: link × 2, + 1 from the board.
 */
import type { WireHeader } from '../html/evidence/wire-header';

interface NamedFrames {
  readonly lengths: Float64Array;
  readonly says: Float64Array;
}

/** Chunk after chunk in time: times and spans in microseconds, and the bytes kept of each and those beyond. */
export interface WireData extends WireHeader {
  readonly named: readonly (NamedFrames | undefined)[];
  readonly starts: Float64Array;
  readonly spans: Float64Array;
  readonly lanes: Float64Array;
  readonly kept: Float64Array;
  readonly beyond: Float64Array;
  /** Where the bytes of each end. */
  readonly ends: Float64Array;
  readonly bytes: Uint8Array;
}

/** Frame after frame in time. `says`: the place of its explanation from 1, 0: none. */
export interface Frames {
  readonly count: number;
  readonly starts: Float64Array;
  readonly spans: Float64Array;
  readonly lanes: Float64Array;
  readonly says: Float64Array;
  readonly lengths: Float64Array;
  /** The first chunk of each, and its place in it. */
  readonly chunk: Float64Array;
  readonly offset: Float64Array;
}

function varints(bytes: Uint8Array, count: number): Float64Array {
  const values = new Float64Array(count);
  let at = 0;
  for (let index = 0; index < count; index++) {
    let value = 0;
    let scale = 1;
    let byte: number;
    do {
      byte = bytes[at++];
      value += (byte & 0x7f) * scale;
      scale *= 128;
    } while (byte & 0x80);
    values[index] = value;
  }
  return values;
}

function summed(values: Float64Array): Float64Array {
  let sum = 0;
  return values.map((value) => (sum += value));
}

export function readWire(bytes: Uint8Array): WireData {
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  const header = JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + length))) as WireHeader;
  let at = 4 + length;
  const take = (size: number, count: number): Float64Array =>
    varints(bytes.subarray(at, (at += size)), count);
  const [starts, spans, lanes, kept, beyond] = header.columns.map((size) => take(size, header.count));
  const named = (header.frames ?? []).map((sizes) =>
    sizes ? { lengths: take(sizes[1], sizes[0]), says: take(sizes[2], sizes[0]) } : undefined,
  );
  return {
    ...header,
    named,
    starts: summed(starts),
    spans,
    lanes,
    kept,
    beyond,
    ends: summed(kept),
    bytes: bytes.subarray(at),
  };
}

const COLUMNS = ['starts', 'spans', 'lanes', 'says', 'lengths', 'chunk', 'offset'] as const;

function newFrames(count: number): Frames {
  const column = (): Float64Array => new Float64Array(count);
  const [starts, spans, lanes, says] = [column(), column(), column(), column()];
  return { count, starts, spans, lanes, says, lengths: column(), chunk: column(), offset: column() };
}

class LaneCursor {
  private place = 0;
  private offset = 0;

  constructor(
    private readonly data: WireData,
    private readonly chunks: readonly number[],
  ) {}

  get chunk(): number {
    return this.chunks[this.place];
  }

  get inChunk(): number {
    return this.offset;
  }

  /** When the byte here passed. */
  get time(): number {
    const start = this.data.starts[this.chunk];
    return this.offset > 0 ? start + (this.data.spans[this.chunk] * this.offset) / this.size : start;
  }

  get size(): number {
    return this.data.kept[this.chunk] + this.data.beyond[this.chunk];
  }

  private get hasNext(): boolean {
    return this.place < this.chunks.length - 1;
  }

  nextChunk(): void {
    this.place += 1;
    this.offset = 0;
  }

  /** To the beginning of the next chunk, from the end of one. */
  leaveEnd(): void {
    while (this.hasNext && this.offset >= this.size) this.nextChunk();
  }

  skip(bytes: number): void {
    let left = bytes;
    while (this.hasNext && left > this.size - this.offset) {
      left -= this.size - this.offset;
      this.nextChunk();
    }
    this.offset += left;
  }
}

/** Each frame takes its bytes from the lane's chunks in turn; in a lane without names, each chunk is a frame. */
function laneFrames(data: WireData, lane: number, chunks: readonly number[]): Frames {
  const named = data.named[lane];
  const frames = newFrames(named === undefined ? chunks.length : named.lengths.length);
  const cursor = new LaneCursor(data, chunks);
  for (let frame = 0; frame < frames.count; frame++) {
    if (named !== undefined) cursor.leaveEnd();
    const { chunk } = cursor;
    frames.lanes[frame] = lane;
    frames.says[frame] = named === undefined ? 0 : named.says[frame];
    frames.lengths[frame] = named === undefined ? cursor.size : named.lengths[frame];
    frames.chunk[frame] = chunk;
    frames.offset[frame] = cursor.inChunk;
    frames.starts[frame] = cursor.time;
    cursor.skip(frames.lengths[frame]);
    const end = named === undefined ? data.starts[chunk] + data.spans[chunk] : cursor.time;
    frames.spans[frame] = end - frames.starts[frame];
    if (named === undefined) cursor.nextChunk();
  }
  return frames;
}

/** Each chunk as if it were a frame. */
function chunksOf(data: WireData): Frames {
  const { count, starts, spans, lanes, kept, beyond } = data;
  const lengths = kept.map((size, chunk) => size + beyond[chunk]);
  const chunk = lengths.map((_, index) => index);
  return {
    count,
    starts,
    spans,
    lanes,
    lengths,
    chunk,
    says: new Float64Array(count),
    offset: new Float64Array(count),
  };
}

/** What passed, frame after frame in time; chunk after chunk where no lane has names. */
export function framesOf(data: WireData): Frames {
  if (data.named.every((lane) => lane === undefined)) return chunksOf(data);
  const chunks = Array.from({ length: 2 * data.links.length }, (): number[] => []);
  for (let chunk = 0; chunk < data.count; chunk++) chunks[data.lanes[chunk]].push(chunk);
  const lanes = chunks.map((mine, lane) => laneFrames(data, lane, mine));
  const all = newFrames(lanes.reduce((sum, { count }) => sum + count, 0));
  const next = lanes.map(() => 0);
  const startOf = (lane: number): number =>
    next[lane] < lanes[lane].count ? lanes[lane].starts[next[lane]] : Infinity;
  for (let frame = 0; frame < all.count; frame++) {
    let first = 0;
    for (let lane = 1; lane < lanes.length; lane++) if (startOf(lane) < startOf(first)) first = lane;
    const from = next[first]++;
    for (const column of COLUMNS) all[column][frame] = lanes[first][column][from];
  }
  return all;
}

/** The kept bytes of a frame, up to the first that is not kept. */
export function frameBytes(data: WireData, frames: Frames, frame: number): Uint8Array {
  const parts: Uint8Array[] = [];
  const lane = frames.lanes[frame];
  let [left, chunk, offset] = [frames.lengths[frame], frames.chunk[frame], frames.offset[frame]];
  while (left > 0 && chunk < data.count) {
    const end = data.ends[chunk];
    const from = end - data.kept[chunk] + Math.min(offset, data.kept[chunk]);
    parts.push(data.bytes.subarray(from, Math.min(end - data.kept[chunk] + offset + left, end)));
    left -= data.kept[chunk] + data.beyond[chunk] - offset;
    if (data.beyond[chunk] > 0) break;
    offset = 0;
    do chunk++;
    while (chunk < data.count && data.lanes[chunk] !== lane);
  }
  return parts.length === 1 ? parts[0] : joined(parts);
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** The first place whose value is not below the limit, in ascending values. */
export function firstFrom(valueAt: (place: number) => number, limit: number, count: number): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (valueAt(middle) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
