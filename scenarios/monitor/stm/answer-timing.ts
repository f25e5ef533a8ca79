/** How soon an STM board answers, and how long it pauses inside an answer (STM-TM-01, 02 and 04). */
import type { Chunk } from '../../../devices/links/link';
import type { Answer } from '../../../protocols/stm/stm';
import { between, type TimedEvent } from '../../oracle/timed-decoder';
import type { VerdictRecorder } from '../../oracle/verdict-recorder';
import type { Limits } from './limits';
import type { PendingResponse } from './pending-response';

export class AnswerTiming {
  private last: Chunk | undefined;
  /** The widest pause inside the answer, as bounds in microseconds. */
  private widestPause: { readonly low: number; readonly high: number } | undefined;

  constructor(
    private readonly recorder: VerdictRecorder,
    private readonly limits: Limits,
  ) {}

  clear(): void {
    this.last = undefined;
  }

  /** Takes a chunk of the board. `inside`: an answer has begun before it. */
  push(chunk: Chunk, inside: boolean): void {
    const { last } = this;
    this.last = chunk;
    if (!inside || last === undefined) {
      this.widestPause = { low: 0, high: 0 };
      return;
    }
    const low = Math.max(0, chunk.notBefore - last.notAfter);
    const first = chunk.notAfter - (chunk.bytes.length - 1) * this.limits.byteTime;
    const high = Math.max(low, first - last.lastNotBefore);
    if (this.widestPause === undefined || high > this.widestPause.high) this.widestPause = { low, high };
  }

  /** Judges the answer that has just ended. */
  check(pending: PendingResponse, passed: TimedEvent<Answer>): void {
    const { gap, response } = this.limits;
    const span = between(pending.received.passed.last, passed.first);
    if (pending.atGap) {
      const limits = { min: gap / 2, max: gap + response };
      this.recorder.measure('STM-TM-02', 'last byte to Error at the gap', span, limits);
    } else if (!pending.pipelined)
      this.recorder.measure('STM-TM-01', 'request to answer', span, { max: response });
    if (this.widestPause !== undefined && passed.event.kind === 'frame')
      this.recorder.measure('STM-TM-04', 'pause inside an answer', this.widestPause, { max: gap / 2 });
    this.widestPause = undefined;
  }
}
