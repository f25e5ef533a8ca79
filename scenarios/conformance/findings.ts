/** What a judge finds, as findings of the bench, and the traffic that shows it. */
import type { Chunk, Direction } from '../../protocols/chunk';
import type { FieldSpan } from '../../protocols/frame';
import type { Judgement } from '../../protocols/monitor/judgement';
import type { Micros } from '../../protocols/time';
import { stallText, type Finding } from '../bench/assessor';
import type { Bench } from '../bench/bench';
import { chunkRecords, evidenceRecord } from '../bench/evidence';
import { sortByTime } from '../bench/traffic-order';
import type { BytesRecord } from '../record';
import type { CheckDetail } from '../runner/verdict-ledger';

/** The names of bytes on a link. */
export type FieldReader = (link: string, direction: Direction, raw: Uint8Array) => readonly FieldSpan[];

export class FindingsRecord {
  /** `link`: of messages that name none. */
  constructor(
    private readonly bench: Bench,
    private readonly fieldsOf: FieldReader,
    private readonly link: string,
  ) {}

  /** `title`: the situation, for people. `stall`: what may be why it is open. A time is judged with what this host knows of its clocks. */
  weigh<M>(
    { clause, verdict, measurement, expected, seen, evidence }: Judgement<M>,
    title: string,
    { due, stall }: Pick<CheckDetail, 'due'> & { readonly stall: Micros | undefined },
  ): Finding {
    if (verdict === 'pass' && measurement === undefined)
      return { requirement: clause, verdict, detail: { title } };
    const finding: Finding =
      measurement === undefined
        ? {
            requirement: clause,
            verdict,
            detail: {
              title,
              ...(verdict === 'fail' ? { expected, seen } : {}),
              ...(verdict === 'fail' && due !== undefined ? { due } : {}),
              ...(verdict === 'inconclusive' && stall !== undefined ? { doubt: stallText(stall) } : {}),
            },
          }
        : this.bench.weigh(clause, measurement, () => title, evidence.at(-1)?.passed.last.notAfter);
    if (finding.verdict === 'pass') return finding;
    // The messages that the judge saw last, the wrong one at their end.
    const records = evidence.map(({ direction, link = this.link, passed }) =>
      evidenceRecord(direction, link, passed, (raw) => this.fieldsOf(link, direction, raw)),
    );
    const detail = { ...finding.detail, evidence: sortByTime(records) };
    return { requirement: clause, verdict: finding.verdict, detail };
  }

  /**
   * `what`: the situation, for people; empty: the judgement says it all. `knowsStalls`: the judge has weighed what this machine may have
   * kept the board waiting; else a stall excuses what is wrong, but changes no byte.
   */
  writeDown(judgement: Judgement, what: string, knowsStalls: boolean, stall?: Micros): void {
    const { title, measurement, verdict, kind } = judgement;
    const finding = this.weigh(judgement, what === '' ? title : `${what}: ${title}`, { stall });
    const isMalformed = verdict === 'fail' && kind === 'malformed';
    if (knowsStalls || measurement !== undefined || verdict === 'inconclusive' || isMalformed)
      this.bench.record(finding);
    else this.bench.check(judgement.clause, verdict === 'pass', () => finding.detail);
  }

  /** Chunks that have passed, by their names. */
  evidenceOf(passed: readonly { readonly link: string; readonly chunk: Chunk }[]): readonly BytesRecord[] {
    const links = [...new Set(passed.map(({ link }) => link))];
    return sortByTime(
      links.flatMap((name) => {
        const chunks = passed.filter(({ link }) => link === name).map(({ chunk }) => chunk);
        return chunkRecords(name, chunks, (direction, raw) => this.fieldsOf(name, direction, raw));
      }),
    );
  }
}
