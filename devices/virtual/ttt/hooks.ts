/** Helpers for defects: each changes one step of the TTT server. */
import { linesIn, other, type Board } from '../../../protocols/ttt/board';
import { BYTE } from '../../../protocols/ttt/message';
import { freshGame, type GameEvent, type GameState, type PlayerId } from '../../../protocols/ttt/rules';
import { machineReply, type Reply, type TttDefect, type DefectContext } from './firmware';

type Change = TttDefect['change'];
type EventOf<K extends GameEvent['kind']> = Extract<GameEvent, { kind: K }>;

/** The parameters for a defect of one game. */
export const PVE = { game: 'ttt-pve' } as const;
export const PVP = { game: 'ttt-pvp' } as const;

/** Bindings on which J and Q are bytes, and a player without a seat can still send. */
export const CONNECTIONLESS = ['udp', 'serial'] as const;

function isOf<K extends GameEvent['kind']>(event: GameEvent, kind: K): event is EventOf<K> {
  return event.kind === kind;
}

/** Changes a sound server's reply to one kind of event. */
export function onEvent<K extends GameEvent['kind']>(
  kind: K,
  change: (reply: Reply, state: GameState, event: EventOf<K>, context: DefectContext) => Reply,
): Change {
  return (sound, context) => ({
    applyEvent: (state, event) => {
      const reply = sound.applyEvent(state, event);
      return isOf(event, kind) ? change(reply, state, event, context) : reply;
    },
  });
}

/** A join that found no free seat. */
export function onFull(change: (reply: Reply, state: GameState, player: PlayerId) => Reply): Change {
  return onEvent('join', (reply, state, { player }) =>
    reply.sent.some(({ byte }) => byte === BYTE.full) ? change(reply, state, player) : reply,
  );
}

/** A player without a seat leaves. */
export function onStranger(change: (reply: Reply, state: GameState) => Reply): Change {
  return onEvent('leave', (reply, state, { player }) =>
    state.seats.includes(player) ? reply : change(reply, state),
  );
}

/** Changes the meaning of received bytes. */
export function onRead(
  change: (player: PlayerId, bytes: Uint8Array, sound: readonly GameEvent[]) => readonly GameEvent[],
): Change {
  return (sound) => ({ read: (player, bytes) => change(player, bytes, sound.read(player, bytes)) });
}

/** Gives invalid characters the meaning `meaning`. */
export function onInvalid(meaning: (player: PlayerId, byte: number) => GameEvent | undefined): Change {
  return onRead((_player, _bytes, events) =>
    events.map((event) => (event.kind === 'invalid' ? (meaning(event.player, event.byte) ?? event) : event)),
  );
}

/** The byte of an empty datagram. */
const NO_BYTE = -1;

/** Gives an empty datagram the meaning `meaning`. */
export function onEmpty(meaning: (player: PlayerId) => readonly GameEvent[]): Change {
  return onRead((player, bytes, events) => (bytes.length === 0 ? meaning(player) : events));
}

/** The same, with a meaning that depends on the game. */
export function onEmptyInGame(change: (reply: Reply, state: GameState, player: PlayerId) => Reply): Change {
  return (sound) => ({
    read: (player, bytes) =>
      bytes.length === 0 ? [{ kind: 'invalid', player, byte: NO_BYTE }] : sound.read(player, bytes),
    applyEvent: (state, event) => {
      const reply = sound.applyEvent(state, event);
      const empty = event.kind === 'invalid' && event.byte === NO_BYTE;
      return empty ? change(reply, state, event.player) : reply;
    },
  });
}

/** After an event that `ends` the server, it ignores everything. */
export function stopAfter(ends: (event: GameEvent, state: GameState) => boolean): Change {
  return (sound) => {
    let stopped = false;
    return {
      applyEvent: (state, event) => {
        stopped ||= ends(event, state);
        if (!stopped) return sound.applyEvent(state, event);
        // A server that was stopped sends no S, and its successor starts without players.
        return noReply(event.kind === 'shutdown' ? freshGame(state.game) : state);
      },
    };
  };
}

/** Rounds whose end is not noticed if `unseen` holds. */
export function missEnd(unseen: (board: Board) => boolean): Change {
  return (sound) => ({ isOver: (board, by) => sound.isOver(board, by) && !unseen(board) });
}

export function noReply(state: GameState): Reply {
  return { state, sent: [], closes: [] };
}

export function isFullBoard(board: Board): boolean {
  return (board[0] | board[1]) === 0x1ff;
}

export function isDraw(board: Board): boolean {
  return isFullBoard(board) && linesIn(board[0]).length === 0 && linesIn(board[1]).length === 0;
}

/** The player in turn loses the turn; if the machine is the other player, it moves. */
export function passTurn(state: GameState, context: DefectContext): Reply {
  const [player] = state.seats;
  if (player === undefined) return noReply(state);
  return state.game === 'ttt-pve'
    ? machineReply(context.firmware, { ...state, turn: 1 }, player)
    : noReply({ ...state, turn: other(state.turn) });
}

/** Whether this player is to move. */
export function inTurn(state: GameState, player: PlayerId): boolean {
  return state.seats.length === (state.game === 'ttt-pve' ? 1 : 2) && state.seats[state.turn] === player;
}
