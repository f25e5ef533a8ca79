/**
 * Whether a monitor is lost, and what ends that.
 *
 *     lost ──▶ the line was quiet: nothing is under way                                  ──▶ judges again
 *          └─▶ in a trace: each answer seems to be for the request before it             ──▶ judges, but blames no answer until that is sure
 */
import type { AnySession, Message } from '../definition';
import { micros, type Micros } from '../../time';
import type { LineEvent } from './line-decoder';
import { LineQuiet } from './line-quiet';
import { GRACE } from './pending-response';
import { ResyncSearch } from './resync-search';

const NO_GRACE = micros(0);

export class SyncTracker {
  /** Nothing is judged. */
  isLost = false;
  readonly quiet: LineQuiet;
  /** Runs until the order of requests and answers is sure again. */
  private search: ResyncSearch | undefined;

  /** `isTrace`: nobody waits until the line is quiet. */
  constructor(
    private readonly session: AnySession,
    private readonly isTrace: boolean,
  ) {
    this.quiet = new LineQuiet(session);
  }

  /** Neither lost nor searching. */
  get isSettled(): boolean {
    return !this.isLost && this.search === undefined;
  }

  /** false: the host may be ahead, so that answers are for earlier requests than they seem to be. */
  get isOrderSure(): boolean {
    return this.search === undefined;
  }

  /** Lost, and does not only wait for silence. */
  get isSearching(): boolean {
    return this.isLost && !this.isOrderSure;
  }

  lose(): void {
    this.isLost = true;
    if (this.isTrace) this.search = new ResyncSearch(this.session);
  }

  clear(): void {
    this.isLost = false;
    this.search = undefined;
  }

  tx(event: LineEvent<Message>): void {
    this.search?.tx(event);
  }

  /** true: what has come ends the loss. */
  rx(event: LineEvent<Message>, isMessage: boolean): boolean {
    if (this.search === undefined) return false;
    this.search.rx(event, isMessage);
    const isFound = this.isLost && this.search.isLikely;
    if (isFound) this.isLost = false;
    if (this.search.isSure) this.search = undefined;
    return isFound;
  }

  /** true: silence has ended the loss. `pending`, `longest`: as {@link LineQuiet.at} has them. */
  tick(now: Micros, pending: Micros | undefined, longest: Micros): boolean {
    const mayBeQuiet = this.isSearching && now >= this.quiet.at(pending, longest, NO_GRACE);
    const isQuiet = now >= this.quiet.at(pending, longest, GRACE);
    if (isQuiet) this.search = undefined;
    if (!this.isLost || (!isQuiet && !mayBeQuiet)) return false;
    this.isLost = false;
    return true;
  }
}
