/**
 * Plays one step at a time on the line of a described protocol: it sends, waits for what is due, and a monitor judges what passes.
 *
 *     step ──▶ send, listen ──▶ monitor ──▶ attempt: what was found, and whether this host's timing left the step open
 */
import type { Chunk } from '../../../protocols/chunk';
import type { AnySession, Message } from '../../../protocols/request-response/definition';
import { RequestResponseMonitor } from '../../../protocols/request-response/monitor/monitor';
import { after, micros, millis, type Micros } from '../../../protocols/time';
import type { Judgement } from '../../../protocols/monitor/judgement';
import type { DueRecord } from '../../record';
import type { Bench } from '../../bench/bench';
import type { Channel } from '../../bench/channel';
import { isOpenByTiming } from './stall-effects';

const LEAST_PROBE_WAIT = millis(300);
const LONGEST_NOISE = millis(3000);
/** A board that goes on sending is listened to for no longer. */
const LONGEST_ANSWER = millis(10_000);

/** Parts that are sent with a pause between each two; or silence, without parts. */
export interface LineStep {
  readonly parts: readonly Uint8Array[];
  readonly pause: Micros;
}

/** A step that was played, and what was found of it. */
export interface Attempt {
  readonly step: LineStep;
  readonly judgements: readonly Judgement<Message>[];
  /** When it began, and in which state by the rules. */
  readonly began: Micros;
  /** When its last byte was sent, or it began. */
  readonly sentAt: Micros;
  readonly state: unknown;
  /** The monitor cannot tell how the board reads it, because of this host's timing. With exact times it could. */
  readonly isVague: boolean;
}

export class LineDriver {
  readonly monitor: RequestResponseMonitor;
  private readonly channel: Channel<Message, Message>;
  private hasReceived = false;
  /** What has passed since the step began. */
  private passed: Chunk[] = [];

  /** `onChunk` gets each chunk that is judged. */
  constructor(
    private readonly bench: Bench,
    private readonly session: AnySession,
    private readonly onChunk?: (chunk: Chunk) => void,
  ) {
    this.channel = bench.channel('main', session.requests.codec, session.answers.codec);
    this.monitor = new RequestResponseMonitor(session);
  }

  /** Waits until neither side has anything under way. Nothing is judged. */
  async awaitQuiet(): Promise<void> {
    await this.channel.waitForSilence(this.session.idle, LONGEST_NOISE);
  }

  /** Whether anything at all comes after one of these requests. Nothing is judged. */
  async isAlive(asked: readonly Message[]): Promise<boolean> {
    const { requests, time, idle } = this.session;
    await this.awaitQuiet();
    for (const request of asked) {
      const { notAfter } = await this.channel.sendBytes(requests.codec.encode(request));
      const wait = micros(LEAST_PROBE_WAIT + 2 * (time.max + idle));
      const chunk = await this.channel.nextChunk(after(notAfter, wait));
      if (chunk === undefined) continue;
      await this.awaitQuiet();
      return true;
    }
    return false;
  }

  /** Whether something has come since this was last asked. */
  takeReceived(): boolean {
    const { hasReceived } = this;
    this.hasReceived = false;
    return hasReceived;
  }

  /** Takes what has come by now. */
  async collectArrived(): Promise<Attempt> {
    const began = this.bench.now();
    await this.listen(began);
    const { state } = this.monitor;
    const step = { parts: [], pause: micros(0) };
    return { step, judgements: this.monitor.judgements(), began, sentAt: began, state, isVague: false };
  }

  /** Plays a step, and waits until nothing is due any more. Without parts it listens for the pause. */
  async play(step: LineStep): Promise<Attempt> {
    const { monitor, bench } = this;
    const began = bench.now();
    const { state } = monitor;
    const wasFollowed = !monitor.desynchronised;
    this.passed = [];
    await this.transmit(step);
    await this.settle();
    const judgements = monitor.judgements();
    const isLost = wasFollowed && monitor.desynchronised && !judgements.some(isFailure);
    const isVague =
      isLost && !bench.exhaustive && isOpenByTiming(this.session, state, step.pause, this.passed);
    const sentAt = this.passed.findLast(({ direction }) => direction === 'tx')?.notBefore ?? began;
    return { step, judgements, began, sentAt, state, isVague };
  }

  /** The right message of the board, for the report. */
  readonly describeDue = (message: Message): DueRecord => this.channel.describeDue(message);

  private async transmit({ parts, pause }: LineStep): Promise<void> {
    if (parts.length === 0) await this.listen(after(this.bench.now(), pause));
    for (const [at, part] of parts.entries()) {
      if (at > 0 && pause > 0) await this.listen(after(this.bench.now(), pause));
      const chunk = await this.channel.sendBytes(part);
      this.monitor.tx(chunk);
      this.note(chunk);
    }
  }

  private async listen(until: Micros): Promise<void> {
    for (;;) {
      const chunk = await this.channel.nextChunk(until);
      if (chunk === undefined) return this.monitor.tick(until);
      this.receive(chunk);
    }
  }

  private receive(chunk: Chunk): void {
    this.hasReceived = true;
    this.monitor.rx(chunk);
    this.note(chunk);
  }

  private note(chunk: Chunk): void {
    this.passed.push(chunk);
    this.onChunk?.(chunk);
  }

  private async settle(): Promise<void> {
    const end = after(this.bench.now(), LONGEST_ANSWER);
    while (this.bench.now() < end) {
      const due = this.monitor.due();
      if (due === undefined) return;
      const chunk = await this.channel.nextChunk(due.until);
      if (chunk === undefined) this.monitor.tick(due.until);
      else this.receive(chunk);
    }
  }
}

function isFailure({ verdict }: Judgement): boolean {
  return verdict === 'fail';
}
