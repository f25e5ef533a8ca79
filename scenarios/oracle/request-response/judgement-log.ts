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

/** Gets a clause that was kept, in which way, and by the answer to which request. `measurement`: for times. */
export type PassListener = (
  clause: string,
  kind: FailureKind,
  request: Message | undefined,
  measurement?: Measurement,
) => void;

export interface Flaw {
  readonly kind: FailureKind;
  /** What shows the bug, if it is not what the board received. */
  readonly trigger?: string;
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

  /** `onPass`: gets what passes, which is then no judgement. */
  constructor(private readonly onPass?: PassListener) {}

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
    const request = pending?.request;
    if (this.onPass === undefined) this.judgements.push(passOf(clause, kind, request));
    else this.onPass(clause, kind, request);
  }

  fail(clause: string | undefined, pending: PendingResponse | undefined, flaw: Flaw): void {
    if (clause === undefined) return;
    const evidence = [...this.recent];
    this.judgements.push({ clause, verdict: 'fail', ...situationOf(pending), ...flaw, evidence });
  }

  measure(
    clause: string | undefined,
    pending: PendingResponse | undefined,
    title: () => string,
    measurement: Measurement,
    { isDoubtful = false, kind }: { readonly isDoubtful?: boolean; readonly kind?: FailureKind } = {},
  ): void {
    if (clause === undefined) return;
    const verdict = verdictOf(judge(measurement), isDoubtful);
    if (verdict === 'pass') {
      const request = pending?.request;
      if (this.onPass === undefined)
        this.judgements.push(passOf(clause, kind ?? 'late', request, measurement));
      else this.onPass(clause, kind ?? 'late', request, measurement);
      return;
    }
    const { low, high, min, max } = measurement;
    const limits = [
      min === undefined ? '' : `not before ${formatMs(min)}`,
      max === undefined ? '' : `within ${formatMs(max)}`,
    ];
    this.judgements.push({
      clause,
      kind: kind ?? (high < (min ?? -Infinity) ? 'early' : 'late'),
      verdict,
      ...situationOf(pending),
      title: title(),
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

function passOf(
  clause: string,
  kind: FailureKind,
  request: Message | undefined,
  measurement?: Measurement,
): Judgement {
  return {
    clause,
    kind,
    verdict: 'pass',
    title: '',
    trigger: '',
    due: '',
    expected: '',
    seen: '',
    pipelined: false,
    ...(measurement === undefined ? {} : { measurement }),
    ...(request === undefined ? {} : { request }),
    evidence: [],
  };
}

function situationOf(pending: PendingResponse | undefined): Situation {
  if (pending === undefined) return { trigger: SILENCE, due: SILENCE, pipelined: false };
  const { trigger, due, request, circumstances } = pending;
  return { trigger, due, pipelined: circumstances.pipelined, ...(request === undefined ? {} : { request }) };
}
