/** When the players of a TTT game sent what: turns that are too close have no known order. */
import type { LinkBinding } from '../../../devices/links/link';
import type { GameEvent, PlayerId } from '../../../protocols/ttt/rules';
import type { Micros } from '../../../protocols/time';
import type { Bounds } from '../../oracle/timed-decoder';
import { playerOf } from './clauses';

export interface Turn {
  readonly event: GameEvent;
  readonly at: Bounds;
  /** Nothing else came with it, so that its answer can be timed. */
  readonly alone: boolean;
}

/** Times of a journal are whole microseconds. */
const ROUNDING = 1000;

export class TurnTimes {
  last: Turn | undefined;
  /** When the turn before the last one came. */
  private previousAt = -Infinity;
  /** The last turn that may have an effect. */
  private lastEffective: Turn | undefined;
  /** When a player other than the last one sent something. */
  private otherPlayerAt = -Infinity;

  /** `settle`: turns that are further apart reach the server in their order. */
  constructor(
    private readonly settle: Micros,
    private readonly exact: boolean,
  ) {}

  /** Datagrams in quick succession may be lost. */
  mayBeLost(binding: LinkBinding | undefined, { notBefore }: Bounds): boolean {
    if (binding !== 'udp' || this.exact || this.last === undefined) return false;
    return this.isClose(notBefore - this.last.at.notAfter);
  }

  /** Adds a turn; true: nobody knows whether it or another player's turn came first. `answered`: that one was answered. */
  add(turn: Turn, answered: boolean): boolean {
    const { last, lastEffective } = this;
    this.previousAt = last?.at.notAfter ?? -Infinity;
    this.last = turn;
    if (turn.event.kind === 'invalid') return false;
    this.lastEffective = turn;
    if (lastEffective === undefined || playerOf(lastEffective.event) === playerOf(turn.event)) return false;
    this.otherPlayerAt = lastEffective.at.notAfter;
    return !answered && this.isClose(turn.at.notBefore - lastEffective.at.notAfter);
  }

  /** The last turn, where this player joined with it and no earlier turn can have caused an answer. */
  soleJoin(player: PlayerId): GameEvent | undefined {
    const { last } = this;
    if (last?.event.kind !== 'join' || last.event.player !== player) return undefined;
    const before = Math.max(this.otherPlayerAt, this.previousAt);
    return this.isClose(last.at.notBefore - before) ? undefined : last.event;
  }

  private isClose(span: number): boolean {
    return span < this.settle - ROUNDING;
  }
}
