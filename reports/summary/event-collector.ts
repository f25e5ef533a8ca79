/** Sorts the events of a journal for a summary, with bounds. */
import type {
  AccountingRecord,
  CheckRecord,
  HistogramRecord,
  JournalEvent,
  LineRecord,
  MoveRecord,
  RepetitionRecord,
  RunEnd,
  RunStart,
  Verdict,
} from '../../scenarios/record';
import { mergeJudgements, type Judgement } from '../text/verdicts';
import { WireTraceCollector } from './wire-trace';
import { failingExchange } from '../fault/failing-exchange';

const KEPT_CHECKS = 8;
const KEPT_LINES = 2000;
/**
 * Events of lines for the judge alone: what a scenario is about, when a reset was carried out, what a late answer waited for, and what a
 * stall leaves open.
 */
export const FOR_THE_JUDGE = ['charge', 'reset-end', 'waited', 'doubt'];
const KEPT_MOVES = 2000;

export interface ScenarioRun {
  readonly suite: string;
  readonly id: string;
  readonly title: string;
  readonly covers: readonly string[];
  /** cut: it started, and the record stops within it. */
  readonly state: 'not tried' | 'cut' | 'ended';
  /** Its length on the run's clock, in microseconds; of all its repetitions. */
  readonly span: number;
  /** When it began, on the run's clock; absent if it was not tried. */
  readonly from?: number;
}

export interface ScenarioJudgement extends Judgement {
  readonly scenario: string;
}

export type CollectedEvents = ReturnType<EventCollector['collected']>;

interface RunningScenario {
  readonly suite: string;
  readonly scenario: string;
  readonly at: number;
  /** Judgements of its checks so far, by requirement. */
  readonly judged: Map<string, Judgement>;
}

export class EventCollector {
  private start: RunStart | undefined;
  private end: RunEnd | undefined;
  private lastAt = 0;
  private running: RunningScenario | undefined;
  private readonly runs = new Map<string, Pick<ScenarioRun, 'state' | 'span' | 'from'>>();
  private readonly checks = new Map<string, { checks: CheckRecord[]; leftOut: Map<Verdict, number> }>();
  private readonly judged = new Map<string, Judgement>();
  private readonly scenarioJudgements = new Map<string, ScenarioJudgement[]>();
  private readonly histograms = new Map<string, HistogramRecord>();
  private readonly repetitions: RepetitionRecord[] = [];
  private readonly lines: LineRecord[] = [];
  private linesLeftOut = 0;
  private readonly accounting: { suite: string; accounting: AccountingRecord }[] = [];
  private readonly moves: MoveRecord[] = [];
  private movesLeftOut = 0;

  private readonly wire: WireTraceCollector | undefined;

  /** `wire`: whether the bytes on the links are kept too. */
  constructor(wire: boolean) {
    this.wire = wire ? new WireTraceCollector() : undefined;
  }

  add(event: JournalEvent): void {
    switch (event.type) {
      case 'run':
        this.start = event;
        break;
      case 'scenario':
        this.endScenario('cut', event.at);
        this.running = { suite: event.suite, scenario: event.scenario, at: event.at, judged: new Map() };
        this.advanceTo(event.at);
        break;
      case 'scenario-end':
        for (const [id, judgement] of Object.entries(event.requirements)) {
          this.addJudgement(event.scenario, id, judgement);
          this.running?.judged.delete(id);
        }
        if (event.accounting !== undefined)
          this.accounting.push({ suite: event.suite, accounting: event.accounting });
        this.endScenario('ended', event.at);
        break;
      case 'check':
        this.addCheck(event);
        break;
      case 'chunk':
        this.wire?.add(event);
        this.advanceTo(event.notAfter);
        break;
      case 'line':
        if (FOR_THE_JUDGE.includes(event.event)) break;
        if (this.lines.length < KEPT_LINES) this.lines.push(event);
        else this.linesLeftOut += 1;
        this.advanceTo(event.at);
        break;
      case 'move':
        if (this.moves.length < KEPT_MOVES) this.moves.push(event);
        else this.movesLeftOut += 1;
        this.advanceTo(event.at);
        break;
      case 'histogram':
        // Of several repetitions each has all measurements so far.
        this.histograms.set(JSON.stringify([event.suite, event.requirement, event.name]), event);
        break;
      case 'repetition':
        this.repetitions.push(event);
        this.advanceTo(event.at);
        break;
      case 'run-end':
        this.end = event;
        this.advanceTo(event.at);
        break;
      default:
    }
  }

  collected() {
    return {
      start: this.start,
      end: this.end,
      lastAt: this.lastAt,
      scenarios: this.scenarios(),
      /** By requirement. */
      checks: this.checks,
      /** By requirement: the judgements of completed scenarios, and the checks of an unfinished one. */
      judgements: this.judgements(),
      /** By requirement: the judgement of each scenario, in order. */
      scenarioJudgements: this.scenarioJudgements,
      /** The verdicts of the run, if it ended. */
      verdicts: new Map<string, Judgement>(Object.entries(this.end?.verdicts ?? {})),
      histograms: [...this.histograms.values()],
      /** The ended ones of several runs. */
      repetitions: this.repetitions,
      /** What was judged of the wire, scenario by scenario. */
      accounting: this.accounting,
      lines: this.lines,
      linesLeftOut: this.linesLeftOut,
      moves: this.moves,
      movesLeftOut: this.movesLeftOut,
      /** The bytes on the links; undefined if they were not requested. */
      wire: this.wire?.finish(),
    };
  }

  private advanceTo(at: number): void {
    if (at > this.lastAt) this.lastAt = at;
  }

  /**
   * Ends the present scenario. For a requirement without a judgement of the scenario, the judgement of its checks
   * counts.
   */
  private endScenario(state: 'cut' | 'ended', at: number): void {
    this.advanceTo(at);
    if (this.running === undefined) return;
    const { suite, scenario, at: from } = this.running;
    for (const [id, judgement] of this.running.judged) this.addJudgement(scenario, id, judgement);
    const name = key(suite, scenario);
    const earlier = this.runs.get(name)?.span ?? 0;
    this.runs.set(name, { state, span: earlier + Math.max(0, at - from), from });
    this.running = undefined;
  }

  private addJudgement(scenario: string, id: string, judgement: Judgement): void {
    mergeJudgement(this.judged, id, judgement);
    const tried = this.scenarioJudgements.get(id) ?? [];
    this.scenarioJudgements.set(id, tried);
    tried.push({ scenario, ...judgement });
  }

  private addCheck(check: CheckRecord): void {
    this.advanceTo(check.at);
    const judged = this.running?.judged ?? this.judged;
    const reason = check.verdict === 'pass' ? {} : { reason: check.title };
    mergeJudgement(judged, check.requirement, { verdict: check.verdict, checks: 1, ...reason });
    if (check.verdict === 'pass') return;
    if (check.verdict !== 'skip') this.wire?.markFailure();
    const kept = this.checks.get(check.requirement) ?? { checks: [], leftOut: new Map<Verdict, number>() };
    this.checks.set(check.requirement, kept);
    const same = kept.checks.filter((other) => other.verdict === check.verdict);
    if (same.length >= KEPT_CHECKS) {
      kept.leftOut.set(check.verdict, (kept.leftOut.get(check.verdict) ?? 0) + 1);
      const foreign = same.findLast((other) => !this.isCovered(other));
      if (foreign === undefined || !this.isCovered(check)) return;
      kept.checks.splice(kept.checks.indexOf(foreign), 1);
    }
    kept.checks.push(check);
  }

  /** The scenario covers the clause: it shows a failure more clearly than one that found it by chance. */
  private isCovered({ scenario, requirement }: CheckRecord): boolean {
    const scenarios = this.start?.suites.flatMap((suite) => suite.scenarios) ?? [];
    return scenarios.some(({ id, covers }) => id === scenario && covers.includes(requirement));
  }

  private judgements(): ReadonlyMap<string, Judgement> {
    const merged = new Map(this.judged);
    for (const [id, judgement] of this.running?.judged ?? []) mergeJudgement(merged, id, judgement);
    return merged;
  }

  private scenarios(): readonly ScenarioRun[] {
    const running = this.running === undefined ? '' : key(this.running.suite, this.running.scenario);
    const span = this.lastAt - (this.running?.at ?? 0);
    return (this.start?.suites ?? []).flatMap((suite) =>
      suite.scenarios.map((scenario) => {
        const name = key(suite.id, scenario.id);
        const run = this.runs.get(name) ?? { state: 'not tried' as const, span: 0 };
        return {
          suite: suite.id,
          ...scenario,
          ...(name === running ? { state: 'cut' as const, span, from: this.running?.at ?? 0 } : run),
        };
      }),
    );
  }
}

function mergeJudgement(judged: Map<string, Judgement>, id: string, judgement: Judgement): void {
  const before = judged.get(id);
  judged.set(id, before === undefined ? judgement : mergeJudgements([before, judgement]));
}

function key(suite: string, scenario: string): string {
  return JSON.stringify([suite, scenario]);
}

const DECIDES_NOTHING: ReadonlySet<Verdict> = new Set(['pass', 'skip']);

export function decidingChecks(checks: readonly CheckRecord[], verdict: Verdict): readonly CheckRecord[] {
  if (verdict === 'pass') return [];
  const same = checks.filter((check) => check.verdict === verdict);
  return same.length > 0 ? same : checks.filter((check) => !DECIDES_NOTHING.has(check.verdict));
}

/** Checks of scenarios that cover the clause come first, and among them those with the shortest evidence. */
export function plainestFirst(
  checks: readonly CheckRecord[],
  covering: readonly ScenarioRun[],
): readonly CheckRecord[] {
  const ids = new Set(covering.map(({ id }) => id));
  const foreign = ({ scenario }: CheckRecord): number => (ids.has(scenario) ? 0 : 1);
  const length = ({ evidence = [] }: CheckRecord): number => {
    const start = failingExchange(evidence, undefined);
    return evidence.slice(start).reduce((sum, { hex }) => sum + hex.length, 0);
  };
  return checks.toSorted((one, other) => foreign(one) - foreign(other) || length(one) - length(other));
}
