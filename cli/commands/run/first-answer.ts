/** What the first bytes on a link show, without a question more. Nothing here is said of a board by chance. */
import { micros } from '../../../protocols/time';
import type { Dialect } from '../../../scenarios/dialect';
import type { ChunkRecord } from '../../../scenarios/record';

/** Longer answers are no single probe's. */
const MOST_BYTES = 256;

type Rx = Dialect['rx'];
type Passed = readonly Pick<ChunkRecord, 'direction' | 'hex' | 'notAfter'>[];

export function received(passed: Passed): Buffer {
  return Buffer.concat(bytesOf(passed, 'rx'));
}

/**
 * Whether all that was sent came back, each write once, and besides it nothing but frames of a board. A request that its answer may
 * repeat shows nothing; neither does a board that says something else twice.
 */
export function echoIn(passed: Passed, { rx }: Dialect): boolean {
  const writes = bytesOf(passed, 'tx');
  const others: Buffer[] = [];
  let rest = received(passed);
  for (const write of writes) {
    const at = rest.indexOf(write);
    if (at < 0 || decode([write], rx).frames > 0) return false;
    if (others.length === 0 && at > 0) return false;
    others.push(rest.subarray(0, at));
    rest = rest.subarray(at + write.length);
  }
  const besides = [...others, rest].filter(({ length }) => length > 0);
  if (writes.length === 0 || besides.some((one) => writes.some((write) => one.includes(write)))) return false;
  return besides.every((one) => decode([one], rx).isWhole);
}

/** Whether a frame is among what came, or one of which only a check fails, as its sum. */
export function isUnderstood(passed: Passed, { rx }: Dialect): boolean {
  const { frames, nearFrames } = decode(bytesOf(passed, 'rx'), rx, timesOf(passed));
  return frames + nearFrames > 0;
}

/** Whether all that came is frames, and any other bit would make it none: its form is no accident. */
export function isCertain(passed: Passed, { rx }: Dialect): boolean {
  const bytes = received(passed);
  if (bytes.length > MOST_BYTES || !decode([bytes], rx).isWhole) return false;
  return Array.from({ length: 8 * bytes.length }, (_, bit) => bit).every((bit) => {
    const flipped = Buffer.from(bytes);
    flipped[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    return !decode([flipped], rx).isWhole;
  });
}

function bytesOf(passed: Passed, asked: ChunkRecord['direction']): Buffer[] {
  return passed.flatMap(({ direction, hex }) => (direction === asked ? [Buffer.from(hex, 'hex')] : []));
}

function timesOf(passed: Passed): number[] {
  return passed.flatMap(({ direction, notAfter }) => (direction === 'rx' ? [notAfter] : []));
}

/** `isWhole`: there are frames, and nothing else. What may be any bytes, as codes without a frame, is none of them. */
function decode(
  parts: readonly Uint8Array[],
  rx: Rx,
  times: readonly number[] = [],
): { frames: number; nearFrames: number; isWhole: boolean } {
  const { events, pending } = eventsOf(parts, rx, times);
  const frames = events.filter(({ kind, raw }) => kind === 'frame' && !mayBeAnything(raw, rx)).length;
  const nearFrames = events.filter((event) => event.kind === 'reject' && event.value !== undefined).length;
  return { frames, nearFrames, isWhole: frames > 0 && frames === events.length && pending === 0 };
}

/** Whether the opposite of each bit is a frame, too. */
function mayBeAnything(raw: Uint8Array, rx: Rx): boolean {
  const { events } = eventsOf([raw.map((byte) => byte ^ 0xff)], rx, []);
  return events.length > 0 && events.every(({ kind }) => kind === 'frame');
}

function eventsOf(parts: readonly Uint8Array[], rx: Rx, times: readonly number[]) {
  const decoder = rx.decoder();
  const events = parts.flatMap((bytes, at) => {
    const now = micros(times[at] ?? 0);
    const due = decoder.deadline();
    return [...(due !== undefined && due <= now ? decoder.tick(due) : []), ...decoder.push(bytes, now)];
  });
  const due = decoder.deadline();
  if (due !== undefined) events.push(...decoder.tick(due));
  return { events, pending: decoder.pending };
}
