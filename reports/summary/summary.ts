/**
 * The result of a run: the events of its journal folded into one {@link RunSummary}. Every report is a function of it.
 *
 * The journal may stop at any line. Without verdicts in it, they are derived from the completed scenarios and the
 * checks. A clause that nothing judged is an error, never a pass.
 */
import type {
  AccountingRecord,
  CheckRecord,
  HistogramRecord,
  JournalEvent,
  LineRecord,
  MoveRecord,
  RepetitionRecord,
  RequirementRecord,
  RunEnd,
  RunStart,
  SuiteRecord,
  Verdict,
} from '../../scenarios/record';
import {
  EventCollector,
  type CollectedEvents,
  type ScenarioRun,
  type ScenarioJudgement,
  decidingChecks,
  plainestFirst,
} from './event-collector';
import { withParameters } from '../text/parameters';
import { LEAST_JUDGED, sumAccounting } from '../text/accounting';
import { printable } from '../text/printable';
import { plural } from '../text/quantity';
import { runHeadline, type Headline } from '../text/headline';
import {
  countLevel,
  countVerdicts,
  type Judgement,
  type LevelCounts,
  type VerdictCounts,
} from '../text/verdicts';
import type { WireTrace } from './wire-trace';

export interface RequirementSummary extends RequirementRecord {
  /** The suite's id; empty if the journal does not have it. */
  readonly suite: string;
  readonly verdict: Verdict;
  readonly checks: number;
  readonly reason?: string;
  /** The command line did not ask for it. */
  readonly selected?: false;
  /** How often each verdict was given in the repetitions of the run; absent: there were none. */
  readonly repetitions?: VerdictCounts;
  /** A failed SHOULD: the verdict is fail, but the run does not fail. */
  readonly warning: boolean;
  /** The checks that decided the verdict, the clearest first (see {@link plainestFirst}); none for a pass. */
  readonly deciding: readonly CheckRecord[];
  readonly decidingLeftOut: number;
  readonly scenarios: readonly string[];
  readonly scenarioJudgements: readonly ScenarioJudgement[];
  readonly histograms: readonly HistogramRecord[];
  /** Its share of the run, in microseconds: each scenario's span in equal parts over the clauses that it covers. */
  readonly share: number;
}

export interface SuiteSummary extends Omit<SuiteRecord, 'requirements' | 'scenarios'> {
  readonly requirements: readonly RequirementSummary[];
  readonly scenarios: readonly ScenarioRun[];
  readonly counts: LevelCounts;
  /** Absent if nothing counted its exchanges. */
  readonly accounting?: AccountingRecord;
}

/** A histogram, and the share of its limit that the worst value used. */
export interface TimingSummary {
  readonly requirement: RequirementSummary;
  readonly histogram: HistogramRecord;
  /** worst / limit; absent without a limit. */
  readonly used?: number;
}

export interface RunSummary {
  readonly start?: RunStart;
  readonly end?: RunEnd;
  /** cut-off: the journal stops before the run's end. */
  readonly outcome: RunEnd['outcome'] | 'cut-off';
  readonly reason?: string;
  readonly headline: Headline;
  readonly suites: readonly SuiteSummary[];
  readonly requirements: readonly RequirementSummary[];
  readonly counts: LevelCounts;
  /** Failed MUSTs, and failed SHOULDs. */
  readonly failures: readonly RequirementSummary[];
  readonly warnings: readonly RequirementSummary[];
  /** inconclusive, error and skip, of those that were asked for. */
  readonly notJudged: readonly RequirementSummary[];
  /** Sorted: those beyond a limit first, then by closeness to it. */
  readonly timing: readonly TimingSummary[];
  readonly repetitions: readonly RepetitionRecord[];
  readonly lines: readonly LineRecord[];
  readonly linesLeftOut: number;
  /** The monitored game, move by move. */
  readonly moves: readonly MoveRecord[];
  readonly movesLeftOut: number;
  /** The traffic on the links, bounded; absent if it was not kept. */
  readonly wire?: WireTrace;
  /** On the run's own clock, in microseconds. */
  readonly duration: number;
  readonly exchanges?: number;
  /** Of all suites that count them, so far. */
  readonly accounting?: AccountingRecord;
  /** A pass needs this share of the exchanges judged, in percent. */
  readonly leastJudged: number;
  readonly checks: number;
}

/** The judgement without a verdict of the run: a clause that was judged only in part has not passed. */
function deriveJudgement(gathered: CollectedEvents, id: string, covering: readonly ScenarioRun[]): Judgement {
  const judgement = gathered.judgements.get(id);
  if (judgement === undefined)
    return { verdict: 'error', checks: 0, reason: 'the run ended before it was judged' };
  const ended = covering.filter((scenario) => scenario.state === 'ended').length;
  if (ended >= covering.length || (judgement.verdict !== 'pass' && judgement.verdict !== 'skip'))
    return judgement;
  const reason = `judged in part only: the run ended when ${ended} of ${plural(covering.length, 'scenario')} that cover it were done`;
  return { verdict: 'inconclusive', checks: judgement.checks, reason };
}

/** What `--only` has to name so that its deciding check is made again: the scenario too, where that is about other clauses. */
export function rerunSelection({ id, deciding: [check], scenarios }: RequirementSummary): readonly string[] {
  return check === undefined || scenarios.includes(check.scenario) ? [id] : [id, check.scenario];
}

function requirementSummary(
  gathered: CollectedEvents,
  suite: string,
  scenarios: readonly ScenarioRun[],
  record: RequirementRecord,
): RequirementSummary {
  const covering = scenarios.filter((scenario) => scenario.covers.includes(record.id));
  const judgement = gathered.verdicts.get(record.id) ?? deriveJudgement(gathered, record.id, covering);
  const kept = gathered.checks.get(record.id);
  const deciding = plainestFirst(decidingChecks(kept?.checks ?? [], judgement.verdict), covering);
  const share = covering.reduce((sum, scenario) => sum + scenario.span / scenario.covers.length, 0);
  return {
    ...record,
    suite,
    verdict: judgement.verdict,
    checks: judgement.checks,
    ...(judgement.reason === undefined ? {} : { reason: judgement.reason }),
    ...(judgement.selected === undefined ? {} : { selected: judgement.selected }),
    ...(gathered.repetitions.length === 0
      ? {}
      : { repetitions: repeatedVerdicts(gathered.repetitions, record) }),
    warning: record.level === 'SHOULD' && judgement.verdict === 'fail',
    deciding,
    decidingLeftOut: deciding.length > 0 ? (kept?.leftOut.get(deciding[0]?.verdict ?? 'pass') ?? 0) : 0,
    scenarios: covering.map((scenario) => scenario.id),
    scenarioJudgements: gathered.scenarioJudgements.get(record.id) ?? [],
    histograms: gathered.histograms.filter((histogram) => histogram.requirement === record.id),
    share,
  };
}

function suiteSummaries(gathered: CollectedEvents): readonly SuiteSummary[] {
  const suites: readonly SuiteRecord[] = [...(gathered.start?.suites ?? []), ...uncataloguedSuites(gathered)];
  return suites.map((suite) => {
    const scenarios = gathered.scenarios.filter((scenario) => scenario.suite === suite.id);
    const requirements = suite.requirements.map((record) =>
      requirementSummary(gathered, suite.id, scenarios, {
        ...record,
        text: withParameters(record.text, suite.parameters),
      }),
    );
    const counted = gathered.accounting.filter((part) => part.suite === suite.id);
    const accounting = sumAccounting(counted.map((part) => part.accounting));
    return {
      ...suite,
      scenarios,
      requirements,
      counts: countVerdicts(requirements.filter(isSelected)),
      ...(accounting === undefined ? {} : { accounting }),
    };
  });
}

/** Judged clauses that are in no catalogue of this journal. They count as MUST, so that nothing is hidden. */
function repeatedVerdicts(repetitions: readonly RepetitionRecord[], { id, level }: RequirementRecord) {
  const verdicts = repetitions.flatMap((one) => one.verdicts[id]?.verdict ?? []);
  return countLevel(
    verdicts.map((verdict) => ({ level, verdict })),
    level,
  );
}

function uncataloguedSuites(gathered: CollectedEvents): readonly SuiteRecord[] {
  const known = new Set(gathered.start?.suites.flatMap((suite) => suite.requirements.map(({ id }) => id)));
  const judged = new Set([
    ...gathered.checks.keys(),
    ...gathered.judgements.keys(),
    ...gathered.verdicts.keys(),
  ]);
  const requirements = [...judged]
    .filter((id) => !known.has(id))
    .map(
      (id) => ({ id, level: 'MUST', origin: 'profile', group: 'Not in the catalogue', text: id }) as const,
    );
  if (requirements.length === 0) return [];
  return [{ id: '', title: 'Not in any catalogue of this run', requirements, parameters: {}, scenarios: [] }];
}

/** A value was not allowed. A clause may also fail by something else than its times. */
export function isBeyondLimit({ histogram, used = 0 }: TimingSummary): boolean {
  return (histogram.beyond ?? 0) > 0 || used > 1;
}

function timingSummaries(requirements: readonly RequirementSummary[]): readonly TimingSummary[] {
  const all = requirements.flatMap((requirement) =>
    requirement.histograms.map((histogram) => ({
      requirement,
      histogram,
      ...(histogram.limit === undefined || histogram.limit <= 0
        ? {}
        : { used: histogram.worst / histogram.limit }),
    })),
  );
  const failed = (timing: TimingSummary): number => (isBeyondLimit(timing) ? 1 : 0);
  const used = (timing: TimingSummary): number => timing.used ?? -1;
  return all.sort((one, other) => failed(other) - failed(one) || used(other) - used(one));
}

export const isSelected = ({ selected }: RequirementSummary): boolean => selected !== false;

function buildSummary(gathered: CollectedEvents): RunSummary {
  const suites = suiteSummaries(gathered);
  const requirements = suites.flatMap((suite) => suite.requirements);
  const asked = requirements.filter(isSelected);
  const counts = countVerdicts(asked);
  const outcome = gathered.end?.outcome ?? 'cut-off';
  // The headline says that it was interrupted.
  const reason = outcome === 'interrupted' ? undefined : gathered.end?.reason;
  const leastJudged = gathered.start?.leastJudged ?? LEAST_JUDGED;
  const accounting = suites.flatMap((suite) => suite.accounting ?? []);
  const sum = sumAccounting(accounting);
  const isOpen = ({ level, verdict }: RequirementSummary): boolean =>
    level === 'MUST' && (verdict === 'error' || verdict === 'inconclusive');
  return {
    ...(gathered.start === undefined ? {} : { start: gathered.start }),
    ...(gathered.end === undefined ? {} : { end: gathered.end, exchanges: gathered.end.exchanges }),
    outcome,
    ...(reason === undefined ? {} : { reason }),
    headline: runHeadline({
      counts,
      unselected: requirements.length - asked.length,
      outcome,
      damage: gathered.end?.damage,
      frames: gathered.end?.frames,
      link: gathered.start?.board.links[0]?.url,
      open: requirements.filter(isOpen).map(({ id }) => printable(id)),
      accounting,
      leastJudged,
      isTrace: gathered.start?.command.startsWith('wirejig check ') === true,
    }),
    ...(sum === undefined ? {} : { accounting: sum }),
    leastJudged,
    suites,
    requirements,
    counts,
    failures: requirements.filter(({ verdict, level }) => verdict === 'fail' && level === 'MUST'),
    warnings: requirements.filter(({ warning }) => warning),
    notJudged: asked.filter(({ verdict }) => verdict !== 'pass' && verdict !== 'fail'),
    timing: timingSummaries(requirements),
    repetitions: gathered.repetitions,
    lines: gathered.lines,
    linesLeftOut: gathered.linesLeftOut,
    moves: gathered.moves,
    movesLeftOut: gathered.movesLeftOut,
    ...(gathered.wire === undefined ? {} : { wire: gathered.wire }),
    duration: gathered.lastAt,
    checks: requirements.reduce((sum, { checks }) => sum + checks, 0),
  };
}

/** A summary that is updated by each event. Its memory is bounded, however long the run is. */
export interface SummaryBuilder {
  add(event: JournalEvent): void;
  summary(): RunSummary;
}

/** `wire`: whether the bytes on the links are kept too, for a report that shows them. */
export function createSummaryBuilder({ wire = true } = {}): SummaryBuilder {
  const collector = new EventCollector(wire);
  return { add: (event) => collector.add(event), summary: () => buildSummary(collector.collected()) };
}

/** The summary of a complete or incomplete journal. `options`: as of {@link createSummaryBuilder}. */
export function summarize(events: Iterable<JournalEvent>, options?: { readonly wire: boolean }): RunSummary {
  const builder = createSummaryBuilder(options);
  for (const event of events) builder.add(event);
  return builder.summary();
}
