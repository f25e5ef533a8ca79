/**
 * The oracle of a GM67 scanner: `PendingResponses` judges replies to commands, `Delivery` judges shown codes.
 *
 * The page leaves open: a command to a sleeping scanner, the time after a reset, commands faster than their replies or
 * between a code and its ACK, a SOURCE other than 04. Then the model judges nothing until the line is quiet, and asks
 * for the defaults again.
 */
import type { Chunk } from '../../../../protocols/chunk';
import type { Decoder, FrameEvent } from '../../../../protocols/frame';
import { replies } from '../../../../protocols/gm67/gm67';
import { STATUS, type Command, type Reply } from '../../../../protocols/gm67/message';
import type { ScannerState } from '../../../../protocols/gm67/rules';
import { after, micros, millis, type Micros } from '../../../../protocols/time';
import { hex } from '../../../bench/channel';
import { classifyConsoleText } from '../../../../protocols/monitor/console-text';
import type { PresentStep, Model } from '../../../oracle/model';
import type { Failure } from '../../../../protocols/monitor/failure';
import type { Due, CoveragePoint } from '../../../../protocols/monitor/monitor';
import { Delivery, isData, type DeliveryOptions } from './delivery';
import { CommandDecoder } from '../../../oracle/gm67/command-decoder';
import { NOISE, stateLabel } from '../../../oracle/gm67/labels';
import { PendingResponses, type PendingResponsesOptions } from './pending-responses';
import { CodeOracle } from './code-expectation';
import { ObservationLog } from './observation-log';
import { endsRetries } from '../../../oracle/gm67/pending-response';

export const LINK = 'main';

export interface GmView {
  /** undefined: not known. */
  readonly state: ScannerState | undefined;
}

export interface GmModelOptions extends PendingResponsesOptions, DeliveryOptions {
  readonly fresh: boolean;
}

const GRACE = millis(300);
/** The page sets no time for a reset: the model waits this long. */
const BOOT = millis(2000);
const LONGEST_CHATTER_US = 5e6;
const NOW = micros(0);
/** Opcodes of replies to commands. */
const REPLIES: readonly number[] = [0xa4, 0xc6, 0xd0, 0xd1];

export class GmModel implements Model {
  private readonly log = new ObservationLog();
  private readonly pendingResponses: PendingResponses;
  private readonly txDecoder: CommandDecoder;
  private readonly codeOracle: CodeOracle;
  private readonly delivery: Delivery;
  private rxDecoder: Decoder<Reply>;
  private lastRxAt = micros(-1e9);
  private replyBegan = NOW;
  /** The longest pause inside the bytes that are coming. */
  private pause = 0;
  /** When the last code in packet mode had left the line: replies wait for it. */
  private freeAt = NOW;
  /** Nothing is judged before this time, or while bytes come. */
  private quietUntil: Micros | undefined;

  constructor(private readonly options: GmModelOptions) {
    const { parameters: table, sameCode } = options;
    this.pendingResponses = new PendingResponses(options, this.log, options.fresh);
    this.txDecoder = new CommandDecoder(options.interByte);
    this.codeOracle = new CodeOracle({ table, sameCode, rules: this.pendingResponses.rules });
    this.delivery = new Delivery(options, this.log);
    this.rxDecoder = replies(options).decoder();
  }

  get view(): GmView {
    return { state: this.pendingResponses.state };
  }

  get failure(): Failure | undefined {
    return this.log.failure;
  }

  get desynchronised(): boolean {
    return this.quietUntil !== undefined || this.pendingResponses.state === undefined;
  }

  coverage(): readonly CoveragePoint[] {
    return this.log.takePoints();
  }

  tx(_link: string, chunk: Chunk): void {
    if (this.failure !== undefined) return;
    if (this.quietUntil === undefined) {
      if (this.delivery.takesAll) this.desynchronise(this.codesEnd(chunk.notAfter));
      else if (this.txDecoder.isUnclear(chunk)) this.desynchronise(this.afterTries(chunk.notAfter));
      else for (const event of this.txDecoder.tx(chunk)) this.command(event, chunk);
    }
    this.txDecoder.lastTx = chunk.notAfter;
  }

  presented(step: PresentStep, at: Micros): void {
    if (this.failure !== undefined) return;
    const { state } = this.pendingResponses;
    const { takesAll, awaitsAck: open } = this.delivery;
    const busy =
      takesAll ||
      open ||
      this.pendingResponses.hasPending ||
      this.txDecoder.pending > 0 ||
      this.quietUntil !== undefined;
    if (state === undefined || busy)
      return this.desynchronise(this.codesEnd(micros(Math.max(at, this.quietUntil ?? at))));
    const expectation = this.codeOracle.expect(state, step, at);
    if (expectation === undefined) return this.desynchronise(this.codesEnd(at));
    this.delivery.show(step, expectation, at);
  }

  rx(_link: string, chunk: Chunk): void {
    if (this.delivery.takesAll && this.quietUntil === undefined) return this.delivery.rx(chunk);
    const goesOn = this.rxDecoder.pending > 0;
    if (!goesOn) this.replyBegan = chunk.notBefore;
    this.pause = goesOn ? Math.max(this.pause, chunk.notBefore - this.lastRxAt) : 0;
    this.lastRxAt = chunk.notAfter;
    if (this.quietUntil !== undefined) {
      if (this.lastRxAt > Math.max(this.txDecoder.lastTx, this.quietUntil) + LONGEST_CHATTER_US)
        this.log.fail('unasked', { trigger: NOISE, clause: 'GM-CM-01' }, 'silence', 'talk that goes on');
      return;
    }
    for (const event of this.rxDecoder.push(chunk.bytes, chunk.notAfter)) {
      this.take(event, chunk);
      this.replyBegan = chunk.notBefore;
    }
  }

  passed(now: Micros): void {
    if (this.failure !== undefined) return;
    if (this.quietUntil !== undefined) return this.resynchronise(now);
    const shown = this.delivery.passed(now);
    if (shown !== undefined) this.settled(shown);
    for (const event of this.txDecoder.tick(now)) this.command(event, undefined);
    for (const event of this.rxDecoder.tick(now)) this.take(event, undefined);
    if (!this.pendingResponses.passed(now, this.delivery.awaitsAck)) this.desynchronise(this.codesEnd(now));
  }

  due(): Due | undefined {
    if (this.failure !== undefined) return undefined;
    if (this.quietUntil !== undefined) return { link: LINK, until: this.quietAt() };
    const until = this.pendingResponses.overdueAt() ?? this.txDecoder.deadline();
    const times = [this.rxDecoder.deadline(), until, this.delivery.due()].filter(
      (time) => time !== undefined,
    );
    return times.length === 0 ? undefined : { link: LINK, until: micros(Math.min(...times)) };
  }

  /** `chunk`: the chunk with its last byte; undefined: silence ended it. */
  private command(event: FrameEvent<Command>, chunk: Chunk | undefined): void {
    if (this.quietUntil !== undefined) return;
    const command = event.kind === 'frame' ? event.value : undefined;
    const before = this.pendingResponses.state;
    const ends = this.afterTries(event.last);
    const sentAt = chunk?.notAfter ?? this.txDecoder.lastTx;
    if (!this.pendingResponses.take(event, sentAt, this.delivery.awaitsAck)) return this.desynchronise(ends);
    if (command === undefined) return;
    if (before !== undefined) this.codeOracle.onCommand(command, before, event.last);
    if (!this.delivery.awaitsAck) return;
    const early = command.type !== 'ack' || chunk === undefined || this.delivery.acknowledged(chunk);
    if (!early || endsRetries(command)) this.desynchronise(ends);
  }

  private settled(shown: PresentStep): void {
    const { state } = this.pendingResponses;
    const { arrived, outcome } = this.delivery;
    if (state === undefined || outcome === undefined) return;
    const { trigger, clause, sent } = outcome;
    this.log.addPoint(stateLabel(state), trigger, arrived ?? 'silence', clause);
    if (arrived !== undefined) {
      this.codeOracle.onCode(shown);
      this.pendingResponses.state = { ...state, session: false };
    } else if (state.session && sent === undefined) this.desynchronise();
  }

  private take(event: FrameEvent<Reply>, chunk: Chunk | undefined): void {
    if (this.failure !== undefined || this.quietUntil !== undefined) return;
    if (event.kind === 'reject') return this.refuse(event.raw, event.error.message);
    const reply = event.value;
    if (reply.type === 'data') {
      this.freeAt = event.last;
      if (chunk === undefined || !this.delivery.onRetry(event.raw, chunk, this.replyBegan))
        this.failExtraCode(reply);
      return;
    }
    if (this.delivery.awaitsAck && this.pendingResponses.passesOver(reply))
      return this.desynchronise(this.codesEnd(event.last));
    const answered = this.pendingResponses.replied(reply, {
      began: this.replyBegan,
      free: this.freeAt,
      noise: this.txDecoder.pending > 0 ? () => this.txDecoder.flaw() : undefined,
    });
    if (answered?.command?.type === 'reset') this.desynchronise(after(event.last, BOOT));
  }

  private failExtraCode({ status }: Reply): void {
    if (this.codeOracle.mustBeLost) return this.failLostCode();
    const again = (status & STATUS.retransmission) !== 0;
    const exchange = again
      ? { trigger: 'ACK from the host', clause: 'GM-DT-04' }
      : { trigger: 'code', clause: 'GM-DT-06' };
    this.log.fail('unasked', exchange, 'silence', 'a code');
  }

  private failLostCode(): void {
    const exchange = { trigger: 'code while disabled', clause: 'GM-DT-05' };
    this.log.fail('unasked', exchange, 'the code is lost', 'it is sent', 'silence');
  }

  private refuse(raw: Uint8Array, message: string): void {
    const spoken = classifyConsoleText(raw);
    const isReply = REPLIES.includes(raw[1] ?? 0);
    if (this.codeOracle.isLost(raw) || (this.codeOracle.mustBeLost && !isReply)) return this.failLostCode();
    // During a pause within a code, other bytes may come.
    if (isData(raw) && this.delivery.isPaused(this.pause)) return;
    const kind = isReply ? `frame of ${hex(raw.subarray(1, 2))}` : 'bytes that are no reply';
    const trigger = spoken === undefined ? kind : 'anything';
    const seen = `${hex(raw.subarray(0, 32))}: ${message}`;
    this.log.fail(spoken ?? 'malformed', { trigger, clause: 'GM-FR-01' }, 'a well-formed reply', seen);
  }

  /** The time after which no shown code can still come. A waiting code is sent after the one before it. */
  private codesEnd(at: Micros): Micros {
    return after(at, micros((this.delivery.awaitsAck ? 2 : 1) * this.delivery.longest));
  }

  private afterTries(at: Micros): Micros {
    return this.delivery.awaitsAck ? this.codesEnd(at) : NOW;
  }

  /** Judges nothing until the line is quiet, and at least until `until`. */
  private desynchronise(until: Micros = NOW): void {
    this.log.addPoint(stateLabel(this.pendingResponses.state), NOISE, 'unjudged', 'GM-FR-05');
    this.quietUntil = micros(Math.max(until, this.quietUntil ?? NOW));
    this.pendingResponses.forget();
    this.codeOracle.forget();
    this.delivery.forget();
    this.lastRxAt = micros(-1e9);
  }

  private quietAt(): Micros {
    const quiet = after(this.options.command, after(this.options.interByte, GRACE));
    return micros(Math.max(this.txDecoder.lastTx + quiet, this.lastRxAt + quiet, this.quietUntil ?? 0));
  }

  private resynchronise(now: Micros): void {
    if (now < this.quietAt()) return;
    this.quietUntil = undefined;
    this.txDecoder.restart();
    this.rxDecoder = replies(this.options).decoder();
  }
}
