/** From what a monitor finds to what is written down of it: the clause that is charged, and whether a stall of this host excuses it. */
import type { AnySession, Message } from '../../../protocols/request-response/definition';
import type { Judgement } from '../../../protocols/monitor/judgement';
import { withStall, type Finding } from '../../bench/assessor';
import type { Bench } from '../../bench/bench';
import type { DueRecord, Verdict } from '../../record';
import type { Attempt } from './line-driver';
import { excuseOf } from './stall-effects';

/** How something sent is judged and called, where the rules and its bytes do not say enough. */
export interface PlayOptions {
  /** Charged where the answer is wrong, in place of the clause that the rules name. */
  readonly clause?: string | undefined;
  /** The situation, for people: `after a frame that was cut short`. */
  readonly what?: string | undefined;
}

/** A judgement with the clause that it is charged to, and its verdict as it is written down. */
export interface Judged {
  readonly judgement: Judgement<Message>;
  readonly clause: string;
  readonly verdict: Verdict;
}

export interface Weighed extends Judged {
  readonly finding: Finding;
}

export interface WeighingContext {
  readonly bench: Bench;
  readonly session: AnySession;
  /** The right message, for the report. */
  readonly describeDue: (message: Message) => DueRecord;
}

export function weigh(
  { bench, session, describeDue }: WeighingContext,
  attempt: Attempt,
  judgement: Judgement<Message>,
  { clause: charge, what = '' }: PlayOptions,
): Weighed {
  const { expected, seen, dueAnswer, measurement } = judgement;
  const requirement = isOfRequest(judgement) ? (charge ?? judgement.clause) : judgement.clause;
  const title = what === '' ? judgement.title : `${judgement.title}, ${what}`;
  if (measurement !== undefined) {
    const finding = bench.weigh(requirement, measurement, () => title);
    return { judgement, clause: requirement, verdict: finding.verdict, finding };
  }
  const excuse = judgement.verdict === 'fail' ? excuseOf(bench, session, attempt, judgement) : undefined;
  const verdict = excuse === undefined ? judgement.verdict : 'inconclusive';
  const due = dueAnswer === undefined ? {} : { due: describeDue(dueAnswer) };
  const detail =
    judgement.verdict === 'fail'
      ? { title: excuse === undefined ? title : withStall(title, excuse), expected, seen, ...due }
      : { title };
  return { judgement, clause: requirement, verdict, finding: { requirement, verdict, detail } };
}

/** It is about the answer to a request, or about its absence: a scenario may charge it to the clause that it tries. */
function isOfRequest({ request, kind }: Judgement<Message>): boolean {
  return request !== undefined && (kind === 'answer' || kind === 'silence' || kind === 'unasked');
}
