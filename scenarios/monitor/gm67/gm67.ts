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
import { HostLine } from '../../oracle/gm67/host-line';
import { endsTries } from '../../oracle/gm67/pending-response';
import { describeReplies, shortHex, wordsOf } from '../../oracle/gm67/words';
import { between, type Bounds, type Passed } from '../../oracle/timed-decoder';
import { Codes } from './codes';
import { GmKnown, type Asked } from './scanner-estimate';
import { Packets } from './packets';
import { limitsOf, type Limits } from './limits';
import { ShownCodes } from './presented-codes';
import { spoilt, Talk, whyNot, type Heard } from './reply-buffer';
import { VerdictRecorder } from '../../oracle/verdict-recorder';
import type { TraceObserver, TraceObserverOptions } from '../trace/trace-observer';

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

export function gm67TraceObserver(options: TraceObserverOptions): TraceObserver {
  return new GmWatch(options);
}

class GmWatch implements TraceObserver {
  private readonly notes: VerdictRecorder;
  private readonly limits: Limits;
  private readonly known: GmKnown;
  private readonly line: HostLine;
  private readonly packets: Packets;
  private readonly codes: Codes;
  private readonly shown: ShownCodes;
  private readonly talk: Talk;
  private readonly tellsResets: boolean;
  private asked: (Asked & { readonly at: Bounds }) | undefined;
  /** The exchange before, for what comes behind it. */
  private settled: (Asked & { readonly at: Bounds }) | undefined;
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

  constructor(options: TraceObserverOptions) {
    const { parameters, ledger, exact, fresh, tellsResets } = options;
    const badChecksum = parameters['badChecksum'] === 'silent' ? 'silent' : 'nak';
    this.limits = limitsOf(parameters, exact);
    const { interByte } = this.limits;
    const [host, scanner] = [commands({ interByte }), replies({ interByte })];
    const fields = (raw: Uint8Array, way: 'said' | 'heard') => (way === 'heard' ? host : scanner).fields(raw);
    this.notes = new VerdictRecorder({ link: 'main', ledger, exact, fields });
    const table = { parameters: scannerParameters(parameters), badChecksum } as const;
    this.known = new GmKnown(table, tellsResets, fresh, Number(parameters['baud']));
    this.line = new HostLine(interByte);
    const dataAck = millis(Number(parameters['dataAckMs']));
    const dataRetries = Number(parameters['dataRetries']);
    this.packets = new Packets({ dataAck, dataRetries }, this.notes);
    const burst = CLOSE_US + 20e6 / Number(parameters['baud']);
    const sameCode = millis(Number(parameters['sameCodeMs']));
    this.shown = new ShownCodes(this.notes, this.known, { ...this.limits, sameCode, burst, exact });
    this.codes = new Codes(this.notes, this.known, this.packets, this.shown);
    this.talk = new Talk(10e6 / Number(parameters['baud']));
    this.tellsResets = tellsResets;
    this.notes.muted = !fresh;
    if (!fresh) this.lateUntil = LATE;
    this.calm = this.limits.calm;
  }

  heard(chunk: Chunk, whole: boolean): void {
    this.tick(chunk.notBefore);
    this.quiet(chunk);
    if (whole) this.took(chunk);
    else this.blur();
    this.line.lastSent = chunk.notAfter;
  }

  said(chunk: Chunk, whole: boolean): void {
    this.tick(chunk.notBefore);
    this.apart(chunk);
    this.quiet(chunk);
    this.lastSaid = chunk.notAfter;
    if (!whole) return this.blur();
    this.talk.push(chunk);
    this.shown.said(chunk);
  }

  presented(detail: string, at: Micros): void {
    this.tick(at);
    if (this.asked !== undefined && this.isOver(this.asked)) this.settle(this.asked, false);
    this.shown.presented(detail, at);
  }

  reset(at: Micros): void {
    this.blur();
    this.quietFrom = micros(Math.max(this.quietFrom, at));
  }

  missed(until: Micros): void {
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
    this.calm = micros(this.notes.muted ? Math.max(calm, this.calm) : calm);
    this.notes.muted = true;
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
    const calm = this.notes.muted && now - this.quietFrom >= this.calm;
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
    this.notes.muted = this.noisy = false;
  }

  private lagsBehind({ last }: Asked): void {
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
    for (const event of this.line.sent(chunk)) this.command(event, chunk);
  }

  /** It has been answered, or need not be. */
  private isOver({ expected, atMost }: Asked): boolean {
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
    this.notes.remember('heard', { event, first, last });
    const command = event.kind === 'frame' ? event.value : undefined;
    if (command?.type === 'ack') this.packets.acknowledged(last);
    this.shown.heard(command?.type === 'ack', first.notBefore);
    const { asked } = this;
    if (asked !== undefined && asked.expected.type !== 'none') {
      // Commands faster than their replies: which reply is whose nobody can tell. The host's ACK has none.
      if (command?.type === 'ack' || command?.type === 'nak') return;
      this.settle(asked, false);
      return this.blur();
    }
    const taken = this.known.take(event);
    if (taken === undefined) return event.kind === 'reject' ? this.noise(event.raw) : this.blur();
    if (command !== undefined && endsTries(command)) {
      this.waiting = this.packets.open;
      this.packets.forget();
    }
    if (asked !== undefined) this.known.silent(asked);
    this.asked = { ...taken, at: chunk === undefined ? last : { ...last, notAfter: chunk.notAfter } };
  }

  private noise(raw: Uint8Array): void {
    this.known.muffle(raw.length > NOISE_BYTES ? 'GM-FR-05' : 'GM-FR-04');
    const { noisy } = this;
    const clear = noisy || !this.notes.muted;
    this.lose(this.limits.interByte);
    this.noisy = clear;
  }

  /** `over`: it has been silent for long enough; else the host has gone on. */
  private settle(asked: Asked & { readonly at: Bounds }, over: boolean): void {
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

  private owedNothing(asked: Asked, answers: readonly Passed<Reply>[], heard: Heard, over: boolean): void {
    const certain = asked.hears && heard.junk.length === 0;
    const { atMost: most = 0 } = asked;
    const refused = answers.every(
      ({ event }) => event.value !== undefined && fits(asked.expected, event.value),
    );
    if (answers.length <= most && (refused || most === 0)) {
      if (over && asked.answers && asked.command?.type !== 'wake') this.notes.pass(asked.clause);
      return this.known.silent(asked);
    }
    if (certain)
      this.notes.fail(
        asked.clause,
        asked.title,
        most === 0 ? 'silence' : most === 1 ? 'at most one NAK' : 'NAKs, if anything',
        describeReplies(answers),
      );
    this.blur();
  }

  private missing(asked: Asked, { junk, passed }: Heard, over: boolean): void {
    this.lagsBehind(asked);
    const raw = this.known.value(PARAMETER.terminator) === 0;
    if (asked.hears && passed.length === 0 && spoilt(junk, !over || !this.tellsResets) && (over || !raw)) {
      this.notes.fail('GM-FR-01', asked.title, wordsOf(asked.expected), `${shortHex(junk)}: ${whyNot(junk)}`);
    } else if (over && asked.answers && this.tellsResets) {
      const clause = this.packets.open ? 'GM-DT-04' : this.known.missingClause(asked);
      if (this.noisy && passed.length === 0 && junk.length === 0) this.notes.muted = false;
      this.notes.fail(clause, asked.title, wordsOf(asked.expected), 'nothing');
    }
    this.blur();
  }

  private answer(
    asked: Asked & { readonly at: Bounds },
    answers: readonly Passed<Reply>[],
    { junk, passed }: Heard,
  ): void {
    const right = answers.find(({ event }) => event.value !== undefined && fits(asked.expected, event.value));
    const alone = junk.length === 0;
    const [first] = answers;
    const reply = right?.event.value;
    if (right === undefined || reply === undefined || first === undefined) {
      if (alone && asked.hears)
        this.notes.fail(asked.clause, asked.title, wordsOf(asked.expected), describeReplies(answers));
      return this.blur();
    }
    if (alone && answers.length > 1) {
      const clause = asked.code === undefined && asked.clause !== 'GM-CM-06' ? 'GM-CM-01' : asked.clause;
      if (asked.hears) this.notes.fail(clause, asked.title, 'exactly one reply', describeReplies(answers));
      return this.blur();
    }
    this.notes.pass('GM-FR-01');
    for (const clause of [asked.clause, 'GM-CM-01', ...this.known.keptClauses()])
      if (asked.code === undefined || clause === asked.clause) this.notes.pass(clause);
    if (alone && passed.length === 1 && asked.answers) this.timing(asked, first);
    this.known.answered(asked, reply, right.last.notAfter);
    if (alone) this.wentWell(asked, between(asked.at, first.first).high);
    if (this.waiting) this.known.disabledFrom = undefined;
    if (asked.command?.type === 'reset') this.blur();
  }

  /** Question and answer in turn, without haste and delay, time after time: each answer is that of its question. */
  private wentWell({ last }: Asked, span: number): void {
    this.good = span <= PROMPT + SLACK_US && last > this.lateUntil ? this.good + 1 : 0;
    if (this.good >= GOOD || this.noisy) this.notes.muted = this.noisy = false;
  }

  private timing({ at, command }: Asked & { readonly at: Bounds }, { first }: Passed<Reply>): void {
    if (command === undefined) return;
    const span = between(at, first);
    this.notes.measure('GM-TM-01', 'command to reply', span, { max: PROMPT });
    this.notes.measure('GM-CM-01', 'command to reply', span, { max: this.limits.command });
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
      this.notes.fail(
        settled.command === undefined ? settled.clause : 'GM-CM-01',
        `behind ${settled.title}`,
        'exactly one reply',
        describeReplies(answers),
      );
    this.blur();
  }
}
