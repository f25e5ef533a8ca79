/** Bugs of a server in the game against the machine. */
import { EMPTY, emptyCells, isEmptyCell, type Board } from '../board';
import { tell, type Reply } from '../firmware';
import { freshGame } from '../game';
import { CELLS, type Cell } from '../message';
import { isDraw, onFull, onMoveSent, onTurn, PVE, twice, type TttChange, type TttDefects } from './hooks';

const JOINING: TttDefects = {
  'newcomer-takes-over': {
    breaks: 'TTT-20',
    text: 'Joining a taken game takes the player’s place.',
    parameters: PVE,
    change: onFull((reply, { game }, player) => ({
      ...reply,
      game: { ...freshGame(game), seats: [player] },
      says: [tell({ type: 'play' })(player)],
      closes: [],
    })),
  },
  'newcomer-clears-board': {
    breaks: 'TTT-20',
    text: 'A newcomer who gets F empties the player’s board.',
    parameters: PVE,
    change: onFull((reply, game) => ({ ...reply, game: { ...game, board: EMPTY } })),
  },
  'player-told-of-newcomer': {
    breaks: 'TTT-20',
    text: 'When a newcomer gets F, the player gets it too.',
    parameters: PVE,
    change: onFull((reply, { seats }) => ({
      ...reply,
      says: [...reply.says, ...seats.map(tell({ type: 'full' }))],
    })),
  },
  'join-behind-refusal-unanswered': {
    breaks: 'TTT-20',
    text: 'After an F the next join of a free game gets no P.',
    parameters: PVE,
    change: (sound) => {
      let wasRefused = false;
      return {
        play: (game, turn) => {
          const reply = sound.play(game, turn);
          if (turn.kind !== 'join') return reply;
          const before = wasRefused;
          wasRefused = reply.closes.length > 0;
          return before && !wasRefused ? { ...reply, says: [] } : reply;
        },
      };
    },
  },
};

const ANSWERS: TttDefects = {
  'machine-answers-twice': {
    breaks: 'TTT-21',
    text: 'The machine’s digit is sent twice.',
    parameters: PVE,
    change: onMoveSent(twice),
  },
  'machine-looks-at-own-cells-only': {
    breaks: 'TTT-21',
    text: 'The machine takes any cell that is not its own, the player’s too.',
    parameters: PVE,
    change: (_sound, { random }) => ({
      choose: (_empty, board) => {
        const cells = CELLS.filter((cell) => (board[1] & (1 << cell)) === 0);
        return cells[random.int(0, cells.length - 1)] ?? 0;
      },
    }),
  },
  'machine-blind-in-the-end': {
    breaks: 'TTT-21',
    text: 'With two empty cells left the machine names an occupied one and takes one of the empty.',
    parameters: PVE,
    change: onMoveSent((sent, { board }, next) => {
      const isLate = emptyCells(board).length === 3 && next.board[0] !== 0;
      const cell = CELLS.find((one) => !isEmptyCell(board, one));
      if (!isLate || cell === undefined) return sent;
      return sent.map((one) => ({ ...one, message: { type: 'move', cell } }));
    }),
  },
  'machine-skips-ninth-cell': {
    breaks: 'TTT-21',
    text: 'The machine takes the ninth cell and sends nothing.',
    parameters: PVE,
    change: onMoveSent((sent, before, next) => {
      const isNinth = emptyCells(before.board).length === 2;
      return isNinth && next.board[0] + next.board[1] === 0 ? [] : sent;
    }),
  },
};

/** The machine's opening, after a move of the player that ended the round. */
function onOpening(change: (reply: Reply, ended: Board) => Reply): TttChange {
  return (sound) => {
    let ended: Board | undefined;
    return {
      isOver: (board, by) => {
        const isOver = sound.isOver(board, by);
        if (isOver && by === 0) ended = board;
        return isOver;
      },
      play: (game, turn) => {
        ended = undefined;
        const reply = sound.play(game, turn);
        return ended === undefined || turn.kind !== 'move' ? reply : change(reply, ended);
      },
    };
  };
}

function withoutOpening(reply: Reply): Reply {
  return { ...reply, game: { ...reply.game, turn: 0, opener: 0 }, says: [] };
}

const OPENINGS: TttDefects = {
  'machine-never-opens': {
    breaks: 'TTT-22',
    text: 'When the player’s move ends a round, the machine waits for the next one to be opened.',
    parameters: PVE,
    change: onOpening(withoutOpening),
  },
  'machine-waits-behind-draw': {
    breaks: 'TTT-22',
    text: 'When the player’s ninth cell ends a round, the machine waits for the next one to be opened.',
    parameters: PVE,
    change: onOpening((reply, ended) => (isDraw(ended) ? withoutOpening(reply) : reply)),
  },
  'opening-not-kept': {
    breaks: 'TTT-22',
    text: 'The cell that the machine opens a round with stays empty.',
    parameters: PVE,
    change: (sound) => ({
      takeCell: (game, by, cell) => {
        const next = sound.takeCell(game, by, cell);
        const isOpening = by === 1 && emptyCells(game.board).length === CELLS.length;
        return isOpening ? { ...next, board: EMPTY } : next;
      },
    }),
  },
  'machine-opens-behind-itself': {
    breaks: 'TTT-22',
    text: 'When the machine’s move ends a round, it opens the next one too.',
    parameters: PVE,
    change: (sound, { steps }) => {
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
  },
};

/** Cells of the earlier board that are kept for the next player. */
function keepBoard(of: (board: Board) => Board): TttChange {
  return (sound) => {
    let left = EMPTY;
    return {
      play: (game, turn) => {
        const reply = sound.play(game, turn);
        if (turn.kind === 'leave' && game.seats.includes(turn.player)) left = of(game.board);
        const hasJoined = turn.kind === 'join' && reply.isAccepted;
        return hasJoined ? { ...reply, game: { ...reply.game, board: left } } : reply;
      },
    };
  };
}

const LEAVING: TttDefects = {
  'board-kept-for-next-player': {
    breaks: 'TTT-23',
    text: 'Leaving does not empty the board.',
    parameters: PVE,
    change: keepBoard((board) => board),
  },
  'machine-cells-kept': {
    breaks: 'TTT-23',
    text: 'Leaving empties only the player’s cells.',
    parameters: PVE,
    change: keepBoard(([, machine]) => [0, machine]),
  },
  'wait-before-play': {
    breaks: 'TTT-23',
    text: 'A player who joins the machine gets W before P.',
    parameters: PVE,
    change: onTurn('join', (reply, _game, { player }) =>
      reply.isAccepted ? { ...reply, says: [tell({ type: 'wait' })(player), ...reply.says] } : reply,
    ),
  },
};

const CHANCE: TttDefects = {
  'machine-takes-lowest': {
    breaks: 'TTT-24',
    text: 'The machine takes the first empty cell.',
    parameters: PVE,
    change: () => ({ choose: ([first = 0]) => first }),
  },
  'machine-has-three-ideas': {
    breaks: 'TTT-24',
    text: 'The machine takes one of the first three empty cells.',
    parameters: PVE,
    change: (sound) => ({ choose: (empty, board) => sound.choose(empty.slice(0, 3), board) }),
  },
  'machine-seeded-at-join': {
    breaks: 'TTT-24',
    text: 'The machine’s generator is seeded anew for each player, with the same number.',
    parameters: PVE,
    change: (sound) => {
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
  },
};

export const MACHINE_DEFECTS: TttDefects = {
  ...JOINING,
  ...ANSWERS,
  ...OPENINGS,
  ...LEAVING,
  ...CHANCE,
};
