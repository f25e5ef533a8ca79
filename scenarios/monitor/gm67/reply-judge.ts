/** Judges the reply to a command, or its absence. */
import type { Reply } from '../../../protocols/gm67/message';
import { PARAMETER } from '../../../protocols/gm67/parameters';
import { fits } from '../../../protocols/gm67/rules';
import { millis } from '../../../protocols/time';
import { describeExpected, describeReplies, shortHex } from '../../oracle/gm67/descriptions';
import { between, type Bounds, type TimedEvent } from '../../../protocols/monitor/timed-decoder';
import type { VerdictRecorder } from '../../oracle/verdict-recorder';
import type { Limits } from './limits';
import type { PacketRetries } from './packet-retries';
import { looksLikeDamagedReply, rejectReason, type ReceivedReplies } from './reply-buffer';
import type { Exchange, ScannerEstimate } from './scanner-estimate';

/** GM-TM-01. */
export const PROMPT = millis(100);

/** `at`: the time of the command's last byte. */
export interface TimedExchange extends Exchange {
  readonly at: Bounds;
}

type Answers = readonly TimedEvent<Reply>[];

/** true: the scanner may be silent. */
export function mayBeSilent({ expected, atMost }: Exchange): boolean {
  return expected.type === 'none' || atMost !== undefined;
}

export class ReplyJudge {
  constructor(
    private readonly recorder: VerdictRecorder,
    private readonly estimate: ScannerEstimate,
    private readonly packetRetries: PacketRetries,
    private readonly limits: Limits,
    private readonly recordsResets: boolean,
  ) {}

  /** Judges the answers to a command that needs none; false: they are wrong. `over`: no more can come. */
  judgeUnneeded(exchange: Exchange, answers: Answers, { junk }: ReceivedReplies, over: boolean): boolean {
    const { atMost: most = 0, clause, title } = exchange;
    const allowed = most === 0 || answers.every((answer) => isExpected(exchange, answer));
    if (answers.length <= most && allowed) {
      if (over && exchange.hasAnswered && exchange.command?.type !== 'wake') this.recorder.pass(clause);
      this.estimate.passedUnanswered(exchange);
      return true;
    }
    const due = most === 0 ? 'silence' : most === 1 ? 'at most one NAK' : 'NAKs, if anything';
    if (exchange.listening && junk.length === 0)
      this.recorder.fail(clause, title, due, describeReplies(answers));
    return false;
  }

  /** Judges a command without a reply. `onlyNoise`: since the last resynchronisation there was only noise. */
  judgeMissing(
    exchange: Exchange,
    { junk, frames }: ReceivedReplies,
    over: boolean,
    onlyNoise: boolean,
  ): void {
    const { title, expected, listening, hasAnswered } = exchange;
    const raw = this.estimate.value(PARAMETER.terminator) === 0;
    const damaged = frames.length === 0 && looksLikeDamagedReply(junk, !over || !this.recordsResets);
    if (listening && damaged && (over || !raw)) {
      const seen = `${shortHex(junk)}: ${rejectReason(junk)}`;
      this.recorder.fail('GM-FR-01', title, describeExpected(expected), seen);
    } else if (over && hasAnswered && this.recordsResets) {
      const clause = this.packetRetries.open ? 'GM-DT-04' : this.estimate.missingClause(exchange);
      if (onlyNoise && frames.length === 0 && junk.length === 0) this.recorder.muted = false;
      this.recorder.fail(clause, title, describeExpected(expected), 'nothing');
    }
  }

  /** Judges the answers to a command that needs one; false: they are wrong. */
  judgeAnswers(exchange: TimedExchange, answers: Answers, { junk, frames }: ReceivedReplies): boolean {
    const { clause, title, code, expected } = exchange;
    const right = answers.find((answer) => isExpected(exchange, answer));
    const alone = junk.length === 0;
    const [first] = answers;
    const reply = right?.event.value;
    if (right === undefined || reply === undefined || first === undefined) {
      if (alone && exchange.listening)
        this.recorder.fail(clause, title, describeExpected(expected), describeReplies(answers));
      return false;
    }
    if (alone && answers.length > 1) {
      const broken = code === undefined && clause !== 'GM-CM-06' ? 'GM-CM-01' : clause;
      if (exchange.listening)
        this.recorder.fail(broken, title, 'exactly one reply', describeReplies(answers));
      return false;
    }
    this.recorder.pass('GM-FR-01');
    for (const kept of [clause, 'GM-CM-01', ...this.estimate.keptClauses()])
      if (code === undefined || kept === clause) this.recorder.pass(kept);
    if (alone && frames.length === 1 && exchange.hasAnswered) this.measure(exchange, first);
    this.estimate.answered(exchange, reply, right.last.notAfter);
    return true;
  }

  private measure({ at, command }: TimedExchange, { first }: TimedEvent<Reply>): void {
    if (command === undefined) return;
    const span = between(at, first);
    this.recorder.measure('GM-TM-01', 'command to reply', span, { max: PROMPT });
    this.recorder.measure('GM-CM-01', 'command to reply', span, { max: this.limits.command });
  }
}

function isExpected({ expected }: Exchange, { event }: TimedEvent<Reply>): boolean {
  return event.value !== undefined && fits(expected, event.value);
}
