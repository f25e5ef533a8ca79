/**
 * The virtual scanner. It answers a command 0.5 to 25 ms after its last byte, and sends a code 5 to 60 ms after it was shown. What the
 * page leaves open is the choice of its dice.
 */
import { byLength, codec, micros } from '../../../api/index';
import type { BoardSteps, PresentedCode, Random } from '../../../api/index';
import { soundSteps, type GmFirmware, type GmSteps, type Style } from './firmware';
import { CAUSE, hostCommand, isRepeat, symbologyNamed, type Command } from '../wire/message';
import { type Output, WakeDecoder } from '../wire/decoders';
import { BAUD_RATES, PARAMETER, TRIGGER } from '../wire/parameters';
import { profileOf, type GmValues, type Profile } from '../profile';
import type { ScannerState } from '../rules';
import type { GmEvent, GmRuling, GmState } from '../state';
import { encodeReply } from '../wire/wire';

const READ = { min: 5000, max: 60_000 } as const;
const BOOT = { min: 30_000, max: 120_000 } as const;
/** With more than this of NAKs left to send, rejected bytes get none: noise must not delay answers to commands. */
const MOST_BACKLOG_US = 50_000;
const MOST_CODES = 16;

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

export function firmwareOf(
  p: GmValues,
  random: Random,
  steps: GmFirmware,
): GmSteps & Partial<BoardSteps<Command, Output, GmState>> {
  const page = profileOf(p);
  const board = new ScannerBoard(steps, page);
  return {
    ...soundSteps(page, random, styleOf(random)),
    waitsForAck: () => board.tries > 0,
    receiver: () => new WakeDecoder(codec(steps.frames, byLength({ idle: steps.interByte })).decoder()),
    receives: (event) => (board.isBooting ? [] : [event]),
    rules: (event, state) => ('carrier' in event ? {} : board.take(event, state)),
    delay: ({ event, before }, _message, index) => {
      const isAnswer = index === 0 && (event.kind === 'message' || event.kind === 'reject');
      return isAnswer ? steps.answerDelay(event, before.scanner) : micros(0);
    },
    encode: encodeReply,
    switchedOn: (state) => ({ ...state, scanner: page.model.initial(defaultsOf(page, random)) }),
  };
}

/** What follows from an event, and what there is still to send, since power-on. */
class ScannerBoard {
  /** It starts, and hears nothing. */
  isBooting = false;
  /** So often the first code was sent as a packet. */
  tries = 0;
  /** When the line can have carried all NAKs to rejected bytes. */
  private naksEndAt = 0;
  private codes: readonly PresentedCode[] = [];
  private out: Output[] = [];
  private timers: Record<string, { readonly min: number; readonly max: number } | null> = {};

  constructor(
    private readonly steps: GmFirmware,
    private readonly page: Profile,
  ) {}

  take(event: GmEvent, state: GmState): GmRuling {
    this.out = [];
    this.timers = {};
    const scanner = this.after(event, state.scanner);
    const sends = this.out.map((message) => ({
      title: message.type,
      clause: 'GM-CM-01',
      within: { max: 0 },
      accepts: () => true,
      make: () => message,
    }));
    return { state: { ...state, scanner }, sends, timers: this.timers };
  }

  private after(event: GmEvent, scanner: ScannerState): ScannerState {
    switch (event.kind) {
      case 'message':
        return this.command(event.message, scanner);
      case 'reject': {
        const { state, answers } = this.steps.handleReject(scanner, event);
        const waiting = Math.max(0, this.naksEndAt - event.last.notAfter);
        if (waiting >= MOST_BACKLOG_US) return state;
        this.out.push(...answers);
        this.naksEndAt = event.last.notAfter + waiting + this.lineTime(answers);
        return state;
      }
      case 'shown': {
        if (symbologyNamed(event.code.symbology) === undefined || this.isBooting) return scanner;
        const { state, sent } = this.steps.readCode(scanner, event.code);
        if (sent) this.enqueue(event.code);
        return state;
      }
      case 'expired':
        return this.expire(event.timer, scanner);
      case 'reset':
        return this.page.model.apply({ ...scanner, asleep: false }, hostCommand({ type: 'reset' })).state;
    }
  }

  private command(command: Command, before: ScannerState): ScannerState {
    const { state, answers, codes = [] } = this.steps.applyCommand(before, command);
    const effect = this.tries === 0 ? 'nothing' : this.steps.ackEffect(command, this.tries);
    this.setScanTimer(command, before, state);
    this.out.push(...answers);
    if (effect === 'acknowledged') this.dropFirst();
    if (effect === 'again') this.sendTry();
    this.isBooting = command.type === 'reset' && answers.length > 0;
    if (this.isBooting) this.timers['boot'] = BOOT;
    if (this.isBooting || isAbandoning(before, state)) {
      this.codes = [];
      this.dropFirst();
    }
    for (const code of codes) this.enqueue(code);
    return state;
  }

  /** A new start restarts the scan time; a repeated one does not. */
  private setScanTimer(command: Command, before: ScannerState, after: ScannerState): void {
    if (after.session !== true) this.timers['scan'] = null;
    else if (command.type === 'start' && !(before.session === true && isRepeat(command) && before.last)) {
      const span = 1e5 * (after.parameters.get(PARAMETER.scanTime) ?? 0);
      this.timers['scan'] = { min: span, max: span };
    }
  }

  /** With 16 in the queue it is lost. */
  private enqueue(code: PresentedCode): void {
    if (this.codes.length === MOST_CODES) return;
    if (this.codes.length === 0) this.timers['read'] = READ;
    this.codes = [...this.codes, code];
  }

  private dropFirst(): void {
    this.codes = this.codes.slice(1);
    this.tries = 0;
    this.timers['again'] = null;
    this.timers['read'] = this.codes.length > 0 ? READ : null;
  }

  private expire(timer: string, scanner: ScannerState): ScannerState {
    const [code] = this.codes;
    if (timer === 'scan') return { ...scanner, session: false };
    if (timer === 'boot') this.isBooting = false;
    else if (timer === 'again' && this.tries > this.steps.retries) this.dropFirst();
    else if (timer === 'again' || scanner.parameters.get(PARAMETER.packet) !== 0) this.sendTry();
    else if (code !== undefined) {
      this.dropFirst();
      this.out.push({ type: 'raw', bytes: this.steps.raw(code, scanner) });
    }
    return scanner;
  }

  private sendTry(): void {
    const [code] = this.codes;
    if (code === undefined) return;
    const frames = this.steps.pack(code, this.tries);
    this.tries++;
    this.out.push(...frames);
    const span = this.lineTime(frames) + this.steps.ackTimeout();
    this.timers['again'] = { min: span, max: span };
  }

  private lineTime(frames: readonly Output[]): number {
    return frames.reduce((sum, frame) => sum + encodeReply(frame).length * this.page.byteTime, 0);
  }
}

/** No code is sent after disable and sleep; raw mode acknowledges nothing. */
function isAbandoning(before: ScannerState, after: ScannerState): boolean {
  const isRaw = ({ parameters }: ScannerState): boolean => parameters.get(PARAMETER.packet) === 0;
  const isOff =
    (before.enabled === true && after.enabled === false) || (after.asleep === true && !before.asleep);
  return isOff || (isRaw(after) && !isRaw(before));
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
