/** The times at which players of a TTT game sent something: the order of turns that are too close is unknown. */
import type { LinkBinding } from '../../../devices/links/link';
import type { GameEvent, PlayerId } from '../../../protocols/ttt/rules';
import type { Micros } from '../../../protocols/time';
import type { Bounds } from '../../../protocols/monitor/timed-decoder';
import { playerOf } from './clauses';

export interface Turn {
  readonly event: GameEvent;
  readonly at: Bounds;
  /** Nothing else came with it, so its answer can be timed. */
  readonly alone: boolean;
}

/** Times of a journal are whole microseconds. */
const ROUNDING = 1000;

export class TurnTimes {
  last: Turn | undefined;
  /** The time of the turn before the last one. */
  private previousAt = -Infinity;
  /** The last turn that may have an effect. */
  private lastEffective: Turn | undefined;
  /** The time at which a player other than the last one sent something. */
  private otherPlayerAt = -Infinity;

  /** `settle`: turns with a larger distance reach the server in order. */
  constructor(
    private readonly settle: Micros,
    private readonly exact: boolean,
  ) {}

  /** Datagrams in quick succession may be lost. */
  mayBeLost(binding: LinkBinding | undefined, { notBefore }: Bounds): boolean {
    if (binding !== 'udp' || this.exact || this.last === undefined) return false;
    return this.isClose(notBefore - this.last.at.notAfter);
  }

  /**
   * Adds a turn; true: it is unknown whether it or another player's turn came first. `answered`: the earlier one was
   * answered.
   */
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

  /** The last turn, if it is this player's join and no earlier turn can have caused an answer. */
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
