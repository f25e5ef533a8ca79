/** Bugs of a server in the end of rounds and the change of turns. */
import { EMPTY, linesIn, LINES, other, type Board, type Side } from '../board';
import { OCCUPIED } from '../firmware';
import type { GameState } from '../game';
import type { ServerMessage } from '../message';
import { isDraw, isFullBoard, missEnd, PVP, type TttChange, type TttDefects } from './hooks';

/** One line is not detected; for the side `seenOf` it may still be. */
function missLine(name: string, seenOf?: Side): TttChange {
  const missed = LINES.findIndex((line) => line.name === name);
  const isSeen = (board: Board, side: Side): boolean =>
    linesIn(board[side]).some((line) => line !== missed || side === seenOf);
  return missEnd((board) => !isFullBoard(board) && !isSeen(board, 0) && !isSeen(board, 1));
}

/** A message to some of the seated players after a turn that ended a round. */
function onRoundEnd(
  type: 'play' | 'full',
  listeners: (ended: Board, next: GameState) => readonly string[],
): TttChange {
  return (sound) => {
    let ended: Board | undefined;
    const message: ServerMessage = { type };
    return {
      isOver: (board, by) => {
        const isOver = sound.isOver(board, by);
        if (isOver) ended = board;
        return isOver;
      },
      transmit: (messages, turn) => {
        const { table } = turn.state;
        const links = ended === undefined || table === undefined ? [] : listeners(ended, table);
        ended = undefined;
        return [...sound.transmit(messages, turn), ...links.map((link) => ({ link, message }))];
      },
    };
  };
}

const WRAPPED_ROW = 0b000011100;
const MIDDLE_ROW = 0b000111000;

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
      isOver: (board, by) => sound.isOver(board, by) || ((board[0] | board[1]) & MIDDLE_ROW) === MIDDLE_ROW,
    }),
  },
  'next-round-announced': {
    breaks: 'TTT-10',
    text: 'When a round ends, the player who opens the next gets P.',
    change: onRoundEnd('play', (_ended, { seats, opener }) => seats.slice(opener, opener + 1)),
  },
  'draw-announced': {
    breaks: 'TTT-10',
    text: 'At a draw every player gets F.',
    change: onRoundEnd('full', (ended, { seats }) => (isDraw(ended) ? seats : [])),
  },
  'board-emptied-late': {
    breaks: 'TTT-10',
    text: 'The board is emptied after the first move of the next round: that move finds cells of the old one occupied.',
    change: (sound) => {
      let old = EMPTY;
      return {
        isOver: (board, by) => {
          const isOver = sound.isOver(board, by);
          old = isOver ? board : EMPTY;
          return isOver;
        },
        refusal: (game, move) => {
          const isHeld = ((old[0] | old[1]) & (1 << move.cell)) !== 0;
          const isNew = game.board[0] + game.board[1] === 0;
          return sound.refusal(game, move) ?? (isNew && isHeld ? OCCUPIED : undefined);
        },
        play: (game, turn) => {
          if (turn.kind === 'join' || turn.kind === 'leave' || turn.kind === 'shutdown') old = EMPTY;
          return sound.play(game, turn);
        },
      };
    },
  },
};

/** Who opens the next round, in place of the side whose turn it is. */
function opens(opener: (ended: Board, by: Side, game: GameState) => Side | undefined): TttChange {
  return (sound) => ({
    turnAfter: (game, by, ended) =>
      (ended === undefined ? undefined : opener(ended, by, game)) ?? sound.turnAfter(game, by, ended),
  });
}

const TURNS: TttDefects = {
  'second-opens-always': {
    breaks: 'TTT-12',
    text: 'The second to join opens every round.',
    parameters: PVP,
    change: opens(() => 1),
  },
  'winner-opens': {
    breaks: 'TTT-12',
    text: 'The winner of a round opens the next.',
    parameters: PVP,
    change: opens((ended, by) => (isDraw(ended) ? undefined : by)),
  },
  'drawer-opens': {
    breaks: 'TTT-12',
    text: 'Who ends a round by a draw opens the next.',
    parameters: PVP,
    change: opens((ended, by) => (isDraw(ended) ? by : undefined)),
  },
  'openers-alternate': {
    breaks: 'TTT-12',
    text: 'The opener of a round does not open the next, whoever ended it.',
    parameters: PVP,
    change: opens((_ended, _by, { opener }) => other(opener)),
  },
  'third-cell-keeps-turn': {
    breaks: 'TTT-12',
    text: 'After the third cell of a side the turn does not pass.',
    parameters: PVP,
    change: (sound) => {
      let cells = 0;
      return {
        isOver: (board, by) => {
          cells = board[by].toString(2).replaceAll('0', '').length;
          return sound.isOver(board, by);
        },
        turnAfter: (game, by, ended) =>
          ended === undefined && cells === 3 ? by : sound.turnAfter(game, by, ended),
      };
    },
  },
};

export const ROUND_DEFECTS: TttDefects = { ...ENDS, ...TURNS };
