/**
 * An STM board watched from its line: each answer is judged by the requests before it, as far as a trace can tell. A monitor
 * sends nothing: what did not happen in the trace is skipped.
 */
import type { Chunk } from '../../../devices/links/link';
import {
  answers,
  describeRequest,
  ERROR,
  errorName,
  requests,
  type Answer,
  type Request,
} from '../../../protocols/stm/stm';
import { micros, type Micros } from '../../../protocols/time';
import { hasForm } from '../../oracle/stm/clauses';
import { between, TimedDecoder, type TimedEvent } from '../../oracle/timed-decoder';
import { VerdictRecorder } from '../../oracle/verdict-recorder';
import { AnswerTiming } from './answer-timing';
import { describeInput, describeSeenAnswer } from './descriptions';
import { GameCheck } from './game-check';
import { limitsOf, type Limits } from './limits';
import { pendingResponseFor, wrongRefusalClause, type PendingResponse } from './pending-response';
import { RequestFramer, type Received } from './request-framer';
import type { TraceMonitor, TraceMonitorOptions } from '../trace/trace-monitor';

/** After such a silence nothing has come unasked (STM-TM-03). */
const SILENCE_US = 2e6;
const GOOD_EXCHANGES = 4;

export class StmMonitor implements TraceMonitor {
  private readonly recorder: VerdictRecorder;
  private readonly limits: Limits;
  private readonly requestFramer: RequestFramer;
  private readonly gameCheck: GameCheck;
  private readonly answerTiming: AnswerTiming;
  private answerDecoder: TimedDecoder<Answer>;
  private pending: PendingResponse[] = [];
  /** The last input that was answered, and its answer. */
  private answered: { readonly pending: PendingResponse; readonly passed: TimedEvent<Answer> } | undefined;
  /** A desynchronised monitor judges again after this silence, */
  private resyncSilence: Micros;
  /** or after `GOOD_EXCHANGES` requests in a row with an answer of their form. */
  private goodExchanges = 0;
  /** While desynchronised: an idle gap has passed, so that the next byte begins a frame. */
  private aligned = false;
  /** Until then an answer to bytes that could not be decoded may come. */
  private staleUntil = micros(0);
  /** Until then a missing answer may come late, and seem to answer another request. */
  private lateUntil = micros(0);
  private previousRefused = false;
  /** The latest byte of either side. */
  private lastByteAt: Micros;

  constructor(options: TraceMonitorOptions) {
    const { parameters, ledger, exact, fresh, recordsResets } = options;
    const errorCmd = Number(parameters['errorCmd']);
    this.limits = limitsOf(parameters);
    const [tx, rx] = [requests(), answers({ errorCmd })];
    this.recorder = new VerdictRecorder({
      link: 'main',
      ledger,
      exact,
      fields: (raw, direction) => (direction === 'tx' ? tx : rx).fields(raw),
    });
    this.resyncSilence = micros(this.limits.gap + this.limits.response);
    this.requestFramer = new RequestFramer(this.limits);
    this.gameCheck = new GameCheck(this.recorder, recordsResets);
    this.answerTiming = new AnswerTiming(this.recorder, this.limits);
    const idleGap = micros(Math.max(250_000, 5 * this.limits.gap));
    this.newAnswerDecoder = () => new TimedDecoder(answers({ errorCmd, idleGap }).decoder());
    this.answerDecoder = this.newAnswerDecoder();
    if (fresh) this.gameCheck.powerOn();
    this.exact = exact;
    // The trace may begin in the middle of an exchange.
    this.recorder.muted = !fresh;
    this.lastByteAt = micros(0);
  }

  private readonly newAnswerDecoder: () => TimedDecoder<Answer>;
  private readonly exact: boolean;

  tx(chunk: Chunk, whole: boolean): void {
    this.noteByte(chunk);
    if (!whole) return this.desynchronise();
    const events = this.requestFramer.push(chunk);
    if (events === undefined) return this.desynchronise();
    for (const received of events) this.take(received);
  }

  rx(chunk: Chunk, whole: boolean): void {
    if (!whole) {
      this.noteByte(chunk);
      return this.desynchronise();
    }
    // The Error of a gap may come at half of it.
    if (this.pending.length === 0 && this.requestFramer.pending) this.requestEnded();
    this.answerTiming.push(chunk, this.answerDecoder.pending);
    for (const passed of this.answerDecoder.push(chunk)) this.answer(passed);
    this.noteByte(chunk);
  }

  /** Until the line is quiet, bytes may come from before the reset or from the start of the board. */
  reset(at: Micros): void {
    this.desynchronise();
    this.lastByteAt = micros(Math.max(this.lastByteAt, at));
    // A reset board does not answer earlier requests.
    this.resyncSilence = this.limits.gap;
    this.gameCheck.powerOn();
  }

  traceGap(until: Micros): void {
    this.lastByteAt = micros(Math.max(this.lastByteAt, until));
    this.desynchronise();
  }

  private desynchronise(): void {
    this.recorder.muted = true;
    this.aligned = false;
    this.goodExchanges = 0;
    this.resyncSilence = micros(this.limits.gap + this.limits.response);
    if (this.pending.length > 0) this.expectLateAnswer(this.lastByteAt);
    this.gameCheck.forget();
    this.clear();
  }

  private expectLateAnswer(at: Micros): void {
    this.lateUntil = micros(Math.max(this.lateUntil, at + 2 * this.limits.answerTimeout));
  }

  /** Begins with an idle line. */
  private clear(): void {
    this.pending = [];
    this.answered = undefined;
    this.previousRefused = false;
    this.requestFramer.clear();
    this.answerDecoder = this.newAnswerDecoder();
    this.answerTiming.clear();
  }

  tick(now: Micros): void {
    const { gap, answerTimeout } = this.limits;
    const quiet = now - this.lastByteAt;
    if (this.recorder.muted) this.resynchronise(now, quiet);
    const { gapAt } = this.requestFramer;
    if (gapAt !== undefined && now >= gapAt) this.requestEnded();
    for (const passed of this.answerDecoder.tick(now)) this.answer(passed);
    const [first] = this.pending;
    if (first === undefined) {
      if (quiet >= SILENCE_US && this.answered !== undefined) {
        this.recorder.pass('STM-TM-03');
        this.answered = undefined;
      }
      return;
    }
    const since = this.answered?.passed.last.notAfter ?? micros(-Infinity);
    const from = Math.max(first.received.passed.last.notAfter, since);
    if (now > from + answerTimeout + (first.atGap ? gap : 0)) this.missing(first);
  }

  /** Judges again where it is clear what passes on the line. */
  private resynchronise(now: Micros, quiet: number): void {
    const { gap, response } = this.limits;
    const free = this.pending.length === 0 && !this.requestFramer.pending;
    const answered = this.exact && this.aligned && now >= this.staleUntil && quiet >= response && free;
    if (quiet >= this.resyncSilence || answered) {
      this.clear();
      this.recorder.muted = false;
    } else if (!this.aligned && quiet >= gap) {
      this.clear();
      this.aligned = true;
      this.staleUntil = micros(this.lastByteAt + gap + response);
    }
  }

  /** Silence has ended the request that was pending. */
  private requestEnded(): void {
    for (const received of this.requestFramer.idle()) this.take(received);
  }

  private take(received: Received): void {
    this.recorder.remember('tx', received.passed);
    const pending = pendingResponseFor(received, this.previousRefused, this.pending.length > 0);
    if (pending === undefined) return;
    this.pending.push(pending);
    this.previousRefused = pending.request === undefined;
  }

  private noteByte({ notAfter }: Chunk): void {
    this.lastByteAt = micros(Math.max(this.lastByteAt, notAfter));
  }

  private missing(pending: PendingResponse): void {
    const { request, code, clause } = pending;
    const due = code === undefined ? 'one frame' : `one Error 0${code} (${errorName(code)})`;
    this.recorder.fail(clause, `${describeInput(pending)} was not answered`, due, 'nothing');
    this.pending.shift();
    this.goodExchanges = 0;
    this.expectLateAnswer(this.lastByteAt);
    // The board may have obeyed the request.
    if (request !== undefined) this.gameCheck.forget();
    if (this.pending.length > 0) this.desynchronise();
  }

  private answer(passed: TimedEvent<Answer>): void {
    this.recorder.remember('rx', passed);
    this.checkChecksum(passed);
    const [pending] = this.pending;
    if (pending === undefined || passed.first.notAfter < pending.received.passed.last.notBefore)
      return this.unexpected(passed);
    this.pending.shift();
    this.answerTiming.check(pending, passed);
    this.answered = { pending, passed };
    if (pending.request === undefined) this.checkRefusal(pending, passed);
    else this.checkReply(pending, pending.request, passed);
    if (pending.clause === 'STM-FR-09') this.recorder.pass('STM-FR-09');
  }

  private checkChecksum({ event }: TimedEvent<Answer>): void {
    if (event.kind === 'frame') return this.recorder.pass('STM-FR-01');
    const { code, expected, seen, message } = event.error;
    if (code === 'checksum')
      this.recorder.fail('STM-FR-01', 'the CRC of a frame from the board', expected ?? '', seen ?? message);
  }

  /** An answer that no request waits for. */
  private unexpected(passed: TimedEvent<Answer>): void {
    const last = this.answered;
    const seen = describeSeenAnswer(passed);
    if (last === undefined || between(last.passed.last, passed.first).low > this.limits.answerTimeout)
      return this.recorder.fail('STM-TM-03', 'nothing was asked', 'silence', seen);
    const clause = last.pending.code === undefined ? 'STM-FR-11' : last.pending.clause;
    this.recorder.fail(
      clause,
      `a second frame after ${describeInput(last.pending)}`,
      'exactly one frame',
      seen,
    );
  }

  private checkRefusal(pending: PendingResponse, passed: TimedEvent<Answer>): void {
    const { code = ERROR.badData } = pending;
    const answer = passed.event.value;
    const holds = answer?.type === 'error' && answer.code === code;
    this.recorder.check(holds ? pending.clause : wrongRefusalClause(pending, answer), holds, () => ({
      title: describeInput(pending),
      expected: `Error 0${code} (${errorName(code)})`,
      seen: describeSeenAnswer(passed),
    }));
    // A board that refuses wrongly may have obeyed.
    if (!holds) this.gameCheck.forget();
  }

  private checkReply(pending: PendingResponse, request: Request, passed: TimedEvent<Answer>): void {
    const { event } = passed;
    const answer = event.value;
    const readable = event.kind === 'frame' || event.error.code === 'checksum';
    const inForm = answer !== undefined && readable && hasForm(request, answer);
    this.recorder.check('STM-FR-11', inForm, () => ({
      title: `the answer to ${describeRequest(request)}`,
      expected: `the table's form for ${request.type}, or an Error with a listed code`,
      seen: describeSeenAnswer(passed),
    }));
    if (!inForm) {
      this.goodExchanges = 0;
      return this.gameCheck.forget();
    }
    this.countGood(pending, answer, passed);
    if (pending.pipelined) this.recorder.pass('STM-FR-10');
    this.gameCheck.check(pending, request, answer);
  }

  /** Counts the answers that surely belong to their requests. An Error may belong to any. */
  private countGood(
    { received, request, pipelined: hurried }: PendingResponse,
    answer: Answer,
    { first }: TimedEvent<Answer>,
  ): void {
    const { high } = between(received.passed.last, first);
    const own = answer.type === request?.type || (answer.type === 'state' && request?.type === 'set-state');
    const alone = !hurried && this.pending.length === 0 && high <= this.limits.response;
    if (!alone || received.passed.first.notBefore < this.lateUntil) this.goodExchanges = 0;
    else if (own && ++this.goodExchanges >= GOOD_EXCHANGES) this.recorder.muted = false;
  }
}
