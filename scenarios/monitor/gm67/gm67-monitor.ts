/**
 * A passive oracle of a GM67 scanner: it judges the host's commands and the scanner's replies as far as a trace shows
 * them. A trace need not record codes that were shown, nor resets. So a failure that a code or a reset explains is no
 * fault.
 */
import type { Chunk } from '../../../protocols/chunk';
import type { FrameEvent } from '../../../protocols/frame';
import { commands, replies } from '../../../protocols/gm67/gm67';
import type { Command, Reply } from '../../../protocols/gm67/message';
import { PARAMETER, scannerParameters } from '../../../protocols/gm67/parameters';
import { micros, millis, type Micros } from '../../../protocols/time';
import { CommandDecoder } from '../../oracle/gm67/command-decoder';
import { endsRetries } from '../../oracle/gm67/pending-response';
import { describeReplies } from '../../oracle/gm67/descriptions';
import { between, type TimedEvent } from '../../../protocols/monitor/timed-decoder';
import { ReplyFilter } from './reply-filter';
import { mayBeSilent, PROMPT, ReplyJudge, type TimedExchange } from './reply-judge';
import { ScannerEstimate, type Exchange } from './scanner-estimate';
import { PacketRetries } from './packet-retries';
import { limitsOf, type Limits } from './limits';
import { PresentedCodes } from './presented-codes';
import { ReplyBuffer, type ReceivedReplies } from './reply-buffer';
import { VerdictRecorder } from '../../oracle/verdict-recorder';
import type { TraceMonitor, TraceMonitorOptions } from '../trace/trace-monitor';

const SLACK_US = 50_000;
const GOOD_EXCHANGES = 4;
const LATE_REPLY = millis(2000);
/** A longer reject is noise; a shorter one is a frame with a wrong LEN. */
const NOISE_BYTES = 12;
/** Unexpected replies within this time after an exchange belong to it. */
const EXTRA_REPLY_US = 1e6;

export class Gm67Monitor implements TraceMonitor {
  private readonly recorder: VerdictRecorder;
  private readonly limits: Limits;
  private readonly estimate: ScannerEstimate;
  private readonly commandDecoder: CommandDecoder;
  private readonly packetRetries: PacketRetries;
  private readonly replyFilter: ReplyFilter;
  private readonly presentedCodes: PresentedCodes;
  private readonly replyBuffer: ReplyBuffer;
  private readonly judge: ReplyJudge;
  private exchange: TimedExchange | undefined;
  /** The exchange before the present one: later bytes may belong to it. */
  private previousExchange: TimedExchange | undefined;
  /** Good exchanges in a row. After GOOD_EXCHANGES of them, each reply is known to belong to its command. */
  private goodExchanges = 0;
  /** Until this time the missing reply of an earlier command may come, and look like the reply of a later one. */
  private lateUntil = micros(0);
  /** Only noise has passed since the monitor was in sync. After its pause the next command is recognised. */
  private onlyNoise = false;
  /** A code waited for its ACK when the host disabled codes. */
  private codeAwaitedAck = false;
  private resyncSilence: Micros;
  private lastByteAt = micros(0);
  private lastRxAt = micros(-1e12);

  constructor(options: TraceMonitorOptions) {
    const { parameters, ledger, exact, fresh, recordsResets } = options;
    const badChecksum = parameters['badChecksum'] === 'silent' ? 'silent' : 'nak';
    this.limits = limitsOf(parameters, exact);
    const { interByte } = this.limits;
    const [host, scanner] = [commands({ interByte }), replies({ interByte })];
    const fields = (raw: Uint8Array, direction: 'rx' | 'tx') =>
      (direction === 'tx' ? host : scanner).fields(raw);
    this.recorder = new VerdictRecorder({ link: 'main', ledger, exact, fields });
    const table = { parameters: scannerParameters(parameters), badChecksum } as const;
    this.estimate = new ScannerEstimate(table, recordsResets, fresh, Number(parameters['baud']));
    this.commandDecoder = new CommandDecoder(interByte);
    this.packetRetries = new PacketRetries(this.limits, this.recorder);
    this.presentedCodes = new PresentedCodes(this.recorder, this.estimate, { ...this.limits, exact });
    this.replyFilter = new ReplyFilter(this.recorder, this.estimate, this.packetRetries, this.presentedCodes);
    this.replyBuffer = new ReplyBuffer(this.limits.byteTime);
    this.judge = new ReplyJudge(this.recorder, this.estimate, this.packetRetries, this.limits, recordsResets);
    this.recorder.muted = !fresh;
    if (!fresh) this.lateUntil = LATE_REPLY;
    this.resyncSilence = this.limits.resyncSilence;
  }

  tx(chunk: Chunk, whole: boolean): void {
    this.noteByte(chunk);
    if (whole) this.takeChunk(chunk);
    else this.desynchronise();
    this.commandDecoder.lastTx = chunk.notAfter;
  }

  rx(chunk: Chunk, whole: boolean): void {
    this.settleBeforePause(chunk);
    this.noteByte(chunk);
    this.lastRxAt = chunk.notAfter;
    if (!whole) return this.desynchronise();
    this.replyBuffer.push(chunk);
    this.presentedCodes.rx(chunk);
  }

  codePresented(detail: string, at: Micros): void {
    this.settleIfOver();
    this.presentedCodes.presented(detail, at);
  }

  reset(at: Micros): void {
    this.desynchronise();
    this.lastByteAt = micros(Math.max(this.lastByteAt, at));
  }

  traceGap(until: Micros): void {
    this.settleIfOver();
    this.lastByteAt = micros(Math.max(this.lastByteAt, until));
    this.desynchronise();
  }

  private desynchronise(): void {
    this.estimate.forget();
    this.muteUntilSilence(this.limits.resyncSilence);
  }

  /** Nothing is judged until the line has been quiet for `calm`. */
  private muteUntilSilence(calm: Micros): void {
    this.onlyNoise = false;
    this.resyncSilence = micros(this.recorder.muted ? Math.max(calm, this.resyncSilence) : calm);
    this.recorder.muted = true;
    this.goodExchanges = 0;
    if (this.exchange !== undefined && !this.isOver(this.exchange)) this.expectLateReply(this.exchange);
    this.packetRetries.forget();
    this.presentedCodes.forget();
    this.commandDecoder.restart();
    this.replyBuffer.clear();
    this.exchange = undefined;
    this.previousExchange = undefined;
  }

  tick(now: Micros): void {
    this.presentedCodes.tick(now);
    const calm = this.recorder.muted && now - this.lastByteAt >= this.resyncSilence;
    for (const event of this.commandDecoder.tick(now)) this.command(event, undefined);
    const { exchange } = this;
    const since = Math.max(exchange?.at.notAfter ?? 0, this.lastRxAt);
    if (exchange !== undefined && now > since + this.limits.replyTimeout) this.settle(exchange, true);
    const free = this.exchange === undefined && this.commandDecoder.pending === 0;
    if (free && this.replyBuffer.length > 0 && now > this.lastRxAt + this.frameGap) this.unexpected(true);
    if (free && this.replyBuffer.length === 0) this.packetRetries.tick(now);
    if (calm && !(this.onlyNoise && this.exchange !== undefined)) this.resynchronise();
  }

  /** Nothing is in flight. */
  private resynchronise(): void {
    this.commandDecoder.restart();
    this.replyBuffer.clear();
    this.exchange = this.previousExchange = undefined;
    this.recorder.muted = this.onlyNoise = false;
  }

  private expectLateReply({ last }: Exchange): void {
    this.lateUntil = micros(Math.max(this.lateUntil, last + LATE_REPLY));
  }

  /** Bytes some time after the answer do not belong to it. */
  private settleBeforePause({ notBefore }: Chunk): void {
    const { exchange } = this;
    if (exchange === undefined || mayBeSilent(exchange)) return;
    if (notBefore > this.lastRxAt + this.limits.frameGap && this.isOver(exchange))
      this.settle(exchange, false);
  }

  private noteByte({ notAfter }: Chunk): void {
    this.lastByteAt = micros(Math.max(this.lastByteAt, notAfter));
  }

  private takeChunk(chunk: Chunk): void {
    if (this.commandDecoder.isUnclear(chunk)) return this.desynchronise();
    const { exchange } = this;
    if (exchange !== undefined && this.isOver(exchange)) this.settle(exchange, false);
    else if (exchange === undefined && this.commandDecoder.pending === 0 && this.replyBuffer.length > 0)
      this.unexpected(chunk.notBefore > this.lastRxAt + this.frameGap);
    for (const event of this.commandDecoder.tx(chunk)) this.command(event, chunk);
  }

  private settleIfOver(): void {
    if (this.exchange !== undefined && this.isOver(this.exchange)) this.settle(this.exchange, false);
  }

  /** The exchange was answered, or needs no answer. */
  private isOver(exchange: Exchange): boolean {
    if (mayBeSilent(exchange)) return true;
    const { frames } = this.replyBuffer.read(this.framed, false);
    return frames.some(({ event }) => event.kind === 'reject' || event.value.type !== 'data');
  }

  /** The page bounds pauses only in raw codes. A frame may have the pause that ends a command. */
  private get frameGap(): number {
    const { codeGap, interByte } = this.limits;
    return this.framed ? Math.max(codeGap, interByte) : codeGap;
  }

  private get framed(): boolean {
    return this.estimate.framed(this.lastByteAt);
  }

  private command(event: FrameEvent<Command>, chunk: Chunk | undefined): void {
    const first = { notBefore: chunk?.notBefore ?? event.first, notAfter: event.first };
    const last = { notBefore: chunk?.lastNotBefore ?? event.last, notAfter: event.last };
    this.recorder.remember('tx', { event, first, last });
    const command = event.kind === 'frame' ? event.value : undefined;
    if (command?.type === 'ack') this.packetRetries.acknowledged(last);
    this.presentedCodes.tx(command?.type === 'ack', first.notBefore);
    const { exchange } = this;
    if (exchange !== undefined && exchange.expected.type !== 'none') {
      // Commands came faster than replies, so replies cannot be assigned. The host's ACK has no reply.
      if (command?.type === 'ack' || command?.type === 'nak') return;
      this.settle(exchange, false);
      return this.desynchronise();
    }
    const taken = this.estimate.take(event);
    if (taken === undefined) return event.kind === 'reject' ? this.noise(event.raw) : this.desynchronise();
    if (command !== undefined && endsRetries(command)) {
      this.codeAwaitedAck = this.packetRetries.open;
      this.packetRetries.forget();
    }
    if (exchange !== undefined) this.estimate.passedUnanswered(exchange);
    this.exchange = { ...taken, at: chunk === undefined ? last : { ...last, notAfter: chunk.notAfter } };
  }

  private noise(raw: Uint8Array): void {
    this.estimate.noiseReceived(raw.length > NOISE_BYTES ? 'GM-FR-05' : 'GM-FR-04');
    const { onlyNoise } = this;
    const clear = onlyNoise || !this.recorder.muted;
    this.muteUntilSilence(this.limits.interByte);
    this.onlyNoise = clear;
  }

  /** `over`: the silence was long enough. Otherwise the host has gone on. */
  private settle(exchange: TimedExchange, over: boolean): void {
    const framed = this.framed;
    const received = this.replyBuffer.read(framed, over);
    this.replyBuffer.drop(framed);
    this.exchange = undefined;
    this.previousExchange = exchange;
    const answers = this.replyFilter.filter(received, framed);
    if (answers === undefined) return this.desynchronise();
    if (mayBeSilent(exchange)) {
      if (!this.judge.judgeUnneeded(exchange, answers, received, over)) this.desynchronise();
    } else if (answers.length === 0) {
      this.expectLateReply(exchange);
      this.judge.judgeMissing(exchange, received, over, this.onlyNoise);
      this.desynchronise();
    } else this.answered(exchange, answers, received);
  }

  private answered(
    exchange: TimedExchange,
    answers: readonly TimedEvent<Reply>[],
    received: ReceivedReplies,
  ): void {
    if (!this.judge.judgeAnswers(exchange, answers, received)) return this.desynchronise();
    const [first] = answers;
    if (received.junk.length === 0 && first !== undefined)
      this.countGood(exchange, between(exchange.at, first.first).high);
    if (this.codeAwaitedAck) this.estimate.disabledFrom = undefined;
    if (exchange.command?.type === 'reset') this.desynchronise();
  }

  /** Commands and prompt replies in turn: after enough of them, each reply certainly belongs to its command. */
  private countGood({ last }: Exchange, span: number): void {
    this.goodExchanges = span <= PROMPT + SLACK_US && last > this.lateUntil ? this.goodExchanges + 1 : 0;
    if (this.goodExchanges >= GOOD_EXCHANGES || this.onlyNoise) this.recorder.muted = this.onlyNoise = false;
  }

  /** Bytes while nothing was due: codes, or a surplus reply. */
  private unexpected(over: boolean): void {
    const { previousExchange, framed } = this;
    const began = this.lastRxAt;
    const received = this.replyBuffer.read(framed, over);
    this.replyBuffer.drop(framed);
    const answers = this.replyFilter.filter(received, framed);
    if (answers === undefined) return this.desynchronise();
    if (over && answers.length === 0 && received.frames.length === 0)
      this.replyFilter.checkTerminator(received);
    if (answers.length === 0) return;
    if (this.onlyNoise && answers.every(({ event }) => event.value?.type === 'nak')) return;
    const near = previousExchange !== undefined && began < previousExchange.at.notAfter + EXTRA_REPLY_US;
    const raw = this.estimate.value(PARAMETER.terminator) === 0 && !framed;
    if (received.junk.length === 0 && (framed || (near && !raw)) && previousExchange !== undefined)
      this.recorder.fail(
        previousExchange.command === undefined ? previousExchange.clause : 'GM-CM-01',
        `after ${previousExchange.title}`,
        'exactly one reply',
        describeReplies(answers),
      );
    this.desynchronise();
  }
}
