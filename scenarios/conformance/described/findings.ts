/** What the judge of a described conversation finds, as checks of the bench. */
import type { Chunk, Direction } from '../../../protocols/chunk';
import type { AnyConversationSession } from '../../../protocols/conversation/session';
import type { FieldSpan } from '../../../protocols/frame';
import type { Judgement } from '../../../protocols/monitor/judgement';
import type { Bench } from '../../bench/bench';
import { chunkRecords, evidenceRecord } from '../../bench/evidence';
import { sortByTime } from '../../bench/traffic-order';
import type { BytesRecord } from '../../record';
import type { CheckDetail } from '../../runner/verdict-ledger';

export class FindingsRecord {
  /** `link`: of messages that name none. */
  constructor(
    private readonly bench: Bench,
    private readonly session: AnyConversationSession,
    private readonly link: string,
  ) {}

  /** `what`: the situation, for people; empty: the judgement says it all. */
  writeDown(judgement: Judgement, what: string): void {
    const { bench } = this;
    const { clause, verdict, measurement, title, expected, seen } = judgement;
    const situation = what === '' ? title : `${what}: ${title}`;
    if (measurement !== undefined) {
      const finding = bench.weigh(clause, measurement, () => situation);
      const { detail } = finding;
      bench.record(
        finding.verdict === 'pass' ? finding : { ...finding, detail: this.shown(detail, judgement) },
      );
    } else if (verdict === 'inconclusive')
      bench.record({ requirement: clause, verdict, detail: this.shown({ title: situation }, judgement) });
    else
      bench.check(clause, verdict === 'pass', () =>
        this.shown({ title: situation, expected, seen }, judgement),
      );
  }

  /** With the messages that the judge saw last, the wrong one at their end. */
  private shown(detail: CheckDetail, { evidence }: Judgement): CheckDetail {
    const records = evidence.map(({ direction, link = this.link, passed }) =>
      evidenceRecord(direction, link, passed, (raw) => this.fieldsOf(link, direction, raw)),
    );
    return { ...detail, evidence: sortByTime(records) };
  }

  /** Chunks that have passed, by their names. */
  evidenceOf(passed: readonly { readonly link: string; readonly chunk: Chunk }[]): readonly BytesRecord[] {
    return sortByTime(
      this.session.links.flatMap(({ name }) => {
        const chunks = passed.filter(({ link }) => link === name).map(({ chunk }) => chunk);
        return chunkRecords(name, chunks, (direction, raw) => this.fieldsOf(name, direction, raw));
      }),
    );
  }

  /** The bytes of a link by their names. */
  private fieldsOf(name: string, direction: Direction, raw: Uint8Array): readonly FieldSpan[] {
    const link = this.session.links.find((one) => one.name === name);
    return (direction === 'tx' ? link?.host : link?.board)?.codec.fields(raw) ?? [];
  }
}
