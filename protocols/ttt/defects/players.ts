/** Bugs of a server in the game of two players, and in that against the machine. */
import { isFull, other, EMPTY, emptyCells, isEmptyCell, freshGame } from '../game';
import type { GameState, Board } from '../game';
import { FULL, LAST_MOVE, LEAVE, STRANGERS_LEAVE, tell, type Reply } from '../firmware';
import {
  adding,
  clearing,
  CONNECTIONLESS,
  on,
  onRoundEnd,
  PVP,
  remembering,
  replaced,
  silent,
  turnedTo,
  twice,
  isDraw,
  onMoveSent,
  onStep,
  PVE,
} from './hooks';
import type { Group, TttChange } from './hooks';
import { CELLS, type Cell } from '../wire';

/** The reply when one of two players leaves. */
function onOneLeaving(change: (reply: Reply) => Reply): TttChange {
  return on(LEAVE, (reply, { seats }) => (seats.length === 2 ? change(reply) : reply));
}

/** The reply to a join that takes the last free seat. `left`: the game that one of two players has left before. */
function onSecond(change: (reply: Reply, first: string, left: GameState | undefined) => Reply): TttChange {
  return remembering(() => {
    let left: GameState | undefined;
    return (reply, game, { kind }) => {
      if (kind === 'leave' && reply.isAccepted) left = game.seats.length === 2 ? game : undefined;
      if (kind === 'shutdown') left = undefined;
      const [first] = game.seats;
      return first !== undefined && kind === 'join' && reply.isAccepted ? change(reply, first, left) : reply;
    };
  });
}

function afterLeaving(change: (reply: Reply, left: GameState) => Reply): TttChange {
  return onSecond((reply, _first, left) => (left === undefined ? reply : change(reply, left)));
}

const OF_TWO: Group = [
  PVP,
  {
    'first-gets-play': on('join', (reply) => replaced(reply, 'wait', 'play')),
    'first-told-of-second': onSecond((reply, first) => adding(reply, 'wait', [first])),
    'third-gets-wait': on(FULL, (reply) => replaced(reply, 'full', 'wait')),
    'third-clears-board': on(FULL, clearing),
    'third-passes-turn': on(FULL, (reply, game) => ({ ...reply, game: { ...game, turn: other(game.turn) } })),
    'first-opens': onSecond((reply) => turnedTo(reply, 0)),
    'moves-echoed': remembering(() => (reply, _game, turn) => {
      if (turn.kind !== 'move') return reply;
      return { ...reply, says: reply.says.flatMap((one) => [one, { ...one, to: turn.player }]) };
    }),
    'moves-sent-twice': remembering(
      () =>
        (reply, _game, { kind }) =>
          kind === 'move' ? twice(reply) : reply,
    ),
    'ending-move-kept-back': on(LAST_MOVE, silent),
    'ninth-move-kept-back': onRoundEnd((reply, ended) => (isFull(ended) ? silent(reply) : reply)),
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
    'leave-announced-twice': onOneLeaving(twice),
    'second-leaves-unheard': on(LEAVE, (reply, { seats }, { player }) =>
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
    'strangers-leave-announced': on(STRANGERS_LEAVE, (reply, { seats }) => adding(reply, 'wait', seats)),
  },
];

const WITHOUT_CONNECTION: Group = [
  { ...CONNECTIONLESS, ...PVP },
  {
    'moves-to-strangers': remembering(() => {
      const known = new Set<string>();
      return (reply, { seats }, turn) => {
        if (turn.kind === 'join') known.add(turn.player);
        if (turn.kind !== 'move') return reply;
        const others = [...known].filter((to) => !seats.includes(to));
        return {
          ...reply,
          says: reply.says.flatMap((one) => [one, ...others.map((to) => ({ ...one, to }))]),
        };
      };
    }),
    'lone-leave-answered': on(LEAVE, (reply, { seats }, { player }) =>
      seats.length === 1 ? adding(reply, 'shutdown', [player]) : reply,
    ),
  },
];

const STRANGERS: Group = [
  {},
  {
    'strangers-leave-clears-board': on(STRANGERS_LEAVE, clearing),
    'strangers-leave-frees-seat': on(STRANGERS_LEAVE, (reply, game) =>
      clearing(reply, { ...game, seats: game.seats.slice(0, -1) }),
    ),
  },
];

export const PLAYER_DEFECTS: readonly Group[] = [OF_TWO, WITHOUT_CONNECTION, STRANGERS];

function withoutOpening(reply: Reply): Reply {
  return silent(turnedTo(reply, 0));
}

/** Cells of the earlier board that are kept for the next player. */
function keepBoard(of: (board: Board) => Board): TttChange {
  return remembering(() => {
    let left = EMPTY;
    return (reply, { seats, board }, turn) => {
      if (turn.kind === 'leave' && seats.includes(turn.player)) left = of(board);
      const hasJoined = turn.kind === 'join' && reply.isAccepted;
      return hasJoined ? { ...reply, game: { ...reply.game, board: left } } : reply;
    };
  });
}

const PLAYER: Group[1] = {
  'newcomer-takes-over': on(FULL, (reply, { game }, { player }) => ({
    ...reply,
    game: { ...freshGame(game), seats: [player] },
    says: [tell({ type: 'play' })(player)],
    closes: [],
  })),
  'newcomer-clears-board': on(FULL, clearing),
  'player-told-of-newcomer': on(FULL, (reply, { seats }) => adding(reply, 'full', seats)),
  'join-behind-refusal-unanswered': remembering(() => {
    let wasRefused = false;
    return (reply, _game, turn) => {
      if (turn.kind !== 'join') return reply;
      const before = wasRefused;
      wasRefused = reply.closes.length > 0;
      return before && !wasRefused ? silent(reply) : reply;
    };
  }),
  'board-kept-for-next-player': keepBoard((board) => board),
  'machine-cells-kept': keepBoard(([, machine]) => [0, machine]),
  'wait-before-play': on('join', (reply, _game, { player }) => ({
    ...reply,
    says: [tell({ type: 'wait' })(player), ...reply.says],
  })),
};

const ANSWERS: Group[1] = {
  'machine-answers-twice': onMoveSent((sent) => sent.flatMap((one) => [one, one])),
  'machine-looks-at-own-cells-only': (_sound, { random }) => ({
    choose: (_empty, board) => {
      const cells = CELLS.filter((cell) => (board[1] & (1 << cell)) === 0);
      return cells[random.int(0, cells.length - 1)] ?? 0;
    },
  }),
  'machine-blind-in-the-end': onMoveSent((sent, { board }, next) => {
    const isLate = emptyCells(board).length === 3 && next.board[0] !== 0;
    const cell = CELLS.find((one) => !isEmptyCell(board, one));
    if (!isLate || cell === undefined) return sent;
    return sent.map((one) => ({ ...one, message: { type: 'move', cell } }));
  }),
  'machine-skips-ninth-cell': onMoveSent((sent, before, next) => {
    const isNinth = emptyCells(before.board).length === 2;
    return isNinth && next.board[0] + next.board[1] === 0 ? [] : sent;
  }),
  'machine-never-opens': on(LAST_MOVE, withoutOpening),
  'machine-waits-behind-draw': onRoundEnd((reply, ended) => (isDraw(ended) ? withoutOpening(reply) : reply)),
  'opening-not-kept': onStep('takeCell', (next, { board }, by) => {
    const isOpening = by === 1 && emptyCells(board).length === CELLS.length;
    return isOpening ? { ...next, board: EMPTY } : next;
  }),
  'machine-opens-behind-itself': (sound, { steps }) => {
    let more: Cell | undefined;
    return {
      takeCell: (game, by, cell) => {
        const next = sound.takeCell(game, by, cell);
        more = undefined;
        if (by === 0 || next.board[0] + next.board[1] > 0) return next;
        more = steps.choose(CELLS, EMPTY);
        return { ...sound.takeCell({ ...next, turn: 1 }, 1, more), opener: 1 };
      },
      transmit: (messages, turn) => {
        const sent = sound.transmit(messages, turn);
        const [first] = sent;
        if (more === undefined || first === undefined) return sent;
        const message = { type: 'move', cell: more } as const;
        more = undefined;
        return [...sent, { link: first.link, message }];
      },
    };
  },
  'machine-takes-lowest': () => ({ choose: ([first = 0]) => first }),
  'machine-has-three-ideas': (sound) => ({
    choose: (empty, board) => sound.choose(empty.slice(0, 3), board),
  }),
  'machine-seeded-at-join': (sound) => {
    let state = 7;
    return {
      play: (game, turn) => {
        if (turn.kind === 'join') state = 7;
        return sound.play(game, turn);
      },
      choose: (empty) => {
        state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
        return empty[(state >>> 16) % empty.length] ?? 0;
      },
    };
  },
};

export const MACHINE_DEFECTS: Group = [PVE, { ...PLAYER, ...ANSWERS }];
