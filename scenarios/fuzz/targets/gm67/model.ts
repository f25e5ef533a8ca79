/**
 * The oracle of a GM67 scanner on its host commands: each command is owed its one reply, a wrong checksum a NAK 01, half a
 * frame nothing, a bad LEN at most one NAK.
 *
 * What the page leaves open (a command to a sleeping scanner, the time behind a reset, commands faster than their
 * replies, SOURCE other than 04) is listened to and not judged, and the defaults are asked for again.
 */
import type { Chunk } from '../../../../devices/link';
import type { Decoder, FrameEvent } from '../../../../protocols/frame';
import { commands, replies } from '../../../../protocols/gm67/gm67';
import {
  isTwoByte,
  SOURCE,
  STATUS,
  WAKE_SILENCE,
  WAKE_TIME,
  type Command,
  type Reply,
} from '../../../../protocols/gm67/message';
import { PARAMETER } from '../../../../protocols/gm67/parameters';
import {
  fits,
  scannerModel,
  type Expected,
  type ScannerModel,
  type ScannerOptions,
  type ScannerState,
} from '../../../../protocols/gm67/rules';
import { after, micros, millis, type Micros } from '../../../../protocols/time';
import { hex } from '../../../channel';
import { spokenBy } from '../../spoken';
import type { Due, Failure, FailureKind, Mark, Model } from '../../target';
import { clauseOf, commandLabel, dueLabel, NOISE, rejectLabel, replyLabel, stateLabel } from './labels';

export const LINK = 'main';

export interface GmView {
  /** undefined: not known. */
  readonly state: ScannerState | undefined;
}

export interface GmModelOptions extends ScannerOptions {
  readonly fresh: boolean;
  readonly interByte: Micros;
  readonly command: Micros;
}

interface Owed {
  readonly trigger: string;
  readonly command: Command | undefined;
  readonly clause: string;
  readonly expected: Expected;
  /** Nothing is right too. */
  readonly optional: boolean;
  readonly at: Micros;
  readonly before: ScannerState;
}

const NEVER = micros(-1e9);
const GRACE = millis(300);
/** GM-TM-01. */
export const PROMPT = millis(100);
/** The page asks no time of a reset: it is given this. */
const BOOT = millis(2000);
const LONGEST_TALK_US = 5e6;
const SLICE_US = 2000;

export class GmModel implements Model {
  failure: Failure | undefined;
  private state: ScannerState | undefined;
  private readonly rules: ScannerModel;
  private hears: Decoder<Command>;
  private listens: Decoder<Reply>;
  private owed: Owed[] = [];
  private seen: Mark[] = [];
  private lastSent = micros(-1e9);
  private lastHeard = micros(-1e9);
  private began = micros(0);
  private answered: Owed | undefined;
  private quiet: Micros | undefined;
  /** When the last wake byte began; below 0: none since all was known. */
  private wokenAt = NEVER;
  /** NAKs to what is not known yet to be a bad LEN. */
  private early = 0;
  /** Written since the defaults were asked for. */
  private readonly written = new Set<number>();
  private defaultsAsked = false;

  constructor(private readonly options: GmModelOptions) {
    this.rules = scannerModel(options);
    // What was written for good before holds after a reset too: no parameter is known.
    if (options.fresh) this.state = { ...this.rules.initial(), parameters: new Map() };
    this.hears = commands(options).decoder();
    this.listens = replies(options).decoder();
  }

  get view(): GmView {
    return { state: this.state };
  }

  get lost(): boolean {
    return this.quiet !== undefined || this.state === undefined;
  }

  marks(): readonly Mark[] {
    const { seen } = this;
    if (seen.length > 0) this.seen = [];
    return seen;
  }

  sent(_link: string, chunk: Chunk): void {
    if (this.failure !== undefined) return;
    if (this.quiet === undefined && this.unclear(chunk)) this.deafen();
    if (this.quiet === undefined) {
      const events = [...this.hears.tick(chunk.notBefore), ...this.pushed(chunk)];
      for (const event of events) this.owe(event, chunk.notAfter);
    }
    this.lastSent = chunk.notAfter;
  }

  heard(_link: string, chunk: Chunk): void {
    if (this.listens.pending === 0) this.began = chunk.notBefore;
    this.lastHeard = chunk.notAfter;
    if (this.quiet !== undefined) {
      if (this.lastHeard > this.lastSent + LONGEST_TALK_US)
        this.fail('unasked', 'GM-CM-01', NOISE, 'silence', {
          expected: 'silence',
          seen: 'talk that goes on',
        });
      return;
    }
    for (const event of this.listens.push(chunk.bytes, chunk.notAfter)) {
      this.take(event, chunk.notAfter);
      this.began = chunk.notBefore;
    }
  }

  passed(now: Micros): void {
    if (this.failure !== undefined) return;
    if (this.quiet !== undefined) return this.listenOut(now);
    for (const event of this.hears.tick(now)) this.owe(event, this.lastSent);
    for (const event of this.listens.tick(now)) this.take(event, now);
    const [first] = this.owed;
    if (first === undefined || now < this.patience(first)) return;
    if (!first.optional) return this.silent(first);
    this.owed.shift();
    this.answered = first;
  }

  due(): Due | undefined {
    if (this.failure !== undefined) return undefined;
    if (this.quiet !== undefined) return { link: LINK, until: this.quietAt() };
    const [first] = this.owed;
    const until = first === undefined ? this.hears.deadline() : this.patience(first);
    const times = [this.listens.deadline(), until].filter((time) => time !== undefined);
    return times.length === 0 ? undefined : { link: LINK, until: micros(Math.min(...times)) };
  }

  private patience({ at }: Owed): Micros {
    return after(at, after(this.options.command, GRACE));
  }

  private unclear({ notBefore, notAfter, lastNotBefore }: Chunk): boolean {
    const { interByte } = this.options;
    if (notAfter - lastNotBefore > interByte / 2) return true;
    const gap = notBefore - this.lastSent;
    // A lone 00 is a wake byte or the beginning of a bad frame, by 25 ms: not to be tried closely.
    const maybeWake = this.hears.pending === 1 && gap > WAKE_SILENCE / 2 && gap < 1.6 * WAKE_SILENCE;
    return maybeWake || (this.hears.pending > 0 && gap > interByte / 2 && gap < interByte * 1.1);
  }

  /** Told at once, long writes would seem to come behind a gap. */
  private pushed({ bytes, notBefore, notAfter }: Chunk): readonly FrameEvent<Command>[] {
    const parts = Math.max(1, Math.ceil((notAfter - notBefore) / SLICE_US));
    const size = Math.ceil(bytes.length / parts);
    const events: FrameEvent<Command>[] = [];
    for (let from = 0; from < bytes.length; from += size) {
      const to = Math.min(bytes.length, from + size);
      const at = notBefore + ((notAfter - notBefore) * to) / bytes.length;
      events.push(...this.hears.push(bytes.subarray(from, to), micros(at)));
    }
    return events;
  }

  private owe(event: FrameEvent<Command>, sentAt: Micros): void {
    if (this.quiet !== undefined) return;
    if (event.kind === 'reject') return this.oweReject(event.error.code, event.last, sentAt);
    const command = event.value;
    const waiting = this.owed.at(-1);
    // Only behind a wrong checksum the next frame is taken at once.
    if (waiting !== undefined && waiting.trigger !== 'wrong checksum') return this.deafen();
    if (command.type === 'wake') this.wokenAt = event.first;
    else if (event.first < this.wokenAt + WAKE_TIME && this.state?.asleep !== true) return this.deafen();
    if (this.state === undefined) return this.oweUnknown(command, event.last);
    if (command.type !== 'wake' && (command.source !== SOURCE.host || (command.status & 0xf6) !== 0))
      return this.deafen();
    if (leavesOpen(command)) return this.deafen();
    const before = this.state;
    const { state, reply } = this.rules.apply(before, command);
    if (reply.type === 'open') return this.deafen();
    const repeat = 'status' in command && (command.status & STATUS.retransmission) !== 0;
    const clause = clauseOf(command, undefined, repeat && reply.type === 'ack');
    this.state = state;
    this.note(command);
    const trigger = repeat ? 'repeat' : commandLabel(command);
    if (reply.type === 'none') {
      this.seen.push({
        state: stateLabel(before),
        trigger,
        response: 'silence',
        requirement: clause,
        idle: command.type !== 'wake',
      });
      this.answered = { trigger, command, clause, expected: reply, optional: true, at: event.last, before };
      return;
    }
    this.owed.push({ trigger, command, clause, expected: reply, optional: false, at: event.last, before });
  }

  /** What a scanner of which nothing is known answers to its defaults tells that it is there. */
  private oweUnknown(command: Command, at: Micros): void {
    // It may be asleep: a wake byte comes first.
    if (command.type !== 'wake' && this.wokenAt < 0) return this.deafen();
    const before = this.rules.initial();
    const expected: Expected = { type: 'ack' };
    const clause = 'GM-CM-01';
    if (command.type === 'defaults' || command.type === 'enable')
      this.owed.push({
        trigger: commandLabel(command),
        command,
        clause,
        expected,
        optional: false,
        at,
        before,
      });
    else if (command.type !== 'wake') this.deafen();
  }

  private note(command: Command): void {
    if (command.type === 'write') this.written.add(command.number);
    if (command.type === 'defaults') {
      this.written.clear();
      this.defaultsAsked = true;
    }
  }

  private oweReject(code: string, last: Micros, sentAt: Micros): void {
    const { early } = this;
    this.early = 0;
    const before = this.state;
    if (code === 'discarded') return;
    if (before === undefined || before.asleep) return this.deafen();
    const trigger = rejectLabel(code);
    const clause = clauseOf(undefined, code, false);
    if (code === 'checksum') {
      if (this.owed.length > 0 && this.owed.at(-1)?.trigger !== trigger) return this.deafen();
      const { state, reply } = this.rules.garbled(before);
      this.state = state;
      if (reply.type !== 'none')
        this.owed.push({
          trigger,
          command: undefined,
          clause,
          expected: reply,
          optional: false,
          at: last,
          before,
        });
      return;
    }
    this.seen.push({
      state: stateLabel(before),
      trigger,
      response: 'dropped',
      requirement: clause,
      idle: true,
    });
    const expected: Expected = { type: 'nak', causes: [1, 2, 6] };
    const at = after(sentAt, this.options.interByte);
    const owed = { trigger, command: undefined, clause, expected, optional: true, at, before };
    this.answered = owed;
    if (code === 'length' && early === 0) this.owed.push(owed);
    const allowed = code === 'length' ? 1 : 0;
    if (early > allowed)
      this.fail('unasked', clause, trigger, 'silence', {
        expected: allowed === 1 ? 'at most one NAK' : 'silence',
        seen: `${early} NAKs`,
      });
  }

  private take(event: FrameEvent<Reply>, at: Micros): void {
    if (this.failure !== undefined || this.quiet !== undefined) return;
    if (event.kind === 'reject') return this.refuse(event.raw, event.error.message);
    const owed = this.owed.shift();
    if (owed === undefined) return this.unasked(event.value);
    this.answer(owed, event.value, at);
    this.answered = owed;
  }

  private answer(owed: Owed, reply: Reply, at: Micros): void {
    const { expected, before, trigger, clause, command } = owed;
    const known = this.state !== undefined;
    const idle = command === undefined || (known && sameScanner(before, this.state));
    this.seen.push({
      state: known ? stateLabel(before) : 'unknown',
      trigger,
      response: replyLabel(reply),
      requirement: clause,
      idle,
    });
    if (!fits(expected, reply))
      return this.fail('answer', clause, trigger, dueLabel(expected), {
        expected: wordsOf(expected),
        seen: replyWords(reply),
      });
    this.judgeTime(owed);
    if (this.state === undefined) {
      if (command?.type === 'defaults') this.known();
      return;
    }
    if (reply.type === 'value')
      this.state = this.rules.learn(
        this.state,
        reply.number,
        reply.value,
        this.defaultsAsked && !this.written.has(reply.number),
      );
    if (command?.type === 'reset') this.deafen(after(at, BOOT));
  }

  private known(): void {
    // What is not fixed by the page is learned by reading.
    this.state = this.rules.initial();
    this.defaultsAsked = true;
    this.written.clear();
  }

  private judgeTime({ at, trigger, command, expected }: Owed): void {
    const late = this.began - at;
    if (command === undefined || late <= PROMPT) return;
    const limit = late > this.options.command ? this.options.command : PROMPT;
    this.fail('late', limit === PROMPT ? 'GM-TM-01' : 'GM-CM-01', trigger, dueLabel(expected), {
      expected: `within ${ms(limit)}`,
      seen: `after ${ms(late)}`,
    });
  }

  private silent({ trigger, clause, expected, before }: Owed): void {
    const state = stateLabel(before);
    this.seen.push({ state, trigger, response: 'silence', requirement: clause, idle: false });
    const behind = this.answered?.trigger;
    const noise = behind !== undefined && ['bad LEN', 'half a frame'].includes(behind);
    this.fail('silence', noise ? (this.answered?.clause ?? clause) : clause, trigger, dueLabel(expected), {
      expected: wordsOf(expected),
      seen: `nothing for ${ms(this.options.command)}`,
    });
  }

  private unasked(reply: Reply): void {
    if (this.hears.pending > 0 && reply.type === 'nak') {
      this.early++;
      return;
    }
    const { answered } = this;
    this.fail('unasked', answered?.clause ?? 'GM-CM-01', answered?.trigger ?? 'silence', 'silence', {
      expected: answered?.optional === false ? 'exactly one reply' : 'silence',
      seen: replyWords(reply),
    });
  }

  private refuse(raw: Uint8Array, message: string): void {
    const spoken = spokenBy(raw);
    const trigger = spoken === undefined ? `frame of ${hex(raw.subarray(1, 2))}` : 'anything';
    this.fail(spoken ?? 'malformed', 'GM-FR-01', trigger, 'a well-formed reply', {
      expected: 'a well-formed reply',
      seen: `${hex(raw.subarray(0, 32))}: ${message}`,
    });
  }

  /** Listens until the line is quiet, or until then. */
  private deafen(until: Micros = micros(0)): void {
    this.seen.push({
      state: stateLabel(this.state),
      trigger: NOISE,
      response: 'unjudged',
      requirement: 'GM-FR-05',
      idle: false,
    });
    this.quiet = until;
    this.wokenAt = NEVER;
    this.state = undefined;
    this.owed = [];
    this.early = 0;
    this.answered = undefined;
    this.lastHeard = micros(-1e9);
  }

  private quietAt(): Micros {
    const quiet = after(this.options.command, after(this.options.interByte, GRACE));
    return micros(Math.max(this.lastSent + quiet, this.lastHeard + quiet, this.quiet ?? 0));
  }

  private listenOut(now: Micros): void {
    if (now < this.quietAt()) return;
    this.quiet = undefined;
    this.hears = commands(this.options).decoder();
    this.listens = replies(this.options).decoder();
  }

  private fail(
    kind: FailureKind,
    requirement: string,
    trigger: string,
    due: string,
    words: Pick<Failure, 'expected' | 'seen'>,
  ): void {
    this.failure ??= { kind, requirement, trigger, due, ...words };
  }
}

/** The line's rate would change, or the page says nothing of it. */
function leavesOpen(command: Command): boolean {
  if (command.type === 'write') return command.number === PARAMETER.baud;
  return command.type === 'unknown' && [0xa4, 0xf3, 0xf4, 0xff].includes(command.opcode);
}

function sameScanner(a: ScannerState, b: ScannerState | undefined): boolean {
  return (
    b !== undefined &&
    a.enabled === b.enabled &&
    a.asleep === b.asleep &&
    a.session === b.session &&
    a.parameters.size === b.parameters.size &&
    [...a.parameters].every(([number, value]) => b.parameters.get(number) === value)
  );
}

function wordsOf(expected: Expected): string {
  if (expected.type !== 'value') return dueLabel(expected);
  const values =
    expected.values.length > 4 ? `one of ${expected.values.length}` : expected.values.join(' or ');
  return `${numberWords(expected.number)} is ${values}`;
}

function replyWords(reply: Reply): string {
  return reply.type === 'value' ? `${numberWords(reply.number)} is ${reply.value}` : replyLabel(reply);
}

function numberWords(number: number): string {
  return `parameter ${number
    .toString(16)
    .toUpperCase()
    .padStart(isTwoByte(number) ? 4 : 2, '0')}`;
}

function ms(span: number): string {
  return `${(span / 1000).toFixed(1)} ms`;
}
