/** The host's side of the scanner's line, as scenarios use it: commands, bytes with pauses, and codes before the lens. */
import {
  micros,
  millis,
  type Bench,
  type ConversationHost,
  type ConversationScenario,
  type HostStep,
  type Micros,
} from '../../../api/index';
import { commandName, hex, STATUS, WAKE, type Command, type CommandBody } from '../wire/message';
import type { Symbology } from '../wire/message';
import { BAUD_RATES, PARAMETER, PARAMETER_NAMES, type ScannerParameter } from '../wire/parameters';
import { profileOf, type GmValues, type Profile } from '../profile';
import type { GmState } from '../state';
import { bytesOf, encodeCommand } from '../wire/wire';

export type GmScenario = ConversationScenario<Command, GmState, GmValues>;
type Host = ConversationHost<Command, GmState, GmValues>;
type Step = HostStep<Command>;

/** Bytes, and silences between them. */
export type Stimulus = readonly (Uint8Array | Micros)[];

export const REPEATED = STATUS.retransmission;
const DEFAULT_BAUD = 9600;
/** Longer than a scanner may be deaf after it was woken, for what is not about that. */
const AFTER_WAKE = millis(400);
const TRIES = 6;
/** Codes that may wait for their ACK. */
const MOST_CODES = 8;
/** Settings that may be written without losing the scanner. */
const HARMLESS = [
  PARAMETER.volume,
  PARAMETER.light,
  PARAMETER.collimation,
  PARAMETER.beep,
  PARAMETER.stxEtx,
  PARAMETER.scanTime,
];

/** The scanner cannot be brought to the scenario's beginning. The cause has been judged. */
export class NotReady extends Error {
  override readonly name = 'NotReady';
}

/** A scenario that is inconclusive where the scanner is not ready for it. */
export function scenario(
  id: string,
  title: string,
  covers: readonly string[],
  run: (scanner: Scanner, bench: Bench) => Promise<void>,
): GmScenario {
  return {
    id,
    title,
    covers,
    run: async (host) => {
      try {
        const scanner = new Scanner(host);
        await scanner.ready();
        await run(scanner, host.bench);
      } catch (error) {
        if (!(error instanceof NotReady)) throw error;
        for (const clause of covers) host.bench.inconclusive(clause, error.message);
      }
    },
  };
}

/** Whole numbers, both ends included. */
export function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => from + i);
}

/** The items one by one, until the clause failed so often that more of them show nothing new. */
export function* untilFailed<T>(bench: Bench, id: string, items: Iterable<T>): Generator<T> {
  for (const item of items) {
    if (bench.failedEnough(id)) return;
    yield item;
  }
}

export function readOf(number: number): CommandBody {
  return { type: 'read', number };
}

export function writeOf(number: number, value: number, prefix = 0): CommandBody {
  return { type: 'write', prefix, number, value };
}

export function describeParameter(number: number): string {
  return `${hex(number)} (${PARAMETER_NAMES[number] ?? 'unknown parameter'})`;
}

export function describeCommand(command: CommandBody): string {
  const name = commandName(command.type);
  switch (command.type) {
    case 'nak':
      return `NAK ${command.cause === undefined ? '' : `${hex(command.cause)} `}from the host`;
    case 'read':
      return `read of ${describeParameter(command.number)}`;
    case 'write':
      return `write of ${hex(command.value)} to ${describeParameter(command.number)}`;
    case 'unknown':
      return `the ${name} ${hex(command.opcode)}`;
    default:
      return name;
  }
}

export class Scanner {
  readonly page: Profile;
  readonly isExhaustive: boolean;

  constructor(private readonly host: Host) {
    this.page = profileOf(host.p);
    this.isExhaustive = host.bench.exhaustive;
  }

  get bench(): Bench {
    return this.host.bench;
  }

  /** A wrong checksum is answered by NAK 01; else by silence. */
  get answersBadChecksum(): boolean {
    return this.host.p.badChecksum !== 'silent';
  }

  /** The line has the baud rate of the parameter defaults: after C8 the scanner still answers. */
  get atDefaultBaud(): boolean {
    return this.page.baud === DEFAULT_BAUD;
  }

  /** The pause after which the next frame is a new one. On a real clock it is longer, as a busy machine may shorten it. */
  get framePause(): Micros {
    return micros((this.isExhaustive ? 1.25 : 1.4) * this.page.interByte);
  }

  /** The value of a parameter, as far as it is known. */
  value(number: number): number | undefined {
    return this.host.state.scanner.parameters.get(number);
  }

  get isEnabled(): boolean {
    return this.host.state.scanner.enabled === true;
  }

  /** Values that can be written without losing the scanner: of the baud rate, the one that the line has. */
  writable({ number, values }: ScannerParameter): readonly number[] {
    if (number !== PARAMETER.baud) return values;
    return values.filter((value) => BAUD_RATES.get(value) === this.page.baud);
  }

  /** A harmless parameter, and two of its values. */
  testParameter(): { readonly number: number; readonly values: readonly [number, number] } {
    for (const number of HARMLESS) {
      const [a, b] = this.page.valuesOf(number);
      if (a !== undefined && b !== undefined) return { number, values: [a, b] };
    }
    throw new NotReady('no parameter of this profile has two values to tell apart');
  }

  /** Waits until the scanner answers, and wakes it. */
  async ready(): Promise<void> {
    const { host } = this;
    for (let n = 0; n < TRIES && host.state.scanner.asleep !== false; n++) {
      // It may be awake.
      if (n % 2 === 1 || host.state.scanner.asleep === true)
        await host.play('on the way', encodeCommand(WAKE), { pause: AFTER_WAKE });
      await host.play('on the way', bytesOf({ type: 'revision' }));
    }
    if (host.state.scanner.enabled === undefined) await host.play('on the way', bytesOf({ type: 'enable' }));
    if (host.state.scanner.asleep !== false) throw new NotReady('the scanner does not answer');
  }

  /** Sends a command, and waits for what is due. true: nothing was wrong. */
  async ask(body: CommandBody, situation = '', status = 0): Promise<boolean> {
    await this.ready();
    const what = situation === '' ? describeCommand(body) : `${describeCommand(body)}, ${situation}`;
    const isRight = await this.host.play(what, bytesOf(body, status));
    // The page gives no time for a reset.
    if (body.type === 'reset') await this.ready();
    return isRight;
  }

  read(number: number, situation = ''): Promise<boolean> {
    return this.ask(readOf(number), situation);
  }

  write(number: number, value: number, situation = ''): Promise<boolean> {
    return this.ask(writeOf(number, value), situation);
  }

  /** A command that brings the scanner to a scenario's beginning. If it goes wrong, that is judged, and the scenario ends. */
  async prepare(body: CommandBody): Promise<void> {
    for (let tries = 0; tries < 2; tries++) if (await this.ask(body, 'on the way')) return;
    throw new NotReady(`the scanner does not obey on the way: ${describeCommand(body)}`);
  }

  prepareValue(number: number, value: number): Promise<void> {
    return this.prepare(writeOf(number, value));
  }

  /** Sends bytes and pauses. true: nothing was wrong. */
  async send(what: string, stimulus: Stimulus): Promise<boolean> {
    if (this.host.state.scanner.asleep !== true) await this.ready();
    return this.host.play(
      what,
      ...stimulus.map((part): Step => (typeof part === 'number' ? { pause: part } : part)),
    );
  }

  /** Listens for this long, in which nothing comes that is not due. */
  quiet(span: Micros, what = 'nothing was sent'): Promise<boolean> {
    return this.host.listen(span, what);
  }

  /** Shows a code, and waits for it. */
  show(code: Uint8Array, what: string, symbology: Symbology = 'datamatrix'): Promise<boolean> {
    return this.host.play(what, { show: { symbology, bytes: code } });
  }

  /** So often the code that waits for its ACK was sent; 0: none waits. */
  get openTries(): number {
    const { packet } = this.host.state;
    return packet !== undefined && this.bench.now() < packet.until ? packet.tries : 0;
  }

  /** Waits until a code without ACK has come again, or is given up. */
  async awaitNextTry(what: string): Promise<boolean> {
    const tries = this.openTries;
    let isRight = true;
    while (isRight && tries > 0 && this.openTries === tries)
      isRight = await this.quiet(micros(this.page.dataAck / 16), what);
    return isRight;
  }

  /** Gives up what is under way: acknowledges codes until no more come. */
  async drain(): Promise<void> {
    if (this.host.isKnown && this.openTries === 0) return;
    for (let n = 0; n < MOST_CODES; n++) {
      await this.host.write(bytesOf({ type: 'ack' }));
      await this.quiet(micros(1.3 * this.page.dataAck), 'codes are given up');
      if (this.openTries === 0) return;
    }
  }
}
