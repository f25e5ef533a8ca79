/** Bugs of a server in the game against the machine. */
import { EMPTY, emptyCells, isEmptyCell, type Board } from '../board';
import { FULL, LAST_MOVE, tell, type Reply } from '../firmware';
import { freshGame } from '../game';
import { CELLS, type Cell } from '../message';
import {
  adding,
  clearing,
  isDraw,
  on,
  onMoveSent,
  onRoundEnd,
  onStep,
  PVE,
  remembering,
  silent,
  turnedTo,
  type Group,
  type TttChange,
} from './hooks';

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
