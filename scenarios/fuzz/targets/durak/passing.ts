/**
 * What passed between the host and one Durak board, as exchanges that are counted: of a line that by the page changes
 * nothing it is kept that it did, as long as no more than one good packet has come behind it.
 *
 *     garbage  hello: none where an acknowledgement is due       garbage is what went wrong
 */
import type { Packet } from '../../../../protocols/durak/packet';
import type { FrameEvent } from '../../../../protocols/frame';
import { hex } from '../../../channel';
import type { Mark } from '../../target';
import {
  DECKS,
  droppedLabel,
  IN_A_GAME,
  NOTHING,
  OF_NOTHING,
  responseLabel,
  stateLabel,
  triggerLabel,
  type Standing,
} from './labels';

const PACKETS: ReadonlySet<string> = new Set(['hello', ...DECKS]);

export class Passing {
  /** What the board was told last, as a class. */
  trigger = NOTHING;
  /** The last good deck that it heard. */
  told: Uint8Array | undefined;
  /** The last packet was the one before it again. */
  repeated = false;
  private seen: Mark[] = [];
  /** Good ones since a line that was none: only the first may suffer from that. */
  private packets = 1;

  /** What it was told last is a good packet. */
  get isPacket(): boolean {
    return PACKETS.has(this.trigger);
  }

  marks(): readonly Mark[] {
    const { seen } = this;
    if (seen.length > 0) this.seen = [];
    return seen;
  }

  /** A line that the board heard, and where it stood before. */
  heard(event: FrameEvent<Packet>, before: Standing): void {
    const again = this.told !== undefined && hex(this.told) === hex(event.raw);
    this.trigger = triggerLabel(event, before, again);
    if (this.isPacket) this.repeated = again;
    if (event.kind === 'reject') {
      const label = droppedLabel(event);
      if (label === undefined) return this.mark(before, 'silence');
      // Of several the first: what comes behind it may be of it.
      this.push(before, label, this.packets > 0);
      this.packets = 0;
      return;
    }
    const { type } = event.value;
    if (type === 'deck') this.told = event.raw;
    if (type === 'ack') {
      if (before.waiting === undefined) this.push(before, OF_NOTHING, true);
      else this.mark(before, 'silence');
      return;
    }
    if (++this.packets === 2) this.seen = this.seen.map((mark) => ({ ...mark, idle: false }));
    if (type === 'hello' && before.game !== undefined) this.push(before, IN_A_GAME, true);
  }

  /** A good packet that it sent. */
  said(packet: Packet, before: Standing): void {
    this.mark(before, responseLabel(packet));
  }

  mark(before: Standing, response: string): void {
    this.push(before, [response, 'DRK-LK-01'], false);
  }

  private push(
    before: Standing,
    [response, requirement]: readonly [response: string, clause: string],
    idle: boolean,
  ): void {
    this.seen.push({ state: stateLabel(before), trigger: this.trigger, response, requirement, idle });
  }
}
