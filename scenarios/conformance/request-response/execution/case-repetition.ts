/**
 * Tries a case again until it is judged, where a stall of this host left it open: a busy machine makes a run longer, not blinder.
 *
 *     begin, step, step, step ──▶ open     a time across its limit, or an answer that a stall may have caused
 *     └──── again ──────▶ step ──▶ judged  only this is written down
 */
import { isSameData } from '../../../../protocols/same-data';
import { after, micros, millis, type Micros } from '../../../../protocols/time';
import { silenceOf } from '../../../../protocols/wire/framing';
import type { LineDriver } from './line-driver';
import { hasFailed, isOpen, type LineStep, type Outcome, type PlayOptions, type Weighed } from './weighing';

const MOST_TRIES = 24;
/** All tries of one case take no longer, but for the last one. */
const LONGEST_CASE = millis(20_000);
/** After so many cases of a clause that all tries left open, its cases are tried once: this host cannot decide them. */
const MOST_OPEN_CASES = 3;
/** The first tries keep to the pauses of the case. In later ones those inside a frame are shorter: a busy host stretches them. */
const UNCHANGED_TRIES = 2;
const SHORTER = 0.75;

export interface RepetitionContext {
  readonly driver: LineDriver;
  readonly repeats: boolean;
  /** Brings the board to its initial state, by the baseline or by a reset. Each calls {@link CaseRepetition.startFrom}. */
  readonly starts: Readonly<Record<Start, () => Promise<unknown>>>;
  /** Writes down what was found on the way to a case. */
  record(weighed: readonly Weighed[]): void;
}

type Start = 'baseline' | 'reset';
/** `lost`: a stall has left open in which state the board is. `failed`: another try shows nothing. */
type Restoration = 'restored' | 'lost' | 'failed';

export class CaseRepetition {
  /** Those of the case so far. */
  private steps: LineStep[] = [];
  private start: Start = 'baseline';
  /** How many cases all tries left open, by clause. */
  private readonly openCases = new Map<string, number>();

  constructor(private readonly context: RepetitionContext) {}

  /** A case begins: the board is brought to its initial state. */
  startFrom(start: Start): void {
    this.start = start;
    this.steps = [];
  }

  /** Plays a step of the case until it is judged. */
  async decide(step: LineStep, about: PlayOptions): Promise<readonly Outcome[]> {
    const { driver } = this.context;
    let easier = 0;
    const outcomes = await this.untilJudged(
      async () => {
        const outcome = await driver.play(this.varied(step, easier), about);
        // What was wrong, and may be the board's doing, is asked in the same way again.
        if (!isInDoubt(outcome)) easier++;
        return [outcome];
      },
      (last, end) => this.restore(last, end),
    );
    this.add(step);
    return outcomes;
  }

  /** Plays a whole start until all of it is judged: its first steps may not settle what the last one does. */
  decideStart(steps: readonly (() => LineStep)[], about: PlayOptions): Promise<readonly Outcome[]> {
    const { driver } = this.context;
    const playAll = async (): Promise<readonly Outcome[]> => {
      const outcomes: Outcome[] = [];
      for (const step of steps) outcomes.push(await driver.play(step(), about));
      return outcomes;
    };
    return this.untilJudged(playAll, async () => {
      await driver.awaitQuiet();
      return 'restored';
    });
  }

  private async untilJudged(
    playAll: () => Promise<readonly Outcome[]>,
    restore: (last: readonly Outcome[], end: Micros) => Promise<Restoration>,
  ): Promise<readonly Outcome[]> {
    const { driver } = this.context;
    const { bench } = driver;
    let since = bench.now();
    const end = after(since, LONGEST_CASE);
    const before = driver.accounting().unjudged;
    let outcomes = await playAll();
    let left: Micros | undefined;
    for (let tried = 1; this.isWorthAnotherTry(outcomes, tried) && bench.now() < end; tried++) {
      left ??= after(bench.now(), micros(1));
      const way = await restore(outcomes, end);
      if (way === 'failed') break;
      driver.supersede(before);
      if (way !== 'restored') continue;
      bench.retry(since);
      since = bench.now();
      outcomes = await playAll();
      left = undefined;
    }
    // What was left open on the way to a try that never came does not count.
    if (left !== undefined) bench.retry(left);
    for (const clause of outcomes.flatMap(openClauses))
      this.openCases.set(clause, this.openCasesOf(clause) + 1);
    return outcomes;
  }

  private isWorthAnotherTry(outcomes: readonly Outcome[], tried: number): boolean {
    const { driver, repeats } = this.context;
    if (!repeats || driver.bench.exhaustive || tried >= MOST_TRIES || outcomes.some(hasFailed)) return false;
    return outcomes.flatMap(openClauses).some((clause) => this.openCasesOf(clause) < MOST_OPEN_CASES);
  }

  private openCasesOf(clause: string): number {
    return this.openCases.get(clause) ?? 0;
  }

  /** Brings the board to the state in which the step was played. */
  private async restore(last: readonly Outcome[], end: Micros): Promise<Restoration> {
    const { driver, starts } = this.context;
    if (last.every((one) => this.isInSameState(one))) return 'restored';
    if (!this.hasStart) return 'failed';
    const { steps, start } = this;
    await starts[start]();
    this.steps = steps;
    for (const step of steps) {
      const { weighed } = await driver.play(step, { what: 'tried again' });
      const failed = weighed.filter(({ finding }) => finding.verdict === 'fail');
      this.context.record(failed);
      if (failed.length > 0 || driver.bench.now() > end) return 'failed';
      if (driver.monitor.desynchronised) return 'lost';
    }
    return 'restored';
  }

  /** A step that is the baseline itself begins another case. */
  private add(step: LineStep): void {
    const { baseline, requests } = this.context.driver.session;
    this.steps.push(step);
    const [only, ...others] = baseline;
    if (only === undefined || others.length > 0 || step.parts.length !== 1) return;
    if (isSameData(step.parts[0], requests.codec.encode(only))) this.startFrom('baseline');
  }

  /** Only a time is open, and the step has changed nothing. */
  private isInSameState({ state, weighed, unjudged }: Outcome): boolean {
    const { monitor } = this.context.driver;
    const isOfTime = weighed.every(
      ({ finding, judgement }) => finding.verdict === 'pass' || judgement.measurement !== undefined,
    );
    if (!isOfTime || unjudged.length > 0 || monitor.desynchronised) return false;
    return isSameData(state, monitor.state);
  }

  /** The step as it is played after so many tries that showed nothing. */
  private varied(step: LineStep, tried: number): LineStep {
    const silence = silenceOf(this.context.driver.session.requests.framing);
    if (silence === undefined || step.parts.length < 2 || step.pause >= silence) return step;
    return { ...step, pause: micros(step.pause * SHORTER ** Math.max(0, tried + 1 - UNCHANGED_TRIES)) };
  }

  /** The start brings the board to its initial state, or it has no state. */
  private get hasStart(): boolean {
    const { session, bench } = this.context.driver;
    return session.baseline.length > 0 || session.initial === undefined || bench.board.reset !== undefined;
  }
}

function isInDoubt({ weighed }: Outcome): boolean {
  return weighed.some(
    ({ finding, judgement }) => finding.detail.doubt !== undefined && judgement.measurement === undefined,
  );
}

/** Clauses that nobody can judge by what came. None where something failed: then the case is judged. */
function openClauses(outcome: Outcome): readonly string[] {
  if (hasFailed(outcome)) return [];
  return [...outcome.unjudged, ...outcome.weighed.filter(isOpen).map(({ finding }) => finding.requirement)];
}
