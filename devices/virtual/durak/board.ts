/**
 * The virtual Durak board: it plays by itself, on SYN … LF lines, as the Durak page defines.
 *
 * A conformant board acknowledges a packet 0.2 to 2 ms after its last byte, moves 50 to 400 ms after the turn came to
 * it, and sends what is not acknowledged again every 3000 ms, counted from the packet's last byte.
 */
import { DurakDecoder } from '../../../protocols/durak/decoder';
import type { Packet } from '../../../protocols/durak/packet';
import { DURAK_PARAMETERS } from '../../../protocols/durak/requirements';
import type { FrameEvent } from '../../../protocols/frame';
import { after, micros, millis, type Micros } from '../../../protocols/time';
import { random } from '../../random';
import type { BoardKind, BoardOptions, Emission, VirtualBoard } from '../engine/board';
import { parameterValues } from '../engine/build-firmware';
import { earliest, Outbox } from '../engine/outbox';
import { DURAK_DEFECTS } from './defects';
import { PUBLISHED } from './published';
import {
  powerOn,
  type RandomSources,
  type DurakDefect,
  type DurakFirmware,
  type Memory,
  type Profile,
  type Receiver,
  type Step,
} from './firmware';
import { durakFirmware } from './conformant-firmware';

const LINK = 'main';
const LINKS = [{ name: LINK, baud: 115_200 }] as const;

/** The conformant board in the list of kinds. */
export const DURAK_BOARD: BoardKind = {
  name: 'durak',
  title: 'A Durak player of the two-board card game',
  suite: 'durak',
  links: LINKS,
  defects: DURAK_DEFECTS,
  create: (options) =>
    new DurakBoard(
      options,
      DURAK_DEFECTS.filter(({ name }) => options.defects.has(name)),
    ),
};

/** The board with the published sketch: it deviates only as the page's last section says. */
export const DURAK_PUBLISHED_BOARD: BoardKind = {
  name: 'durak-published',
  title: 'The Durak sketch as published, with what it does otherwise',
  suite: 'durak',
  links: LINKS,
  defects: [],
  create: (options) => new DurakBoard(options, [PUBLISHED]),
};

class DurakBoard implements VirtualBoard {
  private readonly profile: Profile;
  private readonly random: RandomSources;
  private firmware: DurakFirmware;
  private receiver: Receiver;
  private memory: Memory;
  private readonly replies = new Outbox<Uint8Array>();
  /** The planned move that a person at the buttons has released. */
  private pressedPlan: Memory['plan'];

  constructor(
    { seed, parameters: given }: BoardOptions,
    private readonly changes: readonly Pick<DurakDefect, 'change'>[],
  ) {
    this.profile = profileOf(given);
    this.random = { times: random(seed), cards: random(~seed) };
    this.firmware = durakFirmware(this.profile, this.random, changes);
    this.receiver = this.firmware.wrapDecoder(new DurakDecoder());
    this.memory = powerOn(this.firmware, micros(0));
  }

  receive(_link: string, bytes: Uint8Array, at: Micros): void {
    for (const event of this.receiver.push(bytes, at)) this.handleEvent(event, at);
  }

  wakeAt(): Micros | undefined {
    const { helloAt, plan, unacked, unsolicited } = this.memory;
    const planned = plan === undefined ? helloAt : this.awaitsButton(plan) ? undefined : plan.at;
    // One own packet at a time: the planned one waits for the acknowledgement of the sent one.
    const own = unacked === undefined ? [planned] : [unacked.due];
    return earliest(this.replies.due, ...own, ...unsolicited.map(({ at }) => at));
  }

  poll(now: Micros): readonly Emission[] {
    for (const event of this.receiver.tick(now)) this.handleEvent(event, now);
    const { unsolicited } = this.memory;
    const own = unsolicited.filter(({ at }) => at <= now).map(({ bytes }) => bytes);
    const sent = [...this.replies.take(now), ...own];
    this.memory.unsolicited = unsolicited.filter(({ at }) => at > now);
    const bytes = this.sendRepeat(now) ?? this.sendPlanned(now);
    if (bytes !== undefined) sent.push(bytes);
    return sent.map((one) => ({ link: LINK, bytes: one }));
  }

  press(): void {
    const { plan, unacked } = this.memory;
    if (plan?.step === 'move' && unacked === undefined) this.pressedPlan = plan;
  }

  reset(at: Micros): void {
    // The generators are not reset, like a noise source: a power cycle repeats neither the wait nor the deal.
    this.firmware = durakFirmware(this.profile, this.random, this.changes);
    this.receiver = this.firmware.wrapDecoder(new DurakDecoder());
    this.memory = powerOn(this.firmware, at);
    this.replies.keep();
  }

  private handleEvent(decoded: FrameEvent<Packet>, now: Micros): void {
    for (const event of this.firmware.mapEvent(decoded)) {
      for (const { bytes, wait } of this.firmware.acknowledge(event, this.memory))
        this.replies.push(after(now, wait), bytes);
      if (event.kind !== 'frame') continue;
      const { value } = event;
      if (value.type === 'hello') this.firmware.handleHello(this.memory, now);
      else if (value.type === 'ack') this.firmware.handleAck(this.memory, now);
      else this.firmware.handleDeck(this.memory, { ...event, value }, now);
    }
  }

  private sendPlanned(now: Micros): Uint8Array | undefined {
    const step = this.dueStep(now);
    if (step === undefined) return undefined;
    const bytes = this.firmware.packetOf(this.memory, step);
    if (bytes === undefined) return undefined;
    this.awaitAck(step, bytes, 1, now);
    this.firmware.onSent(this.memory, step, now);
    return bytes;
  }

  private dueStep(now: Micros): Step | undefined {
    const { helloAt, plan, unacked } = this.memory;
    if (unacked !== undefined) return undefined;
    if (plan === undefined) {
      if (helloAt === undefined || helloAt > now) return undefined;
      this.memory.helloAt = undefined;
      return 'hello';
    }
    if (plan.at > now || this.awaitsButton(plan)) return undefined;
    this.memory.plan = undefined;
    return plan.step;
  }

  private sendRepeat(now: Micros): Uint8Array | undefined {
    const { unacked } = this.memory;
    if (unacked?.due === undefined || unacked.due > now) return undefined;
    this.awaitAck(unacked.step, unacked.bytes, unacked.sends + 1, now);
    return this.firmware.repeatBytes({ ...unacked, sends: unacked.sends + 1 });
  }

  private awaitAck(step: Step, bytes: Uint8Array, sends: number, now: Micros): void {
    const wait = this.firmware.repeatWait(step, sends);
    const left = after(now, micros(bytes.length * this.profile.byteTime));
    this.memory.unacked = { step, bytes, sends, due: wait === undefined ? undefined : after(left, wait) };
  }

  /** true: a person must still choose the move. */
  private awaitsButton(plan: NonNullable<Memory['plan']>): boolean {
    return this.profile.buttons && plan.step === 'move' && this.pressedPlan !== plan;
  }
}

function profileOf(given: BoardOptions['parameters']): Profile {
  const { text, number } = parameterValues(DURAK_PARAMETERS, given);
  return {
    ack: millis(number('ackMs')),
    move: millis(number('moveMs')),
    buttons: text('moves') === 'operator',
    byteTime: micros(10e6 / number('baud')),
  };
}
