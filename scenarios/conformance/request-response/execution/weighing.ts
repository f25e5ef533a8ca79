/** From what a monitor finds to what is written down of it. */
import type { AnySession, Message } from '../../../../protocols/request-response/definition';
import type { Judgement } from '../../../../protocols/monitor/judgement';
import { withStall, type Finding } from '../../../bench/assessor';
import type { Bench } from '../../../bench/bench';
import { dueRecord } from '../../../bench/channel';
import { evidenceRecord } from '../../../bench/evidence';
import { sortByTime } from '../../../bench/traffic-order';
import type { Verdict } from '../../../record';
import type { CheckDetail } from '../../../runner/verdict-ledger';
import { LINK, type Attempt } from './attempt';

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
  { stall }: Attempt,
  judgement: Judgement<Message>,
  { what = '' }: PlayOptions,
): Weighed {
  const { measurement, clause, verdict } = judgement;
  const title = what === '' ? judgement.title : `${judgement.title}, ${what}`;
  if (measurement !== undefined) {
    const finding = bench.weigh(clause, measurement, () => title);
    return weighed(session, judgement, finding.verdict, finding.detail);
  }
  if (verdict !== 'fail') {
    const isByStall = verdict === 'inconclusive' && stall !== undefined;
    return weighed(session, judgement, verdict, { title: isByStall ? withStall(title, stall) : title });
  }
  const { expected, seen, dueAnswer } = judgement;
  const { codec } = session.answers;
  return weighed(session, judgement, verdict, {
    title,
    expected,
    seen,
    ...(dueAnswer === undefined ? {} : { due: dueRecord(LINK, codec, codec.encode(dueAnswer)) }),
  });
}

/** With what the judge saw as evidence. */
function weighed(
  session: AnySession,
  judgement: Judgement<Message>,
  verdict: Verdict,
  detail: CheckDetail,
): Weighed {
  const { clause } = judgement;
  if (verdict === 'pass')
    return { judgement, clause, verdict, finding: { requirement: clause, verdict, detail } };
  const evidence = sortByTime(
    judgement.evidence.map(({ direction, passed }) =>
      evidenceRecord(direction, LINK, passed, (raw) =>
        (direction === 'tx' ? session.requests : session.answers).codec.fields(raw),
      ),
    ),
  );
  const finding = { requirement: clause, verdict, detail: { ...detail, evidence } };
  return { judgement, clause, verdict, finding };
}
