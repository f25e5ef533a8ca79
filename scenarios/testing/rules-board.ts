/**
 * A small board that plays the rules of a described protocol, and nothing else: what judges boards must never blame it.
 * It is written apart from the virtual board, so that the two are no copies of one mistake.
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
} from '../../protocols/request-response/definition';
import { micros, type Micros } from '../../protocols/time';

/** Bytes of a slice may have ended so much earlier than they are told. */
const SLICE_US = 1000;
/** The part of the time limits that it uses. */
const USED = 0.9;

interface Queued {
  readonly at: number;
  readonly bytes: Uint8Array;
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
  private queue: Queued[] = [];
  private freeAt = 0;
  private messageAt: number;

  constructor(
    private readonly session: AnySession,
    baud: number,
    seed: number,
  ) {
    this.random = random(seed);
    this.byteTime = 10e6 / baud;
    this.decoder = session.requests.codec.decoder();
    this.state = session.initial;
    this.messageAt = this.nextMessage(0);
  }

  receive(_link: string, bytes: Uint8Array, at: Micros): void {
    for (const [i] of bytes.entries()) {
      const end = micros(at - (bytes.length - 1 - i) * this.byteTime);
      for (const event of this.decoder.push(bytes.subarray(i, i + 1), end)) this.take(event, end);
    }
  }

  wakeAt(): Micros | undefined {
    const wake = Math.min(...this.queue.map(({ at }) => at), this.silenceEnd(), this.messageAt);
    return wake === Infinity ? undefined : micros(wake);
  }

  poll(now: Micros): readonly Emission[] {
    const deadline = this.decoder.deadline();
    if (deadline !== undefined && this.silenceEnd() <= now)
      for (const event of this.decoder.tick(deadline)) this.take(event, deadline);
    if (this.messageAt <= now) {
      const [unsolicited] = this.session.unsolicited;
      if (unsolicited !== undefined) this.send(unsolicited.message(this.state), now);
      this.messageAt = this.nextMessage(now);
    }
    const due = this.queue.filter(({ at }) => at <= now);
    this.queue = this.queue.filter(({ at }) => at > now);
    return due.map(({ bytes }) => ({ link: 'main', bytes }));
  }

  reset(at: Micros): void {
    this.decoder = this.session.requests.codec.decoder();
    this.state = this.session.initial;
    this.queue = [];
    this.freeAt = at;
    this.messageAt = this.nextMessage(at);
  }

  private silenceEnd(): number {
    return (this.decoder.deadline() ?? Infinity) + SLICE_US;
  }

  private nextMessage(from: number): number {
    const period = this.session.unsolicited[0]?.period;
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
    const answers = this.play(ruling);
    for (const answer of answers) this.send(answer, Math.max(at, this.freeAt) + this.delay(time));
  }

  private delay({ min = micros(0), max }: TimeLimits): number {
    return min + this.part(max - min);
  }

  /** Takes the ruling's state, and gives the answers. */
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

  private send(answer: Message, at: number): void {
    const { codec, framing } = this.session.answers;
    const pause = framing.kind === 'silence' ? 1.3 * framing.silence : 0;
    const bytes = codec.encode(answer);
    const begin = Math.max(at, this.freeAt + pause);
    this.queue.push({ at: begin, bytes });
    this.freeAt = begin + bytes.length * this.byteTime;
  }
}

function isStateFunction(state: unknown): state is (answer: Message) => unknown {
  return typeof state === 'function';
}
