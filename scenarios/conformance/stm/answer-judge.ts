/** What is judged of every frame from the board: its CRC (STM-FR-01) and its times (STM-TM-01, TM-02, TM-04). */
import { describeAnswer, type Answer, type ErrorCode } from '../../../protocols/stm/stm';
import type { Micros } from '../../../protocols/time';
import type { Bench } from '../../bench/bench';
import { hex, type Received, type Sent } from '../../bench/channel';
import { judge, latency, type Measurement } from '../../bench/judge';
import type { Verdict } from '../../record';

/** How input that no board may obey must be refused. */
export interface Refusal {
  readonly code: ErrorCode;
  /** The idle gap decides: the Error starts idleGapMs/2 to idleGapMs + responseMs after the last byte. */
  readonly atGap: boolean;
  /** What another answer breaks. */
  readonly clause: string;
}

export class AnswerJudge {
  constructor(
    private readonly bench: Bench,
    private readonly gap: Micros,
    private readonly response: Micros,
  ) {}

  judgeCrc({ event }: Received<Answer>): void {
    if (event.kind === 'reject' && event.error.code !== 'checksum') return;
    this.bench.check('STM-FR-01', event.kind === 'frame', () => ({
      title: 'the CRC of a frame from the board',
      expected: event.kind === 'reject' ? (event.error.expected ?? '') : '',
      seen: event.kind === 'reject' ? (event.error.seen ?? event.error.message) : '',
    }));
  }

  measureAnswer(received: Received<Answer>, sent: Sent, about: string): Verdict {
    const { low, high } = latency(sent, received);
    const measurement = { name: 'request to answer', unit: 'us', low, high, max: this.response } as const;
    const verdict = this.bench.measure('STM-TM-01', measurement, () => `the answer to ${about}`);
    this.measurePauses(received);
    return verdict;
  }

  measureRefusal(received: Received<Answer>, sent: Sent, { atGap }: Refusal, about: string): void {
    if (!atGap) return void this.measureAnswer(received, sent, about);
    this.bench.measure('STM-TM-02', this.gapTime(received, sent), () => about);
    this.measurePauses(received);
  }

  /** Whether the time of a refusal at the gap is known too vaguely to be judged. */
  isTimeUnclear(received: Received<Answer> | undefined, sent: Sent, refusal: Refusal): boolean {
    if (received === undefined || !refusal.atGap || !isRefusal(received, refusal)) return false;
    return judge(this.gapTime(received, sent)) === 'inconclusive';
  }

  private gapTime(received: Received<Answer>, sent: Sent): Measurement {
    const limits = { min: this.gap / 2, max: this.gap + this.response };
    return { name: 'last byte to Error at the gap', unit: 'us', ...latency(sent, received), ...limits };
  }

  private measurePauses(received: Received<Answer>): void {
    const { low, high } = received.pause;
    const measurement = { name: 'pause inside an answer', unit: 'us', low, high, max: this.gap / 2 } as const;
    this.bench.measure('STM-TM-04', measurement, () => describeEvent(received));
  }
}

export function isRefusal({ event: { value } }: Received<Answer>, { code }: Refusal): boolean {
  return value?.type === 'error' && value.code === code;
}

/** For a person. */
export function describeEvent({ event }: Received<Answer>): string {
  if (event.kind === 'frame') return describeAnswer(event.value);
  const shown = event.raw.subarray(0, 16);
  return `${hex(shown)}${event.raw.length > 16 ? '…' : ''} (${event.error.message})`;
}
