/**
 * The host of a described protocol: it sends requests and bytes, waits for what is due, and a monitor judges by the rules what comes.
 * The board's state is followed by the rules. After a failure the board is brought back to its initial state.
 */
import type * as fc from 'fast-check';
import type { Chunk } from '../../../protocols/chunk';
import { RuleError, type AnySession, type Message } from '../../../protocols/request-response/definition';
import { after, micros, millis, type Micros } from '../../../protocols/time';
import { frameContent } from '../../../protocols/wire/frame-content';
import { BoardSilent, type Bench } from '../../bench/bench';
import type { Channel } from '../../bench/channel';
import type { Verdict } from '../../record';
import type { Judgement } from '../../../protocols/monitor/judgement';
import { RequestResponseMonitor } from '../../../protocols/request-response/monitor/monitor';

/** Requests in a row that a board may leave unanswered before the scenario is given up. */
const SILENT_REQUESTS = 6;
const LEAST_PROBE_WAIT = millis(300);
const LONGEST_NOISE = millis(3000);
/** A board that goes on sending is listened to for no longer. */
const LONGEST_ANSWER = millis(10_000);

/** How something sent is judged and called, where the rules and its bytes do not say enough. */
export interface PlayOptions {
  /** Charged where the answer is wrong, in place of the clause that the rules name. */
  readonly clause?: string | undefined;
  /** The situation, for people: `after a frame that was cut short`. */
  readonly what?: string | undefined;
}

/** How many cases to try: in virtual time, and on a real board. */
export interface Runs {
  readonly virtual: number;
  readonly real: number;
}

/** What else happens around a host. */
export interface HostOptions {
  /** Whether the board is brought back to its initial state after a failure. Default true. */
  readonly recovers?: boolean;
  /** The clauses that a scenario may charge. Absent: any. */
  readonly clauses?: readonly string[];
  /** Gets each chunk that is judged, in both directions. */
  onChunk?(chunk: Chunk): void;
  /** Gets each judgement, with the clause that it is charged to and its verdict as it is written down. */
  onJudgement?(judged: Judged): void;
}

/** What was sent, and what was found of it. */
export interface Transmission {
  readonly judgements: readonly Judgement<Message>[];
  /** This host paused, and nobody knows how the board reads it. */
  readonly isVague: boolean;
}

export interface Judged {
  readonly judgement: Judgement<Message>;
  readonly clause: string;
  readonly verdict: Verdict;
}

/** The host's side of the line, as scenarios use it. Each method that judges resolves to whether all was right. */
export class RequestResponseHost<Request extends Message, Values> {
  private readonly channel: Channel<Message, Message>;
  private readonly monitor: RequestResponseMonitor;
  private silentRequests = 0;
  /** The baseline is played: whether the state before it is known. */
  private beginning: 'unknown' | 'known' | undefined;

  constructor(
    /** Whatever else a scenario needs: checks of its own, samples, notes. */
    readonly bench: Bench,
    private readonly session: AnySession,
    /** The parameters of this run. */
    readonly p: Values,
    private readonly options: HostOptions = {},
  ) {
    this.channel = bench.channel('main', session.requests.codec, session.answers.codec);
    this.monitor = new RequestResponseMonitor(session);
    bench.countExchanges(this.monitor);
  }

  /** Where the board stands by the rules. */
  get state(): unknown {
    return this.monitor.state;
  }

  /** What was sent last was refused: where the next answer is missing, that may be why. */
  get isAfterRefusal(): boolean {
    return this.monitor.isAfterRefusal;
  }

  /** Waits until neither side has anything under way. */
  async awaitQuiet(): Promise<void> {
    await this.channel.waitForSilence(this.session.idle, LONGEST_NOISE);
  }

  /** Whether anything at all comes after one of these requests. Nothing is judged. */
  async isAlive(asked: readonly Message[]): Promise<boolean> {
    const { requests, time, idle } = this.session;
    await this.awaitQuiet();
    for (const request of asked) {
      const { notAfter } = await this.channel.sendBytes(requests.codec.encode(request));
      const wait = micros(LEAST_PROBE_WAIT + 2 * (time.max + idle));
      const chunk = await this.channel.nextChunk(after(notAfter, wait));
      if (chunk === undefined) continue;
      await this.awaitQuiet();
      return true;
    }
    return false;
  }

  /** Waits for a quiet line and brings the board to its initial state. Each scenario, and each case of `sessions`, begins so. */
  async begin(): Promise<void> {
    const { baseline, initial } = this.session;
    await this.awaitQuiet();
    this.monitor.reset(this.bench.now(), false);
    if (baseline.length === 0) {
      if (initial !== undefined) await this.reset();
      return;
    }
    // What the baseline is answered may depend on the state before it. A second time it cannot.
    for (const phase of ['unknown', 'known'] as const) if (await this.playBaseline(phase)) return;
  }

  private async playBaseline(phase: 'unknown' | 'known'): Promise<boolean> {
    let isRight = true;
    this.beginning = phase;
    try {
      for (const request of this.session.baseline)
        isRight = (await this.exchange(request, { what: 'to begin' })) && isRight;
    } finally {
      this.beginning = undefined;
    }
    this.monitor.assume(this.session.initial);
    return isRight;
  }

  /** Sends a request and waits for what is due. `clause` as in {@link PlayOptions}. */
  async play(request: Request, options: string | PlayOptions = {}): Promise<boolean> {
    return this.exchange(request, options);
  }

  /** Puts content into a frame, whether it is right or wrong, and sends it. It is judged as the request that it is, or by `refuse`. */
  async bytes(content: Uint8Array | readonly number[], options: string | PlayOptions = {}): Promise<boolean> {
    const framed = frameContent(this.session.requests.framing, Uint8Array.from(content));
    return this.send([framed], micros(0), options);
  }

  /** Sends bytes as they are. */
  async raw(bytes: Uint8Array | readonly number[], options: string | PlayOptions = {}): Promise<boolean> {
    return this.send([Uint8Array.from(bytes)], micros(0), options);
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
    const { clause, what } = typeof options === 'string' ? { clause: options } : (options ?? {});
    if (clause !== undefined && this.options.clauses?.includes(clause) === false)
      throw new RuleError(`a scenario charges ${clause}, and the page has no such clause`);
    const { judgements } = await this.transmit(parts, pause);
    return this.judge(judgements, clause, what);
  }

  /** Sends parts, and waits for what is due. Nothing is written down of it. */
  protected async transmit(parts: readonly Uint8Array[], pause: Micros): Promise<Transmission> {
    await this.listen(this.bench.now());
    await this.judge(this.monitor.judgements());
    const wasFollowed = !this.monitor.desynchronised;
    for (const [at, part] of parts.entries()) {
      if (at > 0 && pause > 0) await this.listen(after(this.bench.now(), pause));
      const chunk = await this.channel.sendBytes(part);
      this.monitor.tx(chunk);
      this.options.onChunk?.(chunk);
    }
    const isVague = wasFollowed && this.monitor.desynchronised;
    await this.settle();
    return { isVague, judgements: this.monitor.judgements() };
  }

  /** Listens for `span`, in which the board sends nothing unless the rules let it. */
  async quiet(span: Micros, what = 'nothing was asked'): Promise<boolean> {
    await this.listen(after(this.bench.now(), span));
    await this.settle();
    const isRight = await this.judge(this.monitor.judgements(), undefined, what);
    const { unasked } = this.session.clauses;
    if (isRight && unasked !== undefined) this.bench.check(unasked, true, () => ({ title: what }));
    return isRight;
  }

  /** Resets the board; false where it cannot be reset. Its state is the initial one then. */
  async reset(): Promise<boolean> {
    if (!(await this.bench.reset())) return false;
    await this.awaitQuiet();
    this.monitor.reset(this.bench.now());
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

  private exchange(request: Message, options: string | PlayOptions): Promise<boolean> {
    return this.send([this.session.requests.codec.encode(request)], micros(0), options);
  }

  private async listen(until: Micros): Promise<void> {
    for (;;) {
      const chunk = await this.channel.nextChunk(until);
      if (chunk === undefined) return this.monitor.tick(until);
      this.receive(chunk);
    }
  }

  private receive(chunk: Chunk): void {
    this.silentRequests = 0;
    this.monitor.rx(chunk);
    this.options.onChunk?.(chunk);
  }

  /** Waits until nothing is due any more. */
  private async settle(): Promise<void> {
    const end = after(this.bench.now(), LONGEST_ANSWER);
    while (this.bench.now() < end) {
      const due = this.monitor.due();
      if (due === undefined) return;
      const chunk = await this.channel.nextChunk(due.until);
      if (chunk === undefined) this.monitor.tick(due.until);
      else this.receive(chunk);
    }
  }

  /** Writes down what the monitor found. `charge` as the clause of {@link PlayOptions}. */
  protected async judge(
    judgements: readonly Judgement<Message>[],
    charge?: string,
    what?: string,
  ): Promise<boolean> {
    let isRight = true;
    for (const judgement of judgements) {
      if (this.beginning === 'unknown' && judgement.kind === 'answer' && judgement.verdict === 'fail') {
        isRight = false;
        continue;
      }
      const clause = isOfRequest(judgement) ? (charge ?? judgement.clause) : judgement.clause;
      const verdict = this.record(judgement, clause, what);
      this.options.onJudgement?.({ judgement, clause, verdict });
      // A missing answer is none, whatever may excuse it.
      isRight &&= verdict !== 'fail' && (verdict !== 'inconclusive' || judgement.kind !== 'silence');
      if (judgement.kind === 'silence' && judgement.verdict === 'fail') this.silentRequests++;
    }
    if (this.silentRequests >= SILENT_REQUESTS)
      throw new BoardSilent(`the board answered none of the last ${SILENT_REQUESTS} requests`);
    const { recovers = true } = this.options;
    if (recovers && this.beginning === undefined && (!isRight || this.monitor.desynchronised))
      await this.begin();
    return isRight;
  }

  private record(judgement: Judgement<Message>, clause: string, what: string | undefined): Verdict {
    const { verdict, measurement, expected, seen, dueAnswer } = judgement;
    const title = what === undefined || what === '' ? judgement.title : `${judgement.title}, ${what}`;
    if (measurement !== undefined) return this.bench.measure(clause, measurement, () => title);
    if (verdict === 'inconclusive') this.bench.inconclusive(clause, title);
    else {
      const due = dueAnswer === undefined ? {} : { due: this.channel.describeDue(dueAnswer) };
      this.bench.check(clause, verdict === 'pass', () => ({ title, expected, seen, ...due }));
    }
    return verdict;
  }
}

/** It is about the answer to a request, or about its absence: a scenario may charge it to the clause that it tries. */
function isOfRequest({ request, kind }: Judgement<Message>): boolean {
  return request !== undefined && (kind === 'answer' || kind === 'silence' || kind === 'unasked');
}
