/**
 * The replies that are due: one to each command, a NAK 01 to a wrong checksum, at most one NAK to a bad LEN, and none
 * to half a frame.
 */
import type { FrameEvent } from '../../../../protocols/frame';
import { SOURCE, STATUS, WAKE_TIME, type Command, type Reply } from '../../../../protocols/gm67/message';
import {
  fits,
  scannerModel,
  type Expected,
  type ScannerModel,
  type ScannerOptions,
  type ScannerState,
} from '../../../../protocols/gm67/rules';
import { after, micros, millis, type Micros } from '../../../../protocols/time';
import {
  clauseOf,
  commandLabel,
  dueClass,
  REPEAT,
  rejectLabel,
  replyLabel,
  stateLabel,
} from '../../../oracle/gm67/labels';
import type { FailureKind } from '../../../../protocols/monitor/failure';
import type { ObservationLog } from './observation-log';
import { isOpenByPage, isSameState, type PendingResponse } from '../../../oracle/gm67/pending-response';
import { ms, describeReply, describeExpected } from '../../../oracle/gm67/descriptions';

export interface PendingResponsesOptions extends ScannerOptions {
  readonly interByte: Micros;
  readonly command: Micros;
}

type Span = Pick<FrameEvent<Command>, 'first' | 'last'>;

const NEVER = micros(-1e9);
const GRACE = millis(300);
const CODE_WITHOUT_ACK = { trigger: 'code without ACK', clause: 'GM-DT-04' };
const NOTHING_SENT = { trigger: 'silence', clause: 'GM-CM-01' };
/** In most cases a command must be answered within this time (GM-TM-01). */
export const PROMPT = millis(100);

export class PendingResponses {
  /** undefined: the state of the scanner is unknown. */
  state: ScannerState | undefined;
  readonly rules: ScannerModel;
  private pending: PendingResponse[] = [];
  /** The last command or reject that was answered or needed no answer. */
  private answered: PendingResponse | undefined;
  /** When the last wake byte began; negative: there was none. */
  private wokenAt = NEVER;
  /** NAKs that came before the decoder had found a bad LEN. */
  private early = 0;
  /** Parameters written since the last reset to the defaults. */
  private readonly written = new Set<number>();
  private defaultsAsked = false;
  /** It has acknowledged a scan enable since its state became unknown. */
  private enabled = false;

  constructor(
    private readonly options: PendingResponsesOptions,
    private readonly log: ObservationLog,
    fresh: boolean,
  ) {
    this.rules = scannerModel(options);
    // Parameters may have been written permanently before the reset: all are unknown.
    if (fresh) this.state = { ...this.rules.initial(), parameters: new Map() };
  }

  /** When the first pending response is overdue. */
  overdueAt(): Micros | undefined {
    const [first] = this.pending;
    return first === undefined ? undefined : this.timeoutOf(first);
  }

  get hasPending(): boolean {
    return this.pending.length > 0;
  }

  /** The state of the scanner is unknown now. */
  forget(): void {
    this.wokenAt = NEVER;
    this.state = undefined;
    this.enabled = false;
    this.pending = [];
    this.early = 0;
    this.answered = undefined;
  }

  /** `sentAt`: the last sent byte; `open`: a code waits for its ACK. Returns false if the reply is left open. */
  take(event: FrameEvent<Command>, sentAt: Micros, open: boolean): boolean {
    return event.kind === 'frame'
      ? this.addCommand(event.value, event, open)
      : this.addReject(event.error.code, event, sentAt);
  }

  /**
   * Nothing came up to `now`. While a code waits for its ACK (`open`), the page requires replies only to commands: else
   * false.
   */
  passed(now: Micros, open: boolean): boolean {
    const [first] = this.pending;
    if (first === undefined || now < this.timeoutOf(first)) return true;
    if (!first.optional && open && first.command === undefined) return false;
    if (!first.optional) this.failSilence(first, open);
    else this.answered = this.pending.shift();
    return true;
  }

  /** The reply does not answer the first pending reject. A scanner with a code to send may skip that answer. */
  passesOver(reply: Reply): boolean {
    const [first] = this.pending;
    return first !== undefined && first.command === undefined && !fits(first.expected, reply);
  }

  /**
   * Returns what the reply answers. `began`: its first byte; `free`: when the last code had left the line; `noise`: why
   * the last sent bytes will be no frame, if they are unfinished.
   */
  replied(
    reply: Reply,
    { began, free, noise }: { began: Micros; free: Micros; noise: (() => string | undefined) | undefined },
  ): PendingResponse | undefined {
    const response = this.pending.shift();
    if (response === undefined) {
      if (noise !== undefined && reply.type === 'nak') this.early++;
      else this.failUnasked(reply, noise?.());
      return undefined;
    }
    this.answer(response, reply, micros(began - Math.max(response.at, free)));
    this.answered = response;
    return response;
  }

  private timeoutOf({ at }: PendingResponse): Micros {
    return after(at, after(this.options.command, GRACE));
  }

  private addCommand(command: Command, { first, last }: Span, open: boolean): boolean {
    const waiting = this.pending.at(-1);
    // Commands may not be pipelined, except after a wrong checksum.
    if (waiting !== undefined && waiting.trigger !== 'wrong checksum') return false;
    if (command.type === 'wake') this.wokenAt = first;
    else if (first < this.wokenAt + WAKE_TIME && this.state?.asleep !== true) return false;
    if (this.state === undefined) return this.addFirstCommand(command, last);
    if (command.type !== 'wake' && (command.source !== SOURCE.host || (command.status & 0xf6) !== 0))
      return false;
    if (isOpenByPage(command)) return false;
    const before = this.state;
    const { state, reply } = this.rules.apply(before, command);
    if (reply.type === 'open') return false;
    const bit = 'status' in command && (command.status & STATUS.retransmission) !== 0;
    const repeat = bit && reply.type !== 'nak';
    const clause = clauseOf(command, undefined, repeat && reply.type === 'ack');
    this.state = state;
    if (command.type === 'write') this.written.add(command.number);
    if (command.type === 'defaults') this.expectDefaults();
    const trigger = bit ? REPEAT : commandLabel(command);
    const optional = reply.type === 'none';
    const response: PendingResponse = {
      trigger,
      command,
      clause,
      expected: reply,
      optional,
      at: last,
      before,
    };
    if (optional) {
      // An ACK or NAK may belong to a code that waits for it.
      const idle = command.type !== 'wake' && !open;
      this.log.addPoint(stateLabel(before), trigger, 'silence', clause, idle);
      this.answered = response;
    } else this.pending.push(response);
    return true;
  }

  /** A scanner in an unknown state must answer these two commands. */
  private addFirstCommand(command: Command, at: Micros): boolean {
    if (command.type === 'wake') return true;
    // It may be asleep: a wake byte comes first.
    if (this.wokenAt < 0 || (command.type !== 'defaults' && command.type !== 'enable')) return false;
    const [expected, before]: [Expected, ScannerState] = [{ type: 'ack' }, this.rules.initial()];
    const [trigger, clause] = [commandLabel(command), 'GM-CM-01'];
    this.pending.push({ trigger, command, clause, expected, optional: false, at, before });
    return true;
  }

  private expectDefaults(): void {
    this.written.clear();
    this.defaultsAsked = true;
  }

  private addReject(code: string, { first, last }: Span, sentAt: Micros): boolean {
    const { early } = this;
    this.early = 0;
    const before = this.state;
    if (code === 'discarded') return true;
    if (before === undefined || before.asleep || first < this.wokenAt + WAKE_TIME) return false;
    const trigger = rejectLabel(code);
    const clause = clauseOf(undefined, code, false);
    const shared = { trigger, command: undefined, clause, before };
    if (code === 'checksum') {
      if (this.pending.length > 0 && this.pending.at(-1)?.trigger !== trigger) return false;
      const { state, reply: expected } = this.rules.garbled(before);
      this.state = state;
      if (expected.type !== 'none') this.pending.push({ ...shared, expected, optional: false, at: last });
      return true;
    }
    this.log.addPoint(stateLabel(before), trigger, droppedLabel(trigger), clause, true);
    const expected: Expected = { type: 'nak', causes: [1, 2, 6] };
    const at = after(sentAt, this.options.interByte);
    const response: PendingResponse = { ...shared, expected, optional: true, at };
    this.answered = response;
    if (code === 'length' && early === 0) this.pending.push(response);
    const allowed = code === 'length' ? 1 : 0;
    if (early > allowed)
      this.log.fail(
        'unasked',
        response,
        allowed === 1 ? 'at most one NAK' : 'silence',
        `${early} NAKs`,
        'silence',
      );
    return true;
  }

  private answer(answered: PendingResponse, reply: Reply, late: Micros): void {
    const { expected, before, trigger, clause, command } = answered;
    const known = this.state !== undefined;
    const idle =
      command === undefined ||
      (known && isSameState(before, this.state) && !this.changesEstimate(command, reply));
    const response = command === undefined && answered.optional ? droppedLabel(trigger) : replyLabel(reply);
    this.log.addPoint(known ? stateLabel(before) : 'unknown', trigger, response, clause, idle);
    if (!fits(expected, reply)) return this.failResponse('answer', answered, describeReply(reply));
    this.judgeTime(answered, late);
    if (this.state === undefined) {
      if (command?.type === 'enable') this.enabled = true;
      if (command?.type === 'defaults' && this.enabled) this.known();
      return;
    }
    if (reply.type !== 'value') return;
    const asDefault = this.defaultsAsked && !this.written.has(reply.number);
    this.state = this.rules.learn(this.state, reply.number, reply.value, asDefault);
  }

  /** This reply shows more of the scanner's state, which changes the expected replies. */
  private changesEstimate(command: Command, reply: Reply): boolean {
    if (command.type === 'defaults') return true;
    return reply.type === 'value' && this.state?.parameters.get(reply.number) !== reply.value;
  }

  private known(): void {
    // Defaults that the page does not fix are learned by reading.
    this.state = this.rules.initial();
    this.expectDefaults();
  }

  private judgeTime(response: PendingResponse, late: Micros): void {
    if (response.command === undefined || late <= PROMPT) return;
    const limit = late > this.options.command ? this.options.command : PROMPT;
    const clause = limit === PROMPT ? 'GM-TM-01' : 'GM-CM-01';
    this.failResponse('late', { ...response, clause }, `after ${ms(late)}`, `within ${ms(limit)}`);
  }

  private failSilence(response: PendingResponse, open: boolean): void {
    const { trigger, clause, expected, before } = response;
    const { answered } = this;
    this.log.addPoint(stateLabel(before), trigger, 'silence', clause);
    const seen = `nothing for ${ms(this.options.command)}`;
    if (open) return this.log.fail('silence', CODE_WITHOUT_ACK, describeExpected(expected), seen, 'reply');
    const isAfterNoise = answered !== undefined && ['bad LEN', 'half a frame'].includes(answered.trigger);
    this.failResponse('silence', isAfterNoise ? { ...response, clause: answered.clause } : response, seen);
  }

  private failUnasked(reply: Reply, code: string | undefined): void {
    const { answered } = this;
    const [exchange, expected] =
      code !== undefined
        ? [{ clause: clauseOf(undefined, code, false), trigger: rejectLabel(code) }, 'silence']
        : [answered ?? NOTHING_SENT, answered?.optional === false ? 'exactly one reply' : 'silence'];
    this.log.fail('unasked', exchange, expected, describeReply(reply), 'silence');
  }

  private failResponse(
    kind: FailureKind,
    response: PendingResponse,
    seen: string,
    expected = describeExpected(response.expected),
  ): void {
    this.log.fail(kind, response, expected, seen, dueClass(response.expected, response.trigger));
  }
}

function droppedLabel(trigger: string): string {
  return `${trigger} dropped`;
}
