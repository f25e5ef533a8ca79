/** Whether a server is alive: who joins without a seat gets P, W or F, whatever came before (TTT-41). */
import { after, type Micros } from '../../time';
import type { PlayerId } from '../rules';
import type { Turn } from './turn';

export class UnansweredJoins {
  /** Players who have left, and have not come again. */
  private readonly away = new Set<PlayerId>();
  private readonly waiting = new Map<PlayerId, Micros>();

  /** An answer is missing after `timeout`. */
  constructor(private readonly timeout: Micros) {}

  /** `connects`: each join is a new connection. */
  take({ event, player, at }: Turn, connects: boolean): void {
    if (player === undefined) return;
    if (event?.kind === 'leave') {
      this.away.add(player);
      this.waiting.delete(player);
    } else if (event?.kind === 'join' && (this.away.delete(player) || connects) && !this.waiting.has(player))
      this.waiting.set(player, at.notAfter);
  }

  rx(player: PlayerId): void {
    this.waiting.delete(player);
  }

  /** Nobody knows any more who is seated, or what came. */
  clear(): void {
    this.away.clear();
    this.waiting.clear();
  }

  /** The first that waits, and by when it is answered. */
  due(): { readonly player: PlayerId; readonly until: Micros } | undefined {
    for (const [player, since] of this.waiting) return { player, until: after(since, this.timeout) };
    return undefined;
  }
}
