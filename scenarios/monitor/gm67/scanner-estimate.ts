/**
 * What a trace has told of a scanner so far: what was written and not lost since, whether it hears. Nothing of what a
 * reset may have changed is known where the trace does not say when there was one.
 */
import { CAUSE, SOURCE, STATUS, WAKE_TIME, type Command, type Reply } from '../../../protocols/gm67/message';
import { BAUD_RATES, PARAMETER } from '../../../protocols/gm67/parameters';
import {
  scannerModel,
  type Expected,
  type ScannerModel,
  type ScannerOptions,
  type ScannerState,
} from '../../../protocols/gm67/rules';
import { micros, type Micros } from '../../../protocols/time';
import { clauseOf, commandLabel, rejectLabel } from '../../oracle/gm67/labels';
import { isOpenByPage } from '../../oracle/gm67/pending-response';
import type { FrameEvent } from '../../../protocols/frame';
import { isSummed } from './reply-buffer';

/** A frame that reached the scanner, or what was none, and what it owes for it. */
export interface Exchange {
  readonly title: string;
  readonly clause: string;
  readonly command: Command | undefined;
  /** Of a reject. */
  readonly code: string | undefined;
  readonly expected: Expected;
  /** Nothing, or these: so many at most. Left out: exactly one. */
  readonly atMost?: number;
  readonly last: Micros;
  readonly after: ScannerState;
  /** The scanner surely hears: what it says is judged; and so is that it says nothing. */
  readonly listening: boolean;
  readonly hasAnswered: boolean;
}

const NEVER = micros(-1e12);
const ANY_NAK: Expected = { type: 'nak', causes: Object.values(CAUSE) };
/** LEN of a frame at least, and bytes of what is read as one of wrong LEN at most. */
const SHORTEST = 4;
const LONGEST = 10;
/** Noise is seldom so long as its first byte says, with the right checksum. */
const isDeliberate = (raw: readonly number[]): boolean => raw[0] === raw.length - 2 && isSummed(raw);
const UNKNOWN: ReadonlyMap<number, number> = new Map();
/** A code that was read before may still be on its way for so long. */
const IN_FLIGHT_US = 500_000;
/** Settings must have stood for so long as a code is shown; a session is on for certain up to so long before its end. */
const CALM_US = 20_000;
const SESSION_SLACK_US = 2_000_000;
const ENABLED_US = 6_000_000;

export class ScannerEstimate {
  private readonly rules: ScannerModel;
  private state: ScannerState;
  /** It is neither asleep nor starting, as far as can be told. */
  private listening: boolean;
  /** It has answered since. */
  private hasAnswered = false;
  /** What a repeat would repeat is known. */
  private repeatable = false;
  private wokenAt = NEVER;
  private woken = false;
  private readonly written = new Set<number>();
  private defaultsAsked = false;
  private settledAt = NEVER;
  /** Since when it is disabled for certain. */
  disabledFrom: Micros | undefined;
  private enabledAt = NEVER;
  /** When the session began that may be on, and whether a start was repeated since the last one. */
  private startedAt = NEVER;
  private repeated = false;
  /** What was refused lately: the next command is about that too. */
  private refusedClause: string | undefined;

  constructor(
    options: ScannerOptions,
    private readonly recordsResets: boolean,
    fresh: boolean,
    /** Of the line. */
    private readonly baud: number,
  ) {
    this.rules = scannerModel(options);
    this.state = { ...this.rules.initial(), parameters: UNKNOWN };
    this.listening = fresh;
  }

  value(number: number): number | undefined {
    return this.recordsResets ? this.state.parameters.get(number) : undefined;
  }

  /** No code comes raw. */
  framed(at: Micros): boolean {
    return this.value(PARAMETER.packet) === 1 && at > this.settledAt + IN_FLIGHT_US;
  }

  /** Settings, of which nothing has changed for so long. */
  settled(at: Micros, span: number): boolean {
    return at > this.settledAt + span;
  }

  /** What it does, and with what, is not known any more. */
  forget(): void {
    this.state = { ...this.state, parameters: UNKNOWN, saved: UNKNOWN, asleep: false, session: false };
    this.listening = false;
    this.hasAnswered = false;
    this.repeatable = false;
    this.woken = false;
    this.wokenAt = NEVER;
    this.written.clear();
    this.defaultsAsked = false;
    this.disabledFrom = undefined;
    this.refusedClause = undefined;
  }

  /**
   * A code is shown: `sent` is whether it goes to the host, undefined where nobody can tell. `clause`: what it breaks to
   * send it all the same.
   */
  codePresented(at: Micros): { readonly sent: boolean | undefined; readonly clause: string } {
    const { enabled, session, parameters } = this.state;
    const { state, sent } = this.rules.shown(this.state);
    this.state = state;
    const clause = enabled ? 'GM-CM-06' : 'GM-DT-05';
    const settled = this.hasAnswered && this.settled(at, CALM_US);
    const packet = parameters.get(PARAMETER.packet);
    if (!this.recordsResets || !settled || packet === undefined || parameters.get(PARAMETER.codes2d) === 0)
      return { sent: undefined, clause };
    if (!enabled) return { sent: this.disabledFrom === undefined ? undefined : false, clause };
    const span = 100_000 * (parameters.get(PARAMETER.scanTime) ?? 0) - SESSION_SLACK_US;
    if (session) return { sent: at < this.startedAt + span ? true : undefined, clause };
    return { sent: sent === false && !this.repeated ? undefined : sent, clause };
  }

  /** The last thing that was told the scanner is to hear codes again. */
  enabledLately(at: Micros): boolean {
    return at < this.enabledAt + ENABLED_US;
  }

  /** Noise reached it: it may draw NAKs for a while, and stops no command behind a pause. */
  noiseReceived(clause: string): void {
    const answers = this.hasAnswered && !this.state.asleep && !this.woken;
    this.forget();
    this.hasAnswered = answers;
    this.refusedClause = clause;
  }

  /** undefined: the page leaves open, or nobody can tell, what comes of it. */
  take(event: FrameEvent<Command>): Exchange | undefined {
    if (event.kind === 'reject') return this.takeReject(event);
    const command = event.value;
    const { first, last } = event;
    if (command.type === 'wake') {
      this.wokenAt = last;
      this.woken = this.state.asleep;
      this.state = this.rules.apply(this.state, command).state;
      return this.exchangeOf(event, { expected: { type: 'none' }, after: this.state });
    }
    if (first < this.wokenAt + WAKE_TIME) return undefined;
    if (command.source !== SOURCE.host || (command.status & 0xf6) !== 0) return undefined;
    if (isOpenByPage(command) && !this.keepsRate(command)) return undefined;
    const again = (command.status & STATUS.retransmission) !== 0;
    const silent = command.type === 'ack' || command.type === 'nak';
    if (again && !this.repeatable && !silent) return undefined;
    const { state: after, reply: expected } = this.rules.apply(this.state, command);
    if (expected.type === 'open') return undefined;
    if (command.type === 'enable') this.disabledFrom = undefined;
    return this.exchangeOf(event, { expected, after });
  }

  private keepsRate(command: Command): boolean {
    return command.type === 'write' && BAUD_RATES.get(command.value) === this.baud;
  }

  private exchangeOf(
    event: FrameEvent<Command>,
    { expected, after, ...rest }: Pick<Exchange, 'expected' | 'after' | 'atMost'>,
  ): Exchange {
    const { listening, hasAnswered } = this;
    const command = event.kind === 'frame' ? event.value : undefined;
    const code = event.kind === 'reject' ? event.error.code : undefined;
    const repeat = command !== undefined && 'status' in command && (command.status & 1) !== 0;
    const title =
      command === undefined ? rejectLabel(code ?? '') : (repeat ? 'repeated ' : '') + commandLabel(command);
    const clause = clauseOf(command, code, repeat && expected.type === 'ack');
    return {
      title,
      clause,
      command,
      code,
      expected,
      ...rest,
      last: event.last,
      after,
      listening,
      hasAnswered,
    };
  }

  private takeReject(event: Extract<FrameEvent<Command>, { kind: 'reject' }>): Exchange | undefined {
    const { code } = event.error;
    const { first, raw } = event;
    if (first < this.wokenAt + WAKE_TIME || this.state.asleep) return undefined;
    if (code === 'checksum') {
      const { state: after, reply: expected } = this.rules.garbled(this.state);
      return this.exchangeOf(event, { expected, after });
    }
    const after = this.state;
    if (code === 'truncated') return this.exchangeOf(event, { expected: { type: 'none' }, after });
    if (code !== 'length' || (raw.length > LONGEST && !isDeliberate([...raw]))) return undefined;
    // A frame but for its LEN, or noise, which may draw any number of NAKs; neither is obeyed.
    const meant = raw.length >= 6 && raw[2] === SOURCE.host;
    if (meant) return this.exchangeOf(event, { expected: ANY_NAK, after, atMost: 1 });
    const [len = 0] = raw;
    return len > 0 && len < SHORTEST
      ? this.exchangeOf(event, { expected: ANY_NAK, after, atMost: Infinity })
      : undefined;
  }

  /** Which clause a command breaks by not being answered. */
  missingClause({ clause, command, code }: Exchange): string {
    if (code !== undefined) return clause;
    if (this.woken) return 'GM-CM-07';
    if (this.refusedClause !== undefined) return this.refusedClause;
    const bare = command?.type === 'read' || command?.type === 'write' || command?.type === 'defaults';
    return bare || clause === 'GM-CM-02' ? 'GM-CM-01' : clause;
  }

  /** Clauses that an answered command keeps by being answered. */
  keptClauses(): readonly string[] {
    return [
      ...(this.woken ? ['GM-CM-07'] : []),
      ...(this.refusedClause === undefined ? [] : [this.refusedClause]),
    ];
  }

  /** What it owes nothing for has passed. */
  passedUnanswered(asked: Exchange): void {
    if (asked.code !== undefined) {
      this.refusedClause = asked.clause;
      this.state = asked.after;
    }
  }

  /** It was answered as the page has it. */
  answered(asked: Exchange, reply: Reply, at: Micros): void {
    const { command, after } = asked;
    this.listening = true;
    this.hasAnswered = true;
    this.woken = false;
    this.refusedClause = asked.code === undefined ? undefined : asked.clause;
    this.state = after;
    if (command === undefined) {
      this.repeatable = true;
      return;
    }
    if (reply.type !== 'nak') this.repeatable = true;
    if (reply.type === 'ack') this.obeyed(command, at);
    if (reply.type === 'value') {
      const asDefault = this.defaultsAsked && !this.written.has(reply.number);
      this.state = this.rules.learn(this.state, reply.number, reply.value, asDefault);
    }
    // A reset that nobody saw may have changed what was written.
    if (!this.recordsResets)
      this.state = { ...this.state, parameters: UNKNOWN, saved: UNKNOWN, last: undefined };
    if (!this.recordsResets) this.repeatable = false;
  }

  private obeyed(command: Command, at: Micros): void {
    const again = 'status' in command && (command.status & STATUS.retransmission) !== 0;
    this.repeated = again && command.type === 'start';
    switch (command.type) {
      case 'start':
        if (!again) this.startedAt = at;
        break;
      case 'enable':
        this.enabledAt = at;
        break;
      case 'write':
        this.written.add(command.number);
        this.settledAt = at;
        break;
      case 'defaults':
        this.written.clear();
        this.defaultsAsked = true;
        this.settledAt = at;
        break;
      case 'disable':
        this.disabledFrom = this.recordsResets ? at : undefined;
        break;
      case 'sleep':
        this.disabledFrom = undefined;
        break;
      case 'reset':
        this.forget();
        break;
      default:
    }
  }
}
