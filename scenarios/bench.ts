/**
 * The bench: what a scenario works with. It sends, listens, judges, and knows nothing of any protocol.
 */
import * as fc from 'fast-check';
import type { Board } from '../devices/board';
import { undecidedText, type Calibration } from '../devices/error-budget';
import { LinkError } from '../devices/link';
import type { Codec } from '../protocols/frame';
import type { Symbology } from '../protocols/gm67/message';
import type { Parameters } from '../protocols/requirement';
import { after, type Micros } from '../protocols/time';
import { Channel, hex } from './channel';
import type { Measurement } from './judge';
import type { CheckDetail, Ledger } from './ledger';
import type { BytesRecord, CounterexampleRecord, ScreenRecord, Verdict } from './record';

/** The board stopped answering: the rest of the scenario cannot be judged. */
export class BoardSilent extends Error {
  override readonly name = 'BoardSilent';
}

/** The board's reset recipe did not work: whatever needed it cannot be judged. */
export class ResetFailed extends Error {
  override readonly name = 'ResetFailed';
}

/** Nobody is there to do what the board needs a person for: what that leaves open is skipped. */
export class NobodyThere extends Error {
  override readonly name = 'NobodyThere';
}

export interface BenchOptions {
  readonly board: Board;
  readonly parameters: Parameters;
  readonly ledger: Ledger;
  /** Of this scenario: a function of the run's seed and the scenario's id. */
  readonly seed: number;
  readonly passed: (direction: 'tx' | 'rx') => void;
  readonly onReset: () => void;
  readonly onPresent: (detail: string) => void;
  readonly note: (text: string) => void;
  /** Rejects the run's interruption: called at every wait. */
  readonly checkpoint: () => void;
  /** Brings a board that fell silent back, where that can be: false where it stays silent. */
  readonly revive: () => Promise<boolean>;
  /** What the bounds of times are made of, where the clock is real. */
  readonly calibration?: Calibration;
}

interface Judged {
  readonly requirement: string;
  readonly verdict: Verdict;
  readonly detail: CheckDetail;
}

/** Steps of making a counterexample smaller, at most: in virtual time, and on a real board. */
const SHRINK_STEPS = { virtual: 300, real: 60 } as const;
/** A requirement that failed this often in a scenario needs no more cases there. */
const ENOUGH_FAILURES = 3;

export class Bench {
  private readonly channels: { evidence(count?: number): BytesRecord[] }[] = [];
  private screen: (() => ScreenRecord) | undefined;
  private trial: Judged[] | undefined;
  private draws = 0;

  constructor(private readonly options: BenchOptions) {}

  get board(): Board {
    return this.options.board;
  }

  /** true: time costs nothing, so that what takes minutes on a real board may be tried whole. */
  get exhaustive(): boolean {
    return this.board.clock.virtual;
  }

  now(): Micros {
    return this.board.clock.now();
  }

  /** A numeric parameter of the suite. Throws for a name the suite does not have. */
  number(name: string): number {
    const value = this.options.parameters[name];
    if (typeof value !== 'number') throw new Error(`the suite has no numeric parameter ${name}`);
    return value;
  }

  /** A textual parameter of the suite. Throws for a name the suite does not have. */
  text(name: string): string {
    const value = this.options.parameters[name];
    if (typeof value !== 'string') throw new Error(`the suite has no textual parameter ${name}`);
    return value;
  }

  /** A protocol on one of the board's links. */
  channel<Out, In>(name: string, out: Codec<Out>, back: Codec<In>): Channel<Out, In> {
    const { board, passed } = this.options;
    const channel = new Channel({
      name,
      link: () => board.link(name),
      out,
      back,
      passed: (direction) => {
        this.options.checkpoint();
        passed(direction);
      },
    });
    this.channels.push(channel);
    return channel;
  }

  /** What did not pass shows this screen from now on, as it was then. */
  watchScreen(screen: () => ScreenRecord): void {
    this.screen = screen;
  }

  async pause(span: Micros): Promise<void> {
    this.options.checkpoint();
    await this.board.clock.until(after(this.now(), span));
  }

  /** Resets the board by its recipe; false where it has none. Rejects with {@link ResetFailed} and with LinkError. */
  async reset(): Promise<boolean> {
    if (this.board.resetText === undefined) return false;
    this.options.checkpoint();
    this.options.onReset();
    try {
      await this.board.reset();
    } catch (error) {
      if (error instanceof LinkError || !(error instanceof Error)) throw error;
      throw new ResetFailed(`the board could not be reset: ${error.message}`, { cause: error });
    }
    return true;
  }

  /** Shows a code to the board's lens once. Rejects where the board has no stimulus: declare the need of it. */
  async present(symbology: Symbology, payload: Uint8Array): Promise<void> {
    this.options.checkpoint();
    this.options.onPresent(`${symbology} ${hex(payload)}`.trimEnd());
    await this.board.present(symbology, payload);
  }

  /** Asks whoever works the board's buttons. Rejects with {@link NobodyThere} where nobody does. */
  async operate(what: string): Promise<void> {
    this.options.checkpoint();
    if (this.board.operatorText === undefined)
      throw new NobodyThere('needs a person at the buttons of the board: leave out --unattended');
    await this.board.operate(what);
  }

  /** Tells the person who waits what is being done. */
  note(text: string): void {
    this.options.note(text);
  }

  /** Judges one requirement in one situation. Evidence is taken by itself where it failed. */
  check(requirement: string, holds: boolean, detail: () => CheckDetail): boolean {
    if (holds) this.options.ledger.record(requirement, 'pass', PASSED);
    else this.judged(requirement, 'fail', detail());
    return holds;
  }

  /** Something was tried and decided nothing, for the reason that the title gives. */
  inconclusive(requirement: string, title: string): void {
    this.judged(requirement, 'inconclusive', { title });
  }

  /** Not tried, for the reason given. */
  skip(requirement: string, reason: string): void {
    this.judged(requirement, 'skip', { title: reason });
  }

  /** Holds a measured quantity to its limits. */
  measure(requirement: string, measurement: Measurement, title: () => string): Verdict {
    const verdict = this.options.ledger.measure(requirement, measurement, !this.board.clock.virtual);
    if (verdict === 'pass') {
      this.options.ledger.record(requirement, 'pass', PASSED);
      return verdict;
    }
    const rare = verdict === 'inconclusive' && measurement.low > (measurement.max ?? Infinity);
    const detail = rare
      ? `${title()} (fewer than three such in the run: it may be the host)`
      : `${title()}${this.doubt(verdict, measurement)}`;
    this.judged(requirement, verdict, { title: detail, ...bounds(measurement), measurement });
    return verdict;
  }

  /** Why bounds on both sides of a limit are so far apart, and what would narrow them. */
  private doubt(verdict: Verdict, { low, high, unit }: Measurement): string {
    const { calibration } = this.options;
    if (verdict !== 'inconclusive' || unit !== 'us' || calibration === undefined) return '';
    return `: ${undecidedText(high - low, calibration)}`;
  }

  /** true once `requirement` has been judged in this scenario, whatever the verdict. */
  wasJudged(requirement: string): boolean {
    return this.options.ledger.standings().has(requirement);
  }

  /** true once `requirement` has failed so often in this scenario that more cases say nothing new. */
  enough(requirement: string): boolean {
    return this.options.ledger.failures(requirement) >= ENOUGH_FAILURES;
  }

  /** Some values of `arbitrary`: the same for the same seed and place in the scenario. */
  sample<T>(arbitrary: fc.Arbitrary<T>, count: number): T[] {
    return fc.sample(arbitrary, { seed: this.options.seed + this.draws++, numRuns: count });
  }

  /**
   * A property over the link: `run` judges by this bench; a case in which a check fails is made smaller, and the
   * smallest that still fails is what is written down.
   */
  async forAll<T>(
    arbitrary: fc.Arbitrary<T>,
    options: { readonly title: string; readonly runs: number; readonly show: (value: T) => string },
    run: (value: T) => Promise<void>,
  ): Promise<void> {
    const seed = (this.options.seed + this.draws++) | 0;
    const budget = this.exhaustive ? SHRINK_STEPS.virtual : SHRINK_STEPS.real;
    let smallest: { value: T; failures: Judged[] } | undefined;
    let broken: { readonly error: unknown } | undefined;
    let cases = 0;
    let steps = 0;
    const property = fc.asyncProperty(arbitrary, async (value) => {
      if (broken !== undefined) return;
      if (smallest === undefined) cases++;
      else if (++steps > budget) return;
      const { failures, thrown } = await this.collect(() => run(value));
      // A dead board fails every case: none of them would be a smaller example of what killed it.
      if (thrown !== undefined) broken = await this.obstacle(thrown.error, failures);
      if (failures.length === 0) return;
      smallest = { value, failures };
      throw new CaseFailed();
    });
    const details = await fc.check(property, { seed, numRuns: options.runs });
    if (smallest !== undefined) {
      const { title, show } = options;
      this.tell(title, smallest.failures, {
        text: show(smallest.value),
        cases,
        shrinks: details.numShrinks,
        seed,
      });
    }
    if (broken !== undefined) throw broken.error;
  }

  private tell(title: string, failures: readonly Judged[], counterexample: CounterexampleRecord): void {
    for (const { requirement, verdict, detail } of failures)
      this.options.ledger.record(requirement, verdict, {
        ...detail,
        title: `${title}: ${detail.title}`,
        counterexample,
      });
  }

  /** What stands in the way of more cases after one threw: nothing, where it silenced the board and it came back. */
  private async obstacle(
    error: unknown,
    failures: readonly Judged[],
  ): Promise<{ readonly error: unknown } | undefined> {
    if (!(error instanceof BoardSilent) || failures.length === 0) return { error };
    try {
      return (await this.options.revive()) ? undefined : { error };
    } catch (worse) {
      return { error: worse };
    }
  }

  /** Runs `work`; what it judges to fail is given back, not written down, and so is what it throws. */
  private async collect(
    work: () => Promise<void>,
  ): Promise<{ failures: Judged[]; thrown?: { readonly error: unknown } }> {
    const failures: Judged[] = [];
    this.trial = failures;
    try {
      await work();
      return { failures };
    } catch (error) {
      return { failures, thrown: { error } };
    } finally {
      this.trial = undefined;
    }
  }

  private judged(requirement: string, verdict: Verdict, detail: CheckDetail): void {
    const whole = this.trial !== undefined || this.options.ledger.writes(requirement, verdict);
    const told = verdict === 'pass' || verdict === 'skip' || detail.evidence !== undefined;
    const full = told || !whole ? detail : { ...detail, ...this.circumstances() };
    if (verdict === 'fail' && this.trial !== undefined)
      this.trial.push({ requirement, verdict, detail: full });
    else this.options.ledger.record(requirement, verdict, full);
  }

  private circumstances(): Pick<CheckDetail, 'evidence' | 'screen'> {
    const evidence = this.evidence();
    return this.screen === undefined ? { evidence } : { evidence, screen: this.screen() };
  }

  private evidence(): BytesRecord[] {
    const all = this.channels.flatMap((channel) => channel.evidence());
    return all.sort((a, b) => a.notAfter - b.notAfter).slice(-12);
  }
}

const PASSED: CheckDetail = { title: '' };

class CaseFailed extends Error {
  override readonly name = 'CaseFailed';
}

function bounds({ low, high, min, max, unit }: Measurement): { expected: string; seen: string } {
  const text = (value: number): string =>
    unit === 'us' ? `${(value / 1000).toFixed(3)} ms` : `${value} ${unit === 'bytes' ? 'bytes' : ''}`.trim();
  const limits = [
    min === undefined ? '' : `at least ${text(min)}`,
    max === undefined ? '' : `at most ${text(max)}`,
  ];
  const seen = high - low < 1 ? text(high) : `between ${text(low)} and ${text(high)}`;
  return { expected: limits.filter((limit) => limit !== '').join(' and '), seen };
}
