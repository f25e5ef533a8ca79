/**
 * The host of a described protocol: it sends requests and bytes, waits for what is due, and a monitor judges by the rules what comes.
 * The board's state is followed by the rules. After a failure the board is brought back to its initial state. What a stall of this host
 * leaves open is tried again.
 */
import type * as fc from 'fast-check';
import type { Chunk } from '../../../protocols/chunk';
import { RuleError, type AnySession, type Message } from '../../../protocols/request-response/definition';
import { micros, type Micros } from '../../../protocols/time';
import { fittedParts } from '../../../protocols/request-response/fitted-request';
import { frameContent } from '../../../protocols/wire/frame-content';
import type { Bench } from '../../bench/bench';
import { CaseRepetition } from './execution/case-repetition';
import { judgedLine, LineDriver } from './execution/line-driver';
import type { LineStep, Outcome, PlayOptions, Weighed } from './execution/weighing';

const BASELINE_TRIES = 2;
const NO_PAUSE = micros(0);
const UNJUDGED = 'this machine was too busy to tell how the board read it, in every try';

/** How many cases to try: in virtual time, and on a real board. */
export interface Runs {
  readonly virtual: number;
  readonly real: number;
}

/** What else happens around a host. */
export interface HostOptions {
  /** The board is in its initial state when the run begins. Default: where it is switched on then, in virtual time. */
  readonly isInitial?: boolean;
  /** Whether the board is brought back to its initial state after a failure. Default true. */
  readonly recovers?: boolean;
  /** Whether what a stall of this host left open is tried again, from the same state. Default true. */
  readonly repeats?: boolean;
  /** The clauses that a scenario may charge. Absent: any. */
  readonly clauses?: readonly string[];
  /** Gets each chunk that is judged, in both directions. */
  onChunk?(chunk: Chunk): void;
  /** Gets each judgement, as it is written down. */
  onJudgement?(weighed: Weighed): void;
}

/** The host's side of the line, for scenarios. Each method that judges resolves to whether everything was right. */
export class RequestResponseHost<Request extends Message, Values> {
  private readonly driver: LineDriver;
  private readonly repetition: CaseRepetition;
  private isBeginning = false;

  constructor(
    /** Whatever else a scenario needs: checks of its own, samples, notes. */
    readonly bench: Bench,
    private readonly session: AnySession,
    /** The parameters of this run. */
    readonly p: Values,
    private readonly options: HostOptions = {},
  ) {
    const { isInitial = bench.exhaustive } = options;
    const line = judgedLine(bench, session, isInitial);
    this.driver = new LineDriver(bench, line, (chunk) => options.onChunk?.(chunk));
    this.repetition = new CaseRepetition({
      driver: this.driver,
      repeats: options.repeats ?? true,
      starts: { baseline: () => this.begin(), reset: () => this.reset() },
      record: (weighed) => void this.record(weighed),
    });
  }

  /** The state of the board by the rules. */
  get state(): unknown {
    return this.driver.monitor.state;
  }

  /** The last request was refused, which may explain a missing answer. */
  get isAfterRefusal(): boolean {
    return this.driver.monitor.isAfterRefusal;
  }

  /** Waits until nothing is in flight. */
  awaitQuiet(): Promise<void> {
    return this.driver.awaitQuiet();
  }

  /** Whether anything comes after one of these requests. Nothing is judged. */
  isAlive(asked: readonly Message[]): Promise<boolean> {
    return this.driver.isAlive(asked);
  }

  /** Waits for a quiet line and brings the board to its initial state. Each scenario, and each case of `sessions`, begins so. */
  async begin(): Promise<void> {
    const { baseline, initial } = this.session;
    this.repetition.startFrom('baseline');
    await this.awaitQuiet();
    if (baseline.length === 0) {
      if (initial !== undefined) await this.reset();
      return;
    }
    // What the baseline is answered may depend on the state before it. A second time it cannot.
    for (let tries = 0; tries < BASELINE_TRIES; tries++) if (await this.playBaseline()) return;
  }

  private async playBaseline(): Promise<boolean> {
    const about = { what: 'to begin' };
    const steps = this.session.baseline.map((request) => () => this.stepOf(this.encode(request), NO_PAUSE));
    this.isBeginning = true;
    try {
      await this.recordArrived();
      const isRight = await this.conclude(await this.repetition.decideStart(steps, about), about.what);
      return isRight && !this.driver.monitor.desynchronised;
    } finally {
      this.isBeginning = false;
    }
  }

  /** Sends a request and waits for what is due. `clause` as in {@link PlayOptions}. */
  async play(request: Request, options: string | PlayOptions = {}): Promise<boolean> {
    return this.send(this.encode(request), NO_PAUSE, options);
  }

  /** Puts content into a frame, whether it is right or wrong, and sends it. It is judged as the request that it is, or by `refuse`. */
  async bytes(content: Uint8Array | readonly number[], options: string | PlayOptions = {}): Promise<boolean> {
    const framed = frameContent(this.session.requests.framing, Uint8Array.from(content));
    return this.send([framed], NO_PAUSE, options);
  }

  /** Sends bytes as they are. */
  async raw(bytes: Uint8Array | readonly number[], options: string | PlayOptions = {}): Promise<boolean> {
    return this.send([Uint8Array.from(bytes)], NO_PAUSE, options);
  }

  /** Sends a request in two parts, with a pause in between: the first has `cut` bytes of the frame. */
  async parted(
    request: Request,
    cut: number,
    pause: Micros,
    options: string | PlayOptions = {},
  ): Promise<boolean> {
    const framed = this.session.requests.codec.encode(request);
    return this.send([framed.subarray(0, cut), framed.subarray(cut)], pause, options);
  }

  /** Sends parts with a pause between each two, and waits for what is due. */
  async send(parts: readonly Uint8Array[], pause: Micros, options?: string | PlayOptions): Promise<boolean> {
    const about = typeof options === 'string' ? { clause: options } : (options ?? {});
    if (about.clause !== undefined && this.options.clauses?.includes(about.clause) === false)
      throw new RuleError(`a scenario charges ${about.clause}, and the page has no such clause`);
    return this.perform(this.stepOf(parts, pause), about);
  }

  private stepOf(parts: readonly Uint8Array[], pause: Micros): LineStep {
    return { parts: fittedParts(this.session, parts, this.driver.monitor.state), pause };
  }

  private encode(request: Message): readonly Uint8Array[] {
    return [this.session.requests.codec.encode(request)];
  }

  /** Listens for `span`, in which the board sends nothing unless the rules let it. */
  async quiet(span: Micros, what = 'nothing was asked'): Promise<boolean> {
    const isRight = await this.perform({ parts: [], pause: span }, { what });
    const { unasked } = this.session.clauses;
    if (isRight && unasked !== undefined) this.bench.check(unasked, true, () => ({ title: what }));
    return isRight;
  }

  /** Resets the board; false where it cannot be reset. Its state is the initial one then. */
  async reset(): Promise<boolean> {
    if (!(await this.bench.reset())) return false;
    this.repetition.startFrom('reset');
    await this.awaitQuiet();
    return true;
  }

  /** A property: each case is a session of requests, and begins from the initial state. The smallest that fails is reported. */
  async sessions(
    title: string,
    runs: Runs,
    arbitrary: fc.Arbitrary<readonly Request[]>,
    options: string | PlayOptions = {},
  ): Promise<void> {
    const show = (requests: readonly Request[]): string =>
      requests.map((request) => this.session.requests.wire.describe(request)).join('; ');
    const count = this.bench.exhaustive ? runs.virtual : runs.real;
    await this.bench.forAll(arbitrary, { title, runs: count, show }, async (requests) => {
      await this.begin();
      for (const request of requests) if (!(await this.play(request, options))) return;
    });
  }

  private async perform(step: LineStep, about: PlayOptions): Promise<boolean> {
    await this.recordArrived();
    return this.conclude(await this.repetition.decide(step, about), about.what);
  }

  /** What has come since the last step is not about the next one. */
  private async recordArrived(): Promise<void> {
    await this.conclude([await this.driver.collectArrived()]);
  }

  /** Writes down what was found, and brings the board back where that was wrong. */
  private async conclude(outcomes: readonly Outcome[], what = ''): Promise<boolean> {
    const weighed = outcomes.flatMap((one) => one.weighed);
    const unjudged = outcomes.flatMap((one) => one.unjudged);
    const isRight = this.record(weighed) && unjudged.length === 0;
    for (const clause of unjudged)
      this.bench.record({
        requirement: clause,
        verdict: 'inconclusive',
        detail: { title: what === '' ? 'what was sent' : what, doubt: UNJUDGED },
      });
    this.driver.checkLine(weighed.map(({ judgement }) => judgement));
    const { recovers = true } = this.options;
    if (recovers && !this.isBeginning && (!isRight || this.driver.monitor.desynchronised)) await this.begin();
    return isRight;
  }

  private record(weighed: readonly Weighed[]): boolean {
    let isRight = true;
    for (const one of weighed) {
      const { judgement, finding } = one;
      const { verdict } = finding;
      this.bench.record(finding);
      this.options.onJudgement?.(one);
      // A missing answer is none, whatever may excuse it.
      isRight &&= verdict !== 'fail' && (verdict !== 'inconclusive' || judgement.kind !== 'silence');
    }
    return isRight;
  }
}
