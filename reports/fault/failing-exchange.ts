/** Which of the exchanges around a failed check is the failing one, and which span was measured. */
import type { BytesRecord, MeasurementRecord } from '../../scenarios/record';
import { formatOffset } from '../text/quantity';

/** Two records between which the measured time passed, by their places. */
export interface MeasuredGap {
  readonly from: number;
  readonly to: number;
  /** The instants: the beginning or the end of each record. */
  readonly since: number;
  readonly until: number;
}

/** Both values are rounded to a microsecond. */
const ROUNDING = 2;

/** The last two records whose distance is the measured time; undefined where there are none. */
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

/** Where the failing exchange begins: at the measured time, else at the host's last request. */
export function failingExchange(records: readonly BytesRecord[], gap: MeasuredGap | undefined): number {
  if (gap !== undefined) return gap.from;
  const request = records.findLastIndex(({ direction }) => direction === 'tx');
  return Math.max(0, request < 0 ? records.length - 1 : request);
}

/** The answer that came in place of the one that was due: the last one of the failing exchange. */
export function answerIndex(
  records: readonly BytesRecord[],
  start: number,
  link: string,
): number | undefined {
  const last = records.findLastIndex(
    (each, at) => at >= start && each.direction === 'rx' && each.link === link,
  );
  return last < 0 ? undefined : last;
}

/** When a record began, as the time since the end of the failing request; that one itself is `0`. */
export function offsetText(record: BytesRecord, start: BytesRecord | undefined): string {
  return start === undefined || record === start ? '0' : formatOffset(record.notBefore - start.notAfter);
}
