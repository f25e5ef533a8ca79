/**
 * The monitor of a GM67 scanner: it judges the host's commands, the scanner's replies, and codes that are shown.
 *
 *     tx bytes → commands, rejects ──▶ exchanges: which reply is due to which
 *     rx bytes → replies ──────────────▲     └ packets, and raw codes ─▶ codes
 *     a code is shown ──▶ codes: what it must come as, and whether
 *
 * The page leaves open: a command to a sleeping scanner, the time after a reset, commands faster than their replies, a
 * SOURCE other than 04. Then the monitor is desynchronised: it judges nothing until the line was quiet.
 *
 * A trace need not tell codes that were shown, nor resets. So what a code or a reset explains is no fault there.
 */
import type { Chunk } from '../../chunk';
import type { FrameEvent } from '../../frame';
import { classifyConsoleText } from '../../monitor/console-text';
import type { Judgement } from '../../monitor/judgement';
import type { CoveragePoint, Due, Monitor, PresentedCode } from '../../monitor/monitor';
import type { Bounds, TimedEvent } from '../../monitor/timed-decoder';
import { after, micros, type Micros } from '../../time';
import type { Command, Reply } from '../message';
import type { ScannerState } from '../rules';
import { CommandDecoder } from './command-decoder';
import { Exchanges } from './exchanges';
import { Findings } from './findings';
import { NOISE, stateLabel } from './labels';
import { BOOT, limitsOf, type Limits } from './limits';
import type { Gm67MonitorOptions } from './monitor-options';
import { ReplyBuffer } from './reply-buffer';
import { ScannerEstimate } from './scanner-estimate';
import { ShownCodes } from './shown-codes';
import { Synchronisation } from './synchronisation';

export class Gm67Monitor implements Monitor {
  private readonly log: Findings;
  private readonly limits: Limits;
  private readonly isTrace: boolean;
  private readonly link: string;
  private readonly estimate: ScannerEstimate;
  private readonly commandDecoder: CommandDecoder;
  private readonly buffer: ReplyBuffer;
  private readonly codes: ShownCodes;
  private readonly exchanges: Exchanges;
  private readonly sync: Synchronisation;
  private now = micros(0);

  constructor(options: Gm67MonitorOptions) {
    const { parameters, known = true, seesResets = true, isTrace = false, exact = true } = options;
    const limits = limitsOf(parameters, exact);
    const log = new Findings(options.onPass, options.keepsCoverage ?? false);
    const estimate = new ScannerEstimate({ parameters, limits, isFresh: known, seesResets, isTrace });
    const desynchronise = (until?: Micros): void => this.desynchronise(until);
    const context = { log, estimate, limits, isTrace, desynchronise };
    this.limits = limits;
    this.log = log;
    this.isTrace = isTrace;
    this.link = options.link;
    this.estimate = estimate;
    this.commandDecoder = new CommandDecoder(limits.interByte);
    this.buffer = new ReplyBuffer(limits.byteTime);
    this.sync = new Synchronisation(limits);
    const codes = new ShownCodes({ ...context, exact });
    this.codes = codes;
    this.exchanges = new Exchanges({
      ...context,
      seesResets,
      codes,
      isReceiving: () => this.commandDecoder.pending > 0,
      answered: ({ command, at }, last, took) => {
        if (command?.type === 'reset') this.desynchronise(after(last, BOOT));
        else if (isTrace && this.sync.countGood(at, took)) this.log.muted = false;
      },
    });
  }

  /** The state of the scanner; undefined: it is not known. */
  get state(): ScannerState | undefined {
    return this.desynchronised ? undefined : this.estimate.state;
  }

  get desynchronised(): boolean {
    return this.isLost || !this.estimate.isKnown;
  }

  /** Nothing is judged until the line was quiet, whatever is known of the scanner. */
  get isLost(): boolean {
    return this.sync.isLost;
  }

  /** A reply must come, the rest of one, or a shown code. */
  get isAwaiting(): boolean {
    const { exchanges, buffer, codes } = this;
    return !this.isLost && (exchanges.count > 0 || buffer.length > 0 || codes.isAwaited);
  }

  /** By then a code that waits for its ACK must have come again; undefined: none waits. */
  get retryDue(): Micros | undefined {
    return this.codes.retryDue;
  }

  /** The value of a parameter, as far as it is known. */
  value(number: number): number | undefined {
    return this.estimate.value(number);
  }

  judgements(): readonly Judgement[] {
    return this.log.takeAll();
  }

  coverage(): readonly CoveragePoint[] {
    return this.log.takePoints();
  }

  due(): Due | undefined {
    const { sync, link } = this;
    if (sync.isLost) return { link, until: sync.quietAt() };
    const until = Math.min(
      this.exchanges.due(sync.lastRx) ?? Infinity,
      this.commandDecoder.deadline() ?? Infinity,
      this.codes.due() ?? Infinity,
      this.buffer.length > 0 ? this.burstEnd() : Infinity,
    );
    return until === Infinity ? undefined : { link, until: micros(until) };
  }

  tx(chunk: Chunk): void {
    this.tick(chunk.notBefore);
    if (!this.isIgnoring) this.codes.tx(chunk);
    if (!this.isIgnoring) this.takeTx(chunk);
    this.commandDecoder.lastTx = chunk.notAfter;
    this.sync.tx(chunk.notAfter);
  }

  /** Nothing is followed before the line is quiet. In a trace it may never be. */
  private get isIgnoring(): boolean {
    return this.sync.isLost && !this.isTrace;
  }

  private takeTx(chunk: Chunk): void {
    if (this.commandDecoder.isUnclear(chunk)) return this.desynchronise();
    this.endBurst(false);
    for (const event of this.commandDecoder.tx(chunk)) this.command(event, chunk);
  }

  rx(chunk: Chunk): void {
    this.tick(chunk.notBefore);
    this.sync.rx(chunk.notAfter);
    if (this.isIgnoring) return this.judgeChatter();
    if (this.codes.takesAll) return this.codes.rx(chunk);
    this.buffer.push(chunk);
    if (this.isFramed) this.takeFrames();
    else if (this.buffer.isOneFrame) this.endBurst(false);
  }

  presented(code: PresentedCode, at: Bounds): void {
    this.tick(at.notBefore);
    if (!this.isIgnoring) this.endBurst(at.notBefore > this.sync.lastRx + this.limits.codeGap);
    const { exchanges, buffer, commandDecoder } = this;
    const isBusy = exchanges.pending.length > 0 || buffer.length > 0 || commandDecoder.pending > 0;
    this.codes.present(code, at, !isBusy && !this.isIgnoring);
  }

  reset(at: Micros): void {
    this.desynchronise();
    this.sync.gap(at);
  }

  gap(until: Micros): void {
    this.tick(until);
    this.desynchronise();
    this.sync.gap(until);
  }

  tick(now: Micros): void {
    this.now = micros(Math.max(this.now, now));
    const isQuiet = this.sync.isLost && now >= this.sync.quietAt();
    if (!this.isIgnoring) this.passTime(now);
    if (isQuiet && this.exchanges.pending.length === 0) this.resynchronise();
  }

  private passTime(now: Micros): void {
    this.codes.tick(now, this.buffer.length === 0);
    const deadline = this.commandDecoder.deadline();
    if (deadline !== undefined && now >= deadline)
      for (const event of this.commandDecoder.tick(now)) this.command(event, undefined);
    if (this.buffer.length > 0 && now >= this.burstEnd()) this.endBurst(true);
    this.exchanges.tick(now, this.sync.lastRx);
  }

  /** Nothing is in flight. */
  private resynchronise(): void {
    this.commandDecoder.restart();
    this.buffer.clear();
    this.exchanges.clear();
    if (!this.isTrace) this.codes.forget(this.now);
    this.sync.found();
    this.log.muted = false;
  }

  /** Judges nothing until the line is quiet, no code can come any more, and at least until `until`. */
  private desynchronise(until = micros(0)): void {
    const { estimate, exchanges, log, codes } = this;
    log.addPoint(stateLabel(estimate.isKnown ? estimate.state : undefined), NOISE, 'unjudged', 'GM-FR-05');
    const mayCodesCome = !this.isTrace && (codes.isOpen || codes.takesAll);
    const codesEnd = mayCodesCome ? codes.end(micros(Math.max(this.now, this.sync.lastByte))) : until;
    const last = exchanges.pending.findLast(({ isOptional }) => !isOptional);
    this.sync.lose(micros(Math.max(until, codesEnd)), last?.at.notAfter);
    log.muted = true;
    estimate.forget();
    exchanges.clear();
    codes.forget(this.now);
    this.commandDecoder.restart();
    this.buffer.clear();
  }

  /** Every byte belongs to a frame, but for those of a code that is awaited. */
  private get isFramed(): boolean {
    return !this.isTrace || this.estimate.isFramed(this.sync.lastByte);
  }

  /** By then a frame or a code that has begun is over. */
  private burstEnd(): number {
    const { codeGap, interByte } = this.limits;
    return this.sync.lastRx + (this.isFramed ? Math.max(codeGap, interByte) : codeGap);
  }

  /** `chunk`: the chunk with its last byte; undefined: silence ended it. */
  private command(event: FrameEvent<Command>, chunk: Chunk | undefined): void {
    if (this.isIgnoring) return;
    const at = { notBefore: chunk?.lastNotBefore ?? event.last, notAfter: chunk?.notAfter ?? event.last };
    const first = { notBefore: chunk?.notBefore ?? event.first, notAfter: event.first };
    this.log.remember('tx', { event, first, last: at });
    const command = event.kind === 'frame' ? event.value : undefined;
    const code = event.kind === 'reject' ? event.error.code : undefined;
    if (code === 'discarded') return;
    const { exchanges, estimate, codes } = this;
    const isAcknowledgement = command?.type === 'ack' || command?.type === 'nak';
    if (!isAcknowledgement && !exchanges.mayFollow(code)) {
      exchanges.missing(false);
      return this.desynchronise();
    }
    const before = estimate.state;
    const { isInParts } = this.commandDecoder;
    const arrival = { at, isInParts, hasOpenCode: codes.isOpen, due: exchanges.count };
    const exchange = estimate.take(event, arrival);
    if (exchange === undefined) return this.desynchronise();
    exchanges.add(exchange);
    if (command !== undefined && !this.isIgnoring) codes.command(command, before, at);
  }

  private takeFrames(): void {
    for (let frame = this.buffer.takeFrame(); frame !== undefined; frame = this.buffer.takeFrame()) {
      this.frame(frame);
      if (this.isIgnoring) return;
    }
  }

  /** A burst of bytes has ended, or the host sends. */
  private endBurst(isOver: boolean): void {
    if (this.buffer.length === 0) return;
    if (this.isFramed) {
      this.takeFrames();
      const junk = isOver ? this.buffer.takeJunk() : undefined;
      if (junk === undefined || this.codes.isWrongCode(junk)) return;
      const spoken = this.isTrace ? undefined : classifyConsoleText(junk.bytes);
      return this.exchanges.malformed(junk.bytes, undefined, spoken);
    }
    const { frames, junk } = this.buffer.findFrames();
    if (junk === undefined) {
      for (const frame of frames) this.frame(frame);
      return;
    }
    for (const one of frames) this.log.remember('rx', one);
    this.codes.raw(junk, isOver && this.exchanges.count === 0);
    const answers = frames.filter(({ event }) => event.value?.type !== 'data');
    this.exchanges.mixed(answers, junk);
  }

  private frame(frame: TimedEvent<Reply>): void {
    this.log.remember('rx', frame);
    const { event } = frame;
    if (event.kind === 'reject') this.exchanges.malformed(event.raw);
    else if (event.value.type === 'data') this.codes.packet(frame);
    else this.exchanges.reply(frame);
  }

  private judgeChatter(): void {
    if (!this.sync.isChatter) return;
    this.log.muted = false;
    const flaw = {
      kind: 'unasked',
      title: 'the line',
      expected: 'silence',
      seen: 'talk that goes on',
    } as const;
    this.log.fail('GM-CM-01', { trigger: NOISE, due: 'silence', pipelined: false }, flaw);
  }
}
