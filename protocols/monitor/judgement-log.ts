/** Collects what a monitor finds, each failure with what passed lately. */
import type { Direction } from '../chunk';
import type { FailureKind } from './failure';
import type { Flaw, Judgement, PassedFrame, Situation } from './judgement';
import { judge, type Measurement } from './measurement';
import type { TimedEvent } from './timed-decoder';

const MEMORY = 8;
/** Of these the host's, at least. */
const MEMORY_OF_TX = 3;
const NONE: readonly never[] = [];
const SILENCE: Situation<never> = { trigger: 'silence', due: 'silence', pipelined: false };

/** Gets each passed clause, how it passed, and the request that was answered. `measurement`: for times. */
export type PassListener<Message = unknown> = (
  clause: string,
  kind: FailureKind,
  request: Message | undefined,
  measurement?: Measurement,
) => void;

/** Options of {@link JudgementLog} `measure`. */
export interface MeasureOptions {
  /** A time beyond its limit decides nothing. */
  readonly isDoubtful?: boolean;
  /** Default: `early` or `late`, as the limits say. */
  readonly kind?: FailureKind;
}

/** Where a monitor puts its findings. A clause that is not given is not judged. Without a situation, the host sent nothing. */
export class JudgementLog<Message = unknown> {
  private judgements: Judgement<Message>[] = [];
  private recent: PassedFrame<Message>[] = [];

  /** `onPass`: gets what passes, which is then no judgement. null: nobody asks for it. */
  constructor(private readonly onPass?: PassListener<Message> | null) {}

  remember(direction: Direction, passed: TimedEvent<Message>, link?: string): void {
    this.recent.push(link === undefined ? { direction, passed } : { direction, passed, link });
    if (this.recent.length <= MEMORY) return;
    // A board that says much leaves in sight what it was asked.
    let asked = 0;
    for (const one of this.recent) if (one.direction === 'tx') asked++;
    const oldest = asked > MEMORY_OF_TX ? 0 : this.recent.findIndex((one) => one.direction === 'rx');
    this.recent.splice(Math.max(0, oldest), 1);
  }

  /** Returns a function that forgets everything recorded after this call. */
  save(): () => void {
    const recent = [...this.recent];
    return () => {
      this.judgements = [];
      this.recent = [...recent];
    };
  }

  /** The findings since the last call. */
  takeAll(): readonly Judgement<Message>[] {
    const { judgements } = this;
    if (judgements.length > 0) this.judgements = [];
    return judgements;
  }

  pass(clause: string | undefined, kind: FailureKind, request?: Message, measurement?: Measurement): void {
    if (clause === undefined || this.onPass === null) return;
    if (this.onPass === undefined) this.judgements.push(passOf(clause, kind, request, measurement));
    else this.onPass(clause, kind, request, measurement);
  }

  fail(clause: string | undefined, situation: Situation<Message> | undefined, flaw: Flaw<Message>): void {
    if (clause === undefined) return;
    const evidence = [...this.recent];
    this.judgements.push({ clause, verdict: 'fail', ...situationOf(situation), ...flaw, evidence });
  }

  /** It decides nothing if an unseen reset may explain it. */
  failUnlessReset(clause: string, situation: Situation<Message> | undefined, flaw: Flaw<Message>): void {
    const title = `${flaw.title}; a reset that was not recorded may be the cause`;
    this.fail(clause, situation, { ...flaw, title, verdict: 'inconclusive' });
  }

  measure(
    clause: string | undefined,
    situation: Situation<Message> | undefined,
    title: () => string,
    measurement: Measurement,
    { isDoubtful = false, kind }: MeasureOptions = {},
  ): void {
    if (clause === undefined) return;
    const verdict = judge(measurement);
    if (verdict === 'pass') return this.pass(clause, kind ?? 'late', situation?.request, measurement);
    const { low, high, min, max } = measurement;
    const limits = [
      min === undefined || min <= 0 ? '' : `not before ${formatMs(min)}`,
      max === undefined ? '' : `within ${formatMs(max)}`,
    ];
    this.judgements.push({
      clause,
      kind: kind ?? (high < (min ?? -Infinity) ? 'early' : 'late'),
      verdict: isDoubtful ? 'inconclusive' : verdict,
      ...situationOf(situation),
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

/** Microseconds as text. */
export function formatMs(us: number): string {
  return `${(us / 1000).toFixed(1)} ms`;
}

function passOf<Message>(
  clause: string,
  kind: FailureKind,
  request: Message | undefined,
  measurement: Measurement | undefined,
): Judgement<Message> {
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
    measurement,
    request,
    evidence: NONE,
  };
}

/** What a judgement says of the situation: no more than that, as an object with the situation may be larger. */
function situationOf<Message>(situation: Situation<Message> = SILENCE): Situation<Message> {
  const { trigger, due, pipelined, request } = situation;
  return { trigger, due, pipelined, ...(request === undefined ? {} : { request }) };
}
