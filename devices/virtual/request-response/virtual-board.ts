/**
 * The virtual board of any described protocol. It handles one request after the other, and answers by the rules.
 *
 *     request …… | delay | answer                    the delay is drawn within the limits of the ruling
 *     request request | delay | answer | delay | answer
 */
import type { Decoder, FrameEvent } from '../../../protocols/frame';
import type {
  AnySession,
  DescribedLink,
  Message,
  Unsolicited,
} from '../../../protocols/request-response/definition';
import { chooseOutcome } from '../../../protocols/request-response/outcomes';
import { after, micros, type Micros } from '../../../protocols/time';
import { byteTimeOf } from '../../host-timing/line-pace';
import { random, type Random } from '../../random';
import type { Emission, VirtualBoard } from '../engine/board';
import { earliest, Outbox } from '../engine/outbox';
import {
  boardFirmware,
  type AnyRuling,
  type BoardFirmware,
  type FirmwareChange,
  pauseBetween,
} from './firmware';

/** A board gets an unbroken run of bytes in slices of at most this many microseconds. */
const SLICE_US = 1000;
/** An earlier part of a later reject: it needs no answer. */
const DISCARDED = 'discarded';

interface BoardSetup {
  readonly session: AnySession;
  readonly link: DescribedLink;
  readonly seed: number;
  readonly changes: readonly FirmwareChange[];
}

export class RequestResponseBoard implements VirtualBoard {
  private readonly random: Random;
  private readonly byteTime: Micros;
  /** The time from the first byte's end to the last byte's end in a slice. */
  private readonly sliceSpan: Micros;
  private readonly outbox = new Outbox<Uint8Array>();
  private firmware: BoardFirmware;
  private decoder: Decoder<Message>;
  private unsolicited: UnsolicitedSchedule;
  /** What it holds. */
  state: unknown;
  private turns = 0;
  private lastByte = micros(0);
  private idleSince = micros(0);
  /** When the last queued frame will have left, if no message comes before it. */
  private busyUntil = micros(-Infinity);
  /** When the next frame may leave. */
  private lineFreeAt = micros(-Infinity);
  private lastFrame: Uint8Array | undefined;

  constructor(private readonly setup: BoardSetup) {
    this.random = random(setup.seed);
    this.byteTime = byteTimeOf(setup.link, 'line');
    this.sliceSpan = micros((Math.max(1, Math.floor(SLICE_US / this.byteTime)) - 1) * this.byteTime);
    this.firmware = this.buildFirmware();
    this.decoder = this.firmware.receiver();
    this.unsolicited = this.scheduleUnsolicited(micros(0));
    const { initial, afterReset = initial } = setup.session;
    this.state = afterReset;
  }

  receive(_link: string, bytes: Uint8Array, at: Micros): void {
    this.idleSince = at;
    const step = this.firmware.framing.kind === 'datagram' ? bytes.length : 1;
    for (let from = 0; from < bytes.length; from += step) {
      const part = bytes.subarray(from, from + step);
      // Each byte comes at its own end: the pauses between bytes separate frames.
      const end = at - (bytes.length - from - part.length) * this.byteTime;
      this.lastByte = micros(Math.max(this.lastByte, end));
      this.handleEvents(this.decoder.push(part, this.lastByte), this.lastByte);
    }
  }

  wakeAt(): Micros | undefined {
    return earliest(this.departureAt(), this.silenceEnd(), this.unsolicited.due, this.heartbeatAt());
  }

  poll(now: Micros): readonly Emission[] {
    const deadline = this.decoder.deadline();
    if (deadline !== undefined && (this.silenceEnd() ?? Infinity) <= now)
      this.handleEvents(this.decoder.tick(deadline), deadline);
    // A message does not wait for a later answer.
    for (const message of this.unsolicited.take(now, this.state))
      this.outbox.push(now, this.firmware.encode(message));
    if ((this.heartbeatAt() ?? Infinity) <= now && this.lastFrame !== undefined)
      this.queue(this.lastFrame, now);
    const bytes = (this.departureAt() ?? Infinity) <= now ? this.outbox.shift() : undefined;
    if (bytes === undefined) return [];
    this.idleSince = now;
    const end = micros(now + bytes.length * this.byteTime);
    this.lineFreeAt = after(end, pauseBetween(this.setup.session.answers.framing));
    return [{ link: this.setup.link.name, bytes }];
  }

  reset(at: Micros): void {
    this.firmware = this.buildFirmware();
    this.decoder = this.firmware.receiver();
    this.unsolicited = this.scheduleUnsolicited(at);
    const { initial, afterReset = initial } = this.setup.session;
    this.state = afterReset;
    this.outbox.keep();
    this.busyUntil = micros(-Infinity);
    this.lineFreeAt = at;
    this.idleSince = at;
    this.lastFrame = undefined;
  }

  private buildFirmware(): BoardFirmware {
    const { session, changes } = this.setup;
    return boardFirmware({ session, random: this.random, byteTime: this.byteTime }, changes);
  }

  private scheduleUnsolicited(from: Micros): UnsolicitedSchedule {
    return new UnsolicitedSchedule(this.firmware.unsolicited, this.random, from);
  }

  /** When silence ends the pending bytes. Bytes that ended within the last slice may still come. */
  private silenceEnd(): Micros | undefined {
    const deadline = this.decoder.deadline();
    return deadline === undefined ? undefined : after(deadline, this.sliceSpan);
  }

  /** When the next frame leaves. */
  private departureAt(): Micros | undefined {
    const { due } = this.outbox;
    return due === undefined ? undefined : micros(Math.max(due, this.lineFreeAt));
  }

  private heartbeatAt(): Micros | undefined {
    const { heartbeat } = this.firmware;
    const isBusy = this.outbox.length > 0 || this.decoder.pending > 0 || this.lastFrame === undefined;
    return heartbeat === undefined || isBusy ? undefined : after(this.idleSince, heartbeat);
  }

  private handleEvents(events: readonly FrameEvent<Message>[], decided: Micros): void {
    for (const event of events) {
      if (event.kind === 'reject' && event.error.code === DISCARDED) continue;
      if (this.firmware.admits(event, this.outbox.length)) this.takeTurn(event, decided);
    }
  }

  private takeTurn(event: FrameEvent<Message>, decided: Micros): void {
    const { firmware, state } = this;
    const request = firmware.accept(event);
    const ruling = this.rulingOn(event, request);
    if (ruling === undefined) return;
    const outcome = chooseOutcome(ruling, state, random(this.setup.seed + this.turns++));
    this.state = outcome.state;
    const frames = firmware.transmit(
      outcome.answers.map((answer) => firmware.encode(answer)),
      request,
    );
    const from = this.busyUntil <= decided ? decided : this.busyUntil;
    const at = after(from, firmware.delay(ruling, request));
    frames.forEach((frame, i) => this.queue(frame, i === 0 ? at : this.busyUntil));
  }

  /** Undefined: the frame has no effect. */
  private rulingOn(event: FrameEvent<Message>, request: Message | undefined): AnyRuling | undefined {
    if (request !== undefined) return this.firmware.rule(request, this.state);
    return event.kind === 'reject' ? this.firmware.refusal(event, this.state) : undefined;
  }

  /** Puts a frame on the line at `at`, or as soon as the frames before it have left. */
  private queue(frame: Uint8Array, at: Micros): void {
    const free = after(this.busyUntil, pauseBetween(this.setup.session.answers.framing));
    const due = micros(Math.max(at, free));
    const stop = this.firmware.interruption(frame);
    this.outbox.push(due, frame.subarray(0, stop?.at));
    const rest = micros(due + (stop?.at ?? 0) * this.byteTime + (stop?.span ?? 0));
    if (stop !== undefined) this.outbox.push(rest, frame.subarray(stop.at));
    this.busyUntil = micros(rest + (frame.length - (stop?.at ?? 0)) * this.byteTime);
    this.lastFrame = frame;
  }
}

/** A message waits for the frame before it, so it is planned within this share of its period. */
const MOST_SHARE = 0.875;

interface Entry {
  readonly kind: Unsolicited<Message, unknown>;
  readonly period: NonNullable<Unsolicited<Message, unknown>['period']>;
  due: Micros;
}

/** Each message is repeated after a time drawn within its period. */
class UnsolicitedSchedule {
  private readonly entries: readonly Entry[];

  constructor(
    kinds: readonly Unsolicited<Message, unknown>[],
    private readonly random: Random,
    from: Micros,
  ) {
    this.entries = kinds.flatMap((kind) => {
      const { period } = kind;
      return period === undefined ? [] : [{ kind, period, due: this.next(from, period) }];
    });
  }

  get due(): Micros | undefined {
    return earliest(...this.entries.map(({ due }) => due));
  }

  /** The messages that are due by `now`. */
  take(now: Micros, state: unknown): readonly Message[] {
    return this.entries.flatMap((entry) => {
      if (entry.due > now) return [];
      entry.due = this.next(now, entry.period);
      return [entry.kind.message(state)];
    });
  }

  private next(from: Micros, { min, max }: Entry['period']): Micros {
    const most = min + MOST_SHARE * (max - min);
    return after(from, micros(this.random.int(Math.ceil(min), Math.max(Math.ceil(min), Math.floor(most)))));
  }
}
