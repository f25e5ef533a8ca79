/**
 * The virtual Durak board: a player by itself behind SYN … LF lines, as the Durak page has it.
 *
 * A conformant board acknowledges a packet 0.2 to 2 ms after its last byte, moves 50 to 400 ms after the turn came
 * to it, and sends what is not acknowledged again every 3000 ms, counted from the packet's last byte.
 */
import { DurakDecoder } from '../../../protocols/durak/decoder';
import type { Packet } from '../../../protocols/durak/packet';
import { DURAK_PARAMETERS } from '../../../protocols/durak/requirements';
import type { FrameEvent } from '../../../protocols/frame';
import { after, micros, millis, type Micros } from '../../../protocols/time';
import { random } from '../../random';
import type { BoardKind, BoardOptions, Emission, VirtualBoard } from '../engine/board';
import { DURAK_DEFECTS } from './defects';
import { PUBLISHED } from './published';
import {
  powerOn,
  type Chance,
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

/** The board that runs the published sketch: what the page's last section says of it, and nothing else. */
export const DURAK_PUBLISHED_BOARD: BoardKind = {
  name: 'durak-published',
  title: 'The Durak sketch as published, with what it does otherwise',
  suite: 'durak',
  links: LINKS,
  defects: [],
  create: (options) => new DurakBoard(options, [PUBLISHED]),
};

interface Outgoing {
  readonly due: Micros;
  readonly bytes: Uint8Array;
}

class DurakBoard implements VirtualBoard {
  private readonly profile: Profile;
  private readonly chance: Chance;
  private firmware: DurakFirmware;
  private receiver: Receiver;
  private memory: Memory;
  private replies: Outgoing[] = [];
  /** The turn that a person at the buttons has made up their mind about. */
  private pressed: Memory['plan'];

  constructor(
    { seed, parameters: given }: BoardOptions,
    private readonly changes: readonly Pick<DurakDefect, 'change'>[],
  ) {
    this.profile = profileOf(given);
    this.chance = { times: random(seed), cards: random(~seed) };
    this.firmware = durakFirmware(this.profile, this.chance, changes);
    this.receiver = this.firmware.listen(new DurakDecoder());
    this.memory = powerOn(this.firmware, micros(0));
  }

  receive(_link: string, bytes: Uint8Array, at: Micros): void {
    for (const event of this.receiver.push(bytes, at)) this.take(event, at);
  }

  wakeAt(): Micros | undefined {
    const { helloAt, plan, unacked, remarks } = this.memory;
    const planned = plan === undefined ? helloAt : this.undecided(plan) ? undefined : plan.at;
    // One own packet at a time: what is planned waits for the acknowledgement of what was sent.
    const own = unacked === undefined ? [planned] : [unacked.due];
    const times = [this.replies[0]?.due, ...own, ...remarks.map(({ at }) => at)];
    const due = times.filter((time) => time !== undefined);
    return due.length === 0 ? undefined : micros(Math.min(...due));
  }

  poll(now: Micros): readonly Emission[] {
    for (const event of this.receiver.tick(now)) this.take(event, now);
    const said: Emission[] = [];
    while (this.replies[0] !== undefined && this.replies[0].due <= now) {
      const next = this.replies.shift();
      if (next !== undefined) said.push({ link: LINK, bytes: next.bytes });
    }
    const { remarks } = this.memory;
    this.memory.remarks = remarks.filter(({ at }) => at > now);
    for (const { bytes, at } of remarks) if (at <= now) said.push({ link: LINK, bytes });
    const bytes = this.repeated(now) ?? this.planned(now);
    if (bytes !== undefined) said.push({ link: LINK, bytes });
    return said;
  }

  press(): void {
    const { plan, unacked } = this.memory;
    if (plan?.step === 'move' && unacked === undefined) this.pressed = plan;
  }

  reset(at: Micros): void {
    // The generators run on, as a noise source would: a power cycle repeats neither the wait nor the deal.
    this.firmware = durakFirmware(this.profile, this.chance, this.changes);
    this.receiver = this.firmware.listen(new DurakDecoder());
    this.memory = powerOn(this.firmware, at);
    this.replies = [];
  }

  private take(heard: FrameEvent<Packet>, now: Micros): void {
    for (const event of this.firmware.judge(heard)) {
      for (const { bytes, wait } of this.firmware.acks(event, this.memory))
        this.post({ due: after(now, wait), bytes });
      if (event.kind !== 'frame') continue;
      const { value } = event;
      if (value.type === 'hello') this.firmware.hello(this.memory, now);
      else if (value.type === 'ack') this.firmware.ack(this.memory, now);
      else this.firmware.deck(this.memory, { ...event, value }, now);
    }
  }

  private planned(now: Micros): Uint8Array | undefined {
    const step = this.dueStep(now);
    if (step === undefined) return undefined;
    const bytes = this.firmware.say(this.memory, step);
    if (bytes === undefined) return undefined;
    this.keep(step, bytes, 1, now);
    this.firmware.sent(this.memory, step, now);
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
    if (plan.at > now || this.undecided(plan)) return undefined;
    this.memory.plan = undefined;
    return plan.step;
  }

  private repeated(now: Micros): Uint8Array | undefined {
    const { unacked } = this.memory;
    if (unacked?.due === undefined || unacked.due > now) return undefined;
    this.keep(unacked.step, unacked.bytes, unacked.sends + 1, now);
    return this.firmware.again({ ...unacked, sends: unacked.sends + 1 });
  }

  private keep(step: Step, bytes: Uint8Array, sends: number, now: Micros): void {
    const wait = this.firmware.repeatWait(step, sends);
    const left = after(now, micros(bytes.length * this.profile.byteTime));
    this.memory.unacked = { step, bytes, sends, due: wait === undefined ? undefined : after(left, wait) };
  }

  /** true: a person has yet to choose the move. */
  private undecided(plan: NonNullable<Memory['plan']>): boolean {
    return this.profile.buttons && plan.step === 'move' && this.pressed !== plan;
  }

  private post(outgoing: Outgoing): void {
    const behind = this.replies.findIndex(({ due }) => due > outgoing.due);
    if (behind < 0) this.replies.push(outgoing);
    else this.replies.splice(behind, 0, outgoing);
  }
}

function profileOf(given: BoardOptions['parameters']): Profile {
  const text = (name: string): string | number | undefined =>
    given[name] ?? DURAK_PARAMETERS.find((parameter) => parameter.name === name)?.default;
  const value = (name: string): number => Number(text(name));
  return {
    ack: millis(value('ackMs')),
    move: millis(value('moveMs')),
    buttons: text('moves') === 'operator',
    byteTime: micros(10e6 / value('baud')),
  };
}
