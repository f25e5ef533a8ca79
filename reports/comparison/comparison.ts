/**
 * Compares two runs: what newly fails, what is fixed, what is slower, and what cannot be compared.
 *
 * Only clauses that both runs judged can be fixed or newly fail.
 */
import type { HistogramRecord, RequirementRecord, Verdict } from '../../scenarios/record';
import type { Headline } from '../text/headline';
import { reasonOf } from '../text/reason';
import type { RequirementSummary, RunSummary } from '../summary/summary';

export interface ClauseChange extends Pick<RequirementRecord, 'id' | 'level' | 'text'> {
  readonly before: Verdict;
  readonly after: Verdict;
  /** The reasons in both runs, if the clause did not pass. */
  readonly beforeText?: string;
  readonly afterText?: string;
}

export interface LatencyChange {
  readonly requirement: string;
  readonly name: string;
  readonly unit: HistogramRecord['unit'];
  readonly before: HistogramRecord;
  readonly after: HistogramRecord;
  readonly shift: Shift;
  /** The interval does not contain 0, by more than the buckets can resolve. */
  readonly changed: boolean;
}

export type Comparison = ReturnType<typeof compareRuns>;

export function compareRuns(before: RunSummary, after: RunSummary) {
  const byId = new Map(after.requirements.map((requirement) => [requirement.id, requirement]));
  const known = new Set(before.requirements.map(({ id }) => id));
  const changes = before.requirements.flatMap((one) => {
    const other = byId.get(one.id);
    return other === undefined ? [] : [clauseChange(one, other)];
  });
  const of = (kind: Kind): ClauseChange[] => changes.filter((change) => kindOf(change) === kind);
  const [newlyFailing, lost] = [of('newly failing'), of('lost')];
  const { latency, tooFew } = latencies(before, after);
  return {
    newlyFailing,
    lost,
    fixed: of('fixed'),
    stillFailing: of('still failing'),
    /** One of the runs did not judge it: it was not selected, or never seen. */
    notComparable: of('not comparable'),
    onlyBefore: before.requirements.filter(({ id }) => !byId.has(id)).map(({ id }) => id),
    onlyAfter: after.requirements.filter(({ id }) => !known.has(id)).map(({ id }) => id),
    unchanged: of('unchanged').length,
    latency,
    tooFew,
    cautions: cautionsOf(before, after),
    worse: newlyFailing.some(isMust),
    /**
     * Else it is not known: a MUST passed before and was lost, or fails now and was left open before; or the later run judged less than
     * a verdict needs.
     */
    unknown: [...lost, ...changes.filter(mayBeNew)].some(isMust) || (isJudged(before) && !isJudged(after)),
  };
}

function isMust({ level }: ClauseChange): boolean {
  return level === 'MUST';
}

function mayBeNew({ before, after }: ClauseChange): boolean {
  return after === 'fail' && (before === 'error' || before === 'inconclusive');
}

function isJudged({ headline }: RunSummary): boolean {
  return headline.word === 'PASS' || headline.word === 'FAIL';
}

export function comparisonWord({ worse, unknown }: Comparison): Pick<Headline, 'sign' | 'tone'> & {
  readonly word: string;
} {
  if (worse) return { word: 'Worse', sign: '✗', tone: 'bad' };
  if (unknown) return { word: 'Not known', sign: '?', tone: 'warn' };
  return { word: 'Nothing worse', sign: '✓', tone: 'good' };
}

type Kind = 'newly failing' | 'fixed' | 'still failing' | 'lost' | 'not comparable' | 'unchanged';

function kindOf({ before, after }: ClauseChange): Kind {
  if (before === 'pass' && after === 'fail') return 'newly failing';
  if (before === 'fail' && after === 'pass') return 'fixed';
  if (before === 'fail' && after === 'fail') return 'still failing';
  if (before === 'pass' && (after === 'error' || after === 'inconclusive')) return 'lost';
  return before === after ? 'unchanged' : 'not comparable';
}

function clauseChange(one: RequirementSummary, other: RequirementSummary): ClauseChange {
  const { id, level, text } = other;
  const [beforeText, afterText] = [reasonOf(one, 400), reasonOf(other, 400)];
  return {
    id,
    level,
    text,
    before: one.verdict,
    after: other.verdict,
    ...(beforeText === undefined ? {} : { beforeText }),
    ...(afterText === undefined ? {} : { afterText }),
  };
}

function latencies(before: RunSummary, after: RunSummary) {
  const all = (summary: RunSummary) =>
    summary.requirements.flatMap(({ id, histograms }) => histograms.map((histogram) => ({ id, histogram })));
  const later = all(after);
  const latency: LatencyChange[] = [];
  const tooFew: string[] = [];
  for (const { id, histogram } of all(before)) {
    const other = later.find((one) => one.id === id && one.histogram.name === histogram.name)?.histogram;
    if (other === undefined || other.unit !== histogram.unit) continue;
    const shift = shiftBetween(histogram, other);
    if (shift === undefined) tooFew.push(`${id} ${histogram.name} (n ${histogram.count} and ${other.count})`);
    else {
      const { name, unit } = histogram;
      const changed = Math.max(shift.low, -shift.high) > shift.resolution;
      latency.push({ requirement: id, name, unit, before: histogram, after: other, shift, changed });
    }
  }
  return { latency, tooFew };
}

function cautionsOf(before: RunSummary, after: RunSummary): readonly string[] {
  const [one, other] = [before.start, after.start];
  const ended = (which: string, { outcome }: RunSummary): string[] =>
    outcome === 'done'
      ? []
      : [`${which} run did not end (${outcome}): what it had not judged is not compared`];
  if (one === undefined || other === undefined) return ['a journal has no first event of a run'];
  const differs = (what: string, a: string | number, b: string | number, so: string): string[] =>
    a === b ? [] : [`${what}: ${a} before, ${b} after: ${so}`];
  return [
    ...differs('seed', one.seed, other.seed, 'other inputs were tried, so a change may be random'),
    ...differs('board', one.board.name, other.board.name, 'it may not be the same board'),
    ...differs('version', one.version, other.version, 'the suite itself may have changed'),
    ...differs(
      'clock',
      clock(one.board.virtual),
      clock(other.board.virtual),
      'times differ, and less is tried in real time',
    ),
    ...parameterCautions(before, after),
    ...wordingCautions(before, after),
    ...ended('the first', before),
    ...ended('the second', after),
  ];
}

function clock(virtual: boolean): string {
  return virtual ? 'virtual time' : 'real time';
}

function parameterCautions(before: RunSummary, after: RunSummary): string[] {
  return before.suites.flatMap(({ id, parameters }) => {
    const other = after.suites.find((suite) => suite.id === id)?.parameters;
    if (other === undefined) return [];
    return Object.entries(parameters)
      .filter(([name, value]) => other[name] !== undefined && other[name] !== value)
      .map(
        ([name, value]) => `${id} ${name}: ${value} before, ${other[name] ?? ''} after: the limits differ`,
      );
  });
}

/** A clause with a different text is a different clause, even with the same id. */
function wordingCautions(before: RunSummary, after: RunSummary): string[] {
  const texts = new Map(after.requirements.map(({ id, level, text }) => [id, `${level} ${text}`]));
  const changed = before.requirements
    .filter(({ id, level, text }) => texts.has(id) && texts.get(id) !== `${level} ${text}`)
    .map(({ id }) => id);
  return changed.length === 0 ? [] : [`the wording or the level changed of ${changed.join(', ')}`];
}

interface Shift {
  readonly n: readonly [a: number, b: number];
  /** The median of all differences b − a, and an interval that contains it with 99 %, in the histogram's unit. */
  readonly shift: number;
  readonly low: number;
  readonly high: number;
  /** Differences below this are within one bucket. */
  readonly resolution: number;
}

const MIN_VALUES = 8;
/** The two-sided 99 % quantile of the normal distribution. */
const Z = 2.575_829;

interface Weighted {
  readonly value: number;
  readonly count: number;
}

/**
 * Whether one set of measured values is higher than another, by ranks alone (Mann and Whitney), and by how much (Hodges
 * and Lehmann's shift, with its distribution-free interval). It assumes no distribution, and draws nothing at random.
 *
 * Sources: Mann, Whitney 1947; Hodges, Lehmann 1963; Moses' interval as in Hollander, Wolfe, Nonparametric Statistical
 * Methods, 4.3. The normal approximation holds from 8 values on each side.
 *
 * undefined: too few values on one side.
 */
export function shiftBetween(a: HistogramRecord, b: HistogramRecord): Shift | undefined {
  if (a.count < MIN_VALUES || b.count < MIN_VALUES) return undefined;
  const [one, other] = [bucketMiddles(a), bucketMiddles(b)];
  const differences = one
    .flatMap((x) => other.map((y): Weighted => ({ value: y.value - x.value, count: x.count * y.count })))
    .sort((x, y) => x.value - y.value);
  const [m, n] = [total(one), total(other)];
  const spread = Z * Math.sqrt((m * n * tieCorrectedCount(one, other, m + n)) / 12);
  const middle = (m * n) / 2;
  return {
    n: [a.count, b.count],
    shift: weightedRank(differences, middle),
    low: weightedRank(differences, middle - spread),
    high: weightedRank(differences, middle + spread),
    resolution: Math.max(width(a), width(b)),
  };
}

/** (N + 1), minus the correction for ties. */
function tieCorrectedCount(one: readonly Weighted[], other: readonly Weighted[], all: number): number {
  const ties = new Map<number, number>();
  for (const { value, count } of [...one, ...other]) ties.set(value, (ties.get(value) ?? 0) + count);
  const tied = [...ties.values()].reduce((sum, t) => sum + (t ** 3 - t), 0);
  return all + 1 - tied / (all * (all - 1));
}

function total(values: readonly Weighted[]): number {
  return values.reduce((sum, { count }) => sum + count, 0);
}

function weightedRank(sorted: readonly Weighted[], rank: number): number {
  let sum = 0;
  for (const { value, count } of sorted) {
    sum += count;
    if (sum >= rank) return value;
  }
  return sorted.at(-1)?.value ?? 0;
}

function width({ buckets, worst }: HistogramRecord): number {
  const lows = buckets.map(([low]) => low).sort((x, y) => x - y);
  const steps = lows.flatMap((low, i) => (i === 0 ? [] : [low - (lows[i - 1] ?? low)]));
  const least = Math.min(...steps, Math.max(1, worst - (lows.at(-1) ?? worst) + 1));
  return Math.max(1, least);
}

function bucketMiddles(histogram: HistogramRecord): readonly Weighted[] {
  const half = (width(histogram) - 1) / 2;
  return histogram.buckets.map(([low, count]) => ({ value: low + half, count }));
}
