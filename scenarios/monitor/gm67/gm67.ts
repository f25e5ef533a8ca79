/**
 * A GM67 scanner watched from its line: what the host asked, what came back, judged as far as a trace can tell. Nobody saw
 * the codes that were shown, nor, in a trace of another's making, a reset: what a code or a reset explains is no fault.
 */
import type { Chunk } from '../../../devices/links/link';
import type { FrameEvent } from '../../../protocols/frame';
import { commands, replies } from '../../../protocols/gm67/gm67';
import type { Command, Reply } from '../../../protocols/gm67/message';
import { PARAMETER, scannerParameters } from '../../../protocols/gm67/parameters';
import { fits } from '../../../protocols/gm67/rules';
import { micros, millis, type Micros } from '../../../protocols/time';
import { CommandDecoder } from '../../oracle/gm67/command-decoder';
import { endsRetries } from '../../oracle/gm67/pending-response';
import { describeReplies, shortHex, describeExpected } from '../../oracle/gm67/descriptions';
import { between, type Bounds, type TimedEvent } from '../../oracle/timed-decoder';
import { ReplyFilter } from './reply-filter';
import { ScannerEstimate, type Exchange } from './scanner-estimate';
import { PacketRetries } from './packet-retries';
import { limitsOf, type Limits } from './limits';
import { PresentedCodes } from './presented-codes';
import { spoilt, ReplyBuffer, whyNot, type Heard } from './reply-buffer';
import { VerdictRecorder } from '../../oracle/verdict-recorder';
import type { TraceMonitor, TraceMonitorOptions } from '../trace/trace-monitor';

/** GM-TM-01. */
const PROMPT = millis(100);
const SLACK_US = 50_000;
const GOOD = 4;
const LATE = millis(2000);
/** Frames that follow so closely are of one answer. */
const CLOSE_US = 20_000;
/** Noise is longer; what is shorter is a frame of wrong LEN. */
const NOISE_BYTES = 12;
/** Unasked replies behind an exchange are of it. */
const BEHIND_US = 1e6;

export function createGm67Monitor(options: TraceMonitorOptions): TraceMonitor {
  return new Gm67Monitor(options);
}

class Gm67Monitor implements TraceMonitor {
  private readonly recorder: VerdictRecorder;
  private readonly limits: Limits;
  private readonly known: ScannerEstimate;
  private readonly line: CommandDecoder;
  private readonly packets: PacketRetries;
  private readonly codes: ReplyFilter;
  private readonly shown: PresentedCodes;
  private readonly talk: ReplyBuffer;
  private readonly recordsResets: boolean;
  private asked: (Exchange & { readonly at: Bounds }) | undefined;
  /** The exchange before, for what comes behind it. */
  private settled: (Exchange & { readonly at: Bounds }) | undefined;
  /** Exchanges that went well since, one behind the other: so many, and it is known again what stands on the line. */
  private good = 0;
  /** Until then a reply may come that a command before has not been given: it would be taken for that of a later one. */
  private lateUntil = micros(0);
  /** Nothing but noise has passed since it was known what stands on the line: behind its pause the next command shows. */
  private noisy = false;
  /** A code waited for its ACK as the scanner was told to send none. */
  private waiting = false;
  private calm: Micros;
  private quietFrom = micros(0);
  private lastSaid = micros(-1e12);

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
    this.known = new ScannerEstimate(table, recordsResets, fresh, Number(parameters['baud']));
    this.line = new CommandDecoder(interByte);
    const dataAck = millis(Number(parameters['dataAckMs']));
    const dataRetries = Number(parameters['dataRetries']);
    this.packets = new PacketRetries({ dataAck, dataRetries }, this.recorder);
    const burst = CLOSE_US + 20e6 / Number(parameters['baud']);
    const sameCode = millis(Number(parameters['sameCodeMs']));
    this.shown = new PresentedCodes(this.recorder, this.known, { ...this.limits, sameCode, burst, exact });
    this.codes = new ReplyFilter(this.recorder, this.known, this.packets, this.shown);
    this.talk = new ReplyBuffer(10e6 / Number(parameters['baud']));
    this.recordsResets = recordsResets;
    this.recorder.muted = !fresh;
    if (!fresh) this.lateUntil = LATE;
    this.calm = this.limits.calm;
  }

  tx(chunk: Chunk, whole: boolean): void {
    this.tick(chunk.notBefore);
    this.quiet(chunk);
    if (whole) this.took(chunk);
    else this.blur();
    this.line.lastTx = chunk.notAfter;
  }

  rx(chunk: Chunk, whole: boolean): void {
    this.tick(chunk.notBefore);
    this.apart(chunk);
    this.quiet(chunk);
    this.lastSaid = chunk.notAfter;
    if (!whole) return this.blur();
    this.talk.push(chunk);
    this.shown.rx(chunk);
  }

  codePresented(detail: string, at: Micros): void {
    this.tick(at);
    if (this.asked !== undefined && this.isOver(this.asked)) this.settle(this.asked, false);
    this.shown.presented(detail, at);
  }

  reset(at: Micros): void {
    this.blur();
    this.quietFrom = micros(Math.max(this.quietFrom, at));
  }

  traceGap(until: Micros): void {
    this.tick(until);
    if (this.asked !== undefined && this.isOver(this.asked)) this.settle(this.asked, false);
    this.quietFrom = micros(Math.max(this.quietFrom, until));
    this.blur();
  }

  private blur(): void {
    this.known.forget();
    this.lose(this.limits.calm);
  }

  /** Nothing is judged until the line has been quiet for so long. */
  private lose(calm: Micros): void {
    this.noisy = false;
    this.calm = micros(this.recorder.muted ? Math.max(calm, this.calm) : calm);
    this.recorder.muted = true;
    this.good = 0;
    if (this.asked !== undefined && !this.isOver(this.asked)) this.lagsBehind(this.asked);
    this.packets.forget();
    this.shown.forget();
    this.line.restart();
    this.talk.clear();
    this.asked = undefined;
    this.settled = undefined;
  }

  tick(now: Micros): void {
    this.shown.tick(now);
    const calm = this.recorder.muted && now - this.quietFrom >= this.calm;
    for (const event of this.line.tick(now)) this.command(event, undefined);
    const { asked } = this;
    const since = Math.max(asked?.at.notAfter ?? 0, this.lastSaid);
    if (asked !== undefined && now > since + this.limits.patience) this.settle(asked, true);
    const free = this.asked === undefined && this.line.pending === 0;
    if (free && this.talk.length > 0 && now > this.lastSaid + this.whole) this.unasked(true);
    if (free && this.talk.length === 0) this.packets.tick(now);
    if (calm && !(this.noisy && this.asked !== undefined)) this.clear();
  }

  /** Nothing is under way any more. */
  private clear(): void {
    this.line.restart();
    this.talk.clear();
    this.asked = this.settled = undefined;
    this.recorder.muted = this.noisy = false;
  }

  private lagsBehind({ last }: Exchange): void {
    this.lateUntil = micros(Math.max(this.lateUntil, last + LATE));
  }

  finish(now: Micros): void {
    this.tick(now);
  }

  /** What comes a while behind the answer is not of it. */
  private apart({ notBefore }: Chunk): void {
    const { asked } = this;
    if (asked === undefined || asked.expected.type === 'none' || asked.atMost !== undefined) return;
    if (notBefore > this.lastSaid + CLOSE_US && this.isOver(asked)) this.settle(asked, false);
  }

  private quiet({ notAfter }: Chunk): void {
    this.quietFrom = micros(Math.max(this.quietFrom, notAfter));
  }

  private took(chunk: Chunk): void {
    if (this.line.isUnclear(chunk)) return this.blur();
    const { asked } = this;
    if (asked !== undefined && this.isOver(asked)) this.settle(asked, false);
    else if (asked === undefined && this.line.pending === 0 && this.talk.length > 0)
      this.unasked(chunk.notBefore > this.lastSaid + this.whole);
    for (const event of this.line.tx(chunk)) this.command(event, chunk);
  }

  /** It has been answered, or need not be. */
  private isOver({ expected, atMost }: Exchange): boolean {
    if (expected.type === 'none' || atMost !== undefined) return true;
    const { passed } = this.talk.read(this.framed, false);
    return passed.some(({ event }) => event.kind === 'reject' || event.value.type !== 'data');
  }

  /** The page bounds pauses in raw codes alone: a frame is given what ends one. */
  private get whole(): number {
    const { whole, interByte } = this.limits;
    return this.framed ? Math.max(whole, interByte) : whole;
  }

  private get framed(): boolean {
    return this.known.framed(this.quietFrom);
  }

  private command(event: FrameEvent<Command>, chunk: Chunk | undefined): void {
    const first = { notBefore: chunk?.notBefore ?? event.first, notAfter: event.first };
    const last = { notBefore: chunk?.lastNotBefore ?? event.last, notAfter: event.last };
    this.recorder.remember('tx', { event, first, last });
    const command = event.kind === 'frame' ? event.value : undefined;
    if (command?.type === 'ack') this.packets.acknowledged(last);
    this.shown.tx(command?.type === 'ack', first.notBefore);
    const { asked } = this;
    if (asked !== undefined && asked.expected.type !== 'none') {
      // Commands faster than their replies: which reply is whose nobody can tell. The host's ACK has none.
      if (command?.type === 'ack' || command?.type === 'nak') return;
      this.settle(asked, false);
      return this.blur();
    }
    const taken = this.known.take(event);
    if (taken === undefined) return event.kind === 'reject' ? this.noise(event.raw) : this.blur();
    if (command !== undefined && endsRetries(command)) {
      this.waiting = this.packets.open;
      this.packets.forget();
    }
    if (asked !== undefined) this.known.silent(asked);
    this.asked = { ...taken, at: chunk === undefined ? last : { ...last, notAfter: chunk.notAfter } };
  }

  private noise(raw: Uint8Array): void {
    this.known.muffle(raw.length > NOISE_BYTES ? 'GM-FR-05' : 'GM-FR-04');
    const { noisy } = this;
    const clear = noisy || !this.recorder.muted;
    this.lose(this.limits.interByte);
    this.noisy = clear;
  }

  /** `over`: it has been silent for long enough; else the host has gone on. */
  private settle(asked: Exchange & { readonly at: Bounds }, over: boolean): void {
    const framed = this.framed;
    const heard = this.talk.read(framed, over);
    this.talk.drop(framed);
    this.asked = undefined;
    this.settled = asked;
    const answers = this.codes.sift(heard, framed);
    if (answers === undefined) return this.blur();
    const [answer] = answers;
    if (asked.expected.type === 'none' || asked.atMost !== undefined)
      return this.owedNothing(asked, answers, heard, over);
    if (answer === undefined) return this.missing(asked, heard, over);
    this.answer(asked, answers, heard);
  }

  private owedNothing(
    asked: Exchange,
    answers: readonly TimedEvent<Reply>[],
    heard: Heard,
    over: boolean,
  ): void {
    const certain = asked.hears && heard.junk.length === 0;
    const { atMost: most = 0 } = asked;
    const refused = answers.every(
      ({ event }) => event.value !== undefined && fits(asked.expected, event.value),
    );
    if (answers.length <= most && (refused || most === 0)) {
      if (over && asked.answers && asked.command?.type !== 'wake') this.recorder.pass(asked.clause);
      return this.known.silent(asked);
    }
    if (certain)
      this.recorder.fail(
        asked.clause,
        asked.title,
        most === 0 ? 'silence' : most === 1 ? 'at most one NAK' : 'NAKs, if anything',
        describeReplies(answers),
      );
    this.blur();
  }

  private missing(asked: Exchange, { junk, passed }: Heard, over: boolean): void {
    this.lagsBehind(asked);
    const raw = this.known.value(PARAMETER.terminator) === 0;
    if (asked.hears && passed.length === 0 && spoilt(junk, !over || !this.recordsResets) && (over || !raw)) {
      this.recorder.fail(
        'GM-FR-01',
        asked.title,
        describeExpected(asked.expected),
        `${shortHex(junk)}: ${whyNot(junk)}`,
      );
    } else if (over && asked.answers && this.recordsResets) {
      const clause = this.packets.open ? 'GM-DT-04' : this.known.missingClause(asked);
      if (this.noisy && passed.length === 0 && junk.length === 0) this.recorder.muted = false;
      this.recorder.fail(clause, asked.title, describeExpected(asked.expected), 'nothing');
    }
    this.blur();
  }

  private answer(
    asked: Exchange & { readonly at: Bounds },
    answers: readonly TimedEvent<Reply>[],
    { junk, passed }: Heard,
  ): void {
    const right = answers.find(({ event }) => event.value !== undefined && fits(asked.expected, event.value));
    const alone = junk.length === 0;
    const [first] = answers;
    const reply = right?.event.value;
    if (right === undefined || reply === undefined || first === undefined) {
      if (alone && asked.hears)
        this.recorder.fail(
          asked.clause,
          asked.title,
          describeExpected(asked.expected),
          describeReplies(answers),
        );
      return this.blur();
    }
    if (alone && answers.length > 1) {
      const clause = asked.code === undefined && asked.clause !== 'GM-CM-06' ? 'GM-CM-01' : asked.clause;
      if (asked.hears) this.recorder.fail(clause, asked.title, 'exactly one reply', describeReplies(answers));
      return this.blur();
    }
    this.recorder.pass('GM-FR-01');
    for (const clause of [asked.clause, 'GM-CM-01', ...this.known.keptClauses()])
      if (asked.code === undefined || clause === asked.clause) this.recorder.pass(clause);
    if (alone && passed.length === 1 && asked.answers) this.timing(asked, first);
    this.known.answered(asked, reply, right.last.notAfter);
    if (alone) this.wentWell(asked, between(asked.at, first.first).high);
    if (this.waiting) this.known.disabledFrom = undefined;
    if (asked.command?.type === 'reset') this.blur();
  }

  /** Question and answer in turn, without haste and delay, time after time: each answer is that of its question. */
  private wentWell({ last }: Exchange, span: number): void {
    this.good = span <= PROMPT + SLACK_US && last > this.lateUntil ? this.good + 1 : 0;
    if (this.good >= GOOD || this.noisy) this.recorder.muted = this.noisy = false;
  }

  private timing({ at, command }: Exchange & { readonly at: Bounds }, { first }: TimedEvent<Reply>): void {
    if (command === undefined) return;
    const span = between(at, first);
    this.recorder.measure('GM-TM-01', 'command to reply', span, { max: PROMPT });
    this.recorder.measure('GM-CM-01', 'command to reply', span, { max: this.limits.command });
  }

  /** What came while nothing was owed: codes, or one reply too many. */
  private unasked(over: boolean): void {
    const { settled, framed } = this;
    const began = this.lastSaid;
    const heard = this.talk.read(framed, over);
    this.talk.drop(framed);
    const answers = this.codes.sift(heard, framed);
    if (answers === undefined) return this.blur();
    if (over && answers.length === 0 && heard.passed.length === 0) this.codes.ending(heard);
    if (answers.length === 0) return;
    if (this.noisy && answers.every(({ event }) => event.value?.type === 'nak')) return;
    const near = settled !== undefined && began < settled.at.notAfter + BEHIND_US;
    const raw = this.known.value(PARAMETER.terminator) === 0 && !framed;
    if (heard.junk.length === 0 && (framed || (near && !raw)) && settled !== undefined)
      this.recorder.fail(
        settled.command === undefined ? settled.clause : 'GM-CM-01',
        `behind ${settled.title}`,
        'exactly one reply',
        describeReplies(answers),
      );
    this.blur();
  }
}
