/** The bench of a scenario: it sends, receives and judges. It knows no protocol. */
import { sample, type Arbitrary } from 'fast-check';
import type { Board } from '../../devices/board/board';
import { LinkError } from '../../devices/links/link';
import type { Chunk } from '../../protocols/chunk';
import type { Parameters } from '../../protocols/requirement';
import { after, type Micros } from '../../protocols/time';
import { Assessor, stallText, type EvidenceSource, type Finding, type AssessorOptions } from './assessor';
import { BoardSilent, NoOperator, ResetFailed } from './bench-errors';
import { hex } from '../../protocols/bytes';
import { withheldText } from '../../protocols/withheld';
import { checkProperty } from './property-check';
import { LinkPlayer } from '../player/link-player';
import type { Play } from '../player/play';
import type { Measurement } from '../../protocols/monitor/measurement';
import type { Monitor } from '../../protocols/monitor/monitor';
import { MISSING_CAPABILITY } from './missing-capability';
import type { CheckDetail, Standing } from '../runner/verdict-ledger';
import type { ScreenRecord, Verdict } from '../record';

interface BenchOptions extends AssessorOptions {
  readonly parameters: Parameters;
  /** The seed of this scenario: a function of the run's seed and the scenario's id. */
  readonly seed: number;
  readonly onTransfer: (direction: 'tx' | 'rx') => void;
  readonly note: (text: string) => void;
  /** Throws the run's interruption: called at every wait. */
  readonly throwIfInterrupted: () => void;
  /** Recovers a silent board if possible. Resolves with false if it stays silent. */
  readonly revive: () => Promise<boolean>;
}

/** The most steps of shrinking a counterexample, in virtual time and on a real board. */
const SHRINK_STEPS = { virtual: 300, real: 60 } as const;
/** After this many failures of a requirement in a scenario, no more cases are needed there. */
const ENOUGH_FAILURES = 3;

/** A run has one board, and a bench for each scenario. */
const LAST_RESETS = new WeakMap<Board, Micros>();

/** The operations of a scenario: it opens links, measures, and records verdicts. */
export class Bench {
  private readonly assessor: Assessor;
  private readonly player: LinkPlayer;
  private draws = 0;

  constructor(private readonly options: BenchOptions) {
    this.assessor = new Assessor(options);
    const show = this.present.bind(this);
    this.player = new LinkPlayer(options.board, options.throwIfInterrupted, show);
  }

  get board(): Board {
    return this.options.board;
  }

  /** true: time is virtual, so that work of minutes on a real board can be tried completely. */
  get exhaustive(): boolean {
    return this.board.clock.virtual;
  }

  now(): Micros {
    return this.board.clock.now();
  }

  /** The parameters of the suite, by name. */
  get parameters(): Parameters {
    return this.options.parameters;
  }

  /** The seed of this scenario. */
  get seed(): number {
    return this.options.seed;
  }

  /** A numeric parameter of the suite. Throws for an unknown name. */
  number(name: string): number {
    const value = this.options.parameters[name];
    if (typeof value !== 'number') throw new Error(`the suite has no numeric parameter ${name}`);
    return value;
  }

  /** A textual parameter of the suite. Throws for an unknown name. */
  text(name: string): string {
    const value = this.options.parameters[name];
    if (typeof value !== 'string') throw new Error(`the suite has no textual parameter ${name}`);
    return value;
  }

  /** Plays on the board's links. `listener` gets each chunk before the play does. */
  play<T>(steps: Play<T>, listener?: (chunk: Chunk, link: string) => void): Promise<T> {
    return this.player.play(steps, (chunk, link) => {
      this.options.onTransfer(chunk.direction);
      listener?.(chunk, link);
    });
  }

  /** The evidence of checks that do not pass and have none of their own. */
  addEvidenceSource(source: EvidenceSource): void {
    this.assessor.addEvidenceSource(source);
  }

  /** From now on checks that do not pass show this screen at their time. */
  watchScreen(screen: () => ScreenRecord): void {
    this.assessor.setScreen(screen);
  }

  /** Its judged and unjudged exchanges count in the run. */
  countExchanges(monitor: Pick<Monitor, 'accounting'>): void {
    this.options.ledger.addMonitor(monitor);
  }

  /** The exchanges of this scenario that were not judged. */
  countUnjudged(): number {
    return this.options.ledger.countUnjudged();
  }

  async pause(span: Micros): Promise<void> {
    this.options.throwIfInterrupted();
    await this.board.clock.until(after(this.now(), span));
  }

  /** Resets the board by its reset method; false: it has none. Rejects with {@link ResetFailed} and with LinkError. */
  async reset(): Promise<boolean> {
    const { reset } = this.board;
    if (reset === undefined) return false;
    this.options.throwIfInterrupted();
    LAST_RESETS.set(this.board, this.now());
    const since = this.now();
    this.options.onEvent('reset', this.board.reset?.text ?? '');
    try {
      await reset.run();
      if (this.now() > since) this.options.onEvent('reset-end', '');
    } catch (error) {
      if (error instanceof LinkError || !(error instanceof Error)) throw error;
      throw new ResetFailed(`the board could not be reset: ${error.message}`, { cause: error });
    }
    return true;
  }

  /** The time of the last reset in this run. */
  get lastReset(): Micros | undefined {
    return LAST_RESETS.get(this.board);
  }

  /** Presents a code to the board once. Rejects if the board has no stimulus: the scenario must declare that it `needs` it. */
  async present(symbology: string, payload: Uint8Array): Promise<void> {
    const { stimulus } = this.board;
    if (stimulus === undefined) throw new Error('the scenario does not declare that it needs a stimulus');
    this.options.throwIfInterrupted();
    this.options.onEvent('present', `${symbology} ${hex(payload)}`.trimEnd());
    await stimulus.present(symbology, payload);
  }

  /** From here on a wrong answer breaks this clause; empty: the clause that the rules name. */
  charge(clause: string): void {
    this.options.onEvent('charge', clause);
  }

  /** What was left open since `since` is tried again: the new try replaces it. */
  retry(since: Micros): void {
    const now = Math.round(this.now());
    this.options.onEvent('retry', `in the last ${Math.ceil(now - since)} us`, now);
  }

  /** What was sent between `since` and `until` may have reached the board later by `stall`. */
  stalled(since: Micros, stall: Micros, until?: Micros): void {
    const now = Math.round(this.now());
    const rest = until === undefined ? '' : `, but the last ${Math.ceil(now - until)} us`;
    this.options.onEvent(
      'stalled',
      `${Math.ceil(stall)} us in the last ${Math.ceil(now - since)} us${rest}`,
      now,
    );
  }

  /** Asks the person at the board's buttons. Throws {@link NoOperator} if there is nobody. */
  operate(what: string): void {
    this.options.throwIfInterrupted();
    const { operator } = this.board;
    if (operator === undefined) throw new NoOperator(MISSING_CAPABILITY.operator);
    operator.ask(what);
  }

  /** Shows the user what is being done. */
  note(text: string): void {
    this.options.note(text);
  }

  /** Judges one requirement in one situation. A failed check takes its evidence automatically. */
  check(requirement: string, holds: boolean, detail: () => CheckDetail): boolean {
    if (holds) this.assessor.pass(requirement);
    else this.assessor.fail(requirement, detail);
    return holds;
  }

  /** The longest stall of the board by this machine since then, if it is long enough to change answers. */
  stallSince(since: Micros): Micros | undefined {
    return this.assessor.stallSince(since);
  }

  /** Records an undecided try. `title`: the reason. `stall`: how long this machine stalled, a possible cause. */
  inconclusive(requirement: string, title: string, stall?: Micros): void {
    const doubt = stall === undefined ? {} : { doubt: stallText(stall) };
    this.assessor.conclude(requirement, 'inconclusive', { title, ...doubt });
  }

  /** Why something of this scenario was not sent, in words; undefined: all was. */
  get withheld(): string | undefined {
    return withheldText(this.board.guard?.reasons);
  }

  /** Nothing could be judged of it. `title`: the reason, if nothing was withheld. */
  leaveOpen(requirement: string, title: string): void {
    if (this.withheld === undefined) this.inconclusive(requirement, title);
    else this.skip(requirement, this.withheld);
  }

  /** Not tried, for this reason. */
  skip(requirement: string, reason: string): void {
    this.assessor.conclude(requirement, 'skip', { title: reason });
  }

  /** Judges a measured quantity by its limits. */
  measure(requirement: string, measurement: Measurement, title: () => string): Verdict {
    const finding = this.weigh(requirement, measurement, title);
    this.record(finding);
    return finding.verdict;
  }

  /** The same, but the verdict is not recorded. */
  weigh(requirement: string, measurement: Measurement, title: () => string, seen?: Micros): Finding {
    return this.assessor.weigh(requirement, measurement, title, seen);
  }

  /** Records a check as it is: a stall of this machine does not excuse it. */
  record(finding: Finding): void {
    this.assessor.record(finding);
  }

  /** Runs `work`, and returns what it leaves inconclusive; that is recorded only if it throws. */
  async holdOpen(work: () => Promise<void>): Promise<readonly Finding[]> {
    return this.assessor.holdOpen(work);
  }

  /** true once `requirement` has been judged in this scenario, whatever the verdict. */
  wasJudged(requirement: string): boolean {
    return this.options.ledger.scenarioStandings().has(requirement);
  }

  /** The judgements of this scenario so far, by requirement. */
  standings(): ReadonlyMap<string, Standing> {
    return this.options.ledger.scenarioStandings();
  }

  /** true once `requirement` has failed often enough in this scenario: more cases show nothing new. */
  failedEnough(requirement: string): boolean {
    return this.options.ledger.failures(requirement) >= ENOUGH_FAILURES;
  }

  /** Some values of `arbitrary`: the same for the same seed and place in the scenario. */
  sample<T>(arbitrary: Arbitrary<T>, count: number): T[] {
    return sample(arbitrary, { seed: this.options.seed + this.draws++, numRuns: count });
  }

  /**
   * Tries a property over the link: `run` judges by this bench. A case with a failed check is shrunk, and the smallest
   * that breaks a clause is recorded.
   */
  async forAll<T>(
    arbitrary: Arbitrary<T>,
    options: { readonly title: string; readonly runs: number; readonly show: (value: T) => string },
    run: (value: T) => Promise<void>,
  ): Promise<void> {
    await checkProperty(
      this.assessor,
      arbitrary,
      {
        ...options,
        seed: (this.options.seed + this.draws++) | 0,
        mostSteps: this.exhaustive ? SHRINK_STEPS.virtual : SHRINK_STEPS.real,
        revive: (error, failures) => this.reviveAfter(error, failures),
      },
      run,
    );
  }

  /** After a case that threw: undefined if the board fell silent and was recovered, else the error that ends the property. */
  private async reviveAfter(
    error: unknown,
    failures: readonly Finding[],
  ): Promise<{ readonly error: unknown } | undefined> {
    if (!(error instanceof BoardSilent) || failures.length === 0) return { error };
    try {
      return (await this.options.revive()) ? undefined : { error };
    } catch (worse) {
      return { error: worse };
    }
  }
}
