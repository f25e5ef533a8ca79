/**
 * The state of a scanner as far as it is known: its settings, whether it receives, and the reply that is due to what
 * reaches it. If resets are not told, all that a reset can change is unknown.
 */
import { CAUSE, SOURCE, STATUS, WAKE_TIME, type Command, type Reply } from '../message';
import { BAUD_RATES, PARAMETER, scannerParameters, TRIGGER } from '../parameters';
import { scannerModel, type Expected, type ScannerModel, type ScannerState } from '../rules';
import type { FrameEvent } from '../../frame';
import type { Parameters } from '../../requirement';
import type { Bounds } from '../../monitor/timed-decoder';
import { after, micros, type Micros } from '../../time';
import { isRepeat, type Exchange } from './exchange';
import { commandLabel, dueClass, rejectLabel, REPEAT } from './labels';
import { MANY_DUE, SETTINGS_CALM_US, UNDER_WAY, type Limits } from './limits';
import { mostNaks, refusedClause, type RawReject } from './rejects';

export interface EstimateOptions {
  readonly parameters: Parameters;
  readonly limits: Limits;
  /** It was just switched on. */
  readonly isFresh: boolean;
  readonly seesResets: boolean;
  readonly isTrace: boolean;
}

/** How something reached the scanner. */
export interface Arrival {
  readonly at: Bounds;
  readonly isInParts: boolean;
  readonly hasOpenCode: boolean;
  /** How many replies are due. */
  readonly due: number;
}

type WriteOf = Extract<Command, { type: 'write' }>;

const NEVER = micros(-1e12);
const ANY_NAK: Expected = { type: 'nak', causes: Object.values(CAUSE) };
const NONE: Expected = { type: 'none' };
const UNKNOWN: ReadonlyMap<number, number> = new Map();
export class ScannerEstimate {
  readonly rules: ScannerModel;
  readonly table: ReturnType<typeof scannerParameters>;
  state: ScannerState;
  /** The enabling of codes, and the decode session, are known. */
  knowsEnabled: boolean;
  knowsSession: boolean;
  /** Since when it is certainly disabled. */
  disabledFrom: Micros | undefined;
  /** As far as is known, it neither sleeps nor starts. */
  private isListening: boolean;
  /** It certainly receives: a missing reply is judged. */
  private mustAnswer: boolean;
  /** It has acknowledged scan enable and parameter defaults since its state was unknown. */
  private told: { enable: boolean; defaults: boolean };
  /** The command that a repeat would repeat is known. */
  private isRepeatable: boolean;
  private wokenAt = NEVER;
  private isWoken = false;
  private refused: string | undefined;
  /** A parameter write of a wrong checksum, since the last one of a right checksum. */
  private garbled: WriteOf | undefined;
  private readonly written = new Set<number>();
  private defaultsAsked = false;
  private settledAt = NEVER;

  constructor(private readonly options: EstimateOptions) {
    const { parameters, isFresh, isTrace } = options;
    const badChecksum = parameters['badChecksum'] === 'silent' ? 'silent' : 'nak';
    this.table = scannerParameters(parameters);
    this.rules = scannerModel({ parameters: this.table, badChecksum });
    // Parameters may have been written permanently before: all are unknown.
    this.state = { ...this.rules.initial(), parameters: UNKNOWN };
    this.isListening = this.knowsEnabled = this.knowsSession = this.isRepeatable = isFresh;
    this.mustAnswer = isFresh && !isTrace;
    this.told = { enable: isFresh, defaults: isFresh };
  }

  get isKnown(): boolean {
    return this.told.enable && this.told.defaults;
  }

  value(number: number): number | undefined {
    return this.state.parameters.get(number);
  }

  /** The possible values of a parameter. */
  valuesOf(number: number): readonly number[] {
    const known = this.value(number);
    return known === undefined ? (this.table.find((one) => one.number === number)?.values ?? [0]) : [known];
  }

  /** No code comes raw. */
  isFramed(at: Micros): boolean {
    return (
      this.value(PARAMETER.packet) === 1 && this.options.seesResets && at > this.settledAt + UNDER_WAY.mode
    );
  }

  /** The settings count for codes that are shown, or come, at this time. */
  isSettled(at: Micros, span = SETTINGS_CALM_US): boolean {
    return at > this.settledAt + span;
  }

  /** Whether shown codes can be judged now. */
  judgesCodes(at: Micros): boolean {
    const { isTrace, seesResets } = this.options;
    if (!isTrace) return this.told.enable && (this.isKnown || this.value(PARAMETER.trigger) !== undefined);
    return seesResets && this.isListening && this.isSettled(at);
  }

  /** Its state and settings are unknown now. */
  forget(): void {
    this.state = { ...this.state, parameters: UNKNOWN, saved: UNKNOWN, asleep: false, session: false };
    this.isListening = this.mustAnswer = this.isRepeatable = this.isWoken = false;
    this.knowsEnabled = this.knowsSession = this.defaultsAsked = false;
    this.told = { enable: false, defaults: false };
    this.wokenAt = NEVER;
    this.written.clear();
    this.disabledFrom = this.refused = this.garbled = undefined;
  }

  /** undefined: the page leaves the reply open, or it cannot be known. */
  take(event: FrameEvent<Command>, arrival: Arrival): Exchange | undefined {
    return event.kind === 'reject'
      ? this.takeReject(event, arrival)
      : this.takeCommand(event.value, event.first, arrival);
  }

  private takeCommand(command: Command, first: Micros, arrival: Arrival): Exchange | undefined {
    if (command.type === 'wake') {
      this.wokenAt = first;
      this.isWoken = this.state.asleep;
      // Nothing was under way before: now it is awake, and must answer.
      if (!this.options.isTrace && !this.isKnown) this.isListening = this.mustAnswer = true;
      return this.exchangeOf(command, undefined, NONE, this.rules.apply(this.state, command).state, arrival);
    }
    if (first < this.wokenAt + WAKE_TIME && !this.state.asleep) return undefined;
    const others = 0xff & ~(STATUS.retransmission | STATUS.permanent);
    if (command.source !== SOURCE.host || (command.status & others) !== 0) return undefined;
    if (this.isOpenByPage(command)) return undefined;
    const isSilent = command.type === 'ack' || command.type === 'nak';
    if (isRepeat(command) && !this.isRepeatable && !isSilent) return undefined;
    const { state, reply: expected } = this.rules.apply(this.state, command);
    if (expected.type === 'open') return undefined;
    if (command.type === 'enable') this.disabledFrom = undefined;
    return this.exchangeOf(command, undefined, expected, state, arrival);
  }

  /** The command would change the line's rate, or the page does not describe it. */
  private isOpenByPage(command: Command): boolean {
    if (command.type === 'write') {
      const { number, value } = command;
      const isTaken = this.table.some((one) => one.number === number && one.values.includes(value));
      return number === PARAMETER.baud && isTaken && BAUD_RATES.get(value) !== this.options.limits.baud;
    }
    return command.type === 'unknown' && [0xa4, 0xf3, 0xf4, 0xff].includes(command.opcode);
  }

  private takeReject(event: RawReject, arrival: Arrival): Exchange | undefined {
    const { error, first } = event;
    if (first < this.wokenAt + WAKE_TIME || this.state.asleep) return undefined;
    if (error.code === 'checksum') {
      const { state, reply } = this.rules.garbled(this.state);
      this.garbled = event.value?.type === 'write' ? event.value : this.garbled;
      return this.exchangeOf(undefined, event, reply, state, arrival);
    }
    const isFrame = error.code === 'length';
    return this.exchangeOf(undefined, event, isFrame ? ANY_NAK : NONE, this.state, arrival);
  }

  private exchangeOf(
    command: Command | undefined,
    reject: RawReject | undefined,
    expected: Expected,
    next: ScannerState,
    { at, isInParts, hasOpenCode, due }: Arrival,
  ): Exchange {
    const code = reject?.error.code;
    const again = isRepeat(command);
    const trigger = command === undefined ? rejectLabel(code ?? '') : again ? REPEAT : commandLabel(command);
    const { state: before, isListening, mustAnswer, isWoken, refused } = this;
    const isFrame = command !== undefined || (code === 'checksum' && due < MANY_DUE);
    const isOptional = expected.type === 'none' || !isFrame;
    const exchange = {
      trigger,
      title: command !== undefined && again ? `repeated ${commandLabel(command)}` : trigger,
      due: dueClass(expected, trigger),
      pipelined: due > 0,
      command,
      request: command,
      code,
      expected,
      most: reject === undefined || code !== 'length' ? (expected.type === 'none' ? 0 : 1) : mostNaks(reject),
      isOptional,
      at,
      since: isOptional ? after(at.notAfter, this.options.limits.interByte) : at.notAfter,
      before,
      isListening,
      mustAnswer,
      isWoken,
      refused,
      isInParts,
      hasOpenCode,
      garbled: command?.type === 'read' ? this.garbled : undefined,
    };
    this.state = next;
    if (reject !== undefined) this.refused = refusedClause(reject);
    if (command?.type === 'write') {
      this.written.add(command.number);
      this.garbled = undefined;
    }
    if (command?.type === 'defaults') this.expectDefaults();
    return exchange;
  }

  private expectDefaults(): void {
    this.written.clear();
    this.defaultsAsked = true;
  }

  /** The reply was right by the page, and its last byte came at this time. */
  answered({ command, code, hasOpenCode }: Exchange, reply: Reply, at: Micros): void {
    this.isListening = this.mustAnswer = true;
    if (command === undefined) {
      if (code === 'checksum') this.isRepeatable = true;
      return;
    }
    this.isWoken = false;
    this.refused = undefined;
    if (reply.type !== 'nak') this.isRepeatable = true;
    if (reply.type === 'value') {
      const asDefault = this.defaultsAsked && !this.written.has(reply.number);
      this.state = this.rules.learn(this.state, reply.number, reply.value, asDefault);
    }
    if (reply.type === 'ack') this.obeyed(command, at, hasOpenCode);
    if (this.options.seesResets) return;
    // An unseen reset may have changed what was written.
    this.state = { ...this.state, parameters: UNKNOWN, saved: UNKNOWN, last: undefined };
    this.isRepeatable = this.knowsEnabled = this.knowsSession = false;
  }

  private obeyed(command: Command, at: Micros, hasOpenCode: boolean): void {
    switch (command.type) {
      case 'start':
      case 'stop':
        this.obeyedDecode(command);
        break;
      case 'enable':
        this.knowsEnabled = this.told.enable = true;
        break;
      case 'disable':
        // A code that waited for its ACK may still be sent.
        this.knowsEnabled = !hasOpenCode;
        this.disabledFrom = this.options.seesResets && !hasOpenCode ? at : undefined;
        break;
      case 'write':
        this.settledAt = at;
        if (command.number === PARAMETER.trigger && command.value !== TRIGGER.host) this.knowsSession = true;
        break;
      case 'defaults':
        this.settledAt = at;
        this.told.defaults = this.told.enable;
        break;
      case 'sleep':
        this.disabledFrom = undefined;
        break;
      default:
    }
  }

  /** Only in trigger mode host is it acknowledged. Where the mode is unknown, a repeat may have begun a session or not. */
  private obeyedDecode(command: Command): void {
    const isUnknown = this.value(PARAMETER.trigger) === undefined;
    this.knowsSession = !isUnknown || !isRepeat(command);
    if (isUnknown) this.state = { ...this.state, session: command.type === 'start' };
  }

  /** A code was read: its session is over. */
  codeRead(): void {
    this.knowsSession = true;
    this.state = { ...this.state, session: false };
  }
}
