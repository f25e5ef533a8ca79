/**
 * The harness at the scanner's line: it sends bytes and pauses, shows codes, and waits for what is due by the monitor, which judges all
 * that passes. After a loss of sync it waits for a quiet line and wakes the scanner.
 */
import { commands, encodeCommand, replies } from '../../../protocols/gm67/gm67';
import { hostCommand, WAKE, type Command, type Reply } from '../../../protocols/gm67/message';
import { Gm67Monitor } from '../../../protocols/gm67/monitor/gm67-monitor';
import { PARAMETER } from '../../../protocols/gm67/parameters';
import type { Judgement } from '../../../protocols/monitor/judgement';
import type { PassListener } from '../../../protocols/monitor/judgement-log';
import { after, micros, millis, type Micros } from '../../../protocols/time';
import { BoardSilent, type Bench } from '../../bench/bench';
import type { Channel } from '../../bench/channel';
import { sortByTime } from '../../bench/traffic-order';
import type { BytesRecord } from '../../record';
import { rawLine } from './raw-line';
import { NotReady } from './scanner-profile';

const LINK = 'main';
/** Commands in a row that a board may leave unanswered before the scenario is given up. */
const SILENT_COMMANDS = 6;
/** Bytes of before are waited for no longer. */
const LONGEST_NOISE = millis(6000);
/** A line that is never quiet is waited for no longer. */
const LONGEST_WAIT = millis(40_000);
/** Longer than a scanner may be deaf after it was woken, for what is not about that. */
export const AFTER_WAKE = millis(400);
/** In interByteMs: the rest of a scanner after it went wrong. */
const LONG_REST = 15;
/** Codes that may wait for their ACK. */
const MOST_CODES = 8;
/** Pauses inside the scanner's frames are not judged, so the reader of evidence is more patient than the scanner. */
const LEAST_TIMEOUT_US = 400_000;
/** Their times no stall of this host can explain: outside their limits they fail at once. */
const STRICT: readonly string[] = ['GM-DT-01', 'GM-DT-04'];

/** Bytes, and silences between them. */
export type Stimulus = readonly (Uint8Array | Micros)[];

/** What came of a stimulus. */
export interface Reaction {
  readonly judgements: readonly Judgement[];
  /** This host paused so that nobody knows how the scanner reads it. */
  readonly isVague: boolean;
}

/** What came of a code. */
export interface Presented {
  readonly judgements: readonly Judgement[];
  /** By what is known of the scanner, nothing could be judged. */
  readonly isOpen: boolean;
}

/** How judgements are written down. */
export interface RecordOptions {
  /** Charged where a reply is wrong, in place of what the monitor says. */
  readonly clause?: string;
  /** Default: what has passed last. */
  readonly evidence?: readonly BytesRecord[];
}

export class GmSession {
  readonly interByte: Micros;
  /** How often sync was lost. */
  losses = 0;
  protected readonly monitor: Gm67Monitor;
  protected readonly frames: Channel<Command, Reply>;
  protected hasReceived = false;
  private readonly codes: Channel<Uint8Array, Uint8Array>;
  /** Where bytes are read: as frames, or as those of a raw code. */
  private input: Channel<Command, Reply> | Channel<Uint8Array, Uint8Array>;
  private silentCommands = 0;
  private passes = 0;
  /** Whatever comes next, the scanner must be waited for and woken before. */
  protected wasLost = false;

  /** `fresh`: the scanner has just been started. */
  constructor(
    readonly bench: Bench,
    fresh = false,
  ) {
    this.interByte = millis(bench.number('interByteMs'));
    const interByte = micros(Math.max(LEAST_TIMEOUT_US, 2 * this.interByte));
    this.frames = bench.channel(LINK, commands({ interByte: this.interByte }), replies({ interByte }));
    const line = rawLine();
    this.codes = bench.channel(LINK, line, line);
    this.input = this.frames;
    const { parameters, exhaustive: exact } = bench;
    this.monitor = new Gm67Monitor({ parameters, link: LINK, known: fresh, exact, onPass: this.onPass });
  }

  /** The value of a parameter, as far as it is known. */
  value(number: number): number | undefined {
    return this.monitor.value(number);
  }

  /** A code waits for its ACK. */
  get isCodeOpen(): boolean {
    return this.monitor.retryDue !== undefined;
  }

  /** The last exchanges. */
  evidence(): BytesRecord[] {
    return sortByTime([...this.frames.evidence(), ...this.codes.evidence()]).slice(-12);
  }

  /** Sends bytes and pauses, and waits for what is due. Nothing is written down of it but what is right. */
  async exchange(stimulus: Stimulus): Promise<Reaction> {
    await this.ready();
    this.input = this.frames;
    this.hasReceived = false;
    for (const part of stimulus)
      if (typeof part === 'number') await this.listen(after(this.bench.now(), part));
      else await this.transmit(part);
    const found = [...this.monitor.judgements()];
    const isVague = this.wasLost && !found.some(isFault);
    await this.settle();
    return { judgements: [...found, ...this.monitor.judgements()], isVague };
  }

  /** Listens for this long, in which nothing comes that is not due. */
  async quiet(span: Micros, what = ''): Promise<boolean> {
    await this.listen(after(this.bench.now(), span));
    return this.record(this.monitor.judgements(), what);
  }

  /** Shows a code, waits for it, and a little longer. Nothing is written down of it but what is right. */
  async present(symbology: string, payload: Uint8Array): Promise<Presented> {
    await this.ready();
    const { bench, monitor, passes } = this;
    await this.show(symbology, payload);
    await this.settle();
    await this.listen(after(bench.now(), bench.exhaustive ? millis(300) : millis(45)));
    const judgements = monitor.judgements();
    return { judgements, isOpen: !judgements.some(isFault) && this.passes === passes };
  }

  /** Shows a code, and waits for nothing. */
  async show(symbology: string, payload: Uint8Array): Promise<void> {
    const { bench, monitor } = this;
    const notBefore = bench.now();
    await bench.present(symbology, payload);
    this.input = monitor.value(PARAMETER.packet) === 1 ? this.frames : this.codes;
    this.input.discardInput();
    monitor.presented({ symbology, bytes: payload }, { notBefore, notAfter: bench.now() });
  }

  /** Waits until a code without ACK has come again, or is given up. */
  async awaitNextTry(what: string): Promise<boolean> {
    const due = this.monitor.retryDue;
    while (due !== undefined && this.monitor.retryDue === due) await this.receive(due);
    return this.record(this.monitor.judgements(), what);
  }

  /** Gives up what is under way: acknowledges codes until no more come. Nothing of it is judged. */
  async drain(): Promise<void> {
    const { bench, frames, monitor } = this;
    for (let n = 0; n < MOST_CODES; n++) {
      await frames.send(hostCommand({ type: 'ack' }));
      const quiet = after(bench.now(), micros(1.3 * bench.number('dataAckMs') * 1000));
      if ((await frames.nextChunk(quiet)) === undefined) break;
      await frames.waitForSilence(millis(100), LONGEST_NOISE);
    }
    monitor.gap(bench.now());
    this.wasLost = true;
  }

  /** Judges what has come. After a loss of sync, waits for a quiet line and wakes the scanner. */
  async ready(): Promise<void> {
    await this.listen(this.bench.now());
    this.record(this.monitor.judgements());
    if (!this.wasLost) return;
    // It may keep half a frame for too long, and answer late.
    await this.awaitSilence(LONG_REST);
    this.monitor.gap(this.bench.now());
    await this.awaitSync();
    await this.rouse();
  }

  /** Writes down what was found. true: nothing was wrong. */
  record(judgements: readonly Judgement[], situation = '', options: RecordOptions = {}): boolean {
    for (const judgement of judgements) {
      this.recordOne(judgement, situation, options);
      if (judgement.kind === 'silence' && judgement.verdict === 'fail') this.silentCommands++;
    }
    if (this.silentCommands >= SILENT_COMMANDS)
      throw new BoardSilent(`the scanner answered none of the last ${SILENT_COMMANDS} commands`);
    return !judgements.some(isFault);
  }

  private recordOne(judgement: Judgement, situation: string, { clause, evidence }: RecordOptions): void {
    const { bench } = this;
    const { verdict, kind, measurement, expected, seen, dueAnswer } = judgement;
    const title = situation === '' ? judgement.title : `${judgement.title}, ${situation}`;
    const charged =
      isFault(judgement) && kind !== 'malformed' ? (clause ?? judgement.clause) : judgement.clause;
    if (measurement !== undefined && !(verdict === 'fail' && STRICT.includes(charged)))
      return void bench.measure(charged, measurement, () => title);
    if (verdict === 'inconclusive') return bench.inconclusive(charged, title);
    const more = {
      ...(dueAnswer instanceof Uint8Array ? { due: this.input.describeDueBytes(dueAnswer) } : {}),
      ...(measurement === undefined ? {} : { measurement }),
      ...(evidence === undefined ? {} : { evidence }),
    };
    bench.check(charged, false, () => ({ title, expected, seen, ...more }));
  }

  private readonly onPass: PassListener = (clause, _kind, _request, measurement) => {
    this.passes++;
    if (measurement === undefined) this.bench.check(clause, true, () => ({ title: '' }));
    else this.bench.measure(clause, measurement, () => measurement.name);
  };

  /** Waits until the line is silent for so many times interByteMs. */
  protected async awaitSilence(times = 1.2): Promise<void> {
    await this.frames.waitForSilence(micros(times * this.interByte), LONGEST_NOISE);
  }

  /** Wakes it, also where it takes two wake bytes. */
  protected async rouse(): Promise<void> {
    for (const pause of [millis(60), AFTER_WAKE]) {
      await this.transmit(encodeCommand(WAKE));
      await this.listen(after(this.bench.now(), pause));
    }
    this.record(this.monitor.judgements());
  }

  /** Waits until the monitor follows again. */
  protected async awaitSync(): Promise<void> {
    const { monitor, bench } = this;
    const end = after(bench.now(), LONGEST_WAIT);
    for (let due = monitor.due(); due !== undefined && monitor.isLost; due = monitor.due()) {
      if (bench.now() >= end) throw new NotReady('the scanner does not stop sending');
      await this.receive(due.until);
    }
    this.record(monitor.judgements());
    this.wasLost = false;
    this.losses++;
  }

  /** Waits until nothing must come any more. */
  protected async settle(): Promise<void> {
    const { monitor } = this;
    for (let due = monitor.due(); due !== undefined && monitor.isAwaiting; due = monitor.due())
      await this.receive(due.until);
  }

  protected async transmit(bytes: Uint8Array): Promise<void> {
    this.monitor.tx(await this.frames.sendBytes(bytes));
    this.wasLost ||= this.monitor.isLost;
  }

  private async listen(until: Micros): Promise<void> {
    while (await this.receive(until));
  }

  /** Lets the monitor get the next bytes by `until`. false: none came. */
  private async receive(until: Micros): Promise<boolean> {
    const chunk = await this.input.nextChunk(until);
    if (chunk === undefined) this.monitor.tick(until);
    else {
      this.hasReceived = true;
      this.silentCommands = 0;
      this.monitor.rx(chunk);
    }
    this.wasLost ||= this.monitor.isLost;
    return chunk !== undefined;
  }
}

/** Something is wrong that is more than a time. */
export function isFault({ verdict, measurement }: Judgement): boolean {
  return verdict === 'fail' && measurement === undefined;
}
