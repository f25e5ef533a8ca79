/** Bugs of a TTT server in the game of two players. */
import { EMPTY, other } from '../../../../protocols/ttt/board';
import { BYTE } from '../../../../protocols/ttt/message';
import type { GameState } from '../../../../protocols/ttt/rules';
import type { Reply, TttDefect, TttDefects } from '../firmware';
import { CONNECTIONLESS, isFullBoard, onEvent, onFull, onStranger, PVP } from '../hooks';

/** The reply to a join that takes the last free seat. */
function onSecond(change: (reply: Reply, first: string) => Reply): TttDefect['change'] {
  return onEvent('join', (reply, state) => {
    const [first] = state.seats;
    return first !== undefined && reply.state.seats.length > state.seats.length
      ? change(reply, first)
      : reply;
  });
}

function replaceByte(reply: Reply, from: number, to: number): Reply {
  return { ...reply, sent: reply.sent.map((one) => (one.byte === from ? { ...one, byte: to } : one)) };
}

const JOINING: TttDefects = {
  'first-gets-play': {
    breaks: 'TTT-30',
    text: 'The first to join gets P.',
    parameters: PVP,
    change: onEvent('join', (reply, { seats }) =>
      seats.length === 0 ? replaceByte(reply, BYTE.wait, BYTE.play) : reply,
    ),
  },
  'first-told-of-second': {
    breaks: 'TTT-30',
    text: 'When the second joins, the first gets W again.',
    parameters: PVP,
    change: onSecond((reply, first) => ({ ...reply, sent: [...reply.sent, { to: first, byte: BYTE.wait }] })),
  },
  'third-gets-wait': {
    breaks: 'TTT-30',
    text: 'The third to join gets W.',
    parameters: PVP,
    change: onFull((reply) => replaceByte(reply, BYTE.full, BYTE.wait)),
  },
  'third-clears-board': {
    breaks: 'TTT-30',
    text: 'The third to join gets F and empties the board.',
    parameters: PVP,
    change: onFull((reply, state) => ({ ...reply, state: { ...state, board: EMPTY } })),
  },
  'third-passes-turn': {
    breaks: 'TTT-30',
    text: 'The third to join gets F, and the turn passes.',
    parameters: PVP,
    change: onFull((reply, state) => ({ ...reply, state: { ...state, turn: other(state.turn) } })),
  },
  'first-opens': {
    breaks: 'TTT-31',
    text: 'The first to join moves first in the first round.',
    parameters: PVP,
    change: onSecond((reply) => ({ ...reply, state: { ...reply.state, turn: 0, opener: 0 } })),
  },
};

/** Moves that the opponent does not get, if `lost` holds for the board after them. */
function loseMove(lost: (cells: readonly [number, number], over: boolean) => boolean): TttDefect['change'] {
  return (sound) => {
    let gone = false;
    return {
      isOver: (board, by) => {
        const over = sound.isOver(board, by);
        gone = lost(board, over);
        return over;
      },
      applyEvent: (state, event) => {
        gone = false;
        const reply = sound.applyEvent(state, event);
        return gone && event.kind === 'move' ? { ...reply, sent: [] } : reply;
      },
    };
  };
}

const MOVES: TttDefects = {
  'moves-echoed': {
    breaks: 'TTT-32',
    text: 'A move reaches the player who made it, too.',
    parameters: PVP,
    change: onEvent('move', (reply, _state, { player }) => ({
      ...reply,
      sent: reply.sent.flatMap((one) => [one, { ...one, to: player }]),
    })),
  },
  'moves-sent-twice': {
    breaks: 'TTT-32',
    text: 'A move reaches the opponent twice.',
    parameters: PVP,
    change: onEvent('move', (reply) => ({ ...reply, sent: reply.sent.flatMap((one) => [one, one]) })),
  },
  'ending-move-kept-back': {
    breaks: 'TTT-32',
    text: 'A move that ends a round does not reach the opponent.',
    parameters: PVP,
    change: loseMove((_board, over) => over),
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
        applyEvent: (state, event) => {
          const reply = sound.applyEvent(state, event);
          if (event.kind !== 'move' || reply.sent.length === 0) return reply;
          const same = event.cell === last;
          last = event.cell;
          return same ? { ...reply, sent: [] } : reply;
        },
      };
    },
  },
  'moves-to-strangers': {
    breaks: 'TTT-32',
    text: 'Moves reach everyone who ever joined, seated or not.',
    bindings: CONNECTIONLESS,
    parameters: PVP,
    change: (sound) => {
      const known = new Set<string>();
      return {
        applyEvent: (state, event) => {
          const reply = sound.applyEvent(state, event);
          if (event.kind === 'join') known.add(event.player);
          if (event.kind !== 'move') return reply;
          const others = [...known].filter((to) => !state.seats.includes(to));
          return {
            ...reply,
            sent: reply.sent.flatMap((one) => [one, ...others.map((to) => ({ ...one, to }))]),
          };
        },
      };
    },
  },
};

/** The reply when one of two players leaves. */
function onOneLeaving(change: (reply: Reply, state: GameState) => Reply): TttDefect['change'] {
  return onEvent('leave', (reply, state, { player }) =>
    state.seats.length === 2 && state.seats.includes(player) ? change(reply, state) : reply,
  );
}

/** A change after one of two players has left. It shows once the next player has joined. */
function afterLeaving(change: (reply: Reply, left: GameState) => Reply): TttDefect['change'] {
  return (sound) => {
    let left: GameState | undefined;
    return {
      applyEvent: (state, event) => {
        const reply = sound.applyEvent(state, event);
        const leaves = event.kind === 'leave' && state.seats.includes(event.player);
        if (leaves) left = state.seats.length === 2 ? state : undefined;
        if (event.kind === 'shutdown') left = undefined;
        const begins = state.seats.length === 1 && reply.state.seats.length === 2;
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
    change: afterLeaving((reply, { board }) => ({ ...reply, state: { ...reply.state, board } })),
  },
  'turn-kept-over-leave': {
    breaks: 'TTT-33',
    text: 'When a player leaves, the turn stays with the seat that has it.',
    parameters: PVP,
    change: afterLeaving((reply, { turn }) => ({ ...reply, state: { ...reply.state, turn, opener: turn } })),
  },
  'stayer-opens': {
    breaks: 'TTT-33',
    text: 'After a leave the player who stayed opens, though the next to join gets P.',
    parameters: PVP,
    change: afterLeaving((reply) => ({ ...reply, state: { ...reply.state, turn: 0, opener: 0 } })),
  },
  'newcomer-waits-behind-leave': {
    breaks: 'TTT-33',
    text: 'After a leave the next to join gets W.',
    parameters: PVP,
    change: afterLeaving((reply) => replaceByte(reply, BYTE.play, BYTE.wait)),
  },
  'leave-unannounced': {
    breaks: 'TTT-33',
    text: 'When a player leaves, the other gets no message.',
    parameters: PVP,
    change: onOneLeaving((reply) => ({ ...reply, sent: [] })),
  },
  'leave-announced-twice': {
    breaks: 'TTT-33',
    text: 'When a player leaves, the other gets two W.',
    parameters: PVP,
    change: onOneLeaving((reply) => ({ ...reply, sent: reply.sent.flatMap((one) => [one, one]) })),
  },
  'second-leaves-unheard': {
    breaks: 'TTT-33',
    text: 'When the second leaves, the first gets no W.',
    parameters: PVP,
    change: onEvent('leave', (reply, { seats }, { player }) =>
      seats[1] === player ? { ...reply, sent: [] } : reply,
    ),
  },
  'lone-leave-remembered': {
    breaks: 'TTT-34',
    text: 'When a lone player has left, the next to join gets P.',
    parameters: PVP,
    change: (sound) => {
      let left = false;
      return {
        applyEvent: (state, event) => {
          const reply = sound.applyEvent(state, event);
          if (event.kind === 'leave' && state.seats.length === 1 && reply.state.seats.length === 0)
            left = true;
          if (event.kind !== 'join' || !left) return reply;
          left = false;
          return replaceByte(reply, BYTE.wait, BYTE.play);
        },
      };
    },
  },
  'lone-leave-answered': {
    breaks: 'TTT-34',
    text: 'A lone player who leaves gets S.',
    bindings: CONNECTIONLESS,
    parameters: PVP,
    change: onEvent('leave', (reply, { seats }, { player }) =>
      seats.length === 1 && seats[0] === player
        ? { ...reply, sent: [{ to: player, byte: BYTE.shutdown }] }
        : reply,
    ),
  },
};

const STRANGERS: TttDefects = {
  'strangers-leave-clears-board': {
    breaks: 'TTT-35',
    text: 'Someone not seated who leaves empties the board.',
    change: onStranger((reply, state) => ({ ...reply, state: { ...state, board: EMPTY } })),
  },
  'strangers-leave-frees-seat': {
    breaks: 'TTT-35',
    text: 'Someone not seated who leaves takes the last to join along.',
    change: onStranger((reply, state) => ({
      ...reply,
      state: { ...state, board: EMPTY, seats: state.seats.slice(0, -1) },
    })),
  },
  'strangers-leave-announced': {
    breaks: 'TTT-35',
    text: 'Someone not seated who leaves brings every seated player a W.',
    parameters: PVP,
    change: onStranger((reply, { seats }) => ({
      ...reply,
      sent: seats.map((to) => ({ to, byte: BYTE.wait })),
    })),
  },
};

export const PLAYER_DEFECTS: TttDefects = { ...JOINING, ...MOVES, ...LEAVING, ...STRANGERS };
