/**
 * The host's side of the scanner's line. It sends commands, reads the answers, and judges what every exchange must keep
 * (GM-FR-01, CM-01, TM-01). The model of the scanner's commands follows its state.
 */
import { encodeCommand } from '../../../protocols/gm67/gm67';
import { commands, replies } from '../../../protocols/gm67/gm67';
import {
  hostCommand,
  isNeedlesslyLong,
  WAKE,
  WAKE_TIME,
  type Command,
  type CommandBody,
  type Reply,
} from '../../../protocols/gm67/message';
import { fits, onlyReply, type Expected, type ScannerState } from '../../../protocols/gm67/rules';
import { after, micros, millis, type Micros } from '../../../protocols/time';
import { BoardSilent, type Bench } from '../../bench/bench';
import type { Channel, Received, Sent } from '../../bench/channel';
import { judge, latency, type Measurement } from '../../../protocols/monitor/measurement';
import type { DueRecord } from '../../record';
import { clauseOf } from './clauses';
import { readOf, writeOf } from './command-bodies';
import { describeCommand, describeEvent, describeExpected, describeReceived } from './descriptions';
import { NotReady, ScannerProfile } from './scanner-profile';

/** Commands in a row that a board may leave unanswered before the scenario is given up. */
const SILENT_COMMANDS = 6;
/** An answer SHOULD start within this, microseconds (GM-TM-01). */
const PROMPT_ANSWER_US = 100_000;

/** The answer to a command: the event, and its reply if it can be read. */
export interface Answer {
  readonly received: Received<Reply> | undefined;
  readonly reply: Reply | undefined;
}

/** The answer to a read, and other frames before it. */
export interface ReadThrough {
  readonly before: readonly Received<Reply>[];
  readonly value: number | undefined;
  /** The value came later than commandMs after the read, plus the time of the frames before it. */
  readonly late: boolean;
}

export const NO_ANSWER: Answer = { received: undefined, reply: undefined };

export class GmHost {
  readonly channel: Channel<Command, Reply>;
  readonly profile: ScannerProfile;
  state: ScannerState;
  readonly interByte: Micros;
  readonly commandTime: Micros;
  readonly byteTime: number;
  readonly answerTimeout: Micros;
  /** How long to wait for a second answer after each first one. */
  private readonly grace: Micros;
  private unansweredCommands = 0;
  /** ACK or NAK was sent last, which asks for no answer. */
  private sentAckOrNak = false;

  constructor(readonly bench: Bench) {
    this.profile = new ScannerProfile(bench);
    this.state = this.profile.model.initial(new Map());
    this.interByte = millis(bench.number('interByteMs'));
    this.commandTime = millis(bench.number('commandMs'));
    this.byteTime = 10e6 / bench.number('baud');
    this.answerTimeout = micros(Math.max(bench.exhaustive ? 4e6 : 1.2e6, 3 * this.commandTime));
    this.grace = bench.exhaustive ? millis(150) : millis(4);
    // Pauses inside the scanner's own frames are not judged, so the reader is more patient than the scanner.
    const reading = { interByte: micros(Math.max(400_000, 2 * this.interByte)) };
    this.channel = bench.channel('main', commands({ interByte: this.interByte }), replies(reading));
  }

  /** A scanner that sends nothing. */
  static async create(bench: Bench): Promise<GmHost> {
    const host = new GmHost(bench);
    await host.awaitQuiet();
    return host;
  }

  async wake(): Promise<void> {
    await this.channel.send(WAKE);
    await this.bench.pause(micros(1.04 * WAKE_TIME));
    this.state = this.profile.model.apply(this.state, WAKE).state;
  }

  /** Waits until the line is silent. The scanner drops a frame that is not complete then. */
  async awaitQuiet(): Promise<void> {
    await this.channel.waitForSilence(micros(1.2 * this.interByte), millis(6000));
  }

  /** The pause after which the next frame is a new one. On a real clock it is longer, as a busy machine may shorten it. */
  get framePause(): Micros {
    return micros((this.bench.exhaustive ? 1.2 : 1.4) * this.interByte);
  }

  async pauseBetweenFrames(): Promise<void> {
    await this.bench.pause(this.framePause);
  }

  /** Asks, and judges the answer by the model, under `id` or the clause that it belongs to. true: the answer is right. */
  async check(body: CommandBody, situation = '', id?: string, status = 0): Promise<boolean> {
    return (await this.checkReply(hostCommand(body, status), situation, id)) !== undefined;
  }

  /** Reads a parameter, as {@link check}. */
  checkRead(number: number, situation = '', id?: string): Promise<boolean> {
    return this.check(readOf(number), situation, id);
  }

  /** Writes a parameter, as {@link check}. */
  checkWrite(number: number, value: number, situation = '', id?: string): Promise<boolean> {
    return this.check(writeOf(number, value), situation, id);
  }

  /** As {@link check}. undefined: the reply is wrong. */
  async checkReply(command: Command, situation = '', id?: string): Promise<Reply | undefined> {
    const before = this.state;
    const step = this.profile.model.apply(before, command);
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
      seen: describeReceived(answer.received),
      ...this.describeDue(step.reply),
    }));
    if (right) this.state = this.withReply(step.state, answer.reply);
    return right ? answer.reply : undefined;
  }

  /** A command that brings the scanner to a scenario's beginning. Throws {@link NotReady} if it goes wrong, which is judged. */
  async prepare(body: CommandBody): Promise<void> {
    if (await this.check(body, 'on the way')) return;
    await this.awaitQuiet();
    if (await this.check(body, 'on the way')) return;
    throw new NotReady(`the scanner does not obey on the way: ${describeCommand(hostCommand(body))}`);
  }

  async write(number: number, value: number): Promise<void> {
    await this.prepare(writeOf(number, value));
  }

  /** Sends ACK or NAK, which must not be answered. */
  async sendAckOrNak(body: Extract<CommandBody, { type: 'ack' | 'nak' }> | { type: 'ack' }): Promise<Sent> {
    this.sentAckOrNak = true;
    return this.channel.send(hostCommand(body));
  }

  /** Sends a command and reads the answer. Judges its form and its time, and that it is the only one. */
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
    // The page leaves open what a scanner sends after a reset.
    if (command.type !== 'reset') await this.expectNoMore('GM-CM-01', describeCommand(command), this.grace);
    return answer;
  }

  /** The next frame that carries no code. `timeout`: from the end of `sent` on. */
  async nextAnswer(sent: Sent, timeout: Micros): Promise<Answer> {
    for (;;) {
      const received = await this.channel.next(after(sent.notAfter, timeout));
      if (received === undefined) return NO_ANSWER;
      const reply = this.read(received);
      if (reply?.type !== 'data') return { received, reply };
    }
  }

  /** The reply in a frame. undefined: it cannot be read. Judges its form (GM-FR-01). */
  read({ event }: Received<Reply>): Reply | undefined {
    const { bench } = this;
    if (event.kind === 'frame') {
      bench.check('GM-FR-01', true, () => ({ title: '' }));
      return event.value;
    }
    const { error, raw } = event;
    const id = isNeedlesslyLong(raw) ? 'GM-DT-03' : error.code === 'range' ? 'GM-CM-01' : 'GM-FR-01';
    if (error.code !== 'unknown-form')
      bench.check(id, false, () => ({
        title: 'a frame from the scanner',
        expected: error.expected ?? 'a whole frame',
        seen: error.seen ?? error.message,
      }));
    return event.value;
  }

  /** Judges that nothing but codes comes for `span`. */
  async expectNoMore(id: string, what: string, span: Micros): Promise<boolean> {
    const extra = (await this.channel.collectUntil(after(this.channel.now(), span), 4)).filter(
      ({ event }) => event.value?.type !== 'data',
    );
    if (extra.length === 0) return true;
    this.bench.check(id, false, () => ({
      title: `${what}: exactly one frame`,
      expected: 'silence after it',
      seen: extra.map(describeEvent).join('; '),
    }));
    await this.awaitQuiet();
    return false;
  }

  /** Judges a measurement with limits that no stall of this host can explain: outside them it fails at once. */
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

  /** Reads a parameter. Collects the frames that come before its value. */
  async readThrough(number: number): Promise<ReadThrough> {
    const before: Received<Reply>[] = [];
    const { notAfter } = await this.channel.send(hostCommand(readOf(number)));
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

  private describeDue(expected: Expected): { due?: DueRecord } {
    const reply = onlyReply(expected);
    return reply === undefined ? {} : { due: this.channel.describeDue(reply) };
  }

  private withReply(state: ScannerState, reply: Reply | undefined): ScannerState {
    return reply?.type === 'value' ? this.profile.model.learn(state, reply.number, reply.value) : state;
  }

  /** Judges frames that no command asked for. */
  private async rejectLeftovers(): Promise<void> {
    const extra = (await this.channel.collectUntil(this.channel.now(), 8)).filter(
      ({ event }) => event.value?.type !== 'data',
    );
    const { sentAckOrNak } = this;
    this.sentAckOrNak = false;
    if (extra.length === 0) return;
    this.bench.check(sentAckOrNak ? 'GM-CM-04' : 'GM-CM-01', false, () => ({
      title: sentAckOrNak ? 'a frame after ACK or NAK from the host' : 'a frame after the exchange before',
      expected: sentAckOrNak ? 'silence' : 'exactly one answer to a command',
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
