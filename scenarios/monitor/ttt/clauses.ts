/** The TTT clauses of events, as far as a trace shows them, and the roles of the players in them. */
import { CELLS } from '../../../protocols/ttt/message';
import {
  expect,
  type Game,
  type GameEvent,
  type GameState,
  type PlayerId,
} from '../../../protocols/ttt/rules';
import type { Micros } from '../../../protocols/time';
import type { Bounds } from '../../../protocols/monitor/timed-decoder';

/** The clause that a wrong answer to an event breaks; `state`: the game before it, if known. */
export function brokenBy(event: GameEvent, game: Game, state: GameState | undefined): string {
  switch (event.kind) {
    case 'join':
      return game === 'ttt-pve' ? 'TTT-20' : 'TTT-30';
    case 'leave':
      if (state !== undefined && !state.seats.includes(event.player)) return 'TTT-35';
      if (game === 'ttt-pve') return 'TTT-23';
      return state?.seats.length === 1 ? 'TTT-34' : 'TTT-33';
    case 'move':
      if (state !== undefined && expect(state, event).deliveries.length === 0) return 'TTT-04';
      return game === 'ttt-pve' ? 'TTT-21' : 'TTT-32';
    case 'invalid':
      return 'TTT-04';
    case 'shutdown':
      return 'TTT-40';
  }
}

/** The clause of an event without an effect. */
export function noEffectClauseOf(event: GameEvent): string {
  return event.kind === 'leave' ? 'TTT-35' : 'TTT-04';
}

/** The clauses that the right answer to an event keeps. */
export function keptBy(
  event: GameEvent,
  { game, seats, board }: GameState,
  ends: boolean,
): readonly string[] {
  const pve = game === 'ttt-pve';
  if (event.kind === 'join') return [pve ? 'TTT-20' : 'TTT-30'];
  if (event.kind === 'leave') return [seats.length > 1 ? 'TTT-33' : 'TTT-23'];
  if (event.kind !== 'move') return [];
  const opens = CELLS.every((cell) => ((board[0] | board[1]) & (1 << cell)) === 0);
  return [
    pve ? 'TTT-21' : 'TTT-32',
    'TTT-12',
    ...(ends ? [pve ? 'TTT-22' : 'TTT-10', 'TTT-10'] : []),
    ...(opens && !pve ? ['TTT-31'] : []),
  ];
}

export function instant(at: Micros): Bounds {
  return { notBefore: at, notAfter: at };
}

export function playerOf(event: GameEvent): PlayerId | undefined {
  return event.kind === 'shutdown' ? undefined : event.player;
}

export function linkOf(player: PlayerId): string {
  return player.split('#')[0] ?? '';
}

/** The event as people name its player: by the link alone. */
export function withoutSocket(event: GameEvent): GameEvent {
  return event.kind === 'shutdown' ? event : { ...event, player: linkOf(event.player) };
}
