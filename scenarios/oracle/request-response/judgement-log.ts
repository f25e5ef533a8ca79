/** Collects what a monitor finds, each failure with what passed lately. */
import type { Direction } from '../../../devices/links/link';
import type { Message } from '../../../protocols/request-response/definition';
import { judge, type Measurement } from '../../bench/judge';
import type { Verdict } from '../../record';
import type { FailureKind } from '../failure';
import type { TimedEvent } from '../timed-decoder';
import type { Judgement, PassedFrame } from './judgement';
import type { PendingResponse } from './pending-response';

const MEMORY = 8;
const SILENCE = 'silence';

/** What was asked for, as judgements say it. */
type Situation = Pick<Judgement, 'trigger' | 'due' | 'pipelined' | 'request'>;

export interface Flaw {
  readonly kind: FailureKind;
  readonly title: string;
  readonly expected: string;
  readonly seen: string;
  /** The answer that should have come, where only one is right. */
  readonly dueAnswer?: Message;
  readonly verdict?: 'fail' | 'inconclusive';
}

export class JudgementLog {
  private judgements: Judgement[] = [];
  private readonly recent: PassedFrame[] = [];

  remember(direction: Direction, passed: TimedEvent<Message>): void {
    this.recent.push({ direction, passed });
    if (this.recent.length > MEMORY) this.recent.shift();
  }

  /** Those since it was last asked. */
  takeAll(): readonly Judgement[] {
    const { judgements } = this;
    if (judgements.length > 0) this.judgements = [];
    return judgements;
  }

  /** A clause that is not given is not judged. */
  pass(clause: string | undefined, kind: FailureKind, pending?: PendingResponse): void {
    if (clause === undefined) return;
    const text = { title: '', expected: '', seen: '', evidence: [] };
    this.judgements.push({ clause, kind, verdict: 'pass', ...situationOf(pending), ...text });
  }

  fail(clause: string | undefined, pending: PendingResponse | undefined, flaw: Flaw): void {
    if (clause === undefined) return;
    const evidence = [...this.recent];
    this.judgements.push({ clause, verdict: 'fail', ...situationOf(pending), ...flaw, evidence });
  }

  measure(
    clause: string | undefined,
    pending: PendingResponse | undefined,
    title: string,
    measurement: Measurement,
    isDoubtful = false,
  ): void {
    if (clause === undefined) return;
    const verdict = verdictOf(judge(measurement), isDoubtful);
    const { low, high, min, max } = measurement;
    const situation = situationOf(pending);
    if (verdict === 'pass') {
      const text = { title: '', expected: '', seen: '', evidence: [] };
      this.judgements.push({ clause, kind: 'late', verdict, ...situation, ...text, measurement });
      return;
    }
    const limits = [
      min === undefined ? '' : `not before ${formatMs(min)}`,
      max === undefined ? '' : `within ${formatMs(max)}`,
    ];
    this.judgements.push({
      clause,
      kind: high < (min ?? -Infinity) ? 'early' : 'late',
      verdict,
      ...situation,
      title,
      expected: limits.filter((text) => text !== '').join(' and '),
      seen:
        formatMs(low) === formatMs(high)
          ? `after ${formatMs(high)}`
          : `after ${formatMs(low)} to ${formatMs(high)}`,
      evidence: [...this.recent],
      measurement,
    });
  }
}

export function formatMs(us: number): string {
  return `${(us / 1000).toFixed(1)} ms`;
}

function verdictOf(judged: Verdict, isDoubtful: boolean): Judgement['verdict'] {
  if (judged === 'pass') return 'pass';
  return judged === 'fail' && !isDoubtful ? 'fail' : 'inconclusive';
}

function situationOf(pending: PendingResponse | undefined): Situation {
  if (pending === undefined) return { trigger: SILENCE, due: SILENCE, pipelined: false };
  const { trigger, due, request, circumstances } = pending;
  return { trigger, due, pipelined: circumstances.pipelined, ...(request === undefined ? {} : { request }) };
}
