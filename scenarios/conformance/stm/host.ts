/**
 * The host's side of the STM line: asks, reads, and judges what holds of every exchange whatever it is about
 * (STM-FR-01, FR-11, TM-01, TM-04), with the rules model beside it.
 */
import { micros, millis, after, type Micros } from '../../../protocols/time';
import {
  agrees,
  describeExpected,
  describeSeen,
  expect,
  follow,
  POWER_ON,
  type ExpectedAnswer,
  type Game,
} from '../../../protocols/stm/rules';
import {
  answers,
  describeAnswer,
  describeRequest,
  errorName,
  requests,
  type Answer,
  type ErrorCode,
  type Request,
} from '../../../protocols/stm/stm';
import { brokenClause, hasForm, nextHistory, NO_HISTORY, type GameHistory } from '../../oracle/stm/clauses';
import { BoardSilent, MAX_TRIES, type Bench } from '../../bench/bench';
import { hex, type Channel, type Received, type Sent } from '../../bench/channel';
import { judge, latency, type Measurement } from '../../bench/judge';

/** Requests in a row that a board may leave unanswered before the scenario is given up. */
const SILENT_REQUESTS = 6;

/** How input that no board may obey must be refused. */
export interface Refusal {
  readonly code: ErrorCode;
  /** The idle gap decides: the Error starts idleGapMs/2 to idleGapMs + responseMs after the last byte. */
  readonly atGap: boolean;
}

export class StmHost {
  /** What the rules say of the game so far; the board's own game where it keeps to them. */
  game: Game = POWER_ON;
  private history: GameHistory = NO_HISTORY;
  readonly gap: Micros;
  readonly response: Micros;
  readonly channel: Channel<Request, Answer>;
  private readonly answerTimeout: Micros;
  private unansweredRequests = 0;
  private expectExtraFrames = false;

  constructor(readonly bench: Bench) {
    this.gap = millis(bench.number('idleGapMs'));
    this.response = millis(bench.number('responseMs'));
    this.answerTimeout = micros(Math.max(500_000, 5 * this.response));
    const errorCmd = bench.number('errorCmd');
    // A longer gap than the board's: pauses inside an answer are measured (STM-TM-04), not taken for its end.
    const idleGap = micros(Math.max(250_000, 5 * this.gap));
    this.channel = bench.channel('main', requests({ idleGap }), answers({ errorCmd, idleGap }));
  }

  /** A quiet line, a new game, and no board that says everything twice taken for one that answers well. */
  static async create(bench: Bench): Promise<StmHost> {
    const host = new StmHost(bench);
    await host.awaitQuiet();
    await host.start();
    const extra = await host.channel.collectUntil(after(host.channel.now(), host.response), 1);
    if (extra.length > 0) host.rejectExtra(extra, 'Start');
    return host;
  }

  /** Waits until neither side has anything under way. */
  async awaitQuiet(): Promise<void> {
    await this.channel.waitForSilence(micros(1.2 * this.gap), millis(3000));
  }

  /** Begins a new game; judged as every exchange is, and not as a Start (STM-GM-01). */
  async start(): Promise<void> {
    await this.ask({ type: 'start' });
    this.updateModel({ type: 'start' }, { type: 'start' });
  }

  /**
   * Sends a request and reads its answer: undefined where none came, or none that can be read.
   * `charge`: what a missing or unreadable answer breaks; the table's form is FR-11's.
   */
  async ask(request: Request, charge = 'STM-FR-11'): Promise<Answer | undefined> {
    await this.clearLine(charge);
    const sent = await this.channel.send(request);
    return this.answerTo(request, sent, charge);
  }

  /** The answer to a request sent already. */
  async answerTo(request: Request, sent: Sent, charge = 'STM-FR-11'): Promise<Answer | undefined> {
    const about = (): string => describeRequest(request);
    const received = await this.channel.next(after(sent.notAfter, this.answerTimeout));
    if (received === undefined) {
      this.bench.check(charge, false, () => this.noAnswerDetail(`${about()} was not answered`, 'one frame'));
      this.countUnanswered();
      await this.awaitQuiet();
      return undefined;
    }
    this.unansweredRequests = 0;
    this.measureAnswer(received, sent, about);
    const answer = this.read(received, request, charge);
    if (answer === undefined) {
      this.expectExtraFrames = true;
      await this.awaitQuiet();
    } else if (this.expectExtraFrames) await this.clearLine(charge, millis(10));
    return answer;
  }

  /** Asks, and holds the answer against the rules under `requirement`. true: it is as it must be. */
  async play(request: Request, requirement: string, situation: string): Promise<boolean> {
    return this.checkAnswer(request, situation, () => Promise.resolve(requirement));
  }

  /** A step on the way to what a scenario is about: held against the rules under the clause it belongs to. */
  async step(request: Request, situation = 'on the way'): Promise<boolean> {
    return this.checkAnswer(request, situation, (expected, answer) => this.clause(request, expected, answer));
  }

  private async checkAnswer(
    request: Request,
    situation: string,
    clause: (expected: ExpectedAnswer, answer: Answer) => Promise<string>,
  ): Promise<boolean> {
    const expected = expect(this.game, request);
    const answer = await this.ask(request);
    const title = (): string => `${describeRequest(request)}, ${situation}`;
    if (answer === undefined) {
      const requirement = await clause(expected, NO_ANSWER);
      this.bench.inconclusive(requirement, `${title()}: no answer that can be read (STM-FR-11)`);
      return false;
    }
    const evidence = agrees(expected, answer) ? undefined : this.channel.evidence();
    this.bench.check(await clause(expected, answer), evidence === undefined, () => ({
      title: title(),
      expected: describeExpected(expected),
      seen: describeSeen(answer, expected),
      ...(evidence === undefined ? {} : { evidence }),
    }));
    this.updateModel(request, answer);
    return evidence === undefined;
  }

  /** A Select that is FALSE in a new game too is about that tile (GM-07), not about what was left selected. */
  private async clause(request: Request, expected: ExpectedAnswer, answer: Answer): Promise<string> {
    const clause = brokenClause(this.game, this.history, request, expected, answer);
    if (request.type !== 'select' || agrees(expected, answer) || clause === 'STM-GM-07') return clause;
    await this.ask({ type: 'start' });
    const again = await this.ask(request);
    return again?.type === 'select' && again.result === request.open ? clause : 'STM-GM-07';
  }

  private updateModel(request: Request, answer: Answer): void {
    const before = this.game;
    this.game = follow(before, request, answer);
    this.history = nextHistory(this.history, request, before, this.game);
  }

  /**
   * Sends bytes that must be refused, and judges the refusal under `requirement`; again where this host had other work, so that
   * its time is not known well enough. true: refused as it must be.
   */
  async checkRefused(
    bytes: Uint8Array,
    refusal: Refusal,
    requirement: string,
    what: string,
  ): Promise<boolean> {
    const { sent, received } = await this.bench.retryWhile(
      async () => {
        await this.clearLine(requirement);
        const sent = await this.channel.sendBytes(bytes);
        return { sent, received: await this.nextRefusal(sent, refusal) };
      },
      ({ sent, received }) => {
        const timed = received !== undefined && refusal.atGap && isRefusal(received, refusal);
        return timed && judge(this.gapTime(received, sent)) === 'inconclusive';
      },
    );
    return this.judgeRefusal(received, sent, refusal, requirement, what);
  }

  /** Input with pauses below half the idle gap: `once` gives false where this host stretched one too far, and judges nothing then. */
  async withPauses(requirement: string, what: string, once: () => Promise<boolean>): Promise<void> {
    if (await this.bench.retryWhile(once, (kept) => !kept)) return;
    const title = `${what}: this host paused longer than half the idle gap, ${MAX_TRIES} times`;
    this.bench.inconclusive(requirement, title);
  }

  /** The refusal of bytes sent already. */
  async checkRefusal(sent: Sent, refusal: Refusal, requirement: string, what: string): Promise<boolean> {
    return this.judgeRefusal(await this.nextRefusal(sent, refusal), sent, refusal, requirement, what);
  }

  private nextRefusal(sent: Sent, { atGap }: Refusal): Promise<Received<Answer> | undefined> {
    const wait = atGap ? micros(this.gap + this.answerTimeout) : this.answerTimeout;
    return this.channel.next(after(sent.notAfter, wait));
  }

  private async judgeRefusal(
    received: Received<Answer> | undefined,
    sent: Sent,
    refusal: Refusal,
    requirement: string,
    what: string,
  ): Promise<boolean> {
    const { code, atGap } = refusal;
    const expected = `Error 0${code} (${errorName(code)})${atGap ? ' at the idle gap' : ''}`;
    if (received === undefined) {
      this.bench.check(requirement, false, () => this.noAnswerDetail(what, expected));
      this.countUnanswered();
      await this.awaitQuiet();
      return false;
    }
    this.unansweredRequests = 0;
    if (atGap) this.measureGap(received, sent, what);
    else this.measureAnswer(received, sent, () => what);
    const holds = isRefusal(received, refusal);
    this.judgeCrc(received);
    this.bench.check(requirement, holds, () => ({ title: what, expected, seen: describeEvent(received) }));
    if (!holds) await this.awaitQuiet();
    return holds;
  }

  /** Watches for a second frame where exactly one is due. */
  async expectNoMore(requirement: string, what: string, span: Micros): Promise<boolean> {
    const extra = await this.channel.collectUntil(after(this.channel.now(), span), 1);
    this.bench.check(requirement, extra.length === 0, () => ({
      title: `${what}: exactly one frame`,
      expected: `silence for ${(span / 1000).toFixed(0)} ms after it`,
      seen: extra.map(describeEvent).join('; '),
    }));
    if (extra.length > 0) await this.awaitQuiet();
    return extra.length === 0;
  }

  /** Frames left over from before: nobody asked for them. */
  private async clearLine(requirement: string, wait = micros(0)): Promise<void> {
    const extra = await this.channel.collectUntil(after(this.channel.now(), wait), 4);
    if (extra.length > 0) {
      this.rejectExtra(extra, 'the exchange before', requirement);
      await this.awaitQuiet();
    }
  }

  private rejectExtra(extra: readonly Received<Answer>[], about: string, requirement = 'STM-FR-11'): void {
    this.expectExtraFrames = true;
    this.bench.check(requirement, false, () => ({
      title: `a second frame after ${about}`,
      expected: 'exactly one frame',
      seen: extra.map(describeEvent).join('; '),
    }));
  }

  private countUnanswered(): void {
    if (++this.unansweredRequests < SILENT_REQUESTS) return;
    throw new BoardSilent(`the board answered none of the last ${SILENT_REQUESTS} requests`);
  }

  private noAnswerDetail(title: string, expected: string): { title: string; expected: string; seen: string } {
    return { title, expected, seen: `nothing within ${(this.answerTimeout / 1000).toFixed(0)} ms` };
  }

  private read(received: Received<Answer>, request: Request, charge: string): Answer | undefined {
    const { event } = received;
    this.judgeCrc(received);
    const answer = event.value;
    const wrongSumOnly = event.kind === 'frame' || event.error.code === 'checksum';
    const inForm = answer !== undefined && wrongSumOnly && hasForm(request, answer);
    this.bench.check(inForm ? 'STM-FR-11' : charge, inForm, () => ({
      title: `the answer to ${describeRequest(request)}`,
      expected: `the table's form for ${request.type}, or an Error with a listed code`,
      seen: describeEvent(received),
    }));
    return inForm ? answer : undefined;
  }

  private judgeCrc({ event }: Received<Answer>): void {
    if (event.kind === 'reject' && event.error.code !== 'checksum') return;
    this.bench.check('STM-FR-01', event.kind === 'frame', () => ({
      title: 'the CRC of a frame from the board',
      expected: event.kind === 'reject' ? (event.error.expected ?? '') : '',
      seen: event.kind === 'reject' ? (event.error.seen ?? event.error.message) : '',
    }));
  }

  private measureAnswer(received: Received<Answer>, sent: Sent, about: () => string): void {
    const { low, high } = latency(sent, received);
    const name = 'request to answer';
    this.bench.measure(
      'STM-TM-01',
      { name, unit: 'us', low, high, max: this.response },
      () => `the answer to ${about()}`,
    );
    this.measurePauses(received);
  }

  private measureGap(received: Received<Answer>, sent: Sent, what: string): void {
    this.bench.measure('STM-TM-02', this.gapTime(received, sent), () => what);
    this.measurePauses(received);
  }

  private gapTime(received: Received<Answer>, sent: Sent): Measurement {
    const limits = { min: this.gap / 2, max: this.gap + this.response };
    return { name: 'last byte to Error at the gap', unit: 'us', ...latency(sent, received), ...limits };
  }

  private measurePauses(received: Received<Answer>): void {
    const max = this.gap / 2;
    const { low, high } = received.pause;
    const measurement = { name: 'pause inside an answer', unit: 'us', low, high, max } as const;
    this.bench.measure('STM-TM-04', measurement, () => describeEvent(received));
  }
}

/** Stands for an answer that never came, where only the clause of the request is asked for. */
const NO_ANSWER: Answer = { type: 'start' };

function isRefusal({ event: { value } }: Received<Answer>, { code }: Refusal): boolean {
  return value?.type === 'error' && value.code === code;
}

/** What came, for a person. */
export function describeEvent({ event }: Received<Answer>): string {
  if (event.kind === 'frame') return describeAnswer(event.value);
  const shown = event.raw.subarray(0, 16);
  return `${hex(shown)}${event.raw.length > 16 ? '…' : ''} (${event.error.message})`;
}
