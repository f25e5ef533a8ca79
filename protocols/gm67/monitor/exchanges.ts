/**
 * The replies that are due: one to each command, a NAK 01 to a wrong checksum, NAKs at most to other bytes that are no
 * command. They come in the order of what reached the scanner.
 */
import type { FailureKind } from '../../monitor/failure';
import { between, type Bounds, type TimedEvent } from '../../monitor/timed-decoder';
import { after, micros, type Micros } from '../../time';
import { hex, isNeedlesslyLong, type Reply } from '../message';
import { PARAMETER } from '../parameters';
import { fits } from '../rules';
import { describeExpected, describeReply, rejectReason, shortHex } from './descriptions';
import { brokenClause, dueAnswer, keptClauses, mainClause, surplusClause, type Exchange } from './exchange';
import { ExchangeCoverage } from './exchange-coverage';
import type { Findings } from './findings';
import { EXTRA_REPLY_US, PROMPT, type Limits } from './limits';
import { hasReplyOpcode, looksLikeDamagedReply, type Junk } from './reply-buffer';
import type { ScannerEstimate } from './scanner-estimate';

export interface ExchangesContext {
  readonly log: Findings;
  readonly estimate: ScannerEstimate;
  readonly limits: Limits;
  readonly isTrace: boolean;
  readonly seesResets: boolean;
  /** Whether a code waits for its ACK, and when the last one had left the line. */
  readonly codes: { readonly isOpen: boolean; readonly lastEnd: Bounds | undefined };
  /** Bytes of the host are unfinished. */
  isReceiving(): boolean;
  /** Nothing is judged until the line is quiet, and no code can come any more. */
  desynchronise(): void;
  /** A command was answered rightly; `took`: at most so long. */
  answered(exchange: Exchange, last: Micros, took: number): void;
}

const NOTHING_SENT = { trigger: 'silence', due: 'silence', pipelined: false } as const;

export class Exchanges {
  pending: Exchange[] = [];
  /** The last one that was answered, or that needs no reply. */
  private done: Exchange | undefined;
  /** Noise that has drawn a NAK: it may draw more. */
  private noise: Exchange | undefined;
  /** What came last, if it must draw no reply. */
  private silent: Exchange | undefined;
  /** ACK or NAK from the host that was sent while a reply was due. */
  private acknowledgement: Exchange | undefined;
  /** Replies while bytes were unfinished: these decide what they are replies to. */
  private early: TimedEvent<Reply>[] = [];
  /** Bytes outside frames since the first of `pending`. */
  private junk: Uint8Array = new Uint8Array(0);

  private readonly coverage: ExchangeCoverage;

  constructor(private readonly context: ExchangesContext) {
    this.coverage = new ExchangeCoverage(context.log, context.estimate);
  }

  clear(): void {
    this.pending = [];
    this.early = [];
    this.done = this.silent = this.noise = this.acknowledgement = undefined;
    this.junk = new Uint8Array(0);
  }

  /** Whether something that comes after these may be judged too; `code`: why it is no command. */
  mayFollow(code: string | undefined): boolean {
    const last = this.pending.at(-1);
    if (last === undefined || last.isOptional || last.code === 'checksum') return true;
    // The page promises nothing for commands that are faster than their replies.
    return code !== undefined && code !== 'checksum';
  }

  /** How many replies must come. */
  get count(): number {
    return this.pending.reduce((count, { isOptional }) => (isOptional ? count : count + 1), 0);
  }

  /** `isUnderWay`: its reply comes after those that are due. */
  add(exchange: Exchange): void {
    const { early } = this;
    this.early = [];
    const isCommand = exchange.code === undefined;
    if (isCommand) this.judgeEarly(early, exchange);
    if (this.pending.length === 0) this.junk = new Uint8Array(0);
    this.silent = exchange.most === 0 ? exchange : undefined;
    if (exchange.most > 0) this.pending.push(exchange);
    else if (this.pending.length > 0 && isCommand) this.acknowledgement = exchange;
    else this.done = exchange;
    this.coverage.arrived(exchange);
    if (!isCommand) for (const one of early) this.reply(one, true);
  }

  /** Replies that came before the command was whole are none to it. */
  private judgeEarly(early: readonly TimedEvent<Reply>[], { isInParts }: Exchange): void {
    for (const { event } of early) {
      if (event.value === undefined) continue;
      if (isInParts && event.value.type === 'nak')
        this.fail('GM-FR-03', this.done, 'unasked', 'silence', describeReply(event.value), 'silence');
      else this.failSurplus(event.value, this.done);
    }
  }

  /** When the first of them is decided by silence. */
  due(lastRx: Micros): Micros | undefined {
    const [first] = this.pending;
    if (first === undefined) return undefined;
    return after(micros(Math.max(first.since, lastRx)), this.context.limits.missing);
  }

  /** One reply. `isResolved`: the bytes that were unfinished when it came are known now. `isAlone`: no raw code is near. */
  reply(passed: TimedEvent<Reply>, isResolved = false, isAlone = true): void {
    const reply = passed.event.value;
    if (reply === undefined) return;
    const { context } = this;
    for (let [first, next] = this.pending; ; [first, next] = this.pending) {
      const isFitting = first !== undefined && fits(first.expected, reply);
      if (!isFitting && this.isOfNoise(passed, reply)) return;
      if (first === undefined) return this.unasked(passed, reply, isResolved);
      if (fits(first.expected, reply) && (next === undefined || !first.isOptional))
        return this.answered(first, passed, reply, isAlone);
      if (fits(first.expected, reply)) return this.either(first, passed, reply, isAlone);
      // A scanner with a code to send may skip the answer to what is no command.
      if (first.command === undefined && context.codes.isOpen) return context.desynchronise();
      if (!first.isOptional) return this.wrong(first, reply);
      if (next === undefined) return this.failSurplus(reply, first);
      this.done = this.pending.shift();
    }
  }

  private isOfNoise({ first }: TimedEvent<Reply>, reply: Reply): boolean {
    const { noise, context } = this;
    return (
      noise !== undefined && reply.type === 'nak' && first.notBefore < noise.since + context.limits.missing
    );
  }

  /** A reply that may be to the first of them, which needs none, or to the next. */
  private either(first: Exchange, passed: TimedEvent<Reply>, reply: Reply, isAlone: boolean): void {
    const [, next, ...more] = this.pending;
    if (next === undefined) return;
    // If only one comes, it is the next one's.
    if (fits(next.expected, reply)) {
      this.pending = [next, first, ...more];
      return this.answered(next, passed, reply, isAlone);
    }
    this.pending = [first, { ...next, isListening: false, mustAnswer: false }, ...more];
    this.answered(first, passed, reply, isAlone);
  }

  /** A burst with a raw code in it: only what is surely a reply is one. false: replies cannot be told. */
  mixed(answers: readonly TimedEvent<Reply>[], junk: Junk): void {
    const [first] = this.pending;
    const right = answers.find(
      ({ event }) => first !== undefined && event.value !== undefined && fits(first.expected, event.value),
    );
    if (right !== undefined) return this.reply(right, false, false);
    if (first !== undefined && answers.length > 0 && !first.isOptional) return this.context.desynchronise();
    if (first !== undefined) this.junk = Uint8Array.of(...this.junk, ...junk.bytes);
  }

  private answered(
    exchange: Exchange,
    { first, last }: TimedEvent<Reply>,
    reply: Reply,
    isAlone: boolean,
  ): void {
    const { estimate, log } = this.context;
    this.pending.shift();
    if (exchange.most > 1) this.noise = exchange;
    this.done = exchange;
    const { command } = exchange;
    this.coverage.replied(exchange, reply);
    log.pass('GM-FR-01', 'malformed');
    log.passAll(() => keptClauses(exchange), command);
    if (command !== undefined && isAlone && exchange.mustAnswer) this.measure(exchange, first);
    estimate.answered(exchange, reply, last.notAfter);
    if (command !== undefined)
      this.context.answered(exchange, last.notAfter, isAlone ? between(exchange.at, first).high : Infinity);
  }

  private measure(exchange: Exchange, first: Bounds): void {
    const { log, limits, codes } = this.context;
    const { at } = exchange;
    // A reply waits for a code to leave the line.
    const { lastEnd } = codes;
    const from = lastEnd !== undefined && lastEnd.notAfter > at.notAfter ? lastEnd : at;
    const span = between(from, first);
    if (!log.asksForPasses && span.high <= PROMPT) return;
    const measurement = { name: 'command to reply', unit: 'us', ...span } as const;
    const title = (): string => `the reply to ${exchange.title}`;
    log.measure('GM-CM-01', exchange, title, { ...measurement, max: limits.command });
    log.measure('GM-TM-01', exchange, title, { ...measurement, max: PROMPT });
  }

  private wrong(exchange: Exchange, reply: Reply): void {
    if (!exchange.isListening) return this.context.desynchronise();
    this.coverage.replied(exchange, reply);
    const clause = brokenClause(exchange, reply);
    this.fail(clause, exchange, 'answer', describeExpected(exchange.expected), describeReply(reply));
  }

  /** A reply while none is due. */
  private unasked(passed: TimedEvent<Reply>, reply: Reply, isResolved: boolean): void {
    const { context } = this;
    if (!isResolved && context.isReceiving()) {
      this.early.push(passed);
      return;
    }
    const asked = this.acknowledgement ?? this.done;
    // In a trace it may be of a command that the trace lacks.
    const isOfThis = asked?.isListening === true && passed.first.notBefore < asked.since + EXTRA_REPLY_US;
    if (context.isTrace && !isOfThis) return context.desynchronise();
    this.failSurplus(reply, asked);
  }

  private failSurplus(reply: Reply, asked: Exchange | undefined): void {
    const isSurplus = asked !== undefined && !asked.isOptional;
    const expected = isSurplus ? 'exactly one reply' : asked?.most === 1 ? 'at most one NAK' : 'silence';
    const clause = asked === undefined ? 'GM-CM-01' : surplusClause(asked);
    if (asked?.isListening === false) return this.context.desynchronise();
    this.fail(clause, asked, 'unasked', expected, describeReply(reply), 'silence');
  }

  /** Nothing has come up to `now`. */
  tick(now: Micros, lastRx: Micros): void {
    const { silent, context } = this;
    if (silent !== undefined && now >= silent.since + context.limits.missing) {
      if (silent.mustAnswer && silent.command?.type !== 'wake')
        context.log.pass(mainClause(silent), 'unasked');
      this.silent = undefined;
    }
    for (let due = this.due(lastRx); due !== undefined && now >= due; due = this.due(lastRx))
      this.missing(true);
  }

  /** The reply to the first of them has not come. `isOver`: it was waited for; else the host has gone on. */
  missing(isOver: boolean): void {
    const { context, junk } = this;
    const first = this.pending.shift();
    if (first === undefined) return;
    if (first.isOptional) {
      this.done = first;
      if (first.mustAnswer) context.log.pass(mainClause(first), 'unasked');
      return;
    }
    const isRaw = context.estimate.value(PARAMETER.terminator) === 0;
    const isDamaged = looksLikeDamagedReply(junk, !isOver || !context.seesResets);
    if (first.isListening && isDamaged && (isOver || !isRaw)) return this.malformed(junk, first);
    if (first.command === undefined && context.codes.isOpen) return context.desynchronise();
    if (!isOver || !first.mustAnswer || !context.seesResets) return context.desynchronise();
    const clause = brokenClause(first, undefined);
    const shown = clause === 'GM-DT-04' ? { ...first, trigger: 'code without ACK', due: 'reply' } : first;
    this.coverage.silent(first, clause);
    const seen = `nothing for ${context.limits.command / 1000} ms`;
    this.fail(clause, shown, 'silence', describeExpected(first.expected), seen);
  }

  /** Bytes that should be a frame of the scanner, and are none. `kind`: what they are instead. */
  malformed(raw: Uint8Array, asked?: Exchange, kind: FailureKind = 'malformed'): void {
    const isLong = isNeedlesslyLong(raw);
    const known = hasReplyOpcode(raw) ? `frame of ${hex(raw[1] ?? 0)}` : 'bytes that are no reply';
    const trigger = kind === 'malformed' ? known : 'anything';
    const expected = isLong ? 'one short frame up to 249 bytes' : 'a well-formed reply';
    const seen = `${shortHex(raw)}: ${rejectReason(raw)}`;
    const title = asked?.title ?? 'what the scanner sends';
    const clause = isLong ? 'GM-DT-03' : 'GM-FR-01';
    this.context.log.fail(
      clause,
      { trigger, due: expected, pipelined: false },
      { kind, title, expected, seen },
    );
    this.context.desynchronise();
  }

  private fail(
    clause: string,
    asked: Exchange | undefined,
    kind: FailureKind,
    expected: string,
    seen: string,
    due?: string,
  ): void {
    const situation = asked ?? NOTHING_SENT;
    this.context.log.fail(clause, due === undefined ? situation : { ...situation, due }, {
      kind,
      title: asked?.title ?? 'nothing was sent',
      expected,
      seen,
      ...(asked === undefined || kind === 'unasked' ? {} : dueAnswer(asked)),
    });
    this.context.desynchronise();
  }
}
