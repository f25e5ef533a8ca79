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
import { isLongest, owedFor, refusedClause, wronglyRefused, type Owed } from './pending-response';
import { ShuffleRandomness } from './shuffle-randomness';
import { RequestFramer } from './request-framer';
import type { TraceMonitor, TraceMonitorOptions } from '../trace/trace-monitor';

/** Silence that is long enough to say that nothing comes unasked (STM-TM-03). */
const SILENCE_US = 2e6;
const GOOD = 4;

export function createStmMonitor(options: TraceMonitorOptions): TraceMonitor {
  return new StmMonitor(options);
}

interface Limits {
  readonly gap: Micros;
  readonly response: Micros;
  /** A late answer is late; one that has not come by then is missing. */
  readonly patience: Micros;
  readonly byteTime: number;
}

function limitsOf(parameters: Parameters): Limits {
  const gap = millis(Number(parameters['idleGapMs']));
  const response = millis(Number(parameters['responseMs']));
  const patience = micros(Math.max(500_000, 5 * response));
  return { gap, response, patience, byteTime: 10e6 / Number(parameters['baud']) };
}

class StmMonitor implements TraceMonitor {
  private readonly recorder: VerdictRecorder;
  private readonly limits: Limits;
  private readonly line: RequestFramer;
  private readonly shuffles: ShuffleRandomness;
  private ear: TimedDecoder<Answer>;
  private owed: Owed[] = [];
  /** The last input that was answered, and its answer. */
  private answered: { readonly owed: Owed; readonly passed: TimedEvent<Answer> } | undefined;
  /** Where nobody can tell what stands on the line, it can when it has been quiet for so long, */
  private calm: Micros;
  /** or when so many questions have been answered one behind the other, each in its form. */
  private good = 0;
  /** While nobody can tell: behind an idle gap, frames begin where they seem to. */
  private aligned = false;
  /** Until then what is owed for bytes that nobody could read may come. */
  private staleUntil = micros(0);
  /** Until then an answer may come that was missing, and be taken for another one's. */
  private lateUntil = micros(0);
  private game: Game | undefined;
  private trail: GameHistory = NO_HISTORY;
  private behind = false;
  /** The latest byte of either side. */
  private quietFrom: Micros;
  private lastSaid: Chunk | undefined;
  private widest: { low: number; high: number } | undefined;

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
    this.calm = micros(this.limits.gap + this.limits.response);
    this.line = new RequestFramer(this.limits);
    this.shuffles = new ShuffleRandomness(this.recorder);
    const idleGap = micros(Math.max(250_000, 5 * this.limits.gap));
    this.newEar = () => new TimedDecoder(answers({ errorCmd, idleGap }).decoder());
    this.ear = this.newEar();
    this.game = fresh ? POWER_ON : undefined;
    this.recordsResets = recordsResets;
    this.exact = exact;
    // What was under way when the trace began nobody knows.
    this.recorder.muted = !fresh;
    this.quietFrom = micros(0);
  }

  private readonly newEar: () => TimedDecoder<Answer>;
  private readonly recordsResets: boolean;
  private readonly exact: boolean;

  tx(chunk: Chunk, whole: boolean): void {
    this.tick(chunk.notBefore);
    this.quiet(chunk);
    if (!whole) return this.blur();
    const events = this.line.push(chunk);
    if (events === undefined) return this.blur();
    for (const received of events) {
      this.recorder.remember('tx', received.passed);
      const owed = owedFor(received, this.behind, this.owed.length > 0);
      if (owed !== undefined) this.owed.push(owed);
      if (owed !== undefined) this.behind = owed.request === undefined;
    }
  }

  rx(chunk: Chunk, whole: boolean): void {
    this.tick(chunk.notBefore);
    if (!whole) {
      this.quiet(chunk);
      return this.blur();
    }
    // The Error of a gap may come at half of it.
    if (this.owed.length === 0 && this.line.pending) this.ended();
    this.pause(chunk);
    for (const passed of this.ear.push(chunk)) this.answer(passed);
    this.quiet(chunk);
  }

  /** The board was reset: what comes until the line is quiet is of before, or of its start. */
  reset(at: Micros): void {
    this.blur();
    this.quietFrom = micros(Math.max(this.quietFrom, at));
    // A board that was reset owes nothing any more.
    this.calm = this.limits.gap;
    this.game = POWER_ON;
    this.trail = NO_HISTORY;
  }

  traceGap(until: Micros): void {
    this.tick(until);
    this.quietFrom = micros(Math.max(this.quietFrom, until));
    this.blur();
  }

  private blur(): void {
    this.recorder.muted = true;
    this.aligned = false;
    this.good = 0;
    this.calm = micros(this.limits.gap + this.limits.response);
    if (this.owed.length > 0) this.lagsBehind(this.quietFrom);
    this.lost();
    this.clear();
  }

  private lagsBehind(at: Micros): void {
    this.lateUntil = micros(Math.max(this.lateUntil, at + 2 * this.limits.patience));
  }

  /** Nothing is under way, as far as is known. */
  private clear(): void {
    this.owed = [];
    this.answered = undefined;
    this.behind = false;
    this.line.forget();
    this.ear = this.newEar();
    this.lastSaid = undefined;
  }

  tick(now: Micros): void {
    const { gap, patience } = this.limits;
    const quiet = now - this.quietFrom;
    if (this.recorder.muted) this.settle(now, quiet);
    const { gapAt } = this.line;
    if (gapAt !== undefined && now >= gapAt) this.ended();
    for (const passed of this.ear.tick(now)) this.answer(passed);
    const [first] = this.owed;
    if (first === undefined) {
      if (quiet >= SILENCE_US && this.answered !== undefined) {
        this.recorder.pass('STM-TM-03');
        this.answered = undefined;
      }
      return;
    }
    const since = this.answered?.passed.last.notAfter ?? micros(-Infinity);
    const from = Math.max(first.received.passed.last.notAfter, since);
    if (now > from + patience + (first.atGap ? gap : 0)) this.missing(first);
  }

  finish(now: Micros): void {
    this.tick(now);
  }

  /** Nobody could tell what stands on the line: can they now? */
  private settle(now: Micros, quiet: number): void {
    const { gap, response } = this.limits;
    const free = this.owed.length === 0 && !this.line.pending;
    const answered = this.exact && this.aligned && now >= this.staleUntil && quiet >= response && free;
    if (quiet >= this.calm || answered) {
      this.clear();
      this.recorder.muted = false;
    } else if (!this.aligned && quiet >= gap) {
      this.clear();
      this.aligned = true;
      this.staleUntil = micros(this.quietFrom + gap + response);
    }
  }

  /** What is pending on the board's side ended by silence. */
  private ended(): void {
    for (const received of this.line.idle()) {
      this.recorder.remember('tx', received.passed);
      const owed = owedFor(received, this.behind, this.owed.length > 0);
      if (owed === undefined) continue;
      this.owed.push(owed);
      this.behind = true;
    }
  }

  private quiet({ notAfter }: Chunk): void {
    this.quietFrom = micros(Math.max(this.quietFrom, notAfter));
  }

  /** The game is out of sight until it begins anew. */
  private lost(): void {
    this.game = undefined;
    this.shuffles.begin();
  }

  private missing(owed: Owed): void {
    const { request, code, clause } = owed;
    const due = code === undefined ? 'one frame' : `one Error 0${code} (${errorName(code)})`;
    this.recorder.fail(clause, `${describe(owed)} was not answered`, due, 'nothing');
    this.owed.shift();
    this.good = 0;
    this.lagsBehind(this.quietFrom);
    // Whether it was obeyed nobody knows.
    if (request !== undefined) this.lost();
    if (this.owed.length > 0) this.blur();
  }

  private answer(passed: TimedEvent<Answer>): void {
    this.recorder.remember('rx', passed);
    this.checksum(passed);
    const [owed] = this.owed;
    if (owed === undefined || passed.first.notAfter < owed.received.passed.last.notBefore)
      return this.unowed(passed);
    this.owed.shift();
    this.timing(owed, passed);
    this.answered = { owed, passed };
    if (owed.request === undefined) this.refusal(owed, passed);
    else this.reply(owed, owed.request, passed);
    if (owed.clause === 'STM-FR-09') this.recorder.pass('STM-FR-09');
  }

  private checksum({ event }: TimedEvent<Answer>): void {
    if (event.kind === 'frame') return this.recorder.pass('STM-FR-01');
    const { code, expected, seen, message } = event.error;
    if (code === 'checksum')
      this.recorder.fail('STM-FR-01', 'the CRC of a frame from the board', expected ?? '', seen ?? message);
  }

  /** Nothing was asked, or all of it was answered. */
  private unowed(passed: TimedEvent<Answer>): void {
    const last = this.answered;
    const seen = shown(passed);
    if (last === undefined || between(last.passed.last, passed.first).low > this.limits.patience)
      return this.recorder.fail('STM-TM-03', 'nothing was asked', 'silence', seen);
    const clause = last.owed.code === undefined ? 'STM-FR-11' : last.owed.clause;
    this.recorder.fail(clause, `a second frame after ${describe(last.owed)}`, 'exactly one frame', seen);
  }

  private timing(owed: Owed, passed: TimedEvent<Answer>): void {
    const { gap, response } = this.limits;
    const span = between(owed.received.passed.last, passed.first);
    if (owed.atGap) {
      const limits = { min: gap / 2, max: gap + response };
      this.recorder.measure('STM-TM-02', 'last byte to Error at the gap', span, limits);
    } else if (!owed.hurried)
      this.recorder.measure('STM-TM-01', 'request to answer', span, { max: response });
    if (this.widest !== undefined && passed.event.kind === 'frame')
      this.recorder.measure('STM-TM-04', 'pause inside an answer', this.widest, { max: gap / 2 });
    this.widest = undefined;
  }

  private refusal(owed: Owed, passed: TimedEvent<Answer>): void {
    const { code = ERROR.badData } = owed;
    const answer = passed.event.value;
    const holds = answer?.type === 'error' && answer.code === code;
    this.recorder.check(holds ? owed.clause : wronglyRefused(owed, answer), holds, () => ({
      title: describe(owed),
      expected: `Error 0${code} (${errorName(code)})`,
      seen: shown(passed),
    }));
    // What refuses wrongly may have obeyed.
    if (!holds) this.lost();
  }

  private reply(owed: Owed, request: Request, passed: TimedEvent<Answer>): void {
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
      this.good = 0;
      return this.lost();
    }
    this.wentWell(owed, answer, passed);
    if (owed.hurried) this.recorder.pass('STM-FR-10');
    const begins = request.type === 'start' || (request.type === 'reset' && answer.type === 'reset');
    const game = this.game ?? (begins ? { ...POWER_ON, started: true } : undefined);
    if (game === undefined) return;
    this.played(owed, game, request, answer);
  }

  /** An Error may be that of anything. */
  private wentWell(
    { received, request, hurried }: Owed,
    answer: Answer,
    { first }: TimedEvent<Answer>,
  ): void {
    const { high } = between(received.passed.last, first);
    const own = answer.type === request?.type || (answer.type === 'state' && request?.type === 'set-state');
    const alone = !hurried && this.owed.length === 0 && high <= this.limits.response;
    if (!alone || received.passed.first.notBefore < this.lateUntil) this.good = 0;
    else if (own && ++this.good >= GOOD) this.recorder.muted = false;
  }

  private played(owed: Owed, game: Game, request: Request, answer: Answer): void {
    const expected = expect(game, request);
    const holds = agrees(expected, answer);
    // A board that was reset when nobody saw it has no game.
    if (!holds && !this.recordsResets && answer.type === 'error' && answer.code === ERROR.noGame)
      return this.lost();
    const broken = brokenClause(game, this.trail, request, expected, answer);
    const refused = answer.type === 'error' ? refusedClause(owed, answer.code) : undefined;
    this.recorder.check(holds ? keptClause(game, request, answer) : (refused ?? broken), holds, () => ({
      title: describeRequest(request),
      expected: describeExpected(expected),
      seen: describeSeen(answer, expected),
    }));
    if (!holds) return this.lost();
    if (owed.received.pieces > 1) this.recorder.pass('STM-FR-04');
    if (isLongest(request) && answer.type === 'shuffle') this.recorder.pass('STM-FR-08');
    this.game = follow(game, request, answer);
    this.trail = nextHistory(this.trail, request, game, this.game);
    if (request.type === 'shuffle' && answer.type === 'shuffle')
      this.shuffles.done(request.tiles, answer.tiles, game.shuffles === 0);
    else if (answer.type === 'start' || answer.type === 'reset') this.shuffles.begin();
  }

  /** The widest pause between chunks of one answer. */
  private pause(chunk: Chunk): void {
    const last = this.lastSaid;
    this.lastSaid = chunk;
    if (!this.ear.pending || last === undefined) {
      this.widest = { low: 0, high: 0 };
      return;
    }
    const low = Math.max(0, chunk.notBefore - last.notAfter);
    const first = chunk.notAfter - (chunk.bytes.length - 1) * this.limits.byteTime;
    const high = Math.max(low, first - last.lastNotBefore);
    if (this.widest === undefined || high > this.widest.high) this.widest = { low, high };
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

function describe({ request, received }: Owed): string {
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
