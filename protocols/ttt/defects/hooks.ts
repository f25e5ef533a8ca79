/** Helpers for defects: each changes one step of the server. */
import type {
  ChangeContext,
  ConversationDefect,
  FrameEvent,
  Outgoing,
  StepChange,
  Turn as BoardTurn,
} from '../../../api/index';
import { linesIn, type Board } from '../board';
import { ignored, type Reply, type TttFirmware } from '../firmware';
import { freshGame, seatsOf, type GameState, type PlayerId, type Turn } from '../game';
import type { PlayerMessage, ServerMessage } from '../message';
import type { TttValues } from '../parameters';
import type { TttState } from '../state';

export type TttChange = StepChange<TttFirmware, TttValues>;
export type TttDefects = Readonly<Record<string, ConversationDefect<TttFirmware, TttValues>>>;
type Context = ChangeContext<TttFirmware, TttValues>;
type TurnOf<K extends Turn['kind']> = Extract<Turn, { kind: K }> & { readonly kind: K };
type Sent = readonly Outgoing<ServerMessage>[];

/** The parameters for a defect of one game. */
export const PVE = { game: 'ttt-pve' } as const;
export const PVP = { game: 'ttt-pvp' } as const;
/** Carriers on which J and Q are bytes, and a player without a seat can still send. */
export const CONNECTIONLESS = ['udp', 'serial'] as const;

function isOf<K extends Turn['kind']>(turn: Turn, kind: K): turn is TurnOf<K> {
  return turn.kind === kind;
}

/** Changes the reply to one kind of turn. */
export function onTurn<K extends Turn['kind']>(
  kind: K,
  change: (reply: Reply, game: GameState, turn: TurnOf<K>, context: Context) => Reply,
): TttChange {
  return (sound, context) => ({
    play: (game, turn) => {
      const reply = sound.play(game, turn);
      return isOf(turn, kind) ? change(reply, game, turn, context) : reply;
    },
  });
}

/** A join that found no free seat. */
export function onFull(change: (reply: Reply, game: GameState, player: PlayerId) => Reply): TttChange {
  return onTurn('join', (reply, game, { player }) =>
    reply.says.some((say) => 'message' in say && say.message.type === 'full')
      ? change(reply, game, player)
      : reply,
  );
}

/** A player without a seat leaves. */
export function onStranger(change: (reply: Reply, game: GameState) => Reply): TttChange {
  return onTurn('leave', (reply, game, { player }) =>
    game.seats.includes(player) ? reply : change(reply, game),
  );
}

/** Gives turns another meaning. */
export function asTurn(meaning: (turn: Turn, game: GameState) => Turn | undefined): TttChange {
  return (sound) => ({ play: (game, turn) => sound.play(game, meaning(turn, game) ?? turn) });
}

export function onInvalid(meaning: (player: PlayerId, byte: number) => Turn | undefined): TttChange {
  return asTurn((turn) => (turn.kind === 'invalid' ? meaning(turn.player, turn.byte) : undefined));
}

/** Changes what a chunk of the stream, or a datagram, holds. */
export function onChunk(
  change: (
    events: readonly FrameEvent<PlayerMessage>[],
    bytes: Uint8Array,
  ) => readonly FrameEvent<PlayerMessage>[],
): TttChange {
  return (sound) => ({
    receiver: (link) => {
      const receiver = sound.receiver(link);
      return {
        pending: 0,
        push: (bytes, at) => change(receiver.push(bytes, at), bytes),
        deadline: () => undefined,
        tick: () => [],
      };
    },
  });
}

/** Changes what leaves after a turn. */
export function onSent(change: (sent: Sent, turn: BoardTurn<PlayerMessage, TttState>) => Sent): TttChange {
  return (sound) => ({ transmit: (messages, turn) => change(sound.transmit(messages, turn), turn) });
}

/** The same after moves. */
export function onMoveSent(change: (sent: Sent, before: GameState, next: GameState) => Sent): TttChange {
  return onSent((sent, { event, before, state }) => {
    const isMove = event.kind === 'message' && event.message.type === 'move';
    return isMove && before.table !== undefined && state.table !== undefined
      ? change(sent, before.table, state.table)
      : sent;
  });
}

/** After a turn that `ends` the server, it ignores everything. */
export function stopAfter(ends: (turn: Turn, game: GameState) => boolean): TttChange {
  return (sound) => {
    let isStopped = false;
    return {
      play: (game, turn) => {
        isStopped ||= ends(turn, game);
        if (!isStopped) return sound.play(game, turn);
        // A server that was stopped sends no S, and its successor starts without players.
        return ignored(turn.kind === 'shutdown' ? freshGame(game.game) : game, 'stopped');
      },
    };
  };
}

/** Rounds whose end is not noticed if `isUnseen` holds. */
export function missEnd(isUnseen: (board: Board) => boolean): TttChange {
  return (sound) => ({ isOver: (board, by) => sound.isOver(board, by) && !isUnseen(board) });
}

export function isFullBoard(board: Board): boolean {
  return (board[0] | board[1]) === 0x1ff;
}

export function isDraw(board: Board): boolean {
  return isFullBoard(board) && linesIn(board[0]).length === 0 && linesIn(board[1]).length === 0;
}

/** Whether this player is to move. */
export function inTurn({ seats, game, turn }: GameState, player: PlayerId): boolean {
  return seats.length === seatsOf(game) && seats[turn] === player;
}

/** Each twice. */
export function twice<T>(items: readonly T[]): readonly T[] {
  return items.flatMap((one) => [one, one]);
}

/** Messages of this type become others. */
export function replaced(
  reply: Reply,
  from: ServerMessage['type'],
  to: Exclude<ServerMessage['type'], 'move'>,
): Reply {
  const says = reply.says.map((say) =>
    'message' in say && say.message.type === from ? { ...say, message: { type: to } } : say,
  );
  return { ...reply, says };
}
