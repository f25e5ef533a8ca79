/**
 * An STM board watched from its line: what reached it, what it said, and what the page asks of it, judged as far as a
 * trace can tell. Nobody resets it, sends it what would be worth trying, or asks again: what did not happen is skipped.
 */
import type { Chunk } from '../../../devices/links/link';
import type { Parameters } from '../../../protocols/requirement';
import { answerFields, requestFields } from '../../../protocols/stm/fields';
import {
  agrees,
  describeExpected,
  describeSeen,
  expect,
  follow,
  POWER_ON,
  SHUFFLES_PER_GAME,
  type Game,
} from '../../../protocols/stm/rules';
import { answerShape, REQUEST_SHAPE } from '../../../protocols/stm/shape';
import {
  answers,
  describeAnswer,
  describeRequest,
  ERROR,
  errorName,
  type Answer,
  type Request,
} from '../../../protocols/stm/stm';
import { micros, millis, type Micros } from '../../../protocols/time';
import { hex } from '../../bench/channel';
import { brokenClause, hasForm, nextHistory, NO_HISTORY, type GameHistory } from '../../oracle/stm/clauses';
import { between, TimedDecoder, type TimedEvent } from '../../oracle/timed-decoder';
import { VerdictRecorder } from '../../oracle/verdict-recorder';
import {
  isLongest,
  pendingResponseFor,
  framingClause,
  wrongRefusalClause,
  type PendingResponse,
} from './pending-response';
import { ShuffleRandomness } from './shuffle-randomness';
import { RequestFramer } from './request-framer';
import type { TraceMonitor, TraceMonitorOptions } from '../trace/trace-monitor';

/** Silence that is long enough to say that nothing comes unasked (STM-TM-03). */
const SILENCE_US = 2e6;
const GOOD_EXCHANGES = 4;

interface Limits {
  readonly gap: Micros;
  readonly response: Micros;
  /** A late answer is late; one that has not come by then is missing. */
  readonly answerTimeout: Micros;
  readonly byteTime: number;
}

function limitsOf(parameters: Parameters): Limits {
  const gap = millis(Number(parameters['idleGapMs']));
  const response = millis(Number(parameters['responseMs']));
  const answerTimeout = micros(Math.max(500_000, 5 * response));
  return { gap, response, answerTimeout, byteTime: 10e6 / Number(parameters['baud']) };
}

export class StmMonitor implements TraceMonitor {
  private readonly recorder: VerdictRecorder;
  private readonly limits: Limits;
  private readonly requestFramer: RequestFramer;
  private readonly shuffles: ShuffleRandomness;
  private answerDecoder: TimedDecoder<Answer>;
  private pending: PendingResponse[] = [];
  /** The last input that was answered, and its answer. */
  private answered: { readonly pending: PendingResponse; readonly passed: TimedEvent<Answer> } | undefined;
  /** Where nobody can tell what stands on the line, it can when it has been quiet for so long, */
  private resyncSilence: Micros;
  /** or when so many questions have been answered one behind the other, each in its form. */
  private goodExchanges = 0;
  /** While nobody can tell: behind an idle gap, frames begin where they seem to. */
  private aligned = false;
  /** Until then what is owed for bytes that nobody could read may come. */
  private staleUntil = micros(0);
  /** Until then an answer may come that was missing, and be taken for another one's. */
  private lateUntil = micros(0);
  private game: Game | undefined;
  private history: GameHistory = NO_HISTORY;
  private previousRefused = false;
  /** The latest byte of either side. */
  private lastByteAt: Micros;
  private lastRx: Chunk | undefined;
  private widestPause: { low: number; high: number } | undefined;

  constructor(options: TraceMonitorOptions) {
    const { parameters, ledger, exact, fresh, recordsResets } = options;
    const errorCmd = Number(parameters['errorCmd']);
    this.limits = limitsOf(parameters);
    const shape = answerShape(errorCmd);
    this.recorder = new VerdictRecorder({
      link: 'main',
      ledger,
      exact,
      fields: (raw, direction) =>
        direction === 'tx' ? requestFields(REQUEST_SHAPE, raw) : answerFields(shape, raw),
    });
    this.resyncSilence = micros(this.limits.gap + this.limits.response);
    this.requestFramer = new RequestFramer(this.limits);
    this.shuffles = new ShuffleRandomness(this.recorder);
    const idleGap = micros(Math.max(250_000, 5 * this.limits.gap));
    this.newAnswerDecoder = () => new TimedDecoder(answers({ errorCmd, idleGap }).decoder());
    this.answerDecoder = this.newAnswerDecoder();
    this.game = fresh ? POWER_ON : undefined;
    this.recordsResets = recordsResets;
    this.exact = exact;
    // What was under way when the trace began nobody knows.
    this.recorder.muted = !fresh;
    this.lastByteAt = micros(0);
  }

  private readonly newAnswerDecoder: () => TimedDecoder<Answer>;
  private readonly recordsResets: boolean;
  private readonly exact: boolean;

  tx(chunk: Chunk, whole: boolean): void {
    this.noteByte(chunk);
    if (!whole) return this.desynchronise();
    const events = this.requestFramer.push(chunk);
    if (events === undefined) return this.desynchronise();
    for (const received of events) {
      this.recorder.remember('tx', received.passed);
      const pending = pendingResponseFor(received, this.previousRefused, this.pending.length > 0);
      if (pending !== undefined) this.pending.push(pending);
      if (pending !== undefined) this.previousRefused = pending.request === undefined;
    }
  }

  rx(chunk: Chunk, whole: boolean): void {
    if (!whole) {
      this.noteByte(chunk);
      return this.desynchronise();
    }
    // The Error of a gap may come at half of it.
    if (this.pending.length === 0 && this.requestFramer.pending) this.requestEnded();
    this.measurePause(chunk);
    for (const passed of this.answerDecoder.push(chunk)) this.answer(passed);
    this.noteByte(chunk);
  }

  /** The board was reset: what comes until the line is quiet is of before, or of its start. */
  reset(at: Micros): void {
    this.desynchronise();
    this.lastByteAt = micros(Math.max(this.lastByteAt, at));
    // A board that was reset owes nothing any more.
    this.resyncSilence = this.limits.gap;
    this.game = POWER_ON;
    this.history = NO_HISTORY;
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
    this.forgetGame();
    this.clear();
  }

  private expectLateAnswer(at: Micros): void {
    this.lateUntil = micros(Math.max(this.lateUntil, at + 2 * this.limits.answerTimeout));
  }

  /** Nothing is under way, as far as is known. */
  private clear(): void {
    this.pending = [];
    this.answered = undefined;
    this.previousRefused = false;
    this.requestFramer.clear();
    this.answerDecoder = this.newAnswerDecoder();
    this.lastRx = undefined;
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

  /** Nobody could tell what stands on the line: can they now? */
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

  /** What is pending on the board's side ended by silence. */
  private requestEnded(): void {
    for (const received of this.requestFramer.idle()) {
      this.recorder.remember('tx', received.passed);
      const pending = pendingResponseFor(received, this.previousRefused, this.pending.length > 0);
      if (pending === undefined) continue;
      this.pending.push(pending);
      this.previousRefused = true;
    }
  }

  private noteByte({ notAfter }: Chunk): void {
    this.lastByteAt = micros(Math.max(this.lastByteAt, notAfter));
  }

  /** The game is out of sight until it begins anew. */
  private forgetGame(): void {
    this.game = undefined;
    this.shuffles.begin();
  }

  private missing(pending: PendingResponse): void {
    const { request, code, clause } = pending;
    const due = code === undefined ? 'one frame' : `one Error 0${code} (${errorName(code)})`;
    this.recorder.fail(clause, `${describe(pending)} was not answered`, due, 'nothing');
    this.pending.shift();
    this.goodExchanges = 0;
    this.expectLateAnswer(this.lastByteAt);
    // Whether it was obeyed nobody knows.
    if (request !== undefined) this.forgetGame();
    if (this.pending.length > 0) this.desynchronise();
  }

  private answer(passed: TimedEvent<Answer>): void {
    this.recorder.remember('rx', passed);
    this.checkChecksum(passed);
    const [pending] = this.pending;
    if (pending === undefined || passed.first.notAfter < pending.received.passed.last.notBefore)
      return this.unexpected(passed);
    this.pending.shift();
    this.checkTiming(pending, passed);
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

  /** Nothing was asked, or all of it was answered. */
  private unexpected(passed: TimedEvent<Answer>): void {
    const last = this.answered;
    const seen = shown(passed);
    if (last === undefined || between(last.passed.last, passed.first).low > this.limits.answerTimeout)
      return this.recorder.fail('STM-TM-03', 'nothing was asked', 'silence', seen);
    const clause = last.pending.code === undefined ? 'STM-FR-11' : last.pending.clause;
    this.recorder.fail(clause, `a second frame after ${describe(last.pending)}`, 'exactly one frame', seen);
  }

  private checkTiming(pending: PendingResponse, passed: TimedEvent<Answer>): void {
    const { gap, response } = this.limits;
    const span = between(pending.received.passed.last, passed.first);
    if (pending.atGap) {
      const limits = { min: gap / 2, max: gap + response };
      this.recorder.measure('STM-TM-02', 'last byte to Error at the gap', span, limits);
    } else if (!pending.pipelined)
      this.recorder.measure('STM-TM-01', 'request to answer', span, { max: response });
    if (this.widestPause !== undefined && passed.event.kind === 'frame')
      this.recorder.measure('STM-TM-04', 'pause inside an answer', this.widestPause, { max: gap / 2 });
    this.widestPause = undefined;
  }

  private checkRefusal(pending: PendingResponse, passed: TimedEvent<Answer>): void {
    const { code = ERROR.badData } = pending;
    const answer = passed.event.value;
    const holds = answer?.type === 'error' && answer.code === code;
    this.recorder.check(holds ? pending.clause : wrongRefusalClause(pending, answer), holds, () => ({
      title: describe(pending),
      expected: `Error 0${code} (${errorName(code)})`,
      seen: shown(passed),
    }));
    // What refuses wrongly may have obeyed.
    if (!holds) this.forgetGame();
  }

  private checkReply(pending: PendingResponse, request: Request, passed: TimedEvent<Answer>): void {
    const { event } = passed;
    const answer = event.value;
    const readable = event.kind === 'frame' || event.error.code === 'checksum';
    const inForm = answer !== undefined && readable && hasForm(request, answer);
    this.recorder.check('STM-FR-11', inForm, () => ({
      title: `the answer to ${describeRequest(request)}`,
      expected: `the table's form for ${request.type}, or an Error with a listed code`,
      seen: shown(passed),
    }));
    if (!inForm) {
      this.goodExchanges = 0;
      return this.forgetGame();
    }
    this.countGood(pending, answer, passed);
    if (pending.pipelined) this.recorder.pass('STM-FR-10');
    const begins = request.type === 'start' || (request.type === 'reset' && answer.type === 'reset');
    const game = this.game ?? (begins ? { ...POWER_ON, started: true } : undefined);
    if (game === undefined) return;
    this.checkGame(pending, game, request, answer);
  }

  /** An Error may be that of anything. */
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

  private checkGame(pending: PendingResponse, game: Game, request: Request, answer: Answer): void {
    const expected = expect(game, request);
    const holds = agrees(expected, answer);
    // A board that was reset when nobody saw it has no game.
    if (!holds && !this.recordsResets && answer.type === 'error' && answer.code === ERROR.noGame)
      return this.forgetGame();
    const broken = brokenClause(game, this.history, request, expected, answer);
    const refused = answer.type === 'error' ? framingClause(pending, answer.code) : undefined;
    this.recorder.check(holds ? keptClause(game, request, answer) : (refused ?? broken), holds, () => ({
      title: describeRequest(request),
      expected: describeExpected(expected),
      seen: describeSeen(answer, expected),
    }));
    if (!holds) return this.forgetGame();
    if (pending.received.pieces > 1) this.recorder.pass('STM-FR-04');
    if (isLongest(request) && answer.type === 'shuffle') this.recorder.pass('STM-FR-08');
    this.game = follow(game, request, answer);
    this.history = nextHistory(this.history, request, game, this.game);
    if (request.type === 'shuffle' && answer.type === 'shuffle')
      this.shuffles.shuffled(request.tiles, answer.tiles, game.shuffles === 0);
    else if (answer.type === 'start' || answer.type === 'reset') this.shuffles.begin();
  }

  /** The widest pause between chunks of one answer. */
  private measurePause(chunk: Chunk): void {
    const last = this.lastRx;
    this.lastRx = chunk;
    if (!this.answerDecoder.pending || last === undefined) {
      this.widestPause = { low: 0, high: 0 };
      return;
    }
    const low = Math.max(0, chunk.notBefore - last.notAfter);
    const first = chunk.notAfter - (chunk.bytes.length - 1) * this.limits.byteTime;
    const high = Math.max(low, first - last.lastNotBefore);
    if (this.widestPause === undefined || high > this.widestPause.high) this.widestPause = { low, high };
  }
}

/** Which clause a right answer keeps. */
function keptClause(game: Game, request: Request, answer: Answer): string {
  if (answer.type === 'error') {
    if (answer.code === ERROR.shuffleBlocked) return 'STM-GM-05';
    return game.started ? 'STM-GM-11' : 'STM-GM-03';
  }
  switch (request.type) {
    case 'start':
      return 'STM-GM-01';
    case 'reset':
      return 'STM-GM-02';
    case 'shuffle':
      return game.shuffles === SHUFFLES_PER_GAME - 1 ? 'STM-GM-05' : 'STM-GM-04';
    case 'select':
      return 'STM-GM-07';
    case 'match':
      return game.selected === undefined ? 'STM-GM-09' : 'STM-GM-08';
    case 'set-state':
      return 'STM-GM-10';
  }
}

function describe({ request, received }: PendingResponse): string {
  if (request !== undefined) return describeRequest(request);
  const { event } = received.passed;
  const shownBytes = hex(event.raw.subarray(0, 8));
  const more = event.raw.length > 8 ? '…' : '';
  return `${shownBytes}${more} (${event.kind === 'reject' ? event.error.message : 'a frame'})`;
}

function shown({ event }: TimedEvent<Answer>): string {
  if (event.kind === 'frame') return describeAnswer(event.value);
  return `${hex(event.raw.subarray(0, 16))}${event.raw.length > 16 ? '…' : ''} (${event.error.message})`;
}
