/** Bugs of a TTT server in the game against the machine. */
import { EMPTY, isEmptyCell, type Board } from '../../../../protocols/ttt/board';
import { BYTE, CELLS, cellOf, type Cell } from '../../../../protocols/ttt/message';
import { freshGame } from '../../../../protocols/ttt/rules';
import { machineReply, moveTo, type Reply, type TttDefect, type TttDefects } from '../firmware';
import { isDraw, onEvent, onFull, PVE } from '../hooks';

const JOINING: TttDefects = {
  'newcomer-takes-over': {
    breaks: 'TTT-20',
    text: 'Joining a taken game takes the player’s place.',
    parameters: PVE,
    change: onFull((_reply, state, player) => ({
      state: { ...freshGame(state.game), seats: [player] },
      sent: [{ to: player, byte: BYTE.play }],
      closes: [],
    })),
  },
  'newcomer-clears-board': {
    breaks: 'TTT-20',
    text: 'A newcomer who gets F empties the player’s board.',
    parameters: PVE,
    change: onFull((reply, state) => ({ ...reply, state: { ...state, board: EMPTY } })),
  },
  'player-told-of-newcomer': {
    breaks: 'TTT-20',
    text: 'When a newcomer gets F, the player gets it too.',
    parameters: PVE,
    change: onFull((reply, { seats }) => ({
      ...reply,
      sent: [...reply.sent, ...seats.map((to) => ({ to, byte: BYTE.full }))],
    })),
  },
  'join-behind-refusal-unanswered': {
    breaks: 'TTT-20',
    text: 'After an F the next join of a free game gets no P.',
    parameters: PVE,
    change: (sound) => {
      let refused = false;
      return {
        applyEvent: (state, event) => {
          const reply = sound.applyEvent(state, event);
          if (event.kind !== 'join') return reply;
          const before = refused;
          refused = reply.sent.some(({ byte }) => byte === BYTE.full);
          return before && !refused ? { ...reply, sent: [] } : reply;
        },
      };
    },
  },
};

/** Digits of a reply, as cells. */
function digits({ sent }: Reply): readonly Cell[] {
  return sent.flatMap(({ byte }) => cellOf(byte) ?? []);
}

const ANSWERS: TttDefects = {
  'machine-answers-twice': {
    breaks: 'TTT-21',
    text: 'The machine’s digit is sent twice.',
    parameters: PVE,
    change: onEvent('move', (reply) => ({ ...reply, sent: reply.sent.flatMap((one) => [one, one]) })),
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
    change: onEvent('move', (reply, { board }) => {
      const [cell] = digits(reply);
      const late = CELLS.filter((one) => isEmptyCell(board, one)).length === 3;
      const occupied = CELLS.find((one) => !isEmptyCell(board, one));
      const to = reply.sent[0]?.to;
      const goesOn = reply.state.board[0] !== 0;
      if (!late || !goesOn || cell === undefined || occupied === undefined || to === undefined) return reply;
      return { ...reply, sent: [moveTo(to, occupied)] };
    }),
  },
  'machine-skips-ninth-cell': {
    breaks: 'TTT-21',
    text: 'The machine takes the ninth cell and sends nothing.',
    parameters: PVE,
    change: onEvent('move', (reply, { board }) => {
      const ninth = CELLS.filter((one) => isEmptyCell(board, one)).length === 2;
      const ends = (reply.state.board[0] | reply.state.board[1]) === 0;
      return ninth && ends ? { ...reply, sent: [] } : reply;
    }),
  },
};

/** The machine's opening, after a move of the player that ended the round. */
function onOpening(change: (reply: Reply, ended: Board, player: string) => Reply): TttDefect['change'] {
  return (sound) => {
    let ended: Board | undefined;
    return {
      isOver: (board, by) => {
        const over = sound.isOver(board, by);
        if (over && by === 0) ended = board;
        return over;
      },
      applyEvent: (state, event) => {
        ended = undefined;
        const reply = sound.applyEvent(state, event);
        return ended === undefined || event.kind !== 'move' ? reply : change(reply, ended, event.player);
      },
    };
  };
}

function withoutOpening({ state }: Reply): Reply {
  return { state: { ...state, board: EMPTY, turn: 0, opener: 0 }, sent: [], closes: [] };
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
    change: onOpening((reply) => ({ ...reply, state: { ...reply.state, board: EMPTY } })),
  },
  'machine-opens-behind-itself': {
    breaks: 'TTT-22',
    text: 'When the machine’s move ends a round, it opens the next one too.',
    parameters: PVE,
    change: (sound, context) => {
      let ended = false;
      return {
        isOver: (board, by) => {
          const over = sound.isOver(board, by);
          ended = over && by === 1;
          return over;
        },
        applyEvent: (state, event) => {
          ended = false;
          const reply = sound.applyEvent(state, event);
          if (!ended || event.kind !== 'move') return reply;
          const more = machineReply(context.firmware, { ...reply.state, turn: 1, opener: 1 }, event.player);
          return { ...more, sent: [...reply.sent, ...more.sent] };
        },
      };
    },
  },
};

/** Cells of the earlier board that are kept for the next player. */
function keepBoard(of: (board: Board) => Board): TttDefect['change'] {
  return (sound) => {
    let left = EMPTY;
    return {
      applyEvent: (state, event) => {
        const reply = sound.applyEvent(state, event);
        if (event.kind === 'leave' && state.seats.includes(event.player)) left = of(state.board);
        const joined = event.kind === 'join' && reply.state.seats.length > state.seats.length;
        return joined ? { ...reply, state: { ...reply.state, board: left } } : reply;
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
    change: onEvent('join', (reply) => ({
      ...reply,
      sent: reply.sent.flatMap((one) =>
        one.byte === BYTE.play ? [{ to: one.to, byte: BYTE.wait }, one] : [one],
      ),
    })),
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
        applyEvent: (game, event) => {
          if (event.kind === 'join') state = 7;
          return sound.applyEvent(game, event);
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
