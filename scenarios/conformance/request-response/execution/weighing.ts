/** From what a monitor finds to what is written down of it: the clause that is charged, and whether a stall of this host excuses it. */
import type { AnySession, Message } from '../../../../protocols/request-response/definition';
import type { Judgement } from '../../../../protocols/monitor/judgement';
import { withStall, type Finding } from '../../../bench/assessor';
import type { Bench } from '../../../bench/bench';
import { dueRecord } from '../../../bench/channel';
import { evidenceRecord } from '../../../bench/evidence';
import type { Verdict } from '../../../record';
import type { CheckDetail } from '../../../runner/verdict-ledger';
import { LINK, type Attempt } from './attempt';
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

export function weigh(
  bench: Bench,
  session: AnySession,
  attempt: Attempt,
  judgement: Judgement<Message>,
  { clause: charge, what = '' }: PlayOptions,
): Weighed {
  const { measurement } = judgement;
  const requirement = isOfRequest(judgement) ? (charge ?? judgement.clause) : judgement.clause;
  const title = what === '' ? judgement.title : `${judgement.title}, ${what}`;
  if (measurement !== undefined) {
    const { verdict, detail } = bench.weigh(requirement, measurement, () => title);
    return weighed(session, judgement, requirement, verdict, detail);
  }
  const excuse = judgement.verdict === 'fail' ? excuseOf(bench, session, attempt, judgement) : undefined;
  const verdict = excuse === undefined ? judgement.verdict : 'inconclusive';
  if (judgement.verdict !== 'fail') return weighed(session, judgement, requirement, verdict, { title });
  const { expected, seen, dueAnswer } = judgement;
  const { codec } = session.answers;
  return weighed(session, judgement, requirement, verdict, {
    title: excuse === undefined ? title : withStall(title, excuse),
    expected,
    seen,
    ...(dueAnswer === undefined ? {} : { due: dueRecord(LINK, codec, codec.encode(dueAnswer)) }),
  });
}

/** With what the judge saw as evidence. */
function weighed(
  session: AnySession,
  judgement: Judgement<Message>,
  clause: string,
  verdict: Verdict,
  detail: CheckDetail,
): Weighed {
  if (verdict === 'pass')
    return { judgement, clause, verdict, finding: { requirement: clause, verdict, detail } };
  const evidence = judgement.evidence.map(({ direction, passed }) =>
    evidenceRecord(direction, LINK, passed, (raw) =>
      (direction === 'tx' ? session.requests : session.answers).codec.fields(raw),
    ),
  );
  const finding = { requirement: clause, verdict, detail: { ...detail, evidence } };
  return { judgement, clause, verdict, finding };
}

/** It is about the answer to a request, or about its absence: a scenario may charge it to the clause that it tries. */
function isOfRequest({ request, kind }: Judgement<Message>): boolean {
  return request !== undefined && (kind === 'answer' || kind === 'silence' || kind === 'unasked');
}
