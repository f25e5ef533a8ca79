/** Events of a journal, sorted into what a summary needs and bounded on the way. */
import type {
  CheckRecord,
  HistogramRecord,
  JournalEvent,
  LineRecord,
  MoveRecord,
  RunEnd,
  RunStart,
  Verdict,
} from '../../scenarios/record';
import { mergeJudgements, type Judgement } from '../text/verdicts';
import { WireCollection, type WireTrace } from './wire-trace';

/** Checks of one verdict kept for one requirement: the rest are counted. */
const KEPT_CHECKS = 8;
const KEPT_LINES = 2000;
const KEPT_MOVES = 2000;

export interface ScenarioRun {
  readonly suite: string;
  readonly id: string;
  readonly title: string;
  readonly covers: readonly string[];
  /** cut: it started and the record stops within it. */
  readonly state: 'not tried' | 'cut' | 'ended';
  /** Its length on the run's clock, in microseconds. */
  readonly span: number;
  /** When it began, on the run's clock; absent where it was not tried. */
  readonly from?: number;
}

/** What one scenario said of a requirement. */
export interface Tried extends Judgement {
  readonly scenario: string;
}

interface KeptChecks {
  readonly checks: readonly CheckRecord[];
  readonly leftOut: ReadonlyMap<Verdict, number>;
}

export interface Gathered {
  readonly start: RunStart | undefined;
  readonly end: RunEnd | undefined;
  readonly lastAt: number;
  readonly scenarios: readonly ScenarioRun[];
  readonly checks: ReadonlyMap<string, KeptChecks>;
  /** By requirement: what the scenarios that ended said of it, and the checks of one that was cut. */
  readonly judgements: ReadonlyMap<string, Judgement>;
  /** By requirement: what each scenario that judged it said of it, in their order. */
  readonly tried: ReadonlyMap<string, readonly Tried[]>;
  /** The run's own verdicts, where it came to say them. */
  readonly verdicts: ReadonlyMap<string, Judgement>;
  readonly histograms: readonly HistogramRecord[];
  readonly lines: readonly LineRecord[];
  readonly linesLeftOut: number;
  readonly moves: readonly MoveRecord[];
  readonly movesLeftOut: number;
  /** What passed on the links; absent where it was not asked for. */
  readonly wire: WireTrace | undefined;
}

export interface Gathering {
  add(event: JournalEvent): void;
  gathered(): Gathered;
}

interface OpenScenario {
  readonly suite: string;
  readonly scenario: string;
  readonly at: number;
  /** Judgements of its checks so far, by requirement. */
  readonly judged: Map<string, Judgement>;
}

class Collection implements Gathering {
  private start: RunStart | undefined;
  private end: RunEnd | undefined;
  private lastAt = 0;
  private open: OpenScenario | undefined;
  private readonly runs = new Map<string, Pick<ScenarioRun, 'state' | 'span' | 'from'>>();
  private readonly checks = new Map<string, { checks: CheckRecord[]; leftOut: Map<Verdict, number> }>();
  private readonly ended = new Map<string, Judgement>();
  private readonly tried = new Map<string, Tried[]>();
  private readonly histograms: HistogramRecord[] = [];
  private readonly lines: LineRecord[] = [];
  private linesLeftOut = 0;
  private readonly moves: MoveRecord[] = [];
  private movesLeftOut = 0;

  constructor(private readonly wire: WireCollection | undefined) {}

  add(event: JournalEvent): void {
    switch (event.type) {
      case 'run':
        this.start = event;
        break;
      case 'scenario':
        this.close('cut', event.at);
        this.open = { suite: event.suite, scenario: event.scenario, at: event.at, judged: new Map() };
        this.pass(event.at);
        break;
      case 'scenario-end':
        for (const [id, judgement] of Object.entries(event.requirements)) {
          this.settle(event.scenario, id, judgement);
          this.open?.judged.delete(id);
        }
        this.close('ended', event.at);
        break;
      case 'check':
        this.keep(event);
        break;
      case 'chunk':
        this.wire?.add(event);
        this.pass(event.notAfter);
        break;
      case 'line':
        if (this.lines.length < KEPT_LINES) this.lines.push(event);
        else this.linesLeftOut += 1;
        this.pass(event.at);
        break;
      case 'move':
        if (this.moves.length < KEPT_MOVES) this.moves.push(event);
        else this.movesLeftOut += 1;
        this.pass(event.at);
        break;
      case 'histogram':
        this.histograms.push(event);
        break;
      case 'run-end':
        this.end = event;
        this.pass(event.at);
        break;
      case 'fuzz':
      case 'fuzz-progress':
      case 'fuzz-resync':
      case 'fuzz-finding':
      case 'fuzz-resume':
      case 'fuzz-end':
        break;
    }
  }

  gathered(): Gathered {
    return {
      start: this.start,
      end: this.end,
      lastAt: this.lastAt,
      scenarios: this.scenarios(),
      checks: this.checks,
      judgements: this.judgements(),
      tried: this.tried,
      verdicts: new Map(Object.entries(this.end?.verdicts ?? {})),
      histograms: this.histograms,
      lines: this.lines,
      linesLeftOut: this.linesLeftOut,
      moves: this.moves,
      movesLeftOut: this.movesLeftOut,
      wire: this.wire?.seal(),
    };
  }

  private pass(at: number): void {
    if (at > this.lastAt) this.lastAt = at;
  }

  /** The scenario that is running, if any, stops. What its checks said stands where it did not say more. */
  private close(state: 'cut' | 'ended', at: number): void {
    this.pass(at);
    if (this.open === undefined) return;
    const { suite, scenario, at: from } = this.open;
    for (const [id, judgement] of this.open.judged) this.settle(scenario, id, judgement);
    this.runs.set(key(suite, scenario), { state, span: Math.max(0, at - from), from });
    this.open = undefined;
  }

  private settle(scenario: string, id: string, judgement: Judgement): void {
    judge(this.ended, id, judgement);
    const tried = this.tried.get(id) ?? [];
    this.tried.set(id, tried);
    tried.push({ scenario, ...judgement });
  }

  private keep(check: CheckRecord): void {
    this.pass(check.at);
    const judged = this.open?.judged ?? this.ended;
    const reason = check.verdict === 'pass' ? {} : { reason: check.title };
    judge(judged, check.requirement, { verdict: check.verdict, checks: 1, ...reason });
    if (check.verdict === 'pass') return;
    if (check.verdict !== 'skip') this.wire?.mark();
    const kept = this.checks.get(check.requirement) ?? { checks: [], leftOut: new Map<Verdict, number>() };
    this.checks.set(check.requirement, kept);
    const alike = kept.checks.filter((other) => other.verdict === check.verdict).length;
    if (alike < KEPT_CHECKS) kept.checks.push(check);
    else kept.leftOut.set(check.verdict, (kept.leftOut.get(check.verdict) ?? 0) + 1);
  }

  private judgements(): ReadonlyMap<string, Judgement> {
    const merged = new Map(this.ended);
    for (const [id, judgement] of this.open?.judged ?? []) judge(merged, id, judgement);
    return merged;
  }

  private scenarios(): readonly ScenarioRun[] {
    const running = this.open === undefined ? '' : key(this.open.suite, this.open.scenario);
    const span = this.lastAt - (this.open?.at ?? 0);
    return (this.start?.suites ?? []).flatMap((suite) =>
      suite.scenarios.map((scenario) => {
        const name = key(suite.id, scenario.id);
        const run = this.runs.get(name) ?? { state: 'not tried' as const, span: 0 };
        return {
          suite: suite.id,
          ...scenario,
          ...(name === running ? { state: 'cut' as const, span, from: this.open?.at ?? 0 } : run),
        };
      }),
    );
  }
}

function judge(judged: Map<string, Judgement>, id: string, judgement: Judgement): void {
  const before = judged.get(id);
  judged.set(id, before === undefined ? judgement : mergeJudgements([before, judgement]));
}

function key(suite: string, scenario: string): string {
  return JSON.stringify([suite, scenario]);
}

/** `wire`: whether what passed on the links is kept too. */
export function gatherEvents(wire: boolean): Gathering {
  return new Collection(wire ? new WireCollection() : undefined);
}
