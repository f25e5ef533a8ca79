/**
 * Compares the received lines with the lines that the frames require, in any order.
 *
 * Frames sent back to back are judged together, because a line does not name its frame.
 */
import type { Expectation, Outcome } from './rules';
import type { Report } from './set';
import type { Triple } from './solver';

/**
 * - `missing-card`, `extra-card`: `+` lines, against new cards.
 * - `missing-duplicate`, `extra-duplicate`, `missing-full`, `extra-full`: likewise.
 * - `missing-set`, `extra-set`: by indices; `extra-set` is also a set reported twice, or with its indices out of order.
 * - `set-number`: the reported sets do not continue the numbers of the known ones.
 * - `missing-count`, `wrong-count`: SetCnt.
 * - `missing-no-sets`, `extra-no-sets`: NoSets.
 * - `missing-end-of-frame`, `extra-end-of-frame`: EndOfFrame.
 */
export type DiscrepancyCode =
  | `${'missing' | 'extra'}-${'card' | 'duplicate' | 'full' | 'set' | 'no-sets' | 'end-of-frame'}`
  | 'set-number'
  | 'missing-count'
  | 'wrong-count';

export interface Discrepancy {
  readonly code: DiscrepancyCode;
  readonly expected: string;
  readonly seen: string;
}

/** The line that reports an accepted card. */
export const NEW_CARD = "'+ card'";

type Kind<T extends Report['type']> = Extract<Report, { type: T }>;

function ofType<T extends Report['type']>(reports: readonly Report[], type: T): Kind<T>[] {
  return reports.filter((report): report is Kind<T> => report.type === type);
}

function countDiscrepancy(
  what: 'card' | 'duplicate' | 'full',
  name: string,
  due: number,
  seen: number,
  most = due,
): Discrepancy[] {
  if (seen >= due && seen <= most) return [];
  const code = seen < due ? (`missing-${what}` as const) : (`extra-${what}` as const);
  return [{ code, expected: lines(due, name), seen: lines(seen, name) }];
}

/** A number of lines of one kind, as text. */
export function lines(count: number, name: string): string {
  return `${count === 0 ? 'no' : count} ${name} ${count === 1 ? 'line' : 'lines'}`;
}

const indices = (triple: Triple): string => triple.join(',');

function sets(expected: readonly Expectation[], reports: readonly Report[]): Discrepancy[] {
  const due = new Set(expected.flatMap(({ newSets }) => newSets.map(indices)));
  const found: Discrepancy[] = [];
  for (const { triple } of ofType(reports, 'set')) {
    const name = indices(triple);
    if (!due.delete(name))
      found.push({ code: 'extra-set', expected: 'no such set, or not again', seen: `set ${name}` });
  }
  for (const name of due) found.push({ code: 'missing-set', expected: `set ${name}`, seen: 'not reported' });
  return found;
}

function numbers(before: number, reports: readonly Report[]): Discrepancy[] {
  const seen = ofType(reports, 'set').map(({ number }) => number);
  const due = seen.map((_, i) => before + 1 + i);
  const sorted = seen.toSorted((a, b) => a - b);
  if (due.every((number, i) => number === sorted[i])) return [];
  return [{ code: 'set-number', expected: `sets numbered ${due.join(', ')}`, seen: seen.join(', ') }];
}

function setCounts(counts: readonly number[]): string {
  return counts.length === 0 ? 'no SetCnt line' : counts.map((count) => `SetCnt:${count}`).join(', ');
}

/** Every count that a SetCnt or NoSets among these lines may report. */
function counts(expected: readonly Expectation[], last: number, reports: readonly Report[]): Discrepancy[] {
  const found: Discrepancy[] = [];
  const allowed = new Set(expected.map((one) => one.sets));
  const reported = ofType(reports, 'set-count').map(({ count }) => count);
  const wrong = reported.filter((count) => !allowed.has(count));
  const right = [...allowed].join(' or ');
  if (wrong.length > 0)
    found.push({ code: 'wrong-count', expected: `SetCnt:${right}`, seen: setCounts(wrong) });
  const searches = expected.filter(({ outcome, sets: known }) => outcome === 'new' && known > 0);
  const missing = new Set(searches.map((one) => one.sets));
  for (const count of reported) missing.delete(count);
  if (missing.size > 0 && wrong.length === 0) {
    found.push({ code: 'missing-count', expected: setCounts([...missing]), seen: setCounts(reported) });
  }
  const latest = reported.at(-1);
  if (found.length === 0 && latest !== undefined && latest !== last && missing.size === 0) {
    found.push({ code: 'wrong-count', expected: `SetCnt:${last} at last`, seen: setCounts([latest]) });
  }
  return found;
}

function noSets(expected: readonly Expectation[], reports: readonly Report[]): Discrepancy[] {
  const seen = ofType(reports, 'no-sets').length;
  const due = expected.filter(({ outcome, sets: known }) => outcome === 'new' && known === 0).length;
  const most = expected.filter(({ sets: known }) => known === 0).length;
  if (seen < due)
    return [{ code: 'missing-no-sets', expected: lines(due, 'NoSets'), seen: lines(seen, 'NoSets') }];
  if (seen > most)
    return [
      { code: 'extra-no-sets', expected: `at most ${lines(most, 'NoSets')}`, seen: lines(seen, 'NoSets') },
    ];
  return [];
}

function endsOfFrame(expected: readonly Expectation[], reports: readonly Report[]): Discrepancy[] {
  const all = ofType(reports, 'end-of-frame').map(({ received }) => received);
  const due = expected.filter(({ endOfFrame }) => endOfFrame).length;
  const optional = expected.length - due;
  const right = all.filter((received) => received === 2).length;
  const seen = all.length === 0 ? 'none' : all.map((received) => `Rx:${received}`).join(', ');
  const wanted = lines(due, 'EndOfFrame Rx:2');
  if (right < due) return [{ code: 'missing-end-of-frame', expected: wanted, seen }];
  if (all.length > due + optional) return [{ code: 'extra-end-of-frame', expected: wanted, seen }];
  return [];
}

/**
 * All errors in the lines of a run of frames, up to the silence after them. `expected`: from rules.ts, in the order of the
 * frames.
 */
export function discrepancies(
  expected: readonly Expectation[],
  reports: readonly Report[],
): readonly Discrepancy[] {
  const [before, last] = [expected[0]?.setsBefore ?? 0, expected.at(-1)?.sets ?? 0];
  const due = (outcome: Outcome): number => expected.filter((one) => one.outcome === outcome).length;
  const full = due('full');
  const mostFull = full + expected.filter(({ mayBeFull }) => mayBeFull).length;
  return [
    ...countDiscrepancy('card', NEW_CARD, due('new'), ofType(reports, 'new-card').length),
    ...countDiscrepancy('duplicate', 'Duplicate', due('duplicate'), ofType(reports, 'duplicate').length),
    ...countDiscrepancy('full', 'TooManyCardsOnnTable', full, ofType(reports, 'table-full').length, mostFull),
    ...sets(expected, reports),
    ...numbers(before, reports),
    ...counts(expected, last, reports),
    ...noSets(expected, reports),
    ...endsOfFrame(expected, reports),
  ];
}
