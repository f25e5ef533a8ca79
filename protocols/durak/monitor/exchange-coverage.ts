/**
 * The exchanges between the host and one Durak board, for coverage. A line that must change nothing is remembered as a
 * no-op, until a second good packet follows it.
 *
 *     garbage  hello: none where an acknowledgement is due       garbage is the cause
 */
import { latin1 } from '../../bytes';
import type { Packet } from '../packet';
import type { FrameEvent } from '../../frame';
import type { CoveragePoint } from '../../monitor/monitor';
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
  /** The class of the last line to the board. */
  lastTrigger = NOTHING;
  /** The last good deck to the board. */
  lastDeck: Uint8Array | undefined;
  private seen: CoveragePoint[] = [];
  /** Good decks since the last bad line: only the first may suffer from it. */
  private decks = 1;
  /** A no-op came before the next deck. If that deck is a no-op too, it is not the cause. */
  private suspect = false;

  /** The last line to the board is a good packet. */
  get isPacket(): boolean {
    return PACKETS.has(this.lastTrigger);
  }

  takePoints(): readonly CoveragePoint[] {
    const { seen } = this;
    if (seen.length > 0) this.seen = [];
    return seen;
  }

  /** A line to the board, and the board's state before it. */
  tx(event: FrameEvent<Packet>, before: BoardEstimate): void {
    const again = this.lastDeck !== undefined && latin1(this.lastDeck) === latin1(event.raw);
    this.lastTrigger = triggerLabel(event, before, again);
    if (event.kind === 'reject') {
      // Of several bad lines, the first: it may cause the others.
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
  }

  private hello(before: BoardEstimate): void {
    if (before.game !== undefined) {
      this.push(before, IN_A_GAME, !this.suspect);
      this.decks = 0;
      this.suspect = true;
    }
    // The effect of an earlier bad line lasts for the whole game.
    if (before.role === undefined && this.decks === 0) this.decks = -Infinity;
  }

  /** A good packet from the board. */
  rx(packet: Packet, before: BoardEstimate): void {
    this.addPoint(before, responseLabel(packet));
  }

  /** The last line to the board is the cause of the failure, even if it should be a no-op. */
  markAsEffective(): void {
    const { seen, lastTrigger: trigger } = this;
    for (let at = seen.length - 1; seen[at]?.trigger === trigger; at--) {
      const point = seen[at];
      if (point !== undefined) seen[at] = { ...point, isNoOp: false };
    }
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
