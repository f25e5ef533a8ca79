/**
 * The virtual scanner. It answers a command 0.5 to 25 ms after its last byte, and sends a code 5 to 60 ms after it was shown. What the
 * page leaves open is the choice of its dice.
 */
import {
  byLength,
  codec,
  micros,
  type BoardSteps,
  type Outgoing,
  type PresentedCode,
} from '../../../api/index';
import type { Random } from '../../../api/index';
import { soundSteps, type Answer, type GmFirmware, type GmSteps, type Style } from './firmware';
import { CAUSE, symbologyNamed, type Command } from '../wire/message';
import type { Output } from '../wire/output';
import { BAUD_RATES, PARAMETER, TRIGGER } from '../wire/parameters';
import { profileOf, type GmValues, type Profile } from '../profile';
import type { ScannerState } from '../rules';
import type { GmEvent, GmRuling, GmSend, GmState, Sending } from '../state';
import { WakeDecoder } from '../wire/wake';
import { encodeReply } from '../wire/wire';

const LINK = 'main';
const READ = { min: 5000, max: 60_000 } as const;
const BOOT = { min: 30_000, max: 120_000 } as const;
/** With more than this left to send, rejected bytes get no NAK: noise must not delay answers to commands. */
const MOST_BACKLOG_US = 50_000;
const MOST_CODES = 16;
const NOTHING: Sending = { codes: [], tries: 0, reread: undefined, isBooting: false };

type Steps = BoardSteps<Command, Output, GmState>;

/** A board keeps its style over resets. */
const STYLES = new WeakMap<Random, Style>();

function styleOf(random: Random): Style {
  const style = STYLES.get(random) ?? {
    unknownCause: random.int(0, 1) === 0 ? CAUSE.badContext : CAUSE.denied,
    refusesLen: random.int(0, 1) === 0,
  };
  STYLES.set(random, style);
  return style;
}

export function firmwareOf(p: GmValues, random: Random, steps: GmFirmware): GmSteps & Partial<Steps> {
  const page = profileOf(p);
  const line: Line = { freeAt: 0, delays: new WeakMap() };
  return {
    ...soundSteps(page, random, styleOf(random)),
    receiver: () => new WakeDecoder(codec(steps.frames, byLength({ idle: steps.interByte })).decoder()),
    receives: (event, { sending }) => (sending.isBooting ? [] : [event]),
    rules: (event, state) => ('carrier' in event ? {} : new BoardRules(steps, page, line).take(event, state)),
    transmit: (messages) => messages.flatMap((one) => inSegments(one, steps, page, line)),
    delay: ({ event, before }, message, index) => {
      const own = line.delays.get(message) ?? 0;
      const isAnswer = index === 0 && (event.kind === 'message' || event.kind === 'reject');
      return micros(own + (isAnswer ? steps.answerDelay(event, before.scanner) : 0));
    },
    encode: (message, _link, at) => {
      const bytes = message.type === 'raw' ? message.bytes : encodeReply(message);
      line.freeAt = Math.max(line.freeAt, at) + bytes.length * page.byteTime;
      return bytes;
    },
    switchedOn: (state) => ({
      ...state,
      scanner: page.model.initial(defaultsOf(page, random)),
    }),
  };
}

/** What the line still has to carry. */
interface Line {
  freeAt: number;
  /** Of messages that wait after those before them. */
  readonly delays: WeakMap<Output, number>;
}

function inSegments(
  one: Outgoing<Output>,
  steps: GmFirmware,
  page: Profile,
  line: Line,
): readonly Outgoing<Output>[] {
  const { message } = one;
  if (message.type !== 'raw' && message.type !== 'data') return [one];
  const { freeAt } = line;
  const segments = steps.write(steps.encode(message, LINK, micros(0)));
  // It has not been sent yet.
  line.freeAt = freeAt;
  if (segments.length < 2) return [one];
  let before = 0;
  return segments.map(({ bytes, pause }) => {
    const part: Output = { type: 'raw', bytes };
    line.delays.set(part, before * page.byteTime + pause);
    before = bytes.length;
    return { ...one, message: part };
  });
}

class BoardRules {
  constructor(
    private readonly steps: GmFirmware,
    private readonly page: Profile,
    private readonly line: Line,
  ) {}

  take(event: GmEvent, state: GmState): GmRuling {
    switch (event.kind) {
      case 'message':
        return this.command(event.message, state);
      case 'reject':
        return this.refuse(event, state);
      case 'shown':
        return this.show(event.code, state);
      case 'expired':
        return this.expire(event.timer, state);
      case 'reset': {
        const awake = { ...state.scanner, asleep: false, last: undefined };
        return { state: { ...state, scanner: this.restarted(awake), sending: NOTHING } };
      }
    }
  }

  private restarted(scanner: ScannerState): ScannerState {
    const source = 0x04;
    return this.page.model.apply(scanner, { type: 'reset', source, status: 0 }).state;
  }

  private command(command: Command, state: GmState): GmRuling {
    const { steps } = this;
    const { scanner: before, sending } = state;
    const { state: scanner, answers, codes = [] } = steps.applyCommand(before, command);
    const effect = sending.tries === 0 ? 'nothing' : steps.ackEffect(command, sending.tries);
    let next: GmState = { ...state, scanner };
    let timers: GmRuling['timers'] = this.scanTimer(command, before, scanner);
    let sends = answers.map((answer) => this.answer(answer));
    if (effect === 'acknowledged') ({ next, timers } = this.dropFirst(next, timers));
    if (effect === 'again') {
      const tried = this.sendTry(next);
      [next, timers] = [tried.state ?? next, { ...timers, ...tried.timers }];
      sends = [...sends, ...(tried.sends ?? [])];
    }
    if (this.isAbandoning(before, scanner)) {
      next = { ...next, sending: NOTHING };
      timers = { ...timers, read: null, again: null };
    }
    for (const code of codes) ({ next, timers } = this.enqueue(code, next, timers));
    if (command.type === 'reset' && answers.length > 0) {
      next = { ...next, sending: { ...NOTHING, isBooting: true } };
      timers = { ...timers, boot: BOOT, read: null, again: null };
    }
    return { state: next, sends, ...(timers === undefined ? {} : { timers }) };
  }

  /** A new start restarts the scan time; a repeated one does not. */
  private scanTimer(command: Command, before: ScannerState, after: ScannerState): GmRuling['timers'] {
    if (after.session !== true) return { scan: null };
    const isNew =
      command.type === 'start' && !(before.session === true && (command.status & 1) !== 0 && before.last);
    if (!isNew) return undefined;
    const span = 1e5 * (after.parameters.get(PARAMETER.scanTime) ?? 0);
    return { scan: { min: span, max: span } };
  }

  /** No code is sent after disable and sleep; raw mode acknowledges nothing. */
  private isAbandoning(before: ScannerState, after: ScannerState): boolean {
    const isRaw = after.parameters.get(PARAMETER.packet) === 0;
    const wasRaw = before.parameters.get(PARAMETER.packet) === 0;
    const isOff =
      (before.enabled === true && after.enabled === false) || (after.asleep === true && !before.asleep);
    return isOff || (isRaw && !wasRaw);
  }

  private answer({ reply, delay = micros(0) }: Answer): GmSend {
    // Two answers may be alike.
    const own = { ...reply };
    this.line.delays.set(own, delay);
    return sending(own);
  }

  private refuse(event: Extract<GmEvent, { kind: 'reject' }>, state: GmState): GmRuling {
    const { state: scanner, answers } = this.steps.handleReject(state.scanner, event);
    const backlog = this.line.freeAt - event.last.notAfter;
    const sends = backlog < MOST_BACKLOG_US ? answers.map((answer) => this.answer(answer)) : [];
    return { state: { ...state, scanner }, sends };
  }

  private show(code: PresentedCode, state: GmState): GmRuling {
    const { scanner: before, sending } = state;
    if (symbologyNamed(code.symbology) === undefined || sending.isBooting) return {};
    const { state: scanner, sent } = this.steps.readCode(before, code);
    if (!sent) return { state: { ...state, scanner } };
    const { next, timers } = this.enqueue(code, { ...state, scanner }, {});
    const again = this.steps.rereadDelay(before);
    if (again === undefined) return { state: next, timers: timers ?? {} };
    return {
      state: { ...next, sending: { ...next.sending, reread: code } },
      timers: { ...timers, reread: { min: again, max: again } },
    };
  }

  /** With 16 in the queue it is lost. */
  private enqueue(code: PresentedCode, state: GmState, timers: GmRuling['timers']): Changed {
    const { codes } = state.sending;
    if (codes.length === MOST_CODES) return { next: state, timers };
    const next = { ...state, sending: { ...state.sending, codes: [...codes, code] } };
    return { next, timers: codes.length === 0 ? { ...timers, read: READ } : timers };
  }

  private dropFirst(state: GmState, timers: GmRuling['timers']): Changed {
    const codes = state.sending.codes.slice(1);
    const next = { ...state, sending: { ...state.sending, codes, tries: 0 } };
    return { next, timers: { ...timers, again: null, ...(codes.length > 0 ? { read: READ } : {}) } };
  }

  private expire(timer: string, state: GmState): GmRuling {
    const { sending: waiting, scanner } = state;
    const [code] = waiting.codes;
    switch (timer) {
      case 'scan':
        return { state: { ...state, scanner: this.page.model.timedOut(scanner) } };
      case 'boot':
        return { state: { ...state, sending: { ...waiting, isBooting: false } } };
      case 'reread': {
        const { next, timers = {} } =
          waiting.reread === undefined ? { next: state } : this.enqueue(waiting.reread, state, {});
        return { state: next, timers };
      }
      case 'again':
        if (waiting.tries <= this.steps.retries) return this.sendTry(state);
        break;
      default: {
        if (code === undefined) return {};
        if (scanner.parameters.get(PARAMETER.packet) !== 0) return this.sendTry(state);
        const { next, timers = {} } = this.dropFirst(state, {});
        return {
          state: next,
          timers,
          sends: [sending({ type: 'raw', bytes: this.steps.raw(code, scanner) })],
        };
      }
    }
    const { next, timers = {} } = this.dropFirst(state, {});
    return { state: next, timers };
  }

  private sendTry(state: GmState): GmRuling {
    const { steps, page } = this;
    const [code] = state.sending.codes;
    if (code === undefined) return {};
    const { tries } = state.sending;
    const frames = steps.pack(code, tries);
    const length = frames.reduce((sum, frame) => sum + encodeReply(frame).length, 0);
    const span = length * page.byteTime + steps.ackTimeout();
    return {
      state: { ...state, sending: { ...state.sending, tries: tries + 1 } },
      sends: frames.map((frame) => sending(frame)),
      timers: { again: { min: span, max: span } },
    };
  }
}

interface Changed {
  readonly next: GmState;
  readonly timers: GmRuling['timers'];
}

function sending(message: Output): GmSend {
  return {
    title: message.type,
    clause: 'GM-CM-01',
    within: { max: 0 },
    accepts: () => true,
    make: () => message,
  };
}

/**
 * A value for each parameter. The page and the wire require raw mode, CR, no STX and the line's rate. 2D codes are on, in a trigger mode
 * that reads by itself, so that a code shown at power-on is read. The seed chooses the rest.
 */
function defaultsOf({ table, baud }: Profile, random: Random): ReadonlyMap<number, number> {
  const rate = [...BAUD_RATES].find(([, one]) => one === baud)?.[0] ?? 0x06;
  const preferred = new Map<number, number>([
    [PARAMETER.trigger, random.int(0, 1) === 0 ? TRIGGER.continuous : TRIGGER.induction],
    [PARAMETER.packet, 0],
    [PARAMETER.terminator, 2],
    [PARAMETER.stxEtx, 0],
    [PARAMETER.baud, rate],
    [PARAMETER.codes2d, 1],
    [PARAMETER.scanTime, random.int(10, 50)],
  ]);
  return new Map(
    table.map(({ number, values }) => {
      const value = preferred.get(number) ?? values[random.int(0, values.length - 1)] ?? 0;
      return [number, values.includes(value) ? value : (values[0] ?? 0)];
    }),
  );
}
