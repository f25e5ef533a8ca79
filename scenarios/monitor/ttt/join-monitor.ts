/**
 * Whether a TTT server is alive: a player who joins without a seat receives P, W or F, whatever came before (TTT-41).
 */
import type { GameEvent, PlayerId } from '../../../protocols/ttt/rules';
import type { Micros } from '../../../protocols/time';
import type { VerdictRecorder } from '../../oracle/verdict-recorder';
import { linkOf } from './clauses';

export class JoinMonitor {
  /** Players who have left, without any event since. */
  private readonly away = new Set<PlayerId>();
  /** Since when each new player waits for an answer. */
  private readonly waiting = new Map<PlayerId, Micros>();

  /** `patience`: microseconds after which an answer is missing. */
  constructor(
    private readonly recorder: VerdictRecorder,
    private readonly timeout: number,
  ) {}

  /** `connects`: each join is a new connection. */
  take(event: GameEvent, at: Micros, connects: boolean): void {
    if (event.kind === 'shutdown') return this.desynchronise();
    const { kind, player } = event;
    if (kind === 'join' && (connects || this.away.has(player)) && !this.waiting.has(player))
      this.waiting.set(player, at);
    if (kind === 'leave') {
      this.away.add(player);
      this.waiting.delete(player);
    } else if (kind === 'join') this.away.delete(player);
  }

  rx(player: PlayerId): void {
    this.waiting.delete(player);
  }

  /** An unknown part of the traffic is missing, or the server was reset: that may have kept it busy. */
  desynchronise(): void {
    this.away.clear();
    this.waiting.clear();
  }

  tick(now: Micros): void {
    for (const [player, since] of this.waiting) {
      if (now <= since + this.timeout) continue;
      this.waiting.delete(player);
      this.recorder.fail(
        'TTT-41',
        `${linkOf(player)} joins`,
        'P, W or F: no input stops the server',
        'nothing',
      );
    }
  }
}
