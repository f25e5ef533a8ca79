/**
 * The host's side of the STM line. It sends requests, reads the answers, and judges what every exchange must keep
 * (STM-FR-01, FR-11, TM-01, TM-04). The model of the rules follows the game.
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
  describeRequest,
  errorName,
  requests,
  type Answer,
  type Request,
} from '../../../protocols/stm/stm';
import { brokenClause, hasForm, nextHistory, NO_HISTORY, type GameHistory } from '../../oracle/stm/clauses';
import { BoardSilent, MAX_TRIES, type Bench } from '../../bench/bench';
import type { Channel, Received, Sent } from '../../bench/channel';
import { AnswerJudge, describeEvent, isRefusal, type Refusal } from './answer-judge';

/** Requests in a row that a board may leave unanswered before the scenario is given up. */
const SILENT_REQUESTS = 6;

export class StmHost {
  /** The game so far by the rules. It is the board's own game while the board keeps to them. */
  game: Game = POWER_ON;
  /** The last answer was late, or perhaps late, and that did not count yet. */
  private answeredLate = false;
  private history: GameHistory = NO_HISTORY;
  readonly gap: Micros;
  readonly response: Micros;
  readonly channel: Channel<Request, Answer>;
  private readonly answerTimeout: Micros;
  private unansweredRequests = 0;
  /** The board sent too many frames before, or one that cannot be read. */
  private expectExtraFrames = false;
  private readonly judge: AnswerJudge;

  constructor(readonly bench: Bench) {
    this.gap = millis(bench.number('idleGapMs'));
    this.response = millis(bench.number('responseMs'));
    this.judge = new AnswerJudge(bench, this.gap, this.response);
    this.answerTimeout = micros(Math.max(500_000, 5 * this.response));
    const errorCmd = bench.number('errorCmd');
    // A longer gap than the board's: pauses inside an answer are measured (STM-TM-04), not taken for its end.
    const idleGap = micros(Math.max(250_000, 5 * this.gap));
    this.channel = bench.channel('main', requests({ idleGap }), answers({ errorCmd, idleGap }));
  }

  /** Waits for a quiet line, and begins a new game. A board that answers everything twice is noticed here. */
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

  /** Begins a new game. It is judged like any exchange, but not as a Start (STM-GM-01). */
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
    const answer = await this.answerTo(request, sent, charge);
    // On a real board three late answers decide. This request changes nothing, so that its situation can be had again.
    for (let left = 2; left > 0 && request.type === 'set-state' && this.answeredLate; left--) {
      await this.clearLine(charge);
      await this.answerTo(request, await this.channel.send(request), charge);
    }
    return answer;
  }

  /** Reads and judges the answer to a request that was sent. */
  async answerTo(request: Request, sent: Sent, charge = 'STM-FR-11'): Promise<Answer | undefined> {
    const about = describeRequest(request);
    const received = await this.channel.next(after(sent.notAfter, this.answerTimeout));
    if (received === undefined) {
      await this.failUnanswered(charge, `${about} was not answered`, 'one frame');
      return undefined;
    }
    this.unansweredRequests = 0;
    this.answeredLate = this.judge.measureAnswer(received, sent, about) === 'inconclusive';
    const answer = this.read(received, request, charge);
    if (answer === undefined) {
      this.expectExtraFrames = true;
      await this.awaitQuiet();
    } else if (this.expectExtraFrames) await this.clearLine(charge, millis(10));
    return answer;
  }

  /** Asks, and judges the answer by the rules under `requirement`. true: the answer is right. */
  async play(request: Request, requirement: string, situation: string): Promise<boolean> {
    return this.checkAnswer(request, situation, () => Promise.resolve(requirement));
  }

  /** As {@link play}, for several requests. */
  async playAll(requests: readonly Request[], requirement: string, situation: string): Promise<void> {
    for (const request of requests) await this.play(request, requirement, situation);
  }

  /** As {@link play}, for a step towards a scenario's situation: the answer is judged under the clause that it belongs to. */
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
      ...(expected.type === 'exact' ? { due: this.channel.describeDue(expected.answer) } : {}),
      ...(evidence === undefined ? {} : { evidence }),
    }));
    this.updateModel(request, answer);
    return evidence === undefined;
  }

  /** A Select that is FALSE in a new game too breaks GM-07: what was selected before is not the cause. */
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
   * Sends bytes that must be refused, and judges the refusal. Tries again while this host was too busy to time it well.
   * true: refused as it must be.
   */
  async checkRefused(bytes: Uint8Array, refusal: Refusal, what: string): Promise<boolean> {
    const { sent, received } = await this.bench.retryWhile(
      async () => {
        await this.clearLine(refusal.clause);
        const sent = await this.channel.sendBytes(bytes);
        return { sent, received: await this.nextRefusal(sent, refusal) };
      },
      ({ sent, received }) => this.judge.isTimeUnclear(received, sent, refusal),
    );
    return this.judgeRefusal(received, sent, refusal, what);
  }

  /** Judges the refusal of bytes that were sent. */
  async checkRefusal(sent: Sent, refusal: Refusal, what: string): Promise<boolean> {
    return this.judgeRefusal(await this.nextRefusal(sent, refusal), sent, refusal, what);
  }

  /**
   * Tries input with pauses below half the idle gap. `once` returns false, and judges nothing, where this host stretched
   * a pause too far.
   */
  async withPauses(requirement: string, what: string, once: () => Promise<boolean>): Promise<void> {
    if (await this.bench.retryWhile(once, (kept) => !kept)) return;
    const title = `${what}: this host paused longer than half the idle gap, ${MAX_TRIES} times`;
    this.bench.inconclusive(requirement, title);
  }

  private nextRefusal(sent: Sent, { atGap }: Refusal): Promise<Received<Answer> | undefined> {
    const wait = atGap ? micros(this.gap + this.answerTimeout) : this.answerTimeout;
    return this.channel.next(after(sent.notAfter, wait));
  }

  private async judgeRefusal(
    received: Received<Answer> | undefined,
    sent: Sent,
    refusal: Refusal,
    what: string,
  ): Promise<boolean> {
    const { code, atGap, clause } = refusal;
    const expected = `Error 0${code} (${errorName(code)})${atGap ? ' at the idle gap' : ''}`;
    if (received === undefined) return this.failUnanswered(clause, what, expected);
    this.unansweredRequests = 0;
    this.judge.measureRefusal(received, sent, refusal, what);
    const holds = isRefusal(received, refusal);
    this.judge.judgeCrc(received);
    this.bench.check(clause, holds, () => ({
      title: what,
      expected,
      seen: describeEvent(received),
      due: this.channel.describeDue({ type: 'error', code }),
    }));
    if (!holds) await this.awaitQuiet();
    return holds;
  }

  /** Judges that no second frame comes, by default within the time in which an Error at the gap would come. */
  async expectNoMore(
    requirement: string,
    what: string,
    span = micros(this.gap + this.response),
  ): Promise<boolean> {
    const extra = await this.channel.collectUntil(after(this.channel.now(), span), 1);
    this.bench.check(requirement, extra.length === 0, () => ({
      title: `${what}: exactly one frame`,
      expected: `silence for ${(span / 1000).toFixed(0)} ms after it`,
      seen: extra.map(describeEvent).join('; '),
    }));
    if (extra.length > 0) await this.awaitQuiet();
    return extra.length === 0;
  }

  /** Judges frames that no request asked for. */
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

  private async failUnanswered(requirement: string, title: string, expected: string): Promise<false> {
    const seen = `nothing within ${(this.answerTimeout / 1000).toFixed(0)} ms`;
    this.bench.check(requirement, false, () => ({ title, expected, seen }));
    if (++this.unansweredRequests >= SILENT_REQUESTS)
      throw new BoardSilent(`the board answered none of the last ${SILENT_REQUESTS} requests`);
    await this.awaitQuiet();
    return false;
  }

  private read(received: Received<Answer>, request: Request, charge: string): Answer | undefined {
    const { event } = received;
    this.judge.judgeCrc(received);
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
}

/** Stands for an answer that never came: the clause then depends on the request alone. */
const NO_ANSWER: Answer = { type: 'start' };
