/** The order in which turns reach the server. Between links there is none, unless an answer or some time is between them. */
import { after, type Micros } from '../../time';
import type { PlayerId } from '../rules';
import { linkOf, type Turn } from './turn';

/** Times of a journal are whole microseconds. */
const ROUNDING = 1000;

export class TurnOrder {
  private last: Turn | undefined;
  /** The last turn that may have an effect. */
  private lastEffective: Turn | undefined;
  private isAnswered = false;
  /** The time of the turn before the last one. */
  private previousAt = -Infinity;

  /** Turns that are `settle` apart reach the server in order. */
  constructor(private readonly settle: Micros) {}

  /** When everything has reached the server. */
  get settledAt(): Micros | undefined {
    return this.last === undefined ? undefined : after(this.last.at.notAfter, this.settle);
  }

  /** Close after the turn before it. */
  isClose({ notBefore }: Turn['at']): boolean {
    return this.last !== undefined && this.isShort(notBefore - this.last.at.notAfter);
  }

  /** Adds a turn. true: nobody knows whether it or one before it came first. `ownConnection`: its join or leave is its connection's. */
  add(turn: Turn, ownConnection: boolean): boolean {
    const { last, lastEffective, isAnswered } = this;
    this.previousAt = last?.at.notAfter ?? -Infinity;
    this.last = turn;
    if (turn.event === undefined || turn.event.kind === 'invalid') return false;
    this.lastEffective = turn;
    this.isAnswered = false;
    if (lastEffective === undefined) return false;
    // The end of a connection and the beginning of the next need not come in order.
    const again = ownConnection && turn.event.kind === 'join' && lastEffective.event?.kind === 'leave';
    if (turn.player === lastEffective.player && !again) return false;
    return !isAnswered && this.isShort(turn.at.notBefore - lastEffective.at.notAfter);
  }

  /** An answer to this turn came. */
  answered(turn: Turn): void {
    if (turn.event === this.lastEffective?.event) this.isAnswered = true;
  }

  /** The last turn has reached the server. */
  confirm(): void {
    this.isAnswered = true;
  }

  /** The last turn is a join of the player on this link, and no earlier turn can have caused what comes now. */
  soleJoin(link: string): PlayerId | undefined {
    const { last } = this;
    const player = last?.player;
    if (last?.event?.kind !== 'join' || player === undefined || linkOf(player) !== link) return undefined;
    return this.isShort(last.at.notBefore - this.previousAt) ? undefined : player;
  }

  reset(): void {
    this.last = this.lastEffective = undefined;
    this.previousAt = -Infinity;
  }

  private isShort(span: number): boolean {
    return span < this.settle - ROUNDING;
  }
}
