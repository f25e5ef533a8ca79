/** Bugs of a server in the game of two players. */
import { EMPTY, other } from '../board';
import { tell, type Reply } from '../firmware';
import type { GameState, PlayerId } from '../game';
import {
  CONNECTIONLESS,
  isFullBoard,
  onFull,
  onStranger,
  onTurn,
  PVP,
  replaced,
  twice,
  type TttChange,
  type TttDefects,
} from './hooks';

const wait = tell({ type: 'wait' });

/** The reply to a join that takes the last free seat. */
function onSecond(change: (reply: Reply, first: PlayerId) => Reply): TttChange {
  return onTurn('join', (reply, { seats: [first] }) =>
    first !== undefined && reply.isAccepted ? change(reply, first) : reply,
  );
}

/** The game, with this side to move. */
function turnedTo(reply: Reply, turn: 0 | 1): Reply {
  return { ...reply, game: { ...reply.game, turn, opener: turn } };
}

const JOINING: TttDefects = {
  'first-gets-play': {
    breaks: 'TTT-30',
    text: 'The first to join gets P.',
    parameters: PVP,
    change: onTurn('join', (reply) => replaced(reply, 'wait', 'play')),
  },
  'first-told-of-second': {
    breaks: 'TTT-30',
    text: 'When the second joins, the first gets W again.',
    parameters: PVP,
    change: onSecond((reply, first) => ({ ...reply, says: [...reply.says, wait(first)] })),
  },
  'third-gets-wait': {
    breaks: 'TTT-30',
    text: 'The third to join gets W.',
    parameters: PVP,
    change: onFull((reply) => replaced(reply, 'full', 'wait')),
  },
  'third-clears-board': {
    breaks: 'TTT-30',
    text: 'The third to join gets F and empties the board.',
    parameters: PVP,
    change: onFull((reply, game) => ({ ...reply, game: { ...game, board: EMPTY } })),
  },
  'third-passes-turn': {
    breaks: 'TTT-30',
    text: 'The third to join gets F, and the turn passes.',
    parameters: PVP,
    change: onFull((reply, game) => ({ ...reply, game: { ...game, turn: other(game.turn) } })),
  },
  'first-opens': {
    breaks: 'TTT-31',
    text: 'The first to join moves first in the first round.',
    parameters: PVP,
    change: onSecond((reply) => turnedTo(reply, 0)),
  },
};

/** Moves that the opponent does not get, if `isLost` holds for the board after them. */
function loseMove(isLost: (cells: readonly [number, number], isOver: boolean) => boolean): TttChange {
  return (sound) => {
    let isGone = false;
    return {
      isOver: (board, by) => {
        const isOver = sound.isOver(board, by);
        isGone = isLost(board, isOver);
        return isOver;
      },
      play: (game, turn) => {
        isGone = false;
        const reply = sound.play(game, turn);
        return isGone && turn.kind === 'move' ? { ...reply, says: [] } : reply;
      },
    };
  };
}

const MOVES: TttDefects = {
  'moves-echoed': {
    breaks: 'TTT-32',
    text: 'A move reaches the player who made it, too.',
    parameters: PVP,
    change: onTurn('move', (reply, _game, { player }) => ({
      ...reply,
      says: reply.says.flatMap((one) => [one, { ...one, to: player }]),
    })),
  },
  'moves-sent-twice': {
    breaks: 'TTT-32',
    text: 'A move reaches the opponent twice.',
    parameters: PVP,
    change: onTurn('move', (reply) => ({ ...reply, says: twice(reply.says) })),
  },
  'ending-move-kept-back': {
    breaks: 'TTT-32',
    text: 'A move that ends a round does not reach the opponent.',
    parameters: PVP,
    change: loseMove((_board, isOver) => isOver),
  },
  'ninth-move-kept-back': {
    breaks: 'TTT-32',
    text: 'A move to the ninth cell does not reach the opponent.',
    parameters: PVP,
    change: loseMove(isFullBoard),
  },
  'same-cell-merged': {
    breaks: 'TTT-32',
    text: 'A move to the cell of the move before, which ended a round, does not reach the opponent.',
    parameters: PVP,
    change: (sound) => {
      let last: number | undefined;
      return {
        play: (game, turn) => {
          const reply = sound.play(game, turn);
          if (turn.kind !== 'move' || reply.says.length === 0) return reply;
          const isSame = turn.cell === last;
          last = turn.cell;
          return isSame ? { ...reply, says: [] } : reply;
        },
      };
    },
  },
  'moves-to-strangers': {
    breaks: 'TTT-32',
    text: 'Moves reach everyone who ever joined, seated or not.',
    carriers: CONNECTIONLESS,
    parameters: PVP,
    change: (sound) => {
      const known = new Set<string>();
      return {
        play: (game, turn) => {
          const reply = sound.play(game, turn);
          if (turn.kind === 'join') known.add(turn.player);
          if (turn.kind !== 'move') return reply;
          const others = [...known].filter((to) => !game.seats.includes(to));
          return {
            ...reply,
            says: reply.says.flatMap((one) => [one, ...others.map((to) => ({ ...one, to }))]),
          };
        },
      };
    },
  },
};

/** The reply when one of two players leaves. */
function onOneLeaving(change: (reply: Reply) => Reply): TttChange {
  return onTurn('leave', (reply, { seats }) =>
    seats.length === 2 && reply.isAccepted ? change(reply) : reply,
  );
}

/** A change after one of two players has left. It shows once the next player has joined. */
function afterLeaving(change: (reply: Reply, left: GameState) => Reply): TttChange {
  return (sound) => {
    let left: GameState | undefined;
    return {
      play: (game, turn) => {
        const reply = sound.play(game, turn);
        if (turn.kind === 'leave' && reply.isAccepted) left = game.seats.length === 2 ? game : undefined;
        if (turn.kind === 'shutdown') left = undefined;
        const begins = game.seats.length === 1 && reply.game.seats.length === 2;
        return begins && left !== undefined ? change(reply, left) : reply;
      },
    };
  };
}

const LEAVING: TttDefects = {
  'board-kept-over-leave': {
    breaks: 'TTT-33',
    text: 'When a player leaves, the board stays as it is.',
    parameters: PVP,
    change: afterLeaving((reply, { board }) => ({ ...reply, game: { ...reply.game, board } })),
  },
  'turn-kept-over-leave': {
    breaks: 'TTT-33',
    text: 'When a player leaves, the turn stays with the seat that has it.',
    parameters: PVP,
    change: afterLeaving((reply, { turn }) => turnedTo(reply, turn)),
  },
  'stayer-opens': {
    breaks: 'TTT-33',
    text: 'After a leave the player who stayed opens, though the next to join gets P.',
    parameters: PVP,
    change: afterLeaving((reply) => turnedTo(reply, 0)),
  },
  'newcomer-waits-behind-leave': {
    breaks: 'TTT-33',
    text: 'After a leave the next to join gets W.',
    parameters: PVP,
    change: afterLeaving((reply) => replaced(reply, 'play', 'wait')),
  },
  'leave-unannounced': {
    breaks: 'TTT-33',
    text: 'When a player leaves, the other gets no message.',
    parameters: PVP,
    change: onOneLeaving((reply) => ({ ...reply, says: [] })),
  },
  'leave-announced-twice': {
    breaks: 'TTT-33',
    text: 'When a player leaves, the other gets two W.',
    parameters: PVP,
    change: onOneLeaving((reply) => ({ ...reply, says: twice(reply.says) })),
  },
  'second-leaves-unheard': {
    breaks: 'TTT-33',
    text: 'When the second leaves, the first gets no W.',
    parameters: PVP,
    change: onTurn('leave', (reply, { seats }, { player }) =>
      seats[1] === player ? { ...reply, says: [] } : reply,
    ),
  },
  'lone-leave-remembered': {
    breaks: 'TTT-34',
    text: 'When a lone player has left, the next to join gets P.',
    parameters: PVP,
    change: (sound) => {
      let hasLeft = false;
      return {
        play: (game, turn) => {
          const reply = sound.play(game, turn);
          if (turn.kind === 'leave' && reply.isAccepted && reply.game.seats.length === 0) hasLeft = true;
          if (turn.kind !== 'join' || !hasLeft) return reply;
          hasLeft = false;
          return replaced(reply, 'wait', 'play');
        },
      };
    },
  },
  'lone-leave-answered': {
    breaks: 'TTT-34',
    text: 'A lone player who leaves gets S.',
    carriers: CONNECTIONLESS,
    parameters: PVP,
    change: onTurn('leave', (reply, { seats }, { player }) =>
      seats.length === 1 && reply.isAccepted
        ? { ...reply, says: [tell({ type: 'shutdown' })(player)] }
        : reply,
    ),
  },
};

const STRANGERS: TttDefects = {
  'strangers-leave-clears-board': {
    breaks: 'TTT-35',
    text: 'Someone not seated who leaves empties the board.',
    change: onStranger((reply, game) => ({ ...reply, game: { ...game, board: EMPTY } })),
  },
  'strangers-leave-frees-seat': {
    breaks: 'TTT-35',
    text: 'Someone not seated who leaves takes the last to join along.',
    change: onStranger((reply, game) => ({
      ...reply,
      game: { ...game, board: EMPTY, seats: game.seats.slice(0, -1) },
    })),
  },
  'strangers-leave-announced': {
    breaks: 'TTT-35',
    text: 'Someone not seated who leaves brings every seated player a W.',
    parameters: PVP,
    change: onStranger((reply, { seats }) => ({ ...reply, says: seats.map(wait) })),
  },
};

export const PLAYER_DEFECTS: TttDefects = { ...JOINING, ...MOVES, ...LEAVING, ...STRANGERS };
