/** Bugs of a server in the game of two players. */
import { other } from '../board';
import { tell, type Reply } from '../firmware';
import type { GameState, PlayerId } from '../game';
import {
  clearing,
  CONNECTIONLESS,
  isFullBoard,
  onFull,
  onMove,
  onStranger,
  onTurn,
  PVP,
  remembering,
  replaced,
  silent,
  turnedTo,
  twice,
  type Group,
  type TttChange,
} from './hooks';

const wait = tell({ type: 'wait' });

function doubled(reply: Reply): Reply {
  return { ...reply, says: twice(reply.says) };
}

/** The reply to a join that takes the last free seat. */
function onSecond(change: (reply: Reply, first: PlayerId) => Reply): TttChange {
  return onTurn('join', (reply, { seats: [first] }) =>
    first !== undefined && reply.isAccepted ? change(reply, first) : reply,
  );
}

/** The reply when one of two players leaves. */
function onOneLeaving(change: (reply: Reply) => Reply): TttChange {
  return onTurn('leave', (reply, { seats }) =>
    seats.length === 2 && reply.isAccepted ? change(reply) : reply,
  );
}

/** A change after one of two players has left. It shows once the next player has joined. */
function afterLeaving(change: (reply: Reply, left: GameState) => Reply): TttChange {
  return remembering(() => {
    let left: GameState | undefined;
    return (reply, game, { kind }) => {
      if (kind === 'leave' && reply.isAccepted) left = game.seats.length === 2 ? game : undefined;
      if (kind === 'shutdown') left = undefined;
      const begins = game.seats.length === 1 && reply.game.seats.length === 2;
      return begins && left !== undefined ? change(reply, left) : reply;
    };
  });
}

const OF_TWO: Group = [
  { parameters: PVP },
  {
    'first-gets-play': onTurn('join', (reply) => replaced(reply, 'wait', 'play')),
    'first-told-of-second': onSecond((reply, first) => ({ ...reply, says: [...reply.says, wait(first)] })),
    'third-gets-wait': onFull((reply) => replaced(reply, 'full', 'wait')),
    'third-clears-board': onFull(clearing),
    'third-passes-turn': onFull((reply, game) => ({ ...reply, game: { ...game, turn: other(game.turn) } })),
    'first-opens': onSecond((reply) => turnedTo(reply, 0)),
    'moves-echoed': onTurn('move', (reply, _game, { player }) => ({
      ...reply,
      says: reply.says.flatMap((one) => [one, { ...one, to: player }]),
    })),
    'moves-sent-twice': onTurn('move', doubled),
    'ending-move-kept-back': onMove((reply, _board, isOver) => (isOver ? silent(reply) : reply)),
    'ninth-move-kept-back': onMove((reply, board) => (isFullBoard(board) ? silent(reply) : reply)),
    'same-cell-merged': remembering(() => {
      let last: number | undefined;
      return (reply, _game, turn) => {
        if (turn.kind !== 'move' || reply.says.length === 0) return reply;
        const isSame = turn.cell === last;
        last = turn.cell;
        return isSame ? silent(reply) : reply;
      };
    }),
    'board-kept-over-leave': afterLeaving((reply, { board }) => ({
      ...reply,
      game: { ...reply.game, board },
    })),
    'turn-kept-over-leave': afterLeaving((reply, { turn }) => turnedTo(reply, turn)),
    'stayer-opens': afterLeaving((reply) => turnedTo(reply, 0)),
    'newcomer-waits-behind-leave': afterLeaving((reply) => replaced(reply, 'play', 'wait')),
    'leave-unannounced': onOneLeaving(silent),
    'leave-announced-twice': onOneLeaving(doubled),
    'second-leaves-unheard': onTurn('leave', (reply, { seats }, { player }) =>
      seats[1] === player ? silent(reply) : reply,
    ),
    'lone-leave-remembered': remembering(() => {
      let hasLeft = false;
      return (reply, _game, { kind }) => {
        if (kind === 'leave' && reply.isAccepted && reply.game.seats.length === 0) hasLeft = true;
        if (kind !== 'join' || !hasLeft) return reply;
        hasLeft = false;
        return replaced(reply, 'wait', 'play');
      };
    }),
    'strangers-leave-announced': onStranger((reply, { seats }) => ({ ...reply, says: seats.map(wait) })),
  },
];

const WITHOUT_CONNECTION: Group = [
  { carriers: CONNECTIONLESS, parameters: PVP },
  {
    'moves-to-strangers': remembering(() => {
      const known = new Set<string>();
      return (reply, { seats }, turn) => {
        if (turn.kind === 'join') known.add(turn.player);
        if (turn.kind !== 'move') return reply;
        const others = [...known].filter((to) => !seats.includes(to));
        const says = reply.says.flatMap((one) => [one, ...others.map((to) => ({ ...one, to }))]);
        return { ...reply, says };
      };
    }),
    'lone-leave-answered': onTurn('leave', (reply, { seats }, { player }) =>
      seats.length === 1 && reply.isAccepted
        ? { ...reply, says: [tell({ type: 'shutdown' })(player)] }
        : reply,
    ),
  },
];

const STRANGERS: Group = [
  {},
  {
    'strangers-leave-clears-board': onStranger(clearing),
    'strangers-leave-frees-seat': onStranger((reply, game) =>
      clearing(reply, { ...game, seats: game.seats.slice(0, -1) }),
    ),
  },
];

export const PLAYER_DEFECTS: readonly Group[] = [OF_TWO, WITHOUT_CONNECTION, STRANGERS];
