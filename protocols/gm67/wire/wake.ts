/**
 * The wake byte among commands: a 00 with silence before and after it. Any other 00 begins a frame, which is refused.
 */
import { after, type Decoder, type FrameEvent, type Micros } from '../../../api/index';
import { WAKE, WAKE_SILENCE, type Command, type FramedCommand } from './message';

export const WAKE_BYTE = 0x00;
export const WAKE_MEANING = 'wakes a sleeping scanner';

type Events = readonly FrameEvent<Command>[];

export class WakeDecoder implements Decoder<Command> {
  /** The time of a 00 that may still be a wake byte. */
  private lone: Micros | undefined;

  constructor(private readonly frames: Decoder<FramedCommand>) {}

  get pending(): number {
    return this.frames.pending + (this.lone === undefined ? 0 : 1);
  }

  deadline(): Micros | undefined {
    return this.lone === undefined ? this.frames.deadline() : after(this.lone, WAKE_SILENCE);
  }

  push(bytes: Uint8Array, at: Micros): Events {
    if (bytes.length === 0) return [];
    const woken = this.tick(at);
    const held = this.release();
    const last = bytes.length - 1;
    if (bytes[last] !== WAKE_BYTE) return [woken, held, this.frames.push(bytes, at)].flat();
    const before = this.frames.push(bytes.subarray(0, last), at);
    const isBegun = this.frames.pending > 0;
    if (!isBegun) this.lone = at;
    const rest = isBegun ? this.frames.push(bytes.subarray(last), at) : [];
    return [woken, held, before, rest].flat();
  }

  tick(now: Micros): Events {
    const { lone } = this;
    if (lone === undefined) return this.frames.tick(now);
    if (now < after(lone, WAKE_SILENCE)) return [];
    this.lone = undefined;
    return [{ kind: 'frame', raw: Uint8Array.of(WAKE_BYTE), first: lone, last: lone, value: WAKE }];
  }

  /** A 00 with other bytes after it belongs to them. */
  private release(): Events {
    const { lone } = this;
    this.lone = undefined;
    return lone === undefined ? [] : this.frames.push(Uint8Array.of(WAKE_BYTE), lone);
  }
}
