/**
 * The state of a scanner as far as a trace shows it: its settings, and whether it receives. If the trace does not
 * record resets, all that a reset can change is unknown.
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

/** A frame or reject that reached the scanner, and the reply that is due. */
export interface Exchange {
  readonly title: string;
  readonly clause: string;
  readonly command: Command | undefined;
  /** The code of a reject. */
  readonly code: string | undefined;
  readonly expected: Expected;
  /** At most this many of these replies; absent: exactly one. */
  readonly atMost?: number;
  readonly last: Micros;
  readonly after: ScannerState;
  /** The scanner certainly receives: replies and missing replies are judged. */
  readonly listening: boolean;
  readonly hasAnswered: boolean;
}

const NEVER = micros(-1e12);
const ANY_NAK: Expected = { type: 'nak', causes: Object.values(CAUSE) };
/** The least LEN of a frame, and the most bytes of a reject that counts as a frame with a wrong LEN. */
const SHORTEST = 4;
const LONGEST = 10;
/** Noise rarely has the length of its first byte and a right checksum. */
const isDeliberate = (raw: readonly number[]): boolean => raw[0] === raw.length - 2 && isSummed(raw);
const UNKNOWN: ReadonlyMap<number, number> = new Map();
/** A code that was read earlier may still come within this time. */
const IN_FLIGHT_US = 500_000;
/**
 * Settings count for a shown code after this time without a change. A session is certainly on until this long before
 * its end.
 */
const CALM_US = 20_000;
const SESSION_SLACK_US = 2_000_000;
const ENABLED_US = 6_000_000;

export class ScannerEstimate {
  private readonly rules: ScannerModel;
  private state: ScannerState;
  /** As far as is known, it neither sleeps nor starts. */
  private listening: boolean;
  /** It has answered since then. */
  private hasAnswered = false;
  /** The command that a repeat would repeat is known. */
  private repeatable = false;
  private wokenAt = NEVER;
  private woken = false;
  private readonly written = new Set<number>();
  private defaultsAsked = false;
  private settledAt = NEVER;
  /** Since when it is certainly disabled. */
  disabledFrom: Micros | undefined;
  private enabledAt = NEVER;
  /** When the session began that may be on, and whether a start was repeated since the last one. */
  private startedAt = NEVER;
  private repeated = false;
  /** The clause of a recent reject: it applies to the next command too. */
  private refusedClause: string | undefined;

  constructor(
    options: ScannerOptions,
    private readonly recordsResets: boolean,
    fresh: boolean,
    /** The line's bits per second. */
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

  /** Whether settings have not changed for `span`. */
  settled(at: Micros, span: number): boolean {
    return at > this.settledAt + span;
  }

  /** Its state and settings are unknown now. */
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

  /** A code is shown. `sent`: whether it goes to the host; undefined: unknown. `clause`: of sending it wrongly. */
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

  /** The last relevant command told the scanner to read codes again. */
  enabledLately(at: Micros): boolean {
    return at < this.enabledAt + ENABLED_US;
  }

  /** Noise reached it: NAKs may come for a while. A command after a pause must still be answered. */
  noiseReceived(clause: string): void {
    const answers = this.hasAnswered && !this.state.asleep && !this.woken;
    this.forget();
    this.hasAnswered = answers;
    this.refusedClause = clause;
  }

  /** undefined: the page leaves the reply open, or it cannot be known. */
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
    // A frame with only a wrong LEN, or noise, which may have any number of NAKs. Neither is obeyed.
    const meant = raw.length >= 6 && raw[2] === SOURCE.host;
    if (meant) return this.exchangeOf(event, { expected: ANY_NAK, after, atMost: 1 });
    const [len = 0] = raw;
    return len > 0 && len < SHORTEST
      ? this.exchangeOf(event, { expected: ANY_NAK, after, atMost: Infinity })
      : undefined;
  }

  /** The clause that a missing answer to this command breaks. */
  missingClause({ clause, command, code }: Exchange): string {
    if (code !== undefined) return clause;
    if (this.woken) return 'GM-CM-07';
    if (this.refusedClause !== undefined) return this.refusedClause;
    const bare = command?.type === 'read' || command?.type === 'write' || command?.type === 'defaults';
    return bare || clause === 'GM-CM-02' ? 'GM-CM-01' : clause;
  }

  /** The clauses that the answer to this command keeps. */
  keptClauses(): readonly string[] {
    return [
      ...(this.woken ? ['GM-CM-07'] : []),
      ...(this.refusedClause === undefined ? [] : [this.refusedClause]),
    ];
  }

  /** A reject that needs no answer has passed. */
  passedUnanswered(asked: Exchange): void {
    if (asked.code !== undefined) {
      this.refusedClause = asked.clause;
      this.state = asked.after;
    }
  }

  /** The answer was right by the page. */
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
    // An unseen reset may have changed what was written.
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
