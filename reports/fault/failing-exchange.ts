/** Finds the failing exchange around a failed check, and the measured span. */
import type { BytesRecord, DueRecord, MeasurementRecord } from '../../scenarios/record';
import { formatOffset } from '../text/quantity';

/** The two records at the ends of the measured time, by their indices. */
export interface MeasuredGap {
  readonly from: number;
  readonly to: number;
  /** The instants: the beginning or the end of each record. */
  readonly since: number;
  readonly until: number;
}

/** Both values are rounded to a microsecond. */
const ROUNDING = 2;

/** The last two records whose distance is the measured time; undefined if there are none. */
export function measuredGap(
  records: readonly BytesRecord[],
  measurement: MeasurementRecord | undefined,
): MeasuredGap | undefined {
  if (measurement?.unit !== 'us') return undefined;
  const { low, high } = measurement;
  const isMeasured = (span: number): boolean => span >= low - ROUNDING && span <= high + ROUNDING;
  for (let to = records.length - 1; to > 0; to--) {
    for (let from = to - 1; from >= 0; from--) {
      const [first, last] = [records[from], records[to]];
      if (first === undefined || last === undefined || first.link !== last.link) continue;
      const ends = [last.notBefore, last.notAfter];
      const found = [first.notAfter, first.notBefore]
        .flatMap((since) => ends.map((until) => ({ since, until })))
        .find(({ since, until }) => until > since && isMeasured(until - since));
      if (found !== undefined) return { from, to, ...found };
    }
  }
  return undefined;
}

/** What the first field of an acknowledgement means. */
const ACKNOWLEDGEMENT = /^ack(nowledge(ment)?)?\b/i;

/**
 * The beginning of the failing exchange: of the measured time, else the host's last request, with the bytes that it sent right
 * before it and that are no message. Its acknowledgements are no request.
 */
export function failingExchange(records: readonly BytesRecord[], gap: MeasuredGap | undefined): number {
  if (gap !== undefined) return gap.from;
  const sent = (each: BytesRecord): boolean => each.direction === 'tx';
  const request = records.findLastIndex((each) => sent(each) && !isAcknowledgement(each));
  let start = request < 0 ? records.findLastIndex(sent) : request;
  for (
    let before = records[start - 1];
    before?.reject !== undefined && sent(before);
    before = records[start - 1]
  )
    start -= 1;
  return Math.max(0, start < 0 ? records.length - 1 : start);
}

function isAcknowledgement({ fields = [] }: BytesRecord): boolean {
  return fields.some(({ meaning = '' }) => ACKNOWLEDGEMENT.test(meaning));
}

/** The answer in place of the right one: the last answer of the failing exchange that is not the same. */
export function answerIndex(
  records: readonly BytesRecord[],
  start: number,
  due: Pick<DueRecord, 'link' | 'hex'>,
): number | undefined {
  const answers = [...records.keys()].filter((at) => {
    const record = records[at];
    return at >= start && record?.direction === 'rx' && record.link === due.link;
  });
  return answers.findLast((at) => records[at]?.hex !== due.hex) ?? answers.at(-1);
}

/**
 * The beginning of a record, as the time since the end of the failing request; `0` for that request. Where it is not known which of
 * both was first, the range that it lies in.
 */
export function offsetText(record: BytesRecord, start: BytesRecord | undefined): string {
  if (start === undefined || record === start) return '0';
  const least = record.notBefore - start.notAfter;
  const most = record.notAfter - start.notBefore;
  return least < 0 && most > 0 ? `${formatOffset(least)} to ${formatOffset(most)}` : formatOffset(least);
}
