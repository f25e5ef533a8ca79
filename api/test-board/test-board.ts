/** A board for a team's own tests: typed exchanges, judged by the rules of its protocol. */
import { LinkError } from '../../devices/links/link';
import type {
  Message,
  RequestResponse,
  RequestResponseSession,
} from '../../protocols/request-response/definition';
import { millis } from '../../protocols/time';
import { RequestResponseHost } from '../../scenarios/conformance/request-response/host';
import type { Weighed } from '../../scenarios/conformance/request-response/execution/weighing';
import type { Standing } from '../../scenarios/runner/verdict-ledger';
import { refuseUnjudged, type BoardRun } from './board-run';
import { boundsText, ClauseError, clauseText, clauseVerdict, type ClauseVerdict } from './clause-error';
import { ExchangeRecorder, type MsBounds } from './exchange-recorder';

/** The reaction to something that was sent. */
export interface Played<Answer> {
  /** All answers, in order. */
  readonly answers: readonly Answer[];
  /** Time from the last sent byte to the first byte of the first answer. Undefined: none came. */
  readonly ms: MsBounds | undefined;
  readonly verdicts: readonly ClauseVerdict[];
}

/** A request with an answer. */
export interface Exchange<Answer> extends Played<Answer> {
  /** The first answer. */
  readonly answer: Answer;
  readonly ms: MsBounds;
}

/** Limits of a time, ms, inclusive. */
export interface MsLimits {
  readonly min?: number;
  readonly max: number;
}

/**
 * Calls wait for each other: the line carries one exchange at a time. After a failure the board is brought to its
 * initial state, so that the next exchange can be judged.
 */
export class TestBoard<Request extends Message, Answer extends Message, State> {
  private readonly host: RequestResponseHost<Request, unknown>;
  private recorder: ExchangeRecorder<Answer> | undefined;
  private judged: ClauseVerdict[] = [];
  private queue: Promise<unknown> = Promise.resolve();
  private failure: LinkError | undefined;
  private closing: Promise<void> | undefined;

  constructor(
    private readonly run: BoardRun,
    private readonly protocol: RequestResponse<Request, Answer, State>,
    private readonly session: RequestResponseSession<Request, Answer, State>,
    /** The folder of the reports. */
    readonly out: string | undefined,
  ) {
    this.host = new RequestResponseHost<Request, unknown>(run.bench, session, session.parameters, {
      // What a test sends, the board gets once.
      repeats: false,
      isInitial: true,
      onChunk: (chunk) => this.recorder?.add(chunk),
      onJudgement: (weighed: Weighed) => this.judged.push(clauseVerdict(session, weighed)),
    });
  }

  /** Brings the board to its initial state by the requests of the baseline. */
  async begin(): Promise<void> {
    await this.judge(() => this.host.begin());
  }

  /**
   * Sends a request and returns the answer, whatever the verdict of the rules: it is in `verdicts`, and in the report.
   * Rejects if no answer came.
   */
  async exchange(request: Request): Promise<Exchange<Answer>> {
    const played = await this.record(() => this.host.play(request));
    const [answer] = played.answers;
    const { ms } = played;
    if (answer !== undefined && ms !== undefined) return { ...played, answer, ms };
    throw this.firstFailure(played.verdicts) ?? new Error(`no answer to ${this.describe(request)}`);
  }

  /** Sends a request, waits for everything that is due, and judges it. Rejects with {@link ClauseError}. */
  async play(request: Request): Promise<Played<Answer>> {
    return this.checked(await this.record(() => this.host.play(request)));
  }

  /** Sends these bytes: they are judged as requests, or as garbage. Rejects with {@link ClauseError}. */
  async send(bytes: Uint8Array | readonly number[]): Promise<Played<Answer>> {
    return this.checked(await this.record(() => this.host.raw(bytes)));
  }

  /** The same with the content of a frame, right or wrong; the protocol's framing is added. */
  async sendFrame(content: Uint8Array | readonly number[]): Promise<Played<Answer>> {
    return this.checked(await this.record(() => this.host.bytes(content)));
  }

  /** Listens for `ms`: the board may only send what the rules allow. Rejects with {@link ClauseError}. */
  async quiet(ms: number): Promise<void> {
    const verdicts = await this.judge(() => this.host.quiet(millis(ms)));
    this.throwFirst(verdicts);
  }

  /** Resets the board to its initial state. Rejects if it cannot be reset. */
  async reset(): Promise<void> {
    await this.serially(async () => {
      if (!(await this.host.reset()))
        throw new Error("this board cannot be reset: open it with { reset: 'dtr' }, or another way");
    });
  }

  /**
   * Compares a time with limits, ms: throws if it is certainly outside, and returns `inconclusive` if its bounds are on
   * both sides of a limit. With a `clause`, it is also in the report.
   */
  expectWithin(
    { ms }: Pick<Played<Answer>, 'ms'>,
    limits: number | MsLimits,
    clause?: string,
  ): 'pass' | 'inconclusive' {
    const { min, max } = typeof limits === 'number' ? { max: limits } : limits;
    if (ms === undefined) throw new Error('no answer came whose time could be within limits');
    const title = 'time of an answer';
    if (clause !== undefined) {
      const measurement = {
        name: title,
        unit: 'us' as const,
        low: ms.low * 1000,
        high: ms.high * 1000,
        ...(min === undefined ? {} : { min: min * 1000 }),
        max: max * 1000,
      };
      this.run.bench.measure(this.known(clause), measurement, () => title);
    }
    if (ms.low > max || ms.high < (min ?? -Infinity)) {
      const expected = `${min === undefined ? '' : `at least ${min} ms and `}at most ${max} ms`;
      throw new Error(`${title}: expected ${expected}, was ${boundsText(ms)}`);
    }
    return ms.high <= max && ms.low >= (min ?? -Infinity) ? 'pass' : 'inconclusive';
  }

  /** The verdicts so far by clause id: the worst of each. */
  verdicts(): ReadonlyMap<string, Standing> {
    return this.run.bench.standings();
  }

  /** Throws {@link ClauseError} unless this clause was judged, and held each time. */
  expectClause(clause: string): void {
    const { verdict, reason = '' } = this.verdicts().get(this.known(clause)) ?? {
      verdict: 'skip' as const,
      reason: 'no exchange came to it so far',
    };
    if (verdict === 'pass') return;
    const flaw = { clause, verdict, title: `${verdict}: ${reason}`, expected: '', seen: '', bytes: '' };
    throw new ClauseError(flaw, clauseText(this.protocol.requirements, clause));
  }

  /**
   * Closes the board, and writes the reports to `out`. Rejects where a MUST that the tests came to was left undecided, or too few
   * exchanges could be judged: a test that saw no failure has then not shown that the board is right. Idempotent.
   */
  close(): Promise<void> {
    this.closing ??= this.queue.then(() => this.run.end(this.failure)).then(refuseUnjudged);
    return this.closing;
  }

  /** Plays, and returns the answers with their verdicts. */
  private async record(play: () => Promise<unknown>): Promise<Played<Answer>> {
    const recorder = new ExchangeRecorder<Answer>(this.session.answers.codec);
    const verdicts = await this.judge(async () => {
      this.recorder = recorder;
      try {
        await play();
      } finally {
        this.recorder = undefined;
      }
    });
    recorder.end(this.run.bench.now());
    return { answers: recorder.answers, ms: recorder.ms, verdicts };
  }

  private judge(work: () => Promise<unknown>): Promise<readonly ClauseVerdict[]> {
    return this.serially(async () => {
      this.judged = [];
      await work();
      return this.judged;
    });
  }

  /** One after the other, even if an earlier one failed. */
  private serially<T>(work: () => Promise<T>): Promise<T> {
    if (this.closing !== undefined) return Promise.reject(new Error('the board is closed'));
    const done = this.queue.then(work).catch((error: unknown) => {
      if (error instanceof LinkError) this.failure ??= error;
      throw error;
    });
    this.queue = done.catch(() => undefined);
    return done;
  }

  private checked(played: Played<Answer>): Played<Answer> {
    this.throwFirst(played.verdicts);
    return played;
  }

  private throwFirst(verdicts: readonly ClauseVerdict[]): void {
    const error = this.firstFailure(verdicts);
    if (error !== undefined) throw error;
  }

  private firstFailure(verdicts: readonly ClauseVerdict[]): ClauseError | undefined {
    const failed = verdicts.find(({ verdict }) => verdict === 'fail');
    return failed && new ClauseError(failed, clauseText(this.protocol.requirements, failed.clause));
  }

  private describe(request: Request): string {
    return this.session.requests.wire.describe(request);
  }

  /** Throws an Error of one line for a clause that is not on the page. */
  private known(clause: string): string {
    if (this.protocol.requirements.some(({ id }) => id === clause)) return clause;
    throw new Error(`${this.protocol.id} has no clause ${clause}`);
  }
}
