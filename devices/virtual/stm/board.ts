/**
 * The virtual STM board: mahjong-solitaire logic with CMD/DATA/XOR frames, as the STM page defines.
 *
 * A conformant board answers each request 0.2 to 2 ms after its last byte. An Error that silence decides follows that
 * long after the idle gap. Answers leave in the order of their requests.
 */
import type { FrameEvent } from '../../../protocols/frame';
import type { Request } from '../../../protocols/stm/message';
import { parameters } from '../../../protocols/stm/requirements';
import { POWER_ON, type Game } from '../../../protocols/stm/rules';
import type { Decoder } from '../../../protocols/frame';
import { after, micros, millis, type Micros } from '../../../protocols/time';
import { codec } from '../../../protocols/wire/codec';
import { byLength } from '../../../protocols/wire/framing';
import { random, type Random } from '../../random';
import type { BoardKind, BoardOptions, Emission, VirtualBoard } from '../engine/board';
import { parameterValues } from '../engine/build-firmware';
import { earliest, Outbox } from '../engine/outbox';
import { STM_DEFECTS } from './defects';
import { stmFirmware, type Profile, type StmFirmware } from './firmware';

const LINK = 'main';

/** The board in the list of kinds. */
export const STM_BOARD: BoardKind = {
  name: 'stm',
  hasFirmware: true,
  title: 'Mahjong-solitaire logic on a microcontroller',
  suite: 'stm',
  links: [{ name: LINK, baud: 115_200 }],
  defects: STM_DEFECTS,
  create: (options) => new StmBoard(options),
};

class StmBoard implements VirtualBoard {
  private readonly profile: Profile;
  private readonly random: Random;
  private firmware: StmFirmware;
  private decoder: Decoder<Request>;
  private game: Game = POWER_ON;
  private readonly outbox = new Outbox<Uint8Array>();
  private idleSince = micros(0);
  private lastDue = micros(0);

  constructor(private readonly options: BoardOptions) {
    this.profile = profileOf(options);
    this.random = random(options.seed);
    this.firmware = this.buildFirmware();
    this.decoder = this.createDecoder();
  }

  receive(_link: string, bytes: Uint8Array, at: Micros): void {
    this.idleSince = at;
    for (const event of this.decoder.push(bytes, at)) this.handleEvent(event, at);
  }

  wakeAt(): Micros | undefined {
    return earliest(this.outbox.due, this.decoder.deadline(), this.unsolicited()?.at);
  }

  poll(now: Micros): readonly Emission[] {
    for (const event of this.decoder.tick(now)) this.handleEvent(event, now);
    const sent = this.outbox.take(now);
    const unsolicited = this.unsolicited();
    if (sent.length === 0 && unsolicited !== undefined && unsolicited.at <= now) {
      sent.push(unsolicited.bytes);
      unsolicited.onSent();
    }
    if (sent.length > 0) this.idleSince = now;
    return sent.map((bytes) => ({ link: LINK, bytes }));
  }

  reset(at: Micros): void {
    // The generator is not reset, like a noise source: a power cycle does not repeat the last deals.
    this.firmware = this.buildFirmware();
    this.decoder = this.createDecoder();
    this.game = POWER_ON;
    this.outbox.keep();
    this.idleSince = at;
    this.lastDue = at;
  }

  private buildFirmware(): StmFirmware {
    const built = STM_DEFECTS.filter(({ name }) => this.options.defects.has(name));
    return stmFirmware(this.profile, this.random, built);
  }

  private createDecoder(): Decoder<Request> {
    // The decoder gets a byte at its end: a byte that begins within the gap ends up to one byte time later.
    const silence = after(this.profile.idleGap, this.profile.byteTime);
    return this.firmware.wrapDecoder(codec(this.firmware.wire, byLength({ idle: silence })).decoder());
  }

  /** Unsolicited bytes wait until nothing is pending. */
  private unsolicited() {
    const busy = this.outbox.length > 0 || this.decoder.pending > 0;
    return busy ? undefined : this.firmware.unsolicited(this.idleSince);
  }

  private handleEvent(decoded: FrameEvent<Request>, now: Micros): void {
    for (const event of this.firmware.mapEvent(decoded)) {
      if (!this.firmware.accept(event, this.outbox.length)) continue;
      const before = this.game;
      const { applyRequest, handleReject } = this.firmware;
      const turn = event.kind === 'frame' ? applyRequest(before, event.value) : handleReject(before, event);
      this.game = turn.game;
      if (turn.answer === undefined) continue;
      const due = after(now, this.firmware.delay(event, before));
      const segments = this.firmware.write(this.firmware.encode(turn.answer), turn.answer);
      let at = this.firmware.inOrder ? micros(Math.max(due, this.lastDue)) : due;
      for (const { bytes, pause } of segments) {
        at = after(at, pause);
        this.outbox.push(at, bytes);
      }
      this.lastDue = micros(Math.max(at, this.lastDue));
    }
  }
}

function profileOf(options: BoardOptions): Profile {
  const { number } = parameterValues(parameters, options.parameters);
  return {
    errorCmd: number('errorCmd'),
    idleGap: millis(number('idleGapMs')),
    response: millis(number('responseMs')),
    byteTime: micros(10e6 / number('baud')),
  };
}
