/**
 * A small board that follows the rules of a described protocol: oracles must never blame it. Its code is independent of
 * the virtual board, so that both do not share one mistake.
 */
import { random } from '../../devices/random';
import type { BoardKind, Emission, VirtualBoard } from '../../devices/virtual/engine/board';
import type { Decoder, FrameEvent } from '../../protocols/frame';
import type {
  AnyRequestResponse,
  AnySession,
  Message,
  Ruling,
  TimeLimits,
  Unsolicited,
} from '../../protocols/request-response/definition';
import { micros, type Micros } from '../../protocols/time';

/** Bytes of a slice may have ended this much earlier than reported. */
const SLICE_US = 1000;
/** The used part of the time limits. */
const USED = 0.9;

/** A pending answer, from the end of its request or of the frame before it. */
interface DueAnswer {
  readonly from: number;
  readonly delay: number;
  readonly bytes: Uint8Array;
}

interface Schedule {
  readonly rule: Unsolicited<Message, unknown>;
  at: number;
}

export function rulesBoardKind(protocol: AnyRequestResponse): BoardKind {
  const { id, title, link } = protocol;
  return {
    name: id,
    title,
    suite: id,
    links: [link],
    defects: [],
    create: ({ seed, parameters }) => new RulesBoard(protocol.at(parameters), link.baud, seed),
  };
}

class RulesBoard implements VirtualBoard {
  private readonly random;
  private readonly byteTime: number;
  private decoder: Decoder<Message>;
  private state: unknown;
  /** In order: the first leaves first. */
  private answers: DueAnswer[] = [];
  private messages: Schedule[];
  /** When the last byte of the last answer, and of anything, has left. */
  private answeredAt = 0;
  private freeAt = 0;

  constructor(
    private readonly session: AnySession,
    baud: number,
    seed: number,
  ) {
    this.random = random(seed);
    this.byteTime = 10e6 / baud;
    this.decoder = session.requests.codec.decoder();
    this.state = session.initial;
    this.messages = this.scheduled(0);
  }

  receive(_link: string, bytes: Uint8Array, at: Micros): void {
    for (const [i] of bytes.entries()) {
      const end = micros(at - (bytes.length - 1 - i) * this.byteTime);
      for (const event of this.decoder.push(bytes.subarray(i, i + 1), end)) this.take(event, end);
    }
  }

  wakeAt(): Micros | undefined {
    const wake = Math.min(this.answerAt(), this.silenceEnd(), this.messageAt());
    return wake === Infinity ? undefined : micros(wake);
  }

  poll(now: Micros): readonly Emission[] {
    const deadline = this.decoder.deadline();
    if (deadline !== undefined && this.silenceEnd() <= now)
      for (const event of this.decoder.tick(deadline)) this.take(event, deadline);
    const frames: Uint8Array[] = [];
    for (let next = this.nextFrame(now); next !== undefined; next = this.nextFrame(now)) frames.push(next);
    return frames.map((bytes) => ({ link: 'main', bytes }));
  }

  reset(at: Micros): void {
    this.decoder = this.session.requests.codec.decoder();
    this.state = this.session.initial;
    this.answers = [];
    this.answeredAt = at;
    this.freeAt = at;
    this.messages = this.scheduled(at);
  }

  private silenceEnd(): number {
    return (this.decoder.deadline() ?? Infinity) + SLICE_US;
  }

  /**
   * The next frame to leave: a line carries one frame after the other, and a message does not wait for a later answer.
   */
  private nextFrame(now: Micros): Uint8Array | undefined {
    if (this.answerAt() <= now) {
      const bytes = this.answers.shift()?.bytes ?? new Uint8Array();
      this.answeredAt = this.leave(bytes, now);
      return bytes;
    }
    const due = this.messages.find(({ at }) => this.whenFree(at) <= now);
    if (due === undefined) return undefined;
    due.at = this.nextMessage(due.rule, now);
    const bytes = this.session.answers.codec.encode(due.rule.message(this.state));
    this.leave(bytes, now);
    return bytes;
  }

  /** The time when its last byte has left. */
  private leave(bytes: Uint8Array, now: number): number {
    this.freeAt = now + bytes.length * this.byteTime;
    return this.freeAt;
  }

  private answerAt(): number {
    const [next] = this.answers;
    return next === undefined ? Infinity : this.whenFree(Math.max(next.from, this.answeredAt) + next.delay);
  }

  private messageAt(): number {
    return Math.min(...this.messages.map(({ at }) => this.whenFree(at)));
  }

  private whenFree(at: number): number {
    const { framing } = this.session.answers;
    return Math.max(at, this.freeAt + (framing.kind === 'silence' ? 1.3 * framing.silence : 0));
  }

  private scheduled(from: number): Schedule[] {
    return this.session.unsolicited.map((rule) => ({ rule, at: this.nextMessage(rule, from) }));
  }

  private nextMessage({ period }: Schedule['rule'], from: number): number {
    return period === undefined ? Infinity : from + period.min + this.part(period.max - period.min);
  }

  private part(span: number): number {
    return (this.random.int(1, 100) / 100) * USED * span;
  }

  private take(event: FrameEvent<Message>, at: number): void {
    if (event.kind === 'reject' && event.error.code === 'discarded') return;
    const { session, state } = this;
    const ruling = event.kind === 'frame' ? session.rule(event.value, state) : session.refusal(event, state);
    const { time = session.time } = ruling;
    for (const answer of this.play(ruling)) {
      const bytes = session.answers.codec.encode(answer);
      this.answers.push({ from: at, delay: this.delay(time), bytes });
    }
  }

  private delay({ min = micros(0), max }: TimeLimits): number {
    return min + this.part(max - min);
  }

  /** Applies the ruling's state, and returns the answers. */
  private play(ruling: Ruling<Message, unknown>): readonly Message[] {
    const one = ruling.oneOf?.[this.random.int(0, ruling.oneOf.length - 1)];
    const answer = one === undefined ? ruling.answer : one.answer;
    const answers = answer === undefined ? (ruling.answers ?? []) : [answer];
    const next: unknown = one?.state ?? ruling.state;
    const last = answers.at(-1);
    if (!isStateFunction(next)) this.state = next ?? this.state;
    else if (last !== undefined) this.state = next(last);
    return answers;
  }
}

function isStateFunction(state: unknown): state is (answer: Message) => unknown {
  return typeof state === 'function';
}
