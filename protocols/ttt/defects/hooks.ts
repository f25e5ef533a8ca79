/** Helpers for defects: each changes one step of the server. */
import { defectHooks } from '../../../api/index';
import type { ConversationDefect, FrameEvent, Outgoing, StepChange } from '../../../api/index';
import { EMPTY, isFull, linesIn, freshGame, seatsOf } from '../game';
import type { Board, Side, GameState, PlayerId, Turn, TttValues } from '../game';
import { ignored, tell, type Reply, type TttFirmware } from '../firmware';
import type { Cell, PlayerMessage, ServerMessage } from '../wire';
import type { TttState } from '../state';

export type TttChange = StepChange<TttFirmware, TttValues>;
export type TttDefect = ConversationDefect<TttFirmware, TttValues>;
type Events = readonly FrameEvent<PlayerMessage>[];
type Sent = readonly Outgoing<ServerMessage>[];

/** Defects by name, and what holds for all of them besides the page. */
export type Group = readonly [
  about: Omit<TttDefect, 'breaks' | 'text' | 'change'>,
  changes: Readonly<Record<string, TttChange>>,
];

/** The parameters for a defect of one game. */
export const PVE = { parameters: { game: 'ttt-pve' } } as const;
export const PVP = { parameters: { game: 'ttt-pvp' } } as const;
/** Carriers on which J and Q are bytes, and a player without a seat can still send. */
export const CONNECTIONLESS = { carriers: ['udp', 'serial'] } as const;
export const SHUT_DOWN = { beyondInput: 'a reset shuts down, and a reset is no input' } as const;

const { onStep, withReceiver } = defectHooks<
  PlayerMessage,
  ServerMessage,
  TttState,
  TttFirmware,
  TttValues
>();
export { onStep };

/** The player of a turn, the cell of a move, and the byte of what is no message. */
interface Told {
  readonly player: PlayerId;
  readonly cell: Cell;
  readonly byte: number;
}

/** Changes the replies to turns of a class, as the firmware names it. */
export function on(trigger: string, change: (reply: Reply, game: GameState, told: Told) => Reply): TttChange {
  return onStep('play', (reply, game, turn) =>
    reply.trigger === trigger ? change(reply, game, { player: '', cell: 0, byte: 0, ...turn }) : reply,
  );
}

/** Changes replies by what was before: `make` makes the memory. */
export function remembering(make: () => (reply: Reply, game: GameState, turn: Turn) => Reply): TttChange {
  return (sound) => onStep('play', make())(sound);
}

/** Changes the reply to a move that ended a round, in this board. */
export function onRoundEnd(change: (reply: Reply, ended: Board) => Reply): TttChange {
  return (sound) => {
    let ended: Board | undefined;
    return {
      isOver: (board, by) => {
        const isOver = sound.isOver(board, by);
        if (isOver) ended = board;
        return isOver;
      },
      play: (game, turn) => {
        ended = undefined;
        const reply = sound.play(game, turn);
        return ended === undefined ? reply : change(reply, ended);
      },
    };
  };
}

/** Gives turns another meaning. */
export function asTurn(meaning: (turn: Turn, game: GameState) => Turn | undefined): TttChange {
  return (sound) => ({ play: (game, turn) => sound.play(game, meaning(turn, game) ?? turn) });
}

export function onInvalid(
  meaning: (byte: number, player: PlayerId, game: GameState) => Turn | undefined,
): TttChange {
  return asTurn((turn, game) =>
    turn.kind === 'invalid' ? meaning(turn.byte, turn.player, game) : undefined,
  );
}

/** Moves that are refused for this, and are played if `when` holds. */
export function playing(refused: string, when: (game: GameState, cell: number) => boolean): TttChange {
  return onStep('refusal', (refusal, game, { cell }) =>
    refusal === refused && when(game, cell) ? undefined : refusal,
  );
}

/** Changes what a chunk of the stream, or a datagram, holds. */
export function onChunk(change: (events: Events, bytes: Uint8Array) => Events): TttChange {
  return withReceiver((inner) => ({ push: (bytes, at) => change(inner.push(bytes, at), bytes) }));
}

/** Changes what leaves after moves. */
export function onMoveSent(change: (sent: Sent, before: GameState, next: GameState) => Sent): TttChange {
  return onStep('transmit', (sent, _messages, { event, before, state }) => {
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

/** Each message twice. */
export function twice(reply: Reply): Reply {
  return { ...reply, says: reply.says.flatMap((one) => [one, one]) };
}

/** More messages of a type, after the others. */
export function adding(
  reply: Reply,
  type: Exclude<ServerMessage['type'], 'move'>,
  to: readonly PlayerId[],
): Reply {
  return { ...reply, says: [...reply.says, ...to.map(tell({ type }))] };
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

export function isDraw(board: Board): boolean {
  return isFull(board) && linesIn(board[0]).length === 0 && linesIn(board[1]).length === 0;
}

/** Whether this player is to move. */
export function inTurn({ seats, game, turn }: GameState, player: PlayerId): boolean {
  return seats.length === seatsOf(game) && seats[turn] === player;
}
