/**
 * The host's side of the scanner's line: asks, reads, and judges what holds of every exchange whatever it is about
 * (GM-FR-01, CM-01, TM-01), with the model of the scanner's commands beside it.
 */
import { encodeCommand } from '../../../protocols/gm67/encoder';
import { commands, replies } from '../../../protocols/gm67/gm67';
import {
  hostCommand,
  WAKE,
  WAKE_TIME,
  type Command,
  type CommandBody,
  type Reply,
} from '../../../protocols/gm67/message';
import {
  BAUD_RATES,
  PARAMETER,
  scannerParameters,
  type ScannerParameter,
} from '../../../protocols/gm67/parameters';
import {
  fits,
  scannerModel,
  type Expected,
  type ScannerModel,
  type ScannerState,
} from '../../../protocols/gm67/rules';
import type { Parameters } from '../../../protocols/requirement';
import { after, micros, millis, type Micros } from '../../../protocols/time';
import { BoardSilent, type Bench } from '../../bench/bench';
import type { Channel, Received, Sent } from '../../bench/channel';
import { judge, latency, type Measurement } from '../../bench/judge';
import { describeCommand, describeEvent, describeExpected, describeParameter } from './descriptions';

/** Commands in a row that a board may leave unanswered before the scenario is given up. */
const SILENT_COMMANDS = 6;
const DEFAULT_BAUD = 9600;
/** Acknowledged within: GM-TM-01. */
const PROMPT_ANSWER_US = 100_000;
/** In interByteMs: longer than half a frame may be kept by mistake. */
const LONG_REST = 15;
/** Longest time a scanner is given after a reset; the page asks for none. */
const RESET_TRIES = 40;

/** The scanner cannot be brought to where the scenario begins; what is wrong has been judged. */
export class NotReady extends Error {
  override readonly name = 'NotReady';
}

/** What came to a command: the event, and the reply in it where it could be read. */
export interface Answer {
  readonly received: Received<Reply> | undefined;
  readonly reply: Reply | undefined;
}

/** What came to a read that may have other frames before its value. */
export interface ReadThrough {
  readonly before: readonly Received<Reply>[];
  readonly value: number | undefined;
  /** It came more than commandMs after the read, and time for each frame before it. */
  readonly late: boolean;
}

const NO_ANSWER: Answer = { received: undefined, reply: undefined };

export class GmHost {
  readonly channel: Channel<Command, Reply>;
  readonly parameters: readonly ScannerParameter[];
  readonly model: ScannerModel;
  state: ScannerState;
  readonly interByte: Micros;
  readonly commandTime: Micros;
  readonly byteTime: number;
  readonly answersBadChecksum: boolean;
  readonly answerTimeout: Micros;
  /** How long a second answer is waited for behind every first. */
  private readonly grace: Micros;
  private unansweredCommands = 0;
  /** What was sent last asks for no answer. */
  private sentAckOrNak = false;

  constructor(readonly bench: Bench) {
    const profile: Parameters = Object.fromEntries(
      scannerParameters().map(({ number }) => [valuesName(number), bench.text(valuesName(number))]),
    );
    this.parameters = scannerParameters(profile);
    this.answersBadChecksum = bench.text('badChecksum') !== 'silent';
    this.model = scannerModel({
      parameters: this.parameters,
      badChecksum: this.answersBadChecksum ? 'nak' : 'silent',
    });
    this.state = this.model.initial(new Map());
    this.interByte = millis(bench.number('interByteMs'));
    this.commandTime = millis(bench.number('commandMs'));
    this.byteTime = 10e6 / bench.number('baud');
    this.answerTimeout = micros(Math.max(bench.exhaustive ? 4e6 : 1.2e6, 3 * this.commandTime));
    this.grace = bench.exhaustive ? millis(150) : millis(4);
    // The scanner's own pauses inside a frame are not asked about: longer ones than its own are waited for.
    const reading = { interByte: micros(Math.max(400_000, 2 * this.interByte)) };
    this.channel = bench.channel('main', commands({ interByte: this.interByte }), replies(reading));
  }

  /** A scanner that says nothing. */
  static async create(bench: Bench): Promise<GmHost> {
    const host = new GmHost(bench);
    await host.awaitQuiet();
    return host;
  }

  async wake(): Promise<void> {
    await this.channel.send(WAKE);
    await this.bench.pause(micros(1.04 * WAKE_TIME));
    this.state = this.model.apply(this.state, WAKE).state;
  }

  /** Waits until nothing comes, and what was sent is dropped. */
  async awaitQuiet(): Promise<void> {
    await this.channel.waitForSilence(micros(1.2 * this.interByte), millis(6000));
  }

  /** The pause behind which the next frame is a new one: what a busy machine may take from it is put on in real time. */
  get framePause(): Micros {
    return micros((this.bench.exhaustive ? 1.2 : 1.4) * this.interByte);
  }

  async pauseBetweenFrames(): Promise<void> {
    await this.bench.pause(this.framePause);
  }

  /** Asks, and holds the answer against the model under the clause it belongs to, or under `id`. true: it is right. */
  async check(body: CommandBody, situation = '', id?: string, status = 0): Promise<boolean> {
    return (await this.checkReply(hostCommand(body, status), situation, id)) !== undefined;
  }

  /** As {@link check}; the reply where it is right. */
  async checkReply(command: Command, situation = '', id?: string): Promise<Reply | undefined> {
    const before = this.state;
    const step = this.model.apply(before, command);
    const answer = await this.ask(command);
    const title = `${describeCommand(command)}${situation === '' ? '' : `, ${situation}`}`;
    const clause = id ?? clauseOf(command, step.reply, answer.reply);
    if (answer.received !== undefined && answer.reply === undefined) {
      this.bench.inconclusive(clause, `${title}: no answer that can be read (GM-FR-01)`);
      return undefined;
    }
    const right = fits(step.reply, answer.reply);
    this.bench.check(clause, right, () => ({
      title,
      expected: describeExpected(step.reply),
      seen: answer.received === undefined ? 'nothing' : describeEvent(answer.received),
    }));
    if (right) this.state = this.withReply(step.state, answer.reply);
    return right ? answer.reply : undefined;
  }

  /** Brings the scanner to where a scenario begins. Throws NotReady where a command goes wrong, which is judged. */
  async prepare(body: CommandBody): Promise<void> {
    if (await this.check(body, 'on the way')) return;
    await this.awaitQuiet();
    if (await this.check(body, 'on the way')) return;
    throw new NotReady(`the scanner does not obey on the way: ${describeCommand(hostCommand(body))}`);
  }

  async write(number: number, value: number): Promise<void> {
    await this.prepare({ type: 'write', prefix: 0, number, value });
  }

  /** A parameter that does no harm, and two of its values. */
  testParameter(): { readonly number: number; readonly values: readonly [number, number] } {
    for (const number of HARMLESS) {
      const [a, b] = this.valuesOf(number);
      if (a !== undefined && b !== undefined) return { number, values: [a, b] };
    }
    throw new NotReady('no parameter of this profile has two values to tell apart');
  }

  /** The line has the rate that parameter defaults leave it: C8 does not lose the scanner. */
  get atDefaultBaud(): boolean {
    return this.bench.number('baud') === DEFAULT_BAUD;
  }

  /** Values that can be written without losing the scanner: of the baud, the one that the line has. */
  writable({ number, values }: ScannerParameter): readonly number[] {
    if (number !== PARAMETER.baud) return values;
    return values.filter((value) => BAUD_RATES.get(value) === this.bench.number('baud'));
  }

  valuesOf(number: number): readonly number[] {
    return this.parameters.find((one) => one.number === number)?.values ?? [];
  }

  /** Sends ACK or NAK: what comes to it is nobody's answer. */
  async sendAckOrNak(body: Extract<CommandBody, { type: 'ack' | 'nak' }> | { type: 'ack' }): Promise<Sent> {
    this.sentAckOrNak = true;
    return this.channel.send(hostCommand(body));
  }

  /** Sends a command and reads what comes to it. Judges the frame's form, its time, and that it is the only one. */
  async ask(command: Command): Promise<Answer> {
    await this.rejectLeftovers();
    const sent = await this.channel.send(command);
    if (command.type === 'ack' || command.type === 'nak') return this.readUnsolicited();
    const answer = await this.nextAnswer(sent, this.answerTimeout);
    if (answer.received === undefined) {
      this.countUnanswered();
      return answer;
    }
    this.unansweredCommands = 0;
    this.measureAnswer(answer.received, sent, () => describeCommand(command));
    // What a scanner says when it has begun again is nobody's business.
    if (command.type !== 'reset') await this.expectNoMore('GM-CM-01', describeCommand(command), this.grace);
    return answer;
  }

  /** The next frame that is no code. `timeout`: from the end of `sent` on. */
  async nextAnswer(sent: Sent, timeout: Micros): Promise<Answer> {
    for (;;) {
      const received = await this.channel.next(after(sent.notAfter, timeout));
      if (received === undefined) return NO_ANSWER;
      const reply = this.read(received);
      if (reply?.type !== 'data') return { received, reply };
    }
  }

  /** What a frame says, where it can be read; its form is judged (GM-FR-01). */
  read({ event }: Received<Reply>): Reply | undefined {
    const { bench } = this;
    if (event.kind === 'frame') {
      bench.check('GM-FR-01', true, () => ({ title: '' }));
      return event.value;
    }
    const { error } = event;
    const id = error.code === 'form' ? 'GM-DT-03' : error.code === 'text' ? 'GM-CM-01' : 'GM-FR-01';
    if (error.code !== 'opcode')
      bench.check(id, false, () => ({
        title: 'a frame from the scanner',
        expected: error.expected ?? 'a whole frame',
        seen: error.seen ?? error.message,
      }));
    return event.value;
  }

  /** Nothing but codes comes for `span`. */
  async expectNoMore(id: string, what: string, span: Micros): Promise<boolean> {
    const extra = (await this.channel.collectUntil(after(this.channel.now(), span), 4)).filter(
      ({ event }) => event.value?.type !== 'data',
    );
    if (extra.length === 0) return true;
    this.bench.check(id, false, () => ({
      title: `${what}: exactly one frame`,
      expected: 'silence behind it',
      seen: extra.map(describeEvent).join('; '),
    }));
    await this.awaitQuiet();
    return false;
  }

  /** A measurement whose limits are far from what a host's stall can do: what is outside fails at once. */
  measureStrictly(id: string, measurement: Measurement, title: () => string): void {
    if (judge(measurement) !== 'fail') {
      this.bench.measure(id, measurement, title);
      return;
    }
    const { low, high, min = 0, max = Infinity } = measurement;
    const ms = (value: number): string => `${(value / 1000).toFixed(1)} ms`;
    this.bench.check(id, false, () => ({
      title: title(),
      expected: `${ms(min)} to ${ms(max)}`,
      seen: ms(low) === ms(high) ? ms(low) : `between ${ms(low)} and ${ms(high)}`,
      measurement,
    }));
  }

  /** After a reset: asks until an answer comes. The time it takes is nobody's business. */
  async awaitRestart(): Promise<void> {
    this.state = this.model.initial(new Map());
    for (let n = 0; n < RESET_TRIES; n++) {
      await this.bench.pause(millis(250));
      await this.awaitQuiet();
      const sent = await this.channel.send(hostCommand({ type: 'revision' }));
      if ((await this.channel.next(after(sent.notAfter, millis(600)))) !== undefined)
        return this.awaitQuiet();
    }
    throw new BoardSilent('the scanner did not answer again after the reset command');
  }

  /** Whether a plain read is answered by a value: what a refused frame before it is held against. What is not is judged. */
  async isSound(): Promise<boolean> {
    return (await this.condition()) === 'sound';
  }

  /** As {@link isSound}. `dead`: nothing comes to it; with `fatal` that is for the caller to judge. */
  async condition(fatal = false): Promise<'sound' | 'dead' | 'wrong'> {
    const { number } = this.testParameter();
    let answer = NO_ANSWER;
    // A scanner may hold what it was sent for longer than it should: it is let alone before it is asked again.
    for (const rest of [1.2, LONG_REST]) {
      await this.bench.pause(micros(rest * this.interByte));
      await this.awaitQuiet();
      answer = await this.ask(hostCommand({ type: 'read', number }));
      const { reply } = answer;
      if (reply?.type !== 'value' || reply.number !== number) continue;
      this.state = this.model.learn(this.state, number, reply.value);
      return 'sound';
    }
    const { received, reply } = answer;
    if (fatal && received === undefined) return 'dead';
    if (received === undefined || reply !== undefined)
      this.bench.check('GM-CM-01', false, () => ({
        title: `read of ${describeParameter(number)}, with nothing wrong before it`,
        expected: 'its value',
        seen: received === undefined ? 'nothing' : describeEvent(received),
      }));
    return received === undefined ? 'dead' : 'wrong';
  }

  /** Reads a parameter through whatever is still to come: the frames before its value, and the value. */
  async readThrough(number: number): Promise<ReadThrough> {
    const before: Received<Reply>[] = [];
    const { notAfter } = await this.channel.send(hostCommand({ type: 'read', number }));
    let free = notAfter;
    for (;;) {
      const received = await this.channel.next(after(free, this.answerTimeout));
      if (received === undefined) return { before, value: undefined, late: false };
      const reply = this.read(received);
      if (reply?.type === 'value' && reply.number === number) {
        this.unansweredCommands = 0;
        const limit = this.commandTime + before.length * PROMPT_ANSWER_US;
        return { before, value: reply.value, late: received.notBefore - notAfter > limit };
      }
      if (reply?.type !== 'data') before.push(received);
      free = micros(Math.max(free, received.end));
    }
  }

  bytesOf(body: CommandBody, status = 0): Uint8Array {
    return encodeCommand(hostCommand(body, status));
  }

  private withReply(state: ScannerState, reply: Reply | undefined): ScannerState {
    return reply?.type === 'value' ? this.model.learn(state, reply.number, reply.value) : state;
  }

  /** Frames left over from before: nobody asked for them. */
  private async rejectLeftovers(): Promise<void> {
    const extra = (await this.channel.collectUntil(this.channel.now(), 8)).filter(
      ({ event }) => event.value?.type !== 'data',
    );
    const { sentAckOrNak: toldOnly } = this;
    this.sentAckOrNak = false;
    if (extra.length === 0) return;
    this.bench.check(toldOnly ? 'GM-CM-04' : 'GM-CM-01', false, () => ({
      title: toldOnly ? 'a frame after ACK or NAK from the host' : 'a frame after the exchange before',
      expected: toldOnly ? 'silence' : 'exactly one answer to a command',
      seen: extra.map(describeEvent).join('; '),
    }));
    await this.awaitQuiet();
  }

  private async readUnsolicited(): Promise<Answer> {
    const received = await this.channel.next(after(this.channel.now(), this.commandTime));
    return received === undefined ? NO_ANSWER : { received, reply: this.read(received) };
  }

  private countUnanswered(): void {
    if (++this.unansweredCommands < SILENT_COMMANDS) return;
    throw new BoardSilent(`the scanner answered none of the last ${SILENT_COMMANDS} commands`);
  }

  private measureAnswer(received: Received<Reply>, sent: Sent, about: () => string): void {
    const { low, high } = latency(sent, received);
    const name = 'command to answer';
    const title = (): string => `the answer to ${about()}`;
    this.bench.measure('GM-CM-01', { name, unit: 'us', low, high, max: this.commandTime }, title);
    this.bench.measure('GM-TM-01', { name, unit: 'us', low, high, max: PROMPT_ANSWER_US }, title);
  }
}

/** Parameters that a test may write without losing the scanner. */
const HARMLESS: readonly number[] = [
  PARAMETER.volume,
  PARAMETER.light,
  PARAMETER.collimation,
  PARAMETER.beep,
  PARAMETER.stxEtx,
  PARAMETER.scanTime,
];

function valuesName(number: number): string {
  return `values${number.toString(16).toUpperCase()}`;
}

/** The clause that an answer to a good frame breaks, where a scenario is about something else. */
function clauseOf(command: Command, expected: Expected, reply: Reply | undefined): string {
  switch (command.type) {
    case 'ack':
    case 'nak':
      return 'GM-CM-04';
    case 'unknown':
      return 'GM-CM-03';
    case 'start':
    case 'stop':
      return expected.type === 'nak' ? 'GM-CM-02' : 'GM-CM-01';
    case 'read':
    case 'write': {
      const denied = reply?.type === 'nak' && reply.cause !== 1;
      const refused = expected.type === 'nak' && reply !== undefined;
      return denied || refused || reply?.type === 'value' ? 'GM-CM-05' : 'GM-CM-01';
    }
    default:
      return 'GM-CM-01';
  }
}
