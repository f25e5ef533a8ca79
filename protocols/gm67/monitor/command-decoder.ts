/** Decodes the host's commands like the scanner, and says where their times leave the framing open. */
import type { Chunk } from '../../chunk';
import type { Decoder, FrameEvent } from '../../frame';
import { commands } from '../gm67';
import { COMMAND_GAP_US } from './limits';
import { WAKE_SILENCE, type Command } from '../message';
import { WAKE_BYTE } from '../wake';
import { micros, millis, type Micros } from '../../time';
import { splitByTime } from '../../monitor/split-by-time';

type Events = readonly FrameEvent<Command>[];

/** A long write is decoded in parts, so that no gap seems to precede its end. */
const SLICE = millis(2);

export class CommandDecoder {
  /** The time of the last sent byte. */
  lastTx = micros(-1e9);
  /** The frame that ended last, or that is unfinished, came in parts. */
  isInParts = false;
  private lastByte: number | undefined;
  private decoder: Decoder<Command>;

  constructor(private readonly interByte: Micros) {
    this.decoder = commands({ interByte }).decoder();
  }

  get pending(): number {
    return this.decoder.pending;
  }

  deadline(): Micros | undefined {
    return this.decoder.deadline();
  }

  tick(now: Micros): Events {
    return this.decoder.tick(now);
  }

  restart(): void {
    this.decoder = commands({ interByte: this.interByte }).decoder();
  }

  tx(chunk: Chunk): Events {
    const goesOn = this.pending > 0;
    this.isInParts = goesOn && (this.isInParts || chunk.notBefore - this.lastTx > COMMAND_GAP_US);
    this.lastByte = chunk.bytes.at(-1);
    const parts = splitByTime(chunk, SLICE);
    return [
      ...this.decoder.tick(chunk.notBefore),
      ...parts.flatMap(({ bytes, notAfter }) => this.decoder.push(bytes, notAfter)),
    ];
  }

  /** By the page these bytes may belong to one frame or to two. */
  isUnclear({ notBefore, notAfter, lastNotBefore }: Chunk): boolean {
    const { interByte } = this;
    if (notAfter - lastNotBefore > interByte / 2) return true;
    const gap = notBefore - this.lastTx;
    // After about 25 ms a lone 00 is a wake byte or begins a bad frame: such times are unclear.
    const isLone = this.pending === 1 && this.lastByte === WAKE_BYTE;
    const maybeWake = isLone && gap > WAKE_SILENCE / 2 && gap < 1.6 * WAKE_SILENCE;
    return maybeWake || (this.pending > 0 && gap > interByte / 2 && gap < interByte * 1.1);
  }
}
