/**
 * What passed between the host and one Durak board, as exchanges that are counted: of a line that by the page changes
 * nothing it is kept that it did, as long as no more than one good packet has come behind it.
 *
 *     garbage  hello: none where an acknowledgement is due       garbage is what went wrong
 */
import type { Packet } from '../../../../protocols/durak/packet';
import type { FrameEvent } from '../../../../protocols/frame';
import { hex } from '../../../bench/channel';
import type { CoveragePoint } from '../../../oracle/model';
import {
  AGAIN,
  BEFORE_THE_DEAL,
  DECKS,
  droppedLabel,
  ILLEGAL,
  IN_A_GAME,
  NOT_DUE,
  NOTHING,
  OF_NOTHING,
  REFUSED,
  REPEATED,
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
  /** The last deck was no legal move, and the board has said nothing since that shows that it refused it. */
  unrefused = false;
  private seen: CoveragePoint[] = [];
  /** Good decks since a line that was none: only the first may suffer from that. */
  private decks = 1;
  /** What must change nothing stood before the next deck: a deck that must change nothing either is not what went wrong. */
  private suspect = false;
  /** The board said a deck, taken for good unless it fails. */
  private answered = false;

  /** What it was told last is a good packet. */
  get isPacket(): boolean {
    return PACKETS.has(this.trigger);
  }

  marks(): readonly CoveragePoint[] {
    const { seen } = this;
    if (seen.length > 0) this.seen = [];
    return seen;
  }

  /** A line that the board heard, and where it stood before. */
  tx(event: FrameEvent<Packet>, before: Standing): void {
    this.settle();
    const again = this.told !== undefined && hex(this.told) === hex(event.raw);
    this.trigger = triggerLabel(event, before, again);
    if (this.isPacket) this.repeated = again;
    if (event.kind === 'reject') {
      // Of several the first: what comes behind it may be of it.
      this.push(before, droppedLabel(event), this.decks > 0);
      this.decks = 0;
      this.suspect = true;
      return;
    }
    const { type } = event.value;
    if (type === 'deck') this.told = event.raw;
    if (type === 'ack') {
      if (before.waiting !== undefined) return this.mark(before, 'silence');
      this.push(before, OF_NOTHING, true);
      this.decks = 0;
      this.suspect = true;
      return;
    }
    if (type === 'hello') return this.hello(before);
    const { suspect } = this;
    this.suspect = false;
    // A deal is no move.
    if (this.trigger !== 'deal' && ++this.decks === 2)
      this.seen = this.seen.map((mark) => (mark.response === REFUSED[0] ? mark : { ...mark, isNoOp: false }));
    if (this.trigger === AGAIN) this.push(before, REPEATED, !suspect);
    if (this.trigger === ILLEGAL) this.push(before, REFUSED, !suspect);
    if (this.trigger === NOT_DUE && before.game === undefined) this.push(before, BEFORE_THE_DEAL, !suspect);
    this.unrefused ||= this.trigger === ILLEGAL;
  }

  private hello(before: Standing): void {
    if (before.game !== undefined) {
      this.push(before, IN_A_GAME, !this.suspect);
      this.decks = 0;
      this.suspect = true;
    }
    // What a line before it has made of it holds for the whole game.
    if (before.role === undefined && this.decks === 0) this.decks = -Infinity;
  }

  /** A good packet that it sent. */
  rx(packet: Packet, before: Standing): void {
    this.settle();
    this.mark(before, responseLabel(packet));
    this.answered ||= packet.type === 'deck';
  }

  /** What it was told last is what went wrong, whatever it should have changed. */
  blame(): void {
    const { seen, trigger } = this;
    for (let at = seen.length - 1; seen[at]?.trigger === trigger; at--) {
      const mark = seen[at];
      if (mark !== undefined) seen[at] = { ...mark, isNoOp: false };
    }
  }

  /** What goes wrong is not of a deck that was refused rightly. */
  pardon(): void {
    this.seen = this.seen.map((mark) => (mark.response === REFUSED[0] ? { ...mark, isNoOp: false } : mark));
  }

  /** What the board said last was good. */
  private settle(): void {
    if (!this.answered) return;
    this.answered = false;
    this.unrefused = false;
  }

  mark(before: Standing, response: string): void {
    this.push(before, [response, 'DRK-LK-01'], false);
  }

  private push(
    before: Standing,
    [response, requirement]: readonly [response: string, clause: string],
    idle: boolean,
  ): void {
    this.seen.push({ state: stateLabel(before), trigger: this.trigger, response, requirement, isNoOp: idle });
  }
}
