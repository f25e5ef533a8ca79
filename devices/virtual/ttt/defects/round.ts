/** Bugs of a TTT server in the end of rounds and the change of turns. */
import { EMPTY, linesIn, LINES, other, type Board, type Side } from '../../../../protocols/ttt/board';
import { BYTE } from '../../../../protocols/ttt/message';
import type { Sent, TttDefect, TttDefects } from '../firmware';
import { isDraw, isFullBoard, PVP, missEnd } from '../hooks';

/** One line is not detected; for the side `seenOf` it may still be. */
function missLine(name: string, seenOf?: Side): TttDefect['change'] {
  const missed = LINES.findIndex((line) => line.name === name);
  const seen = (board: Board, side: Side): boolean =>
    linesIn(board[side]).some((line) => line !== missed || side === seenOf);
  return missEnd((board) => !isFullBoard(board) && !seen(board, 0) && !seen(board, 1));
}

/** Extra messages to the seated players after an event that ended a round. */
function onRoundEnd(
  say: (ended: Board, seats: readonly string[], opens: number) => readonly Sent[],
): TttDefect['change'] {
  return (sound) => {
    let ended: Board | undefined;
    return {
      isOver: (board, by) => {
        const over = sound.isOver(board, by);
        if (over) ended = board;
        return over;
      },
      applyEvent: (state, event) => {
        ended = undefined;
        const reply = sound.applyEvent(state, event);
        if (ended === undefined) return reply;
        return { ...reply, sent: [...reply.sent, ...say(ended, reply.state.seats, reply.state.turn)] };
      },
    };
  };
}

const WRAPPED_ROW = 0b000011100;

const ENDS: TttDefects = {
  'rising-diagonal-missed': {
    breaks: 'TTT-10',
    text: 'Three cells from bottom left to top right are no line.',
    change: missLine('rising diagonal'),
  },
  'seconds-middle-column-missed': {
    breaks: 'TTT-10',
    text: 'The middle column of the second player, or the machine, is no line.',
    change: missLine('middle column', 0),
  },
  'firsts-bottom-row-missed': {
    breaks: 'TTT-10',
    text: 'The bottom row of the first player is no line.',
    change: missLine('bottom row', 1),
  },
  'firsts-rising-diagonal-missed': {
    breaks: 'TTT-10',
    text: 'The rising diagonal of the first player is no line.',
    change: missLine('rising diagonal', 1),
  },
  'draw-goes-on': {
    breaks: 'TTT-10',
    text: 'Nine occupied cells without a line do not end a round.',
    change: missEnd(isDraw),
  },
  'wrapped-row-counts': {
    breaks: 'TTT-10',
    text: 'The cells 2, 3 and 4 are taken for a line.',
    parameters: PVP,
    change: (sound) => ({
      isOver: (board, by) => sound.isOver(board, by) || (board[by] & WRAPPED_ROW) === WRAPPED_ROW,
    }),
  },
  'sides-mixed-in-line': {
    breaks: 'TTT-10',
    text: 'The middle row ends a round when it is full, whosever its cells are.',
    change: (sound) => ({
      isOver: (board, by) => sound.isOver(board, by) || ((board[0] | board[1]) & 0b000111000) === 0b000111000,
    }),
  },
  'next-round-announced': {
    breaks: 'TTT-10',
    text: 'When a round ends, the player who opens the next gets P.',
    change: onRoundEnd((_ended, seats, opens) => {
      const to = seats[opens];
      return to === undefined ? [] : [{ to, byte: BYTE.play }];
    }),
  },
  'draw-announced': {
    breaks: 'TTT-10',
    text: 'At a draw every player gets F.',
    change: onRoundEnd((ended, seats) => (isDraw(ended) ? seats.map((to) => ({ to, byte: BYTE.full })) : [])),
  },
  'board-emptied-late': {
    breaks: 'TTT-10',
    text: 'The board is emptied after the first move of the next round: that move finds cells of the old one occupied.',
    change: (sound) => {
      let old = EMPTY;
      return {
        isOver: (board, by) => {
          const over = sound.isOver(board, by);
          old = over ? board : EMPTY;
          return over;
        },
        refusesMove: (state, move) => {
          const held = state.board[0] + state.board[1] === 0 && ((old[0] | old[1]) & (1 << move.cell)) !== 0;
          return held || sound.refusesMove(state, move);
        },
        applyEvent: (state, event) => {
          if (event.kind !== 'move' && event.kind !== 'invalid') old = EMPTY;
          return sound.applyEvent(state, event);
        },
      };
    },
  },
};

const TURNS: TttDefects = {
  'second-opens-always': {
    breaks: 'TTT-12',
    text: 'The second to join opens every round.',
    parameters: PVP,
    change: (sound) => ({
      turnAfter: (state, by, ended) => (ended === undefined ? sound.turnAfter(state, by, ended) : 1),
    }),
  },
  'winner-opens': {
    breaks: 'TTT-12',
    text: 'The winner of a round opens the next.',
    parameters: PVP,
    change: (sound) => ({
      turnAfter: (state, by, ended) =>
        ended !== undefined && !isDraw(ended) ? by : sound.turnAfter(state, by, ended),
    }),
  },
  'drawer-opens': {
    breaks: 'TTT-12',
    text: 'Who ends a round by a draw opens the next.',
    parameters: PVP,
    change: (sound) => ({
      turnAfter: (state, by, ended) =>
        ended !== undefined && isDraw(ended) ? by : sound.turnAfter(state, by, ended),
    }),
  },
  'openers-alternate': {
    breaks: 'TTT-12',
    text: 'The opener of a round does not open the next, whoever ended it.',
    parameters: PVP,
    change: (sound) => ({
      turnAfter: (state, by, ended) =>
        ended === undefined ? sound.turnAfter(state, by, ended) : other(state.opener),
    }),
  },
  'third-cell-keeps-turn': {
    breaks: 'TTT-12',
    text: 'After the third cell of a side the turn does not pass.',
    parameters: PVP,
    change: (sound) => {
      const counts = new Map<number, number>();
      return {
        isOver: (board, by) => {
          counts.set(by, board[by]);
          return sound.isOver(board, by);
        },
        turnAfter: (state, by, ended) => {
          const cells = counts.get(by) ?? 0;
          const three = cells.toString(2).replaceAll('0', '').length === 3;
          return ended === undefined && three ? by : sound.turnAfter(state, by, ended);
        },
      };
    },
  },
};

export const ROUND_DEFECTS: TttDefects = { ...ENDS, ...TURNS };
