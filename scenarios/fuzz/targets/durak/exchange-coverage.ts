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
  type BoardEstimate,
} from './labels';

const PACKETS: ReadonlySet<string> = new Set(['hello', ...DECKS]);

export class ExchangeCoverage {
  /** What the board was told last, as a class. */
  lastTrigger = NOTHING;
  /** The last good deck that it heard. */
  lastDeck: Uint8Array | undefined;
  /** The last packet was the one before it again. */
  isRepeated = false;
  /** The last deck was no legal move, and the board has said nothing since that shows that it refused it. */
  awaitsRefusal = false;
  private seen: CoveragePoint[] = [];
  /** Good decks since a line that was none: only the first may suffer from that. */
  private decks = 1;
  /** What must change nothing stood before the next deck: a deck that must change nothing either is not what went wrong. */
  private suspect = false;
  /** The board said a deck, taken for good unless it fails. */
  private answered = false;

  /** What it was told last is a good packet. */
  get isPacket(): boolean {
    return PACKETS.has(this.lastTrigger);
  }

  takePoints(): readonly CoveragePoint[] {
    const { seen } = this;
    if (seen.length > 0) this.seen = [];
    return seen;
  }

  /** A line that the board heard, and where it stood before. */
  tx(event: FrameEvent<Packet>, before: BoardEstimate): void {
    this.settle();
    const again = this.lastDeck !== undefined && hex(this.lastDeck) === hex(event.raw);
    this.lastTrigger = triggerLabel(event, before, again);
    if (this.isPacket) this.isRepeated = again;
    if (event.kind === 'reject') {
      // Of several the first: what comes behind it may be of it.
      this.push(before, droppedLabel(event), this.decks > 0);
      this.decks = 0;
      this.suspect = true;
      return;
    }
    const { type } = event.value;
    if (type === 'deck') this.lastDeck = event.raw;
    if (type === 'ack') {
      if (before.waiting !== undefined) return this.addPoint(before, 'silence');
      this.push(before, OF_NOTHING, true);
      this.decks = 0;
      this.suspect = true;
      return;
    }
    if (type === 'hello') return this.hello(before);
    const { suspect } = this;
    this.suspect = false;
    // A deal is no move.
    if (this.lastTrigger !== 'deal' && ++this.decks === 2)
      this.seen = this.seen.map((point) =>
        point.response === REFUSED[0] ? point : { ...point, isNoOp: false },
      );
    if (this.lastTrigger === AGAIN) this.push(before, REPEATED, !suspect);
    if (this.lastTrigger === ILLEGAL) this.push(before, REFUSED, !suspect);
    if (this.lastTrigger === NOT_DUE && before.game === undefined)
      this.push(before, BEFORE_THE_DEAL, !suspect);
    this.awaitsRefusal ||= this.lastTrigger === ILLEGAL;
  }

  private hello(before: BoardEstimate): void {
    if (before.game !== undefined) {
      this.push(before, IN_A_GAME, !this.suspect);
      this.decks = 0;
      this.suspect = true;
    }
    // What a line before it has made of it holds for the whole game.
    if (before.role === undefined && this.decks === 0) this.decks = -Infinity;
  }

  /** A good packet that it sent. */
  rx(packet: Packet, before: BoardEstimate): void {
    this.settle();
    this.addPoint(before, responseLabel(packet));
    this.answered ||= packet.type === 'deck';
  }

  /** What it was told last is what went wrong, whatever it should have changed. */
  markAsEffective(): void {
    const { seen, lastTrigger: trigger } = this;
    for (let at = seen.length - 1; seen[at]?.trigger === trigger; at--) {
      const point = seen[at];
      if (point !== undefined) seen[at] = { ...point, isNoOp: false };
    }
  }

  /** What goes wrong is not of a deck that was refused rightly. */
  clearRefused(): void {
    this.seen = this.seen.map((point) =>
      point.response === REFUSED[0] ? { ...point, isNoOp: false } : point,
    );
  }

  /** What the board said last was good. */
  private settle(): void {
    if (!this.answered) return;
    this.answered = false;
    this.awaitsRefusal = false;
  }

  addPoint(before: BoardEstimate, response: string): void {
    this.push(before, [response, 'DRK-LK-01'], false);
  }

  private push(
    before: BoardEstimate,
    [response, requirement]: readonly [response: string, clause: string],
    idle: boolean,
  ): void {
    this.seen.push({
      state: stateLabel(before),
      trigger: this.lastTrigger,
      response,
      requirement,
      isNoOp: idle,
    });
  }
}
