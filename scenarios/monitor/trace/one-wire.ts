/** The monitor of one direction alone, with nothing of the other: what is sent is judged by the form of its frames, and counted. */
import type { Chunk, Direction } from '../../../protocols/chunk';
import type { FrameEvent, RejectOf } from '../../../protocols/frame';
import { JudgementLog, type PassListener } from '../../../protocols/monitor/judgement-log';
import type { Monitor } from '../../../protocols/monitor/monitor';
import { instant, TimedDecoder, type TimedEvent } from '../../../protocols/monitor/timed-decoder';
import { micros, type Micros } from '../../../protocols/time';
import { hexOf } from '../../../protocols/wire/bytes/value-text';
import type { FrameCounts, FrameReading } from './trace-monitor';

/** A part of what a reject before it was. */
const DISCARDED = 'discarded';
/** The beginning of a frame. */
const TRUNCATED = 'truncated';
const CHECKSUM = 'checksum';
/** Byte times without a byte: the end of a burst. */
const PAUSE_BYTES = 1.5;
/** The most bytes of a burst that are looked at. */
const LONGEST = 4096;
/** So many frames of the other side are no chance. */
const LEAST_OTHERS = 3;

export interface OneWireOptions {
  /** What was recorded. */
  readonly direction: Direction;
  /** false: the bytes have no times, so that no silence ends a frame. */
  readonly hasTimes: boolean;
  readonly onPass: PassListener;
}

/** Bytes without a pause. */
interface Burst {
  readonly bytes: number[];
  /** What is no frame in it, and whether it began where a frame does. */
  readonly rejects: { readonly event: RejectOf<unknown>; readonly isInStep: boolean }[];
  /** What may be a frame, and what speaks against it. */
  readonly doubts: { readonly event: FrameEvent<unknown>; readonly doubt: string }[];
  /** The recording may begin in the midst of it. */
  readonly isFirst: boolean;
}

export class OneWireMonitor implements Monitor {
  readonly desynchronised = false;
  readonly counts = { right: 0, wrong: 0, unread: 0 } satisfies FrameCounts;
  private decoder: TimedDecoder<unknown>;
  private readonly log: JudgementLog<unknown>;
  /** The next byte, or what is pending, begins a frame. */
  private isInStep = false;
  private lastByte = Infinity;
  private burst: Burst = { bytes: [], rejects: [], doubts: [], isFirst: true };
  /** Bursts that are one frame of the other side. */
  private others = 0;

  constructor(
    private readonly reading: FrameReading,
    private readonly options: OneWireOptions,
  ) {
    this.log = new JudgementLog(options.onPass);
    this.decoder = this.newDecoder();
  }

  get reasonUnjudged(): string | undefined {
    if (this.others < LEAST_OTHERS) return undefined;
    return this.options.direction === 'rx'
      ? 'the host sends on this wire, too: give --host with the same name'
      : 'the board sends on this wire, too: give --board with the same name';
  }

  tx(chunk: Chunk): void {
    this.take(chunk);
  }

  rx(chunk: Chunk): void {
    this.take(chunk);
  }

  tick(now: Micros): void {
    if (this.options.hasTimes) this.judge(this.decoder.tick(now));
  }

  reset(at: Micros): void {
    this.gap(at);
  }

  gap(_until: Micros): void {
    this.endBurst(true);
    this.leave();
    this.decoder = this.newDecoder();
    this.isInStep = false;
  }

  /** The recording may end in the midst of a frame: then it is no wrong one. */
  finish(): void {
    const { deadline } = this.decoder;
    for (const passed of deadline === undefined ? [] : this.decoder.tick(deadline)) {
      const { event } = passed;
      const isWhole = event.kind === 'frame' ? this.doubtOf(event) === undefined : !isTruncated(event);
      if (isWhole) this.judge([passed]);
      else this.counts.unread++;
    }
    this.endBurst(false);
    this.leave();
  }

  due(): undefined {
    return undefined;
  }

  judgements() {
    return this.log.takeAll();
  }

  coverage(): readonly never[] {
    return [];
  }

  private newDecoder(): TimedDecoder<unknown> {
    return new TimedDecoder(this.reading[this.options.direction].decoder());
  }

  /** What is pending stays unread. */
  private leave(): void {
    if (this.decoder.pending) this.counts.unread++;
  }

  private take(chunk: Chunk): void {
    if (this.options.hasTimes && chunk.notBefore - this.lastByte > this.reading.idle) {
      this.endByQuiet();
      this.isInStep = true;
    }
    const width = (chunk.notAfter - chunk.notBefore) / chunk.bytes.length;
    if (this.options.hasTimes && chunk.notBefore - this.lastByte > PAUSE_BYTES * width) this.endBurst(false);
    if (this.burst.bytes.length < LONGEST) this.burst.bytes.push(...chunk.bytes);
    this.lastByte = chunk.notAfter;
    this.judge(this.decoder.push(chunk));
  }

  /** No frame goes on after such a silence, also where the decoder would wait for longer. */
  private endByQuiet(): void {
    const { open } = this.decoder;
    if (open.length === 0) return;
    const raw = Uint8Array.from(open.flatMap(({ bytes }) => [...bytes]));
    const [first, last] = [open[0]?.notBefore ?? micros(0), open.at(-1)?.notAfter ?? micros(0)];
    const error = {
      code: TRUNCATED,
      offset: raw.length,
      message: `${raw.length} bytes that are no whole frame`,
    };
    this.decoder = this.newDecoder();
    const event = { kind: 'reject', raw, first, last, error } as const;
    this.judge([{ event, first: instant(first), last: instant(last) }]);
  }

  private judge(events: readonly TimedEvent<unknown>[]): void {
    for (const passed of events) {
      this.log.remember(this.options.direction, passed);
      const { event } = passed;
      const doubt = event.kind === 'frame' ? this.doubtOf(event) : undefined;
      if (doubt !== undefined) this.burst.doubts.push({ event, doubt });
      else if (event.kind === 'frame') {
        this.counts.right++;
        this.isInStep = true;
        for (const clause of this.clausesOf(event)) this.log.pass(clause, 'malformed');
      } else if (event.error.code === DISCARDED) continue;
      else if (this.options.hasTimes) {
        this.burst.rejects.push({ event, isInStep: this.isInStep });
        // What follows may still be a part of it. A pause shows the next beginning.
        this.isInStep = false;
      } else if (this.isInStep) this.reject(event);
      else this.counts.unread++;
    }
  }

  /** What is no frame of this side may be one of the other. What is wrong in its sum alone, from pause to pause, is a wrong frame. */
  private endBurst(isFirst: boolean): void {
    const { bytes, rejects, doubts, isFirst: mayBePart } = this.burst;
    this.burst = { bytes: [], rejects: [], doubts: [], isFirst };
    if (rejects.length + doubts.length > 0 && this.isOfOthers(bytes)) {
      this.others++;
      this.counts.unread++;
      return;
    }
    for (const one of doubts) this.leaveOpen(one);
    for (const { event, isInStep } of rejects) {
      const isWhole = event.error.code === CHECKSUM && event.raw.length === bytes.length && !mayBePart;
      if (isInStep || isWhole) this.fail(event);
      else this.counts.unread++;
    }
  }

  private isOfOthers(bytes: readonly number[]): boolean {
    const decoder = this.reading[this.options.direction === 'rx' ? 'tx' : 'rx'].decoder();
    const events = [...decoder.push(Uint8Array.from(bytes), micros(0))];
    const deadline = decoder.deadline();
    if (deadline !== undefined) events.push(...decoder.tick(deadline));
    const [event] = events;
    return events.length === 1 && event?.kind === 'frame' && event.raw.length === bytes.length;
  }

  private reject(event: RejectOf<unknown>): void {
    this.isInStep = false;
    this.fail(event);
  }

  private fail(event: RejectOf<unknown>): void {
    const { error, raw } = event;
    const [clause] = this.clausesOf(event);
    if (clause === undefined && this.options.direction === 'rx') this.counts.unread++;
    else this.counts.wrong++;
    this.log.fail(clause, undefined, {
      kind: 'malformed',
      title: 'bytes from the board that are no frame',
      expected: error.expected ?? 'a well-formed frame',
      seen: `${hexOf(raw)}: ${error.message}`,
    });
  }

  private leaveOpen({ event, doubt }: Burst['doubts'][number]): void {
    this.counts.unread++;
    const [clause] = this.clausesOf(event);
    this.log.fail(clause, undefined, {
      kind: 'malformed',
      title: 'bytes from the board of which nobody can tell whether they are whole',
      expected: 'a well-formed frame',
      seen: `${hexOf(event.raw)}: ${doubt}`,
      verdict: 'inconclusive',
    });
  }

  private doubtOf(frame: FrameEvent<unknown>): string | undefined {
    return this.options.direction === 'rx' ? this.reading.doubtOf?.(frame) : undefined;
  }

  /** Nothing is owed of what the host sends. */
  private clausesOf(event: FrameEvent<unknown>): readonly string[] {
    return this.options.direction === 'rx' ? this.reading.clausesOf(event) : [];
  }
}

function isTruncated({ error }: RejectOf<unknown>): boolean {
  return error.code === TRUNCATED;
}
