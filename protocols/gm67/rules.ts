/**
 * The scanner's command state as a pure model: the due answer to each command, and the state after it.
 *
 * One model for both sides. A virtual scanner starts it with all defaults known. A suite starts it with none known, and
 * learns them from what it reads.
 */
import { isSameData } from '../../api/index';
import { CAUSE, STATUS, type Command, type Reply } from './wire/message';
import { PARAMETER, TRIGGER, type ScannerParameter } from './wire/parameters';

const NOTHING: ReadonlyMap<number, number> = new Map();

/** After power-up with every parameter unknown. */
export class ScannerState {
  /** Present values, by parameter number; missing: unknown. */
  readonly parameters: ReadonlyMap<number, number> = NOTHING;
  /** The values that C8 restores, as far as they are known. */
  readonly defaults: ReadonlyMap<number, number> = NOTHING;
  /** Values that were written permanently: they return after a reset. */
  readonly saved: ReadonlyMap<number, number> = NOTHING;
  /** undefined: it is not known. */
  readonly enabled: boolean | undefined = true;
  readonly asleep: boolean | undefined = false;
  /** A decode session is active: start began it in trigger mode host. */
  readonly session: boolean | undefined = false;
  /** The last command that was obeyed: a retransmission repeats it. None after a NAK 01. */
  readonly last: Framed | 'unknown' | undefined;
}

/** The answer that the page requires to one command. */
export type Expected =
  | { readonly type: 'none' }
  | { readonly type: 'ack' }
  | { readonly type: 'nak'; readonly causes: readonly number[] }
  /** `values`: the possible values of a read; one, if the value is known. */
  | { readonly type: 'value'; readonly number: number; readonly values: readonly number[] }
  | { readonly type: 'revision' }
  /** The page allows any of these. */
  | { readonly type: 'one-of'; readonly choices: readonly Expected[] }
  /** The page does not describe it. */
  | { readonly type: 'open' };

export interface Step {
  readonly state: ScannerState;
  readonly reply: Expected;
}

const NONE: Expected = { type: 'none' };
const ACK: Expected = { type: 'ack' };
const OPEN: Expected = { type: 'open' };
const DENIED: Expected = { type: 'nak', causes: [CAUSE.denied] };
const RESEND: Expected = { type: 'nak', causes: [CAUSE.resend] };
const UNKNOWN: Expected = { type: 'nak', causes: [CAUSE.badContext, CAUSE.denied] };
const UNLISTED: Expected = { type: 'one-of', choices: [ACK, UNKNOWN] };
const HOST_ONLY: Expected = { type: 'one-of', choices: [ACK, DENIED] };

/** Highest beep pattern of SSI. */
export const LAST_PATTERN = 0x1a;

/** True where `reply` (undefined: none came) is what the page requires. */
export function fits(expected: Expected, reply: Reply | undefined): boolean {
  switch (expected.type) {
    case 'open':
      return true;
    case 'one-of':
      return expected.choices.some((choice) => fits(choice, reply));
    case 'none':
      return reply === undefined;
    case 'nak':
      return reply?.type === 'nak' && expected.causes.includes(reply.cause);
    case 'value':
      return (
        reply?.type === 'value' && reply.number === expected.number && expected.values.includes(reply.value)
      );
    default:
      return reply?.type === expected.type;
  }
}

export type Framed = Exclude<Command, { type: 'wake' }>;

function isRepeatOf(command: Framed, last: ScannerState['last']): boolean {
  if (last === undefined || last === 'unknown' || !(command.status & STATUS.retransmission)) return false;
  return isSameData(asRepeat(command), asRepeat(last));
}

function asRepeat(command: Framed): Framed {
  return { ...command, status: command.status | STATUS.retransmission };
}

/** The trigger mode; undefined: unknown. */
export function triggerOf({ parameters }: ScannerState): number | undefined {
  return parameters.get(PARAMETER.trigger);
}

function isHostMode(state: ScannerState): boolean {
  return triggerOf(state) === TRIGGER.host;
}

/** A session exists only in trigger mode host. */
function settled(state: ScannerState): ScannerState {
  return state.session !== false && !isHostMode(state) ? { ...state, session: false } : state;
}

function decode(state: ScannerState, session: boolean): Step {
  const mode = triggerOf(state);
  if (mode === undefined) return { state, reply: HOST_ONLY };
  return mode === TRIGGER.host ? { state: { ...state, session }, reply: ACK } : { state, reply: DENIED };
}

function writeRule(
  state: ScannerState,
  command: Extract<Framed, { type: 'write' }>,
  parameter: ScannerParameter | undefined,
): Step {
  const { prefix, number, value, status } = command;
  if (parameter === undefined || !parameter.values.includes(value)) return { state, reply: DENIED };
  if (prefix !== 0x00 && prefix !== 0xff) return { state, reply: UNLISTED };
  const parameters = new Map(state.parameters).set(number, value);
  const saved = status & STATUS.permanent ? new Map(state.saved).set(number, value) : state.saved;
  return { state: settled({ ...state, parameters, saved }), reply: ACK };
}

function isObeyed({ type }: Expected): boolean {
  return type === 'ack' || type === 'value' || type === 'revision';
}

/** The model of a scanner with these parameters. `badChecksum`: whether a wrong checksum gets a NAK 01 (GM-FR-02). */
export class ScannerModel {
  private readonly table: ReadonlyMap<number, ScannerParameter>;

  constructor(
    parameters: readonly ScannerParameter[],
    private readonly badChecksum: 'nak' | 'silent' = 'nak',
  ) {
    this.table = new Map(parameters.map((parameter) => [parameter.number, parameter]));
  }

  /** After power-up with every parameter at its default, or at its permanent value. */
  initial(defaults: ReadonlyMap<number, number>, saved = NOTHING): ScannerState {
    return { ...new ScannerState(), parameters: new Map([...defaults, ...saved]), defaults, saved };
  }

  apply(state: ScannerState, command: Command): Step {
    if (command.type === 'wake') return { state: { ...state, asleep: false }, reply: NONE };
    if (command.type === 'ack' || command.type === 'nak') return { state, reply: NONE };
    if (state.asleep) return { state, reply: OPEN };
    const step = this.rule(state, command);
    if (isRepeatOf(command, state.last)) {
      const isTold = command.type === 'read' || command.type === 'revision';
      return { state, reply: isTold ? step.reply : ACK };
    }
    const clearsLast = command.type === 'reset' || !isObeyed(step.reply);
    return clearsLast ? step : { ...step, state: { ...step.state, last: command } };
  }

  garbled(state: ScannerState): Step {
    if (this.badChecksum === 'silent') return { state, reply: NONE };
    return { state: { ...state, last: undefined }, reply: RESEND };
  }

  /**
   * A code is shown. `sent`: whether it goes to the host; undefined where the page does not say: the trigger mode needs
   * a finger or is unknown, or the scanner sleeps.
   */
  shown(state: ScannerState): { readonly state: ScannerState; readonly sent: boolean | undefined } {
    if (state.asleep) return { state, sent: undefined };
    if (state.enabled !== true) return { state, sent: state.enabled };
    switch (triggerOf(state)) {
      case TRIGGER.host:
        return { state: { ...state, session: false }, sent: state.session };
      case TRIGGER.continuous:
      case TRIGGER.induction:
        return { state, sent: true };
      default:
        return { state, sent: undefined };
    }
  }

  /** A value was read. `asDefault`: after C8, before any write of that parameter. */
  learn(state: ScannerState, number: number, value: number, asDefault = false): ScannerState {
    return {
      ...state,
      parameters: new Map(state.parameters).set(number, value),
      defaults: asDefault ? new Map(state.defaults).set(number, value) : state.defaults,
    };
  }

  possible({ parameters }: ScannerState, number: number): readonly number[] {
    const known = parameters.get(number);
    return known === undefined ? (this.table.get(number)?.values ?? [0]) : [known];
  }

  private readRule(state: ScannerState, number: number): Expected {
    if (!this.table.has(number)) return DENIED;
    return { type: 'value', number, values: this.possible(state, number) };
  }

  private rule(state: ScannerState, command: Exclude<Framed, { type: 'ack' | 'nak' }>): Step {
    switch (command.type) {
      case 'start':
        return decode(state, true);
      case 'stop':
        return decode(state, false);
      case 'enable':
      case 'disable':
        return { state: { ...state, enabled: command.type === 'enable' }, reply: ACK };
      case 'sleep':
        return { state: { ...state, asleep: true, session: false }, reply: ACK };
      case 'reset':
        return { state: this.initial(state.defaults, state.saved), reply: ACK };
      case 'defaults':
        return { state: settled({ ...state, parameters: state.defaults, saved: NOTHING }), reply: ACK };
      case 'revision':
        return { state, reply: { type: 'revision' } };
      case 'led-on':
      case 'led-off':
        return { state, reply: command.led === 1 ? ACK : UNLISTED };
      case 'beep':
        return { state, reply: command.pattern <= LAST_PATTERN ? ACK : UNLISTED };
      case 'read':
        return { state, reply: this.readRule(state, command.number) };
      case 'write':
        return writeRule(state, command, this.table.get(command.number));
      case 'unknown':
        return { state, reply: UNKNOWN };
    }
  }
}
