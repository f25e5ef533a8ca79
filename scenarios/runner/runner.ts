/**
 * The runner: runs suites on a board, scenario by scenario, and writes the journal. Whatever happens to the board, every
 * requirement of every suite ends with a verdict.
 */
import type { Board } from '../../devices/board/board';
import {
  calibrationOf,
  calibrationText,
  measureWakeupLatency,
  type Calibration,
} from '../../devices/host-timing/error-budget';
import { LinkError, type LinkFault } from '../../devices/links/link';
import { RuleError } from '../../protocols/request-response/definition';
import { openLinks } from '../../devices/board/board-links';
import { Bench } from '../bench/bench';
import { BoardNeverQuiet, BoardSilent, NoOperator, ResetFailed } from '../bench/bench-errors';
import { MISSING_CAPABILITY } from '../bench/missing-capability';
import { stopOutcome, unjudgedBy, untilStopped, type Outcome } from './run-stop';
import { VerdictLedger } from './verdict-ledger';
import type { JournalEvent, RunEnd } from '../record';
import { startRecord, type RunOptions } from './run-options';
import { endComplete, endPartial, finalVerdicts, skipAll, skipRest } from './final-verdicts';
import type { Scenario, Suite } from '../suite';
import { Tracer } from '../journal/tracer';

const DONE: Outcome = { outcome: 'done' };

/** Faults of a link that could not be opened. */
const OPEN_FAULTS: readonly LinkFault[] = ['missing', 'busy', 'forbidden', 'refused'];

/**
 * Runs to the end, to the loss of the board, or to the interruption. Errors of the board never reject it. Rejects with
 * {@link RuleError} if the rules of a protocol are wrong: then nothing can be judged.
 */
export async function run(options: RunOptions): Promise<RunEnd> {
  return new Run(options).execute();
}

class Run {
  private readonly board: Board;
  private readonly tracer: Tracer;
  private readonly ledger: VerdictLedger;
  private readonly unfinished = new Set<Scenario>();
  private over = false;
  private exchanges = 0;
  private done = 0;
  private calibration: Calibration | undefined;
  private current: { suite: Suite; scenario: Scenario } | undefined;
  private readonly onAbort = (): void => void this.options.board.close();

  constructor(private readonly options: RunOptions) {
    const { board, emit, signal } = options;
    this.tracer = new Tracer(emit);
    this.board = this.tracer.board(board);
    this.ledger = new VerdictLedger(
      (event) => this.emit(event),
      () => board.clock.now(),
      options.timings,
    );
    for (const suite of options.suites)
      for (const scenario of this.selectedScenarios(suite)) this.unfinished.add(scenario);
    signal.addEventListener('abort', this.onAbort, { once: true });
  }

  async execute(): Promise<RunEnd> {
    this.emit(startRecord(this.options));
    const outcome = await this.catchRunEnd(() => untilStopped(this.runSuites(), this.options.signal));
    this.tracer.begin(Math.round(this.board.clock.now()));
    for (const suite of this.options.suites)
      for (const event of this.ledger.histograms(suite.id))
        if (suite.requirements.some(({ id }) => id === event.requirement)) this.emit(event);
    const end: RunEnd = {
      type: 'run-end',
      at: Math.round(this.board.clock.now()),
      ...outcome,
      verdicts: finalVerdicts(this.ledger, {
        suites: this.options.suites,
        unfinished: this.unfinished,
        selection: this.options.selection,
        reason: outcome.reason,
        unjudged: unjudgedBy(outcome),
      }),
      exchanges: this.exchanges,
    };
    this.emit(end);
    this.over = true;
    this.options.signal.removeEventListener('abort', this.onAbort);
    await this.board.close();
    return end;
  }

  private async runSuites(): Promise<Outcome> {
    this.options.signal.throwIfAborted();
    try {
      await this.board.open();
      if (this.options.resetFirst === true) await this.resetFirst();
    } catch (error) {
      if (error instanceof LinkError || error instanceof ResetFailed)
        return { outcome: 'unreachable', reason: error.message };
      throw error;
    }
    this.calibrate();
    for (const suite of this.options.suites) {
      if (this.selectedScenarios(suite).length === 0) continue;
      const reason = (await this.probeFailure(suite)) ?? (await this.options.misfit?.(this.options.board));
      if (reason !== undefined) return { outcome: 'unreachable', reason };
      for (const scenario of this.selectedScenarios(suite)) {
        this.options.signal.throwIfAborted();
        const outcome = await this.runScenario(suite, scenario);
        if (outcome.outcome !== 'done') return outcome;
      }
    }
    return DONE;
  }

  private async resetFirst(): Promise<void> {
    const [suite] = this.options.suites;
    if (suite === undefined || (await this.bench(suite, 'reset').reset())) return;
    this.emitLine('not-reset', 'the board has no reset method: it is as an earlier run left it');
  }

  /** The parts of the bounds of this run's times: they are in the journal, and in inconclusive verdicts. */
  private calibrate(): void {
    if (this.board.clock.virtual) return;
    const budgets = openLinks(this.board).flatMap(({ budget }) => budget?.() ?? []);
    this.calibration = calibrationOf(budgets, measureWakeupLatency());
    this.emitLine('calibrated', calibrationText(this.calibration));
  }

  /** Why the board is not there, as a sentence. A link on demand that cannot be opened is such a reason. */
  private async probeFailure(suite: Suite): Promise<string | undefined> {
    try {
      return await suite.probe(this.bench(suite, 'probe'));
    } catch (error) {
      if (error instanceof LinkError && OPEN_FAULTS.includes(error.fault)) return error.message;
      throw error;
    }
  }

  private async runScenario(suite: Suite, scenario: Scenario): Promise<Outcome> {
    this.current = { suite, scenario };
    const at = Math.round(this.board.clock.now());
    this.tracer.begin(at);
    this.emit({ type: 'scenario', at, suite: suite.id, scenario: scenario.id });
    this.reportProgress();
    this.ledger.begin(scenario.id);
    const missingNeed = this.missingNeed(suite, scenario);
    const outcome =
      missingNeed === undefined
        ? await this.catchRunEnd(() => this.runOnBench(suite, scenario))
        : this.skipped(scenario, missingNeed);
    if (outcome.outcome === 'done') endComplete(this.ledger, scenario);
    else endPartial(this.ledger, scenario, outcome.reason ?? outcome.outcome, unjudgedBy(outcome));
    this.emitScenarioEnd(suite, scenario);
    if (outcome.outcome !== 'done') return outcome;
    this.unfinished.delete(scenario);
    this.done++;
    return DONE;
  }

  /** The capability that the scenario needs and the board lacks. */
  private missingNeed(suite: Suite, scenario: Scenario): string | undefined {
    const { needs = [] } = scenario;
    const missing = needs.find((capability) => this.board[capability] === undefined);
    if (missing !== undefined) return MISSING_CAPABILITY[missing];
    return scenario.unfit?.(this.board, this.options.parameters.get(suite.id) ?? {});
  }

  private async runOnBench(suite: Suite, scenario: Scenario): Promise<Outcome> {
    try {
      const bench = this.bench(suite, scenario.id);
      this.board.guard?.reasons.clear();
      await scenario.run(bench);
      if (bench.withheld !== undefined) skipRest(this.ledger, scenario, bench.withheld);
      return DONE;
    } catch (error) {
      if (error instanceof LinkError || error instanceof RuleError || this.options.signal.aborted)
        throw error;
      if (error instanceof NoOperator) {
        skipRest(this.ledger, scenario, error.message);
        return DONE;
      }
      endPartial(this.ledger, scenario, reasonOf(error));
      if (!(error instanceof BoardSilent)) return DONE;
      const { message: reason } = error;
      if (error instanceof BoardNeverQuiet) return { outcome: 'never-quiet', reason };
      return (await this.revive(suite)) ? DONE : { outcome: 'silent', reason };
    }
  }

  private skipped(scenario: Scenario, reason: string): Outcome {
    skipAll(this.ledger, scenario, reason);
    return DONE;
  }

  /** Resets a silent board if possible, and probes it again: true if it answers. */
  private async revive(suite: Suite): Promise<boolean> {
    const bench = this.bench(suite, 'revive');
    try {
      await bench.reset();
      return (await suite.probe(bench)) === undefined;
    } catch (error) {
      if (error instanceof ResetFailed || error instanceof BoardSilent) return false;
      throw error;
    }
  }

  /** Turns a lost link and an interruption into the run's outcome. */
  private async catchRunEnd(work: () => Promise<Outcome>): Promise<Outcome> {
    try {
      return await work();
    } catch (error) {
      if (this.options.signal.aborted) return stopOutcome(this.options.signal);
      if (error instanceof LinkError) return { outcome: 'lost', reason: error.message };
      throw error;
    }
  }

  /** In exchanges. On a real board an exchange takes longer than a progress event. */
  private get progressInterval(): number {
    return this.board.clock.virtual ? 64 : 1;
  }

  private bench(suite: Suite, part: string): Bench {
    const parameters = this.options.parameters.get(suite.id) ?? {};
    const stallLimit = suite.stallLimit?.(parameters);
    return new Bench({
      board: this.board,
      parameters,
      ledger: this.ledger,
      seed: derivedSeed(this.options.seed, `${suite.id}/${part}`),
      onTransfer: (direction) => {
        if (direction === 'tx' && ++this.exchanges % this.progressInterval === 0) this.reportProgress();
      },
      onEvent: (event, detail, at) => this.emitLine(event, detail, at),
      note: (text) => this.reportProgress(text),
      throwIfInterrupted: () => this.options.signal.throwIfAborted(),
      revive: () => this.revive(suite),
      ...(this.calibration === undefined ? {} : { calibration: this.calibration }),
      ...(stallLimit === undefined ? {} : { stallLimit }),
    });
  }

  private selectedScenarios(suite: Suite): readonly Scenario[] {
    return suite.scenarios.filter((scenario) => this.options.selection.includes(scenario));
  }

  private emitScenarioEnd(suite: Suite, scenario: Scenario): void {
    const { selection } = this.options;
    const judged = [...this.ledger.scenarioStandings()].filter(([id, { verdict }]) =>
      selection.counts(id, verdict),
    );
    const requirements = Object.fromEntries(judged.sort(([a], [b]) => (a < b ? -1 : 1)));
    const at = Math.round(this.board.clock.now());
    const place = { suite: suite.id, scenario: scenario.id };
    this.emit({ type: 'scenario-end', at, ...place, requirements, ...this.ledger.accounted() });
  }

  private emitLine(event: string, detail: string, at = Math.round(this.board.clock.now())): void {
    this.emit({ type: 'line', at, link: '', event, detail });
  }

  private reportProgress(note?: string): void {
    const { current, exchanges, done } = this;
    if (current === undefined) return;
    const total = done + this.unfinished.size;
    const { suite, scenario } = current;
    this.options.progress?.({
      suite: suite.id,
      scenario: scenario.title,
      done,
      total,
      exchanges,
      ...(note === undefined ? {} : { note }),
    });
  }

  private emit(event: JournalEvent): void {
    // An abandoned scenario has no more effect.
    if (this.over) return;
    if (event.type === 'check' && !this.options.selection.counts(event.requirement, event.verdict)) return;
    if (event.type === 'line' && event.event !== 'charge') this.tracer.interrupted();
    if (event.type === 'check' && event.verdict === 'fail') this.tracer.failed();
    this.tracer.settle();
    this.options.emit(event);
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof BoardSilent || error instanceof ResetFailed) return error.message;
  return `wirejig itself failed: ${error instanceof Error ? error.message : String(error)}`;
}

/** FNV-1a over the text, started from the seed: a 32-bit seed of its own for each part of a run. */
function derivedSeed(seed: number, text: string): number {
  let hash = (0x811c9dc5 ^ seed) >>> 0;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193) >>> 0;
  return hash | 0;
}
