/** Codes: those that are shown, their packets and retries, and bytes that may be a code of which nobody told. */
import type { Chunk } from '../../chunk';
import type { PresentedCode } from '../../monitor/monitor';
import type { Bounds, TimedEvent } from '../../monitor/timed-decoder';
import { after, micros, type Micros } from '../../time';
import { CODE_TYPE, STATUS, symbologyNamed, type Command, type Reply } from '../message';
import { PARAMETER, TERMINATORS } from '../parameters';
import type { ScannerState } from '../rules';
import { CodeDelivery, type Delivered } from './code-delivery';
import { CodeOracle } from './code-expectation';
import { isData } from './code-form';
import { shortHex } from './descriptions';
import { endsRetries } from './exchange';
import type { Findings } from './findings';
import { stateLabel } from './labels';
import { UNDER_WAY, type Limits } from './limits';
import { PacketRetries } from './packet-retries';
import { hasReplyOpcode, type Junk } from './reply-buffer';
import type { ScannerEstimate } from './scanner-estimate';

export interface ShownCodesContext {
  readonly log: Findings;
  readonly estimate: ScannerEstimate;
  readonly limits: Limits;
  readonly isTrace: boolean;
  readonly exact: boolean;
  desynchronise(until?: Micros): void;
}

export class ShownCodes {
  /** When the last code had left the line: replies wait for it. */
  lastEnd: Bounds | undefined;
  private readonly oracle: CodeOracle;
  private readonly delivery: CodeDelivery;
  private readonly retries: PacketRetries;

  constructor(private readonly context: ShownCodesContext) {
    const { log, estimate, limits, isTrace, exact } = context;
    const options = { limits, seesCodes: !isTrace, exact };
    this.oracle = new CodeOracle(estimate, { sameCode: limits.sameCode, exact });
    this.delivery = new CodeDelivery(options, log);
    this.retries = new PacketRetries(options, log);
  }

  /** A code waits for its ACK. */
  get isOpen(): boolean {
    return this.retries.isOpen;
  }

  /** Everything that comes now belongs to a code. */
  get takesAll(): boolean {
    return this.delivery.takesAll;
  }

  /** A shown code has not come yet. */
  get isAwaited(): boolean {
    return this.delivery.isAwaited;
  }

  /** By then a code that waits for its ACK must have come again. */
  get retryDue(): Micros | undefined {
    return this.retries.due();
  }

  due(): Micros | undefined {
    return this.delivery.due();
  }

  /** The time after which no shown code can still come. A waiting code is sent after the one before it. */
  end(at: Micros): Micros {
    return after(at, micros((this.isOpen ? 2 : 1) * this.context.limits.longestDelivery));
  }

  forget(now: Micros): void {
    this.oracle.forget(now);
    this.delivery.forget();
    this.retries.forget();
  }

  /** It is not known which bytes are of a code. In a trace they never are. */
  private lose(at: Micros): void {
    if (!this.context.isTrace) return this.context.desynchronise(this.end(at));
    this.delivery.forget();
    this.retries.forget();
  }

  /** `isFree`: nothing else is under way, and the scanner is followed. */
  present(code: PresentedCode, at: Bounds, isFree: boolean): void {
    const { notBefore, notAfter } = at;
    const isJudged = isFree && !this.takesAll && !this.isOpen && this.context.estimate.judgesCodes(notBefore);
    if (!isJudged) this.oracle.note(code, notAfter);
    const expectation = isJudged ? this.oracle.expect(code, at) : undefined;
    if (expectation === undefined) this.lose(notAfter);
    else this.delivery.show(code, expectation, notAfter);
  }

  /** The host sends these bytes. */
  tx({ notBefore, notAfter }: Chunk): void {
    if (!this.takesAll) return;
    this.settle(this.delivery.hostSends(notBefore));
    if (this.takesAll) this.lose(notAfter);
  }

  /** Bytes of a code. */
  rx(chunk: Chunk): void {
    this.delivery.rx(chunk);
  }

  /** `isIdle`: no bytes are unfinished. */
  tick(now: Micros, isIdle: boolean): void {
    this.settle(this.delivery.tick(now));
    if (isIdle) this.retries.tick(now);
  }

  /** A command that the rules have seen. */
  command(command: Command, before: ScannerState, at: Bounds): void {
    this.oracle.onCommand(command, before, at.notAfter);
    if (!this.isOpen) return;
    const isCertain = command.type !== 'ack' || this.retries.acknowledged(at);
    if (!isCertain || endsRetries(command)) this.lose(at.notAfter);
  }

  /** A frame with a code that nobody awaits. */
  packet(frame: TimedEvent<Reply>): void {
    const { value, raw } = frame.event;
    const { log, estimate, isTrace } = this.context;
    // As far as is known, no packet comes: a raw code looks like one.
    if (value?.type !== 'data' || (isTrace && estimate.value(PARAMETER.packet) !== 1)) return;
    this.lastEnd = frame.last;
    log.pass('GM-FR-01', 'malformed');
    if (this.retries.rx(frame) || this.delivery.isUnwanted(raw, frame.first.notBefore)) return;
    if (isTrace) {
      this.judgeUntold(frame.first, raw);
      this.retries.begin(value, raw.length, frame);
      return;
    }
    if (this.oracle.mustBeLost) return this.failLost();
    const isAgain = (value.status & STATUS.retransmission) !== 0;
    const [trigger, clause] = isAgain ? ['ACK from the host', 'GM-DT-04'] : ['code', 'GM-DT-06'];
    this.fail(clause, trigger, 'silence', 'a code');
  }

  private failLost(): void {
    this.fail('GM-DT-05', 'code while disabled', 'the code is lost', 'it is sent');
  }

  private fail(clause: string, trigger: string, expected: string, seen: string): void {
    const flaw = { kind: 'unasked', title: `a ${trigger}`, expected, seen } as const;
    this.context.log.fail(clause, { trigger, due: 'silence', pipelined: false }, flaw);
    if (!this.context.isTrace) this.context.desynchronise();
  }

  /** Bytes that are no frame, where every byte belongs to one: whether they are of a code. A failure. */
  isWrongCode({ bytes, from, pause }: Junk): boolean {
    if (this.oracle.isLost(bytes) || (this.oracle.mustBeLost && !hasReplyOpcode(bytes))) {
      this.failLost();
      return true;
    }
    if (this.delivery.isUnwanted(bytes, from.notBefore)) return true;
    // During a pause within a code, other bytes may come.
    return isData(bytes) && this.delivery.isPaused(pause);
  }

  /** Bytes that may be a raw code of which nobody told. `isWhole`: no reply is among them, and they are over. */
  raw({ bytes, from }: Junk, isWhole: boolean): void {
    if (this.judgeUntold(from, bytes) || this.delivery.isUnwanted(bytes, from.notBefore)) return;
    const { estimate, log } = this.context;
    const setting = estimate.value(PARAMETER.terminator);
    const terminator = TERMINATORS[setting ?? -1];
    const isRaw =
      estimate.value(PARAMETER.packet) === 0 && estimate.isSettled(from.notBefore, UNDER_WAY.code);
    if (!isWhole || !isRaw || terminator === undefined) return;
    const holds = terminator.every((byte, i) => bytes.at(i - terminator.length) === byte);
    if (holds) log.pass('GM-DT-02', 'answer');
    else this.fail('GM-DT-02', 'code', `terminator ${setting}`, shortHex(bytes.slice(-8)));
  }

  /** Whether this is a code that must be lost: a failure. */
  private judgeUntold(from: Bounds, raw: Uint8Array): boolean {
    const { estimate } = this.context;
    const { disabledFrom } = estimate;
    const isForbidden = disabledFrom !== undefined && from.notBefore >= disabledFrom + UNDER_WAY.code;
    if (!isForbidden && !this.oracle.isLost(raw)) return false;
    estimate.disabledFrom = undefined;
    this.failLost();
    return true;
  }

  private settle(delivered: Delivered | undefined): void {
    if (delivered === undefined) return;
    const { estimate, log } = this.context;
    const { code, expectation, form, first, end } = delivered;
    const { trigger, clause, sent } = expectation;
    const arrived = form === undefined ? 'silence' : form.isPacket ? 'packet' : 'raw code';
    log.addPoint(stateLabel(estimate.state), trigger, arrived, clause);
    if (first === undefined || end === undefined) {
      if (estimate.state.session && sent === undefined) this.context.desynchronise();
      return;
    }
    estimate.codeRead();
    const symbology = symbologyNamed(code.symbology);
    if (form === undefined || symbology === undefined) return;
    this.oracle.onCode(code);
    if (!form.isPacket) return;
    this.lastEnd = end;
    const data = { codeType: CODE_TYPE[symbology], payload: code.bytes };
    this.retries.begin(data, form.bytes.length, { first, last: end });
  }
}
