/**
 * The virtual GM67: a barcode scanner module on SSI, as the GM67 page defines.
 *
 * A conformant board answers a command 0.5 to 25 ms after its last byte, and sends a code 5 to 60 ms after it was
 * presented. One presentation is read once. Replies, codes and repeated codes share one line, frame by frame.
 */
import { hostCommand, symbologyNamed, type Command } from '../../../protocols/gm67/message';
import { PARAMETER } from '../../../protocols/gm67/parameters';
import { scannerModel, type ScannerState } from '../../../protocols/gm67/rules';
import { WakeDecoder } from '../../../protocols/gm67/wake';
import type { Decoder, FrameEvent } from '../../../protocols/frame';
import { after, micros, millis, type Micros } from '../../../protocols/time';
import { codec } from '../../../protocols/wire/codec';
import { byLength } from '../../../protocols/wire/framing';
import { random, type Random } from '../../random';
import type { BoardKind, BoardOptions, Emission, VirtualBoard } from '../engine/board';
import { earliest } from '../engine/outbox';
import { GM67_DEFECTS } from './defects';
import { gmFirmware, type Code, type GmFirmware, type Turn } from './firmware';
import { byteTime, defaultsOf, profileOf, rateOf, type Profile } from './profile';
import { GmSender } from './sender';

const LINK = 'main';

/** The board in the list of kinds. */
export const GM67_BOARD: BoardKind = {
  name: 'gm67',
  title: 'Barcode scanner module GM67',
  suite: 'gm67',
  links: [{ name: LINK, baud: 9600 }],
  defects: GM67_DEFECTS,
  create: (options) => new Gm67Board(options),
};

const LEAST_READ_US = 5000;
const MOST_READ_US = 60_000;
const BOOT = { least: 30_000, most: 120_000 } as const;
/** With more than this left to send, rejected bytes get no NAK: noise must not delay answers to commands. */
const MOST_BACKLOG: Micros = millis(50);

class Gm67Board implements VirtualBoard {
  private readonly profile: Profile;
  private readonly random: Random;
  private readonly defaults: ReadonlyMap<number, number>;
  private firmware: GmFirmware;
  private decoder: Decoder<Command>;
  private sender: GmSender;
  private state: ScannerState;
  private sessionEnd: Micros | undefined;
  private ignoreInputUntil = micros(0);

  constructor(private readonly options: BoardOptions) {
    this.random = random(options.seed);
    this.profile = profileOf(options, this.random);
    this.defaults = defaultsOf(this.profile, this.random);
    this.state = scannerModel(this.profile).initial(this.defaults);
    this.firmware = this.buildFirmware();
    this.decoder = this.createDecoder();
    this.sender = this.createSender();
  }

  receive(_link: string, bytes: Uint8Array, at: Micros): void {
    if (at < this.ignoreInputUntil) return;
    for (const event of this.decoder.push(bytes, at)) this.handleEvent(event, at);
  }

  present(name: string, payload: Uint8Array, at: Micros): void {
    const symbology = symbologyNamed(name);
    if (symbology === undefined || at < this.ignoreInputUntil) return;
    this.processTimeouts(at);
    const code = { symbology, payload: payload.slice() };
    const before = this.state;
    const { state, sent } = this.firmware.readCode(before, code);
    this.state = state;
    if (!state.session) this.sessionEnd = undefined;
    if (!sent) return;
    this.scheduleDelivery(code, at);
    for (const span of this.firmware.rereadDelays(before)) this.scheduleDelivery(code, after(at, span));
  }

  wakeAt(): Micros | undefined {
    return earliest(this.sender.wakeAt(), this.decoder.deadline(), this.sessionEnd);
  }

  poll(now: Micros): readonly Emission[] {
    this.processTimeouts(now);
    return this.sender.poll(now).map((bytes) => ({ link: LINK, bytes }));
  }

  reset(at: Micros): void {
    const awake = { ...this.state, asleep: false, last: undefined };
    this.state = scannerModel(this.profile).apply(awake, hostCommand({ type: 'reset' })).state;
    this.firmware = this.buildFirmware();
    this.decoder = this.createDecoder();
    this.sender = this.createSender();
    this.sessionEnd = undefined;
    this.ignoreInputUntil = at;
  }

  /** Handles everything that silence and the scan time decide by `now`. */
  private processTimeouts(now: Micros): void {
    if (this.sessionEnd !== undefined && this.sessionEnd <= now) {
      this.state = scannerModel(this.profile).timedOut(this.state);
      this.sessionEnd = undefined;
    }
    for (const event of this.decoder.tick(now)) this.handleEvent(event, now);
  }

  private handleEvent(decoded: FrameEvent<Command>, now: Micros): void {
    for (const event of this.firmware.mapEvent(decoded)) {
      if (!this.firmware.accept(event, this.sender.isAwaitingAck)) continue;
      const before = this.state;
      const { applyCommand, handleReject } = this.firmware;
      const turn = event.kind === 'frame' ? applyCommand(before, event.value) : handleReject(before, event);
      this.state = turn.state;
      if (event.kind === 'frame') {
        this.sender.handleCommand(event.value, now);
        this.updateSessionEnd(event.value, before, now);
      }
      this.abandonDeliveries(before);
      if (event.kind === 'frame' || this.sender.backlog(now) < MOST_BACKLOG)
        this.answer(event, before, turn, now);
      for (const code of turn.codes ?? []) this.scheduleDelivery(code, now);
      if (event.kind === 'frame' && event.value.type === 'reset' && turn.answers.length > 0) this.boot(now);
    }
  }

  private answer(event: FrameEvent<Command>, before: ScannerState, { answers }: Turn, now: Micros): void {
    if (answers.length === 0) return;
    const due = after(now, this.firmware.delay(event, before));
    // A changed rate applies after its answer.
    const then = byteTime(rateOf(this.state.parameters) ?? this.profile.baud);
    for (const { reply, delay = micros(0) } of answers)
      this.sender.reply(this.firmware.encode(reply), after(due, delay), then);
  }

  /** A new start restarts the scan time; a repeated one does not. */
  private updateSessionEnd(command: Command, before: ScannerState, now: Micros): void {
    if (!this.state.session) this.sessionEnd = undefined;
    else if (command.type === 'start' && !(before.session && command.status & 1 && before.last)) {
      const tenths = this.state.parameters.get(PARAMETER.scanTime) ?? 0;
      this.sessionEnd = after(now, millis(tenths * 100));
    }
  }

  /** No code is sent after disable and sleep; raw mode acknowledges nothing. */
  private abandonDeliveries(before: ScannerState): void {
    const { state } = this;
    const isRaw = state.parameters.get(PARAMETER.packet) === 0;
    const wasRaw = before.parameters.get(PARAMETER.packet) === 0;
    if ((before.enabled && !state.enabled) || (state.asleep && !before.asleep) || (isRaw && !wasRaw))
      this.sender.abandon();
  }

  private boot(now: Micros): void {
    this.decoder = this.createDecoder();
    this.sender.abandon();
    this.ignoreInputUntil = after(now, micros(this.random.int(BOOT.least, BOOT.most)));
  }

  private scheduleDelivery(code: Code, at: Micros): void {
    const due = after(at, micros(this.random.int(LEAST_READ_US, MOST_READ_US)));
    if (this.state.parameters.get(PARAMETER.packet) === 0)
      this.sender.raw(this.firmware.raw(code, this.state), due);
    else this.sender.deliver(code, due);
  }

  private buildFirmware(): GmFirmware {
    const built = GM67_DEFECTS.filter(({ name }) => this.options.defects.has(name));
    return gmFirmware(this.profile, this.random, built);
  }

  private createDecoder(): Decoder<Command> {
    const { frames, interByte, wrapDecoder } = this.firmware;
    return wrapDecoder(new WakeDecoder(codec(frames, byLength({ idle: interByte })).decoder()));
  }

  private createSender(): GmSender {
    return new GmSender(this.firmware, byteTime(rateOf(this.state.parameters) ?? this.profile.baud));
  }
}
