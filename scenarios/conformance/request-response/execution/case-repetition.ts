/**
 * Tries a case again until it is judged, where a stall of this host left it open: a busy machine makes a run longer, not blinder.
 *
 *     begin, step, step, step ──▶ open     a time across its limit, or an answer that a stall may have caused
 *     └──── again ──────▶ step ──▶ judged  only this is written down
 */
import type { AnySession } from '../../../../protocols/request-response/definition';
import type { Accounting } from '../../../../protocols/monitor/monitor';
import { rulingOn } from '../../../../protocols/request-response/outcomes';
import { isSameData } from '../../../../protocols/same-data';
import { after, micros, millis, type Micros } from '../../../../protocols/time';
import { silenceOf } from '../../../../protocols/wire/framing';
import type { Bench } from '../../../bench/bench';
import type { Attempt, LineStep } from './attempt';
import type { LineDriver } from './line-driver';
import { readParts } from '../trial';
import type { PlayOptions, Weighed } from './weighing';

const MOST_TRIES = 24;
/** All tries of one case take no longer, but for the last one. */
const LONGEST_CASE = millis(20_000);
/** After so many cases of a clause that all tries left open, its cases are tried once: this host cannot decide them. */
const MOST_OPEN_CASES = 3;
/** The first tries keep to the pauses of the case. In later ones those inside a frame are shorter: a busy host stretches them. */
const UNCHANGED_TRIES = 2;
const SHORTER = 0.75;

/** What a step led to, in its last try. */
export interface Outcome {
  readonly attempt: Attempt;
  readonly weighed: readonly Weighed[];
  /** Clauses that the step was about, and that nothing could be judged of. */
  readonly unjudged: readonly string[];
}

export interface RepetitionContext {
  readonly bench: Bench;
  readonly session: AnySession;
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
  async decide(step: LineStep, about: PlayOptions): Promise<Outcome> {
    const { bench, driver } = this.context;
    let since = bench.now();
    const end = after(since, LONGEST_CASE);
    let outcome = this.weigh(await driver.play(step, about.clause), about);
    for (let tried = 1; this.isWorthAnotherTry([outcome], tried) && bench.now() < end; tried++) {
      const unjudged = driver.unjudged();
      const way = await this.restore(outcome, end);
      if (way === 'failed') break;
      driver.supersede(unjudged);
      if (way !== 'restored') continue;
      bench.retry(since);
      since = bench.now();
      outcome = this.weigh(await driver.play(this.varied(step, tried), about.clause), about);
    }
    this.add(step);
    this.countOpen(outcome);
    return outcome;
  }

  /** Plays a whole start until all of it is judged: its first steps may not settle what the last one does. */
  async decideStart(steps: readonly (() => LineStep)[], about: PlayOptions): Promise<readonly Outcome[]> {
    const { bench, driver } = this.context;
    const end = after(bench.now(), LONGEST_CASE);
    for (let tried = 1; ; tried++) {
      const since = bench.now();
      const outcomes: Outcome[] = [];
      const unjudged: Accounting['unjudged'][] = [];
      for (const step of steps) {
        outcomes.push(this.weigh(await driver.play(step()), about));
        unjudged.push(driver.unjudged());
      }
      if (!this.isWorthAnotherTry(outcomes, tried) || bench.now() >= end) {
        for (const outcome of outcomes) this.countOpen(outcome);
        return outcomes;
      }
      await driver.awaitQuiet();
      for (const one of unjudged) driver.supersede(one);
      bench.retry(since);
    }
  }

  private countOpen(outcome: Outcome): void {
    for (const clause of openClauses(outcome)) this.openCases.set(clause, this.openCasesOf(clause) + 1);
  }

  weigh(attempt: Attempt, about: PlayOptions): Outcome {
    const { driver } = this.context;
    const weighed = attempt.judgements.map((one) => driver.weigh(attempt, one, about));
    const open = attempt.isVague ? this.clausesOf(attempt, about) : [];
    const unjudged = open.filter(
      (clause) => !weighed.some((one) => one.finding.requirement === clause && isOpen(one)),
    );
    return { attempt, weighed, unjudged };
  }

  private isWorthAnotherTry(outcomes: readonly Outcome[], tried: number): boolean {
    const { bench, repeats } = this.context;
    if (!repeats || bench.exhaustive || tried >= MOST_TRIES || outcomes.some(hasFailed)) return false;
    return outcomes.flatMap(openClauses).some((clause) => this.openCasesOf(clause) < MOST_OPEN_CASES);
  }

  private openCasesOf(clause: string): number {
    return this.openCases.get(clause) ?? 0;
  }

  private clausesOf({ step, state }: Attempt, { clause }: PlayOptions): readonly string[] {
    if (clause !== undefined) return [clause];
    const { session } = this.context;
    const read = readParts(session, step.parts, step.pause);
    return [...new Set(read.map((event) => rulingOn(session, event, state).clause))];
  }

  /** Brings the board to the state in which the step was played. */
  private async restore(outcome: Outcome, end: Micros): Promise<Restoration> {
    const { bench, driver, starts } = this.context;
    if (this.isInSameState(outcome)) return 'restored';
    if (!this.hasStart) return 'failed';
    const { steps, start } = this;
    await starts[start]();
    this.steps = steps;
    for (const step of steps) {
      const { weighed } = this.weigh(await driver.play(step), { what: 'tried again' });
      const failed = weighed.filter(({ finding }) => finding.verdict === 'fail');
      this.context.record(failed);
      if (failed.length > 0 || bench.now() > end) return 'failed';
      if (driver.monitor.desynchronised) return 'lost';
    }
    return 'restored';
  }

  /** A step that is the baseline itself begins another case. */
  private add(step: LineStep): void {
    const { baseline, requests } = this.context.session;
    this.steps.push(step);
    const [only, ...others] = baseline;
    if (only === undefined || others.length > 0 || step.parts.length !== 1) return;
    if (isSameData(step.parts[0], requests.codec.encode(only))) this.startFrom('baseline');
  }

  /** Only a time is open, and the step has changed nothing. */
  private isInSameState({ attempt, weighed, unjudged }: Outcome): boolean {
    const { monitor } = this.context.driver;
    const isOfTime = weighed.every(
      ({ finding, judgement }) => finding.verdict === 'pass' || judgement.measurement !== undefined,
    );
    if (!isOfTime || unjudged.length > 0 || monitor.desynchronised) return false;
    return isSameData(attempt.state, monitor.state);
  }

  /** The step as it is played after so many tries. */
  private varied(step: LineStep, tried: number): LineStep {
    const silence = silenceOf(this.context.session.requests.framing);
    if (silence === undefined || step.parts.length < 2 || step.pause >= silence) return step;
    return { ...step, pause: micros(step.pause * SHORTER ** Math.max(0, tried + 1 - UNCHANGED_TRIES)) };
  }

  /** The start brings the board to its initial state, or it has no state. */
  private get hasStart(): boolean {
    const { session, bench } = this.context;
    return session.baseline.length > 0 || session.initial === undefined || bench.board.reset !== undefined;
  }
}

/** Clauses that nobody can judge by what came. None where something failed: then the case is judged. */
function openClauses(outcome: Outcome): readonly string[] {
  if (hasFailed(outcome)) return [];
  return [...outcome.unjudged, ...outcome.weighed.filter(isOpen).map(({ finding }) => finding.requirement)];
}

function hasFailed({ weighed }: Outcome): boolean {
  return weighed.some(({ finding }) => finding.verdict === 'fail');
}

function isOpen({ finding }: Weighed): boolean {
  return finding.verdict === 'inconclusive';
}
