/** How soon a board answers again after garbage, for the terminal and for `--json`. */
import { formatSpan } from '../../../reports/text/quantity';
import { resyncVerdict, countUnknownRows, unknownText } from '../../../reports/summary/resync-verdict';
import type { FuzzOutput } from '../../schemas/campaign-output';
import type { FuzzResync, ResyncRow } from '../../../scenarios/fuzz-record';

/** The row with the longest time for each kind of garbage. A row without an answer is the longest. */
function worstOf({ rows }: FuzzResync): readonly ResyncRow[] {
  const weight = ({ worstUs, never, tries }: ResyncRow): number =>
    tries === 0 ? 0 : never > 0 ? Infinity : (worstUs ?? Infinity);
  const worst = new Map<string, ResyncRow>();
  for (const row of rows) {
    const known = worst.get(row.kind);
    if (known === undefined || weight(row) > weight(known)) worst.set(row.kind, row);
  }
  return [...worst.values()];
}

export function resyncSummary(resync: FuzzResync): NonNullable<FuzzOutput['resync']> {
  const { requirement, limitUs } = resync;
  const verdict = resyncVerdict(resync);
  return {
    requirement,
    limitUs,
    verdict,
    slow: verdict === 'fail',
    unknown: countUnknownRows(resync),
    worst: worstOf(resync),
  };
}

/** Lines for the terminal: the worst row of each kind. `slow` marks a row over the limit. */
export function resyncLines(resync: FuzzResync, slow: (text: string) => string): readonly string[] {
  const { requirement, limitUs, asked } = resync;
  const unknown = unknownText(resync);
  const lines = worstOf(resync).map((row) => {
    const { kind, length, frames, bytes, worstUs, never, over } = row;
    if (row.tries === 0) return `  ? ${kind}: not known`;
    const took = worstUs === undefined ? '' : `${formatSpan(worstUs)}, `;
    const lost = never > 0 ? `never answered again ${never} of ${row.tries} times` : '';
    const within = lost === '' ? `${took}${frames} good frames of ${bytes} bytes` : lost;
    const line = `  ${over ? '✗' : ' '} ${kind}: ${within}, after ${length} of it`;
    return over ? slow(line) : line;
  });
  const limit = `${formatSpan(limitUs)} ${asked ? 'asked for' : `by ${requirement}`}`;
  const verdict = resyncVerdict(resync) === 'inconclusive' ? 'inconclusive: ' : '';
  const remedy = countUnknownRows(resync) > 0 ? 'end its other work' : '--time gives more';
  return [
    `resync   worst after garbage, at most 2 good frames and ${limit}:`,
    ...lines,
    ...(unknown === undefined ? [] : [`  ? ${verdict}${unknown}: ${remedy}`]),
  ];
}
