/**
 * Handwritten STM requests, as an engineer would write them for this task alone: the peers of wirejig.
 *
 * Bare means: length, descriptor and CRC are checked, the message is made, a wrong frame is null. Wirejig also checks
 * ranges and repeated positions, and gives reasons, raw bytes and times.
 */
import type { Request, Tile } from '../../protocols/stm/message';

function readTile(frame: Uint8Array, at: number): Tile {
  return { x: frame[at]!, y: frame[at + 1]!, z: frame[at + 2]!, kind: frame[at + 3]! };
}

function frameLength(bytes: Uint8Array, at: number, end: number): number {
  const cmd = bytes[at]!;
  if (cmd === 1 || cmd === 2 || cmd === 6) return 3;
  if (cmd === 4 || cmd === 5) return 8;
  if (cmd !== 3) return -1;
  if (at + 3 > end) return 0;
  const count = bytes[at + 2]!;
  return count >= 1 && count <= 144 ? 4 + 4 * count : -1;
}

function messageAt(bytes: Uint8Array, at: number, length: number): Request | null {
  let crc = 0;
  for (let i = at, end = at + length; i < end; i++) crc ^= bytes[i]!;
  if (crc !== 0) return null;
  const cmd = bytes[at]!;
  const descriptor = bytes[at + 1]!;
  if (length === 3) {
    if (descriptor !== 0xff) return null;
    return cmd === 1 ? { type: 'start' } : cmd === 2 ? { type: 'reset' } : { type: 'set-state' };
  }
  if (descriptor !== 0x0a) return null;
  if (cmd === 3) {
    const tiles: Tile[] = [];
    for (let i = at + 3, end = at + length - 1; i < end; i += 4) tiles.push(readTile(bytes, i));
    return { type: 'shuffle', tiles };
  }
  const tile = readTile(bytes, at + 2);
  const open = bytes[at + 6] === 1;
  return cmd === 4 ? { type: 'select', tile, open } : { type: 'match', tile, open };
}

/** Decodes one complete frame; null for other bytes. */
export function decodeBare(frame: Uint8Array): Request | null {
  const length = frame.length;
  if (length < 3 || frameLength(frame, 0, length) !== length) return null;
  return messageAt(frame, 0, length);
}

/** Encodes a message into a new frame; the caller checks the ranges. */
export function encodeBare(request: Request): Uint8Array {
  if (request.type === 'shuffle') {
    const { tiles } = request;
    const frame = new Uint8Array(4 + 4 * tiles.length);
    frame[0] = 3;
    frame[1] = 0x0a;
    frame[2] = tiles.length;
    let at = 3;
    for (const { x, y, z, kind } of tiles) {
      frame[at++] = x;
      frame[at++] = y;
      frame[at++] = z;
      frame[at++] = kind;
    }
    return withCrc(frame);
  }
  if (request.type === 'select' || request.type === 'match') {
    const { x, y, z, kind } = request.tile;
    const cmd = request.type === 'select' ? 4 : 5;
    return withCrc(Uint8Array.of(cmd, 0x0a, x, y, z, kind, request.open ? 1 : 0, 0));
  }
  return withCrc(Uint8Array.of({ start: 1, reset: 2, 'set-state': 6 }[request.type], 0xff, 0));
}

function withCrc(frame: Uint8Array): Uint8Array {
  let crc = 0;
  const end = frame.length - 1;
  for (let i = 0; i < end; i++) crc ^= frame[i]!;
  frame[end] = crc;
  return frame;
}

/** Frames from chunks: complete ones are read from the chunk, the rest is buffered. A bad byte is skipped. */
export class BareRequestStream {
  private readonly buffer = new Uint8Array(580);
  private length = 0;

  constructor(private readonly onMessage: (message: Request) => void) {}

  push(chunk: Uint8Array): void {
    let at = this.length === 0 ? 0 : this.finish(chunk);
    const end = chunk.length;
    while (at < end) {
      const length = frameLength(chunk, at, end);
      if (length > 0 && at + length <= end) {
        const message = messageAt(chunk, at, length);
        if (message !== null) this.onMessage(message);
        at += length;
      } else if (length < 0) at++;
      else {
        this.buffer.set(chunk.subarray(at));
        this.length = end - at;
        return;
      }
    }
  }

  /** Completes the buffered frame; returns the offset of the next byte. */
  private finish(chunk: Uint8Array): number {
    const { buffer: held } = this;
    let at = 0;
    let total = frameLength(held, 0, this.length);
    while (at < chunk.length && (total === 0 || this.length < total)) {
      held[this.length++] = chunk[at++]!;
      if (total === 0) total = frameLength(held, 0, this.length);
      if (total < 0) break;
    }
    if (total > 0 && this.length < total) return at;
    if (total === 0) return at;
    const message = total < 0 ? null : messageAt(held, 0, total);
    if (message !== null) this.onMessage(message);
    this.length = 0;
    return at;
  }
}
