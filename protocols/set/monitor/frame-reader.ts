/** Reads the frames on the scanner link as a board must, and says of each what it is a case of. */
import type { Chunk } from '../../chunk';
import type { FrameEvent } from '../../frame';
import { splitByTime } from '../../monitor/split-by-time';
import { micros, millis, type Micros } from '../../time';
import { CR, scannerLink, type LinkOptions, type ScannerFrame } from '../scanner-link';
import type { ExpectedReports } from './expected-reports';
import type { PendingFrames } from './pending-frames';
import { IDLE, labelOf, OVERLONG, SECOND } from './triggers';

/** A long write is decoded in parts, so that no pause seems to precede its end. */
const SLICE = millis(20);
/** Bytes that begin within this time after others follow them directly. */
export const CLOSE = millis(10);

/** The time of one scanner byte at 9600 baud, in microseconds. */
const BYTE_TIME = 10e6 / 9600;
/** A pause of up to this many idleResetMs ends no frame, one of so many does; between, nobody knows. */
const ENDS_NO_FRAME = 0.5;
export const ENDS_FRAME = 1.2;

/** Whether a pause before the chunk or in it may have ended a frame, or not. `last`: the bytes of an unfinished frame before it. */
export function isPauseUnclear(last: Chunk | undefined, chunk: Chunk, { idleReset }: LinkOptions): boolean {
  const { bytes, notBefore, notAfter } = chunk;
  const span = bytes.length * BYTE_TIME;
  if (notAfter - notBefore - span > ENDS_NO_FRAME * idleReset) return true;
  if (last === undefined) return false;
  const low = notBefore - last.notAfter;
  const high = notAfter - span - last.lastNotBefore;
  return high > ENDS_NO_FRAME * idleReset && low < ENDS_FRAME * idleReset;
}

export class FrameReader {
  private readonly decoder;
  private lastEnd = micros(-1e9);
  private afterIdle = false;

  constructor(
    link: LinkOptions,
    private readonly pending: PendingFrames,
    private readonly expected: ExpectedReports,
  ) {
    this.decoder = scannerLink(link).decoder();
  }

  /** Bytes of a frame have come, and more may. */
  get isReading(): boolean {
    return this.decoder.pending > 0;
  }

  deadline(): Micros | undefined {
    return this.decoder.deadline();
  }

  push(chunk: Chunk): void {
    this.tick(chunk.notBefore);
    for (const part of splitByTime(chunk, SLICE)) this.take(this.decoder.push(part.bytes, part.notAfter));
  }

  tick(now: Micros): void {
    this.take(this.decoder.tick(now));
  }

  private take(events: readonly FrameEvent<ScannerFrame>[]): void {
    for (const event of events) this.takeFrame(event);
    if (events.length > 0) this.pending.framed();
  }

  private takeFrame(event: FrameEvent<ScannerFrame>): void {
    const { pending, expected } = this;
    const isClose = event.first - this.lastEnd < CLOSE;
    if (event.raw.at(-1) === CR) this.lastEnd = event.last;
    if (event.kind === 'reject') {
      this.afterIdle = event.raw.at(-1) !== CR;
      if (event.error.code === 'discarded') return;
      // It may be answered with EndOfFrame only, as an empty frame is.
      pending.frames.push({ type: 'empty' });
      pending.triggers.push(event.error.code === 'idle' ? IDLE : OVERLONG);
      return;
    }
    const { value } = event;
    if (value.type === 'line-feed') return void pending.triggers.push(SECOND);
    const { outcome } = expected.of([...pending.frames, value]).at(-1) ?? {};
    const isSlow = event.last - event.first > CLOSE;
    pending.triggers.push(labelOf(value, { outcome, isClose, isSlow, isAfterIdle: this.afterIdle }));
    pending.hasCloseFrames ||= isClose && value.type === 'byte';
    pending.frames.push(value);
    this.afterIdle = false;
  }
}
