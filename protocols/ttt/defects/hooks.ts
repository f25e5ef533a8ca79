/** Helpers for defects: each changes one step of the server. */
import type {
  ChangeContext,
  ConversationDefect,
  FrameEvent,
  Outgoing,
  StepChange,
  Turn as BoardTurn,
} from '../../../api/index';
import { EMPTY, linesIn, type Board, type Side } from '../board';
import { ignored, type Reply, type TttFirmware } from '../firmware';
import { freshGame, seatsOf, type GameState, type PlayerId, type Turn } from '../game';
import type { PlayerMessage, ServerMessage } from '../message';
import type { TttValues } from '../parameters';
import type { TttState } from '../state';

export type TttChange = StepChange<TttFirmware, TttValues>;
export type TttDefect = ConversationDefect<TttFirmware, TttValues>;
type Context = ChangeContext<TttFirmware, TttValues>;
type TurnOf<K extends Turn['kind']> = Extract<Turn, { kind: K }> & { readonly kind: K };
type Sent = readonly Outgoing<ServerMessage>[];

/** Defects by name, and what holds for all of them besides the page. */
export type Group = readonly [
  about: Omit<TttDefect, 'breaks' | 'text' | 'change'>,
  changes: Readonly<Record<string, TttChange>>,
];

/** The parameters for a defect of one game. */
export const PVE = { game: 'ttt-pve' } as const;
export const PVP = { game: 'ttt-pvp' } as const;
/** Carriers on which J and Q are bytes, and a player without a seat can still send. */
export const CONNECTIONLESS = ['udp', 'serial'] as const;
export const SHUT_DOWN = 'a reset shuts down, and a reset is no input';

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

/** Changes replies by what was before: `make` makes the memory. */
export function remembering(make: () => (reply: Reply, game: GameState, turn: Turn) => Reply): TttChange {
  return (sound) => {
    const change = make();
    return { play: (game, turn) => change(sound.play(game, turn), game, turn) };
  };
}

/** Changes the reply to an accepted move. `board`: after it; `isOver`: it has ended the round. */
export function onMove(change: (reply: Reply, board: Board, isOver: boolean) => Reply): TttChange {
  return (sound) => {
    let seen: readonly { readonly board: Board; readonly isOver: boolean }[] = [];
    return {
      isOver: (board, by) => {
        const isOver = sound.isOver(board, by);
        seen = [{ board, isOver }];
        return isOver;
      },
      play: (game, turn) => {
        seen = [];
        const reply = sound.play(game, turn);
        return seen.reduce((changed, { board, isOver }) => change(changed, board, isOver), reply);
      },
    };
  };
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

/** Moves that are refused for this, and are played if `when` holds. */
export function playing(refused: string, when: (game: GameState, cell: number) => boolean): TttChange {
  return (sound) => ({
    refusal: (game, move) => {
      const refusal = sound.refusal(game, move);
      return refusal === refused && when(game, move.cell) ? undefined : refusal;
    },
  });
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

/** After a turn that `ends` the server, it ignores everything; `make` makes the memory. */
export function stopAfter(make: () => (turn: Turn, game: GameState) => boolean): TttChange {
  return (sound) => {
    const ends = make();
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

/** The reply that leaves the game as it was, but for an empty board. */
export function clearing(reply: Reply, game: GameState): Reply {
  return { ...reply, game: { ...game, board: EMPTY } };
}

/** The game, with this side to move, and as the opener. */
export function turnedTo(reply: Reply, turn: Side): Reply {
  return { ...reply, game: { ...reply.game, turn, opener: turn } };
}

export function silent(reply: Reply): Reply {
  return { ...reply, says: [] };
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
