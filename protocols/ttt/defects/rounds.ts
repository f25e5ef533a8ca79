/** Bugs of a server in the end of rounds and the change of turns. */
import { EMPTY, isFull, linesIn, LINES, other, type Board, type Side } from '../board';
import { OCCUPIED } from '../firmware';
import type { GameState } from '../game';
import { adding, isDraw, onRoundEnd, onStep, PVP, type Group, type TttChange } from './hooks';

/** Rounds whose end is not noticed if `isUnseen` holds. */
function missEnd(isUnseen: (board: Board) => boolean): TttChange {
  return onStep('isOver', (isOver, board) => isOver && !isUnseen(board));
}

/** One line is not detected; for the side `seenOf` it may still be. */
function missLine(name: string, seenOf?: Side): TttChange {
  const missed = LINES.findIndex((line) => line.name === name);
  const isSeen = (board: Board, side: Side): boolean =>
    linesIn(board[side]).some((line) => line !== missed || side === seenOf);
  return missEnd((board) => !isFull(board) && !isSeen(board, 0) && !isSeen(board, 1));
}

/** More cells than the lines of the page end a round. */
function alsoOver(line: number, cellsOf: (board: Board, by: Side) => number): TttChange {
  return onStep('isOver', (isOver, board, by) => isOver || (cellsOf(board, by) & line) === line);
}

const WRAPPED_ROW = 0b000011100;
const MIDDLE_ROW = 0b000111000;

const ENDS: Group = [
  {},
  {
    'rising-diagonal-missed': missLine('rising diagonal'),
    'seconds-middle-column-missed': missLine('middle column', 0),
    'firsts-bottom-row-missed': missLine('bottom row', 1),
    'firsts-rising-diagonal-missed': missLine('rising diagonal', 1),
    'draw-goes-on': missEnd(isDraw),
    'sides-mixed-in-line': alsoOver(MIDDLE_ROW, ([a, b]) => a | b),
    'draw-announced': onRoundEnd((reply, ended) =>
      isDraw(ended) ? adding(reply, 'full', reply.game.seats) : reply,
    ),
    'board-emptied-late': (sound) => {
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
];

/** Who opens the next round, in place of the side whose turn it is. */
function opens(opener: (ended: Board, by: Side, game: GameState) => Side | undefined): TttChange {
  return onStep(
    'turnAfter',
    (turn, game, by, ended) => (ended === undefined ? undefined : opener(ended, by, game)) ?? turn,
  );
}

const TURNS: Group = [
  PVP,
  {
    'wrapped-row-counts': alsoOver(WRAPPED_ROW, (board, by) => board[by]),
    'next-round-announced': onRoundEnd((reply) =>
      adding(reply, 'play', reply.game.seats.slice(reply.game.opener, reply.game.opener + 1)),
    ),
    'second-opens-always': opens(() => 1),
    'winner-opens': opens((ended, by) => (isDraw(ended) ? undefined : by)),
    'drawer-opens': opens((ended, by) => (isDraw(ended) ? by : undefined)),
    'openers-alternate': opens((_ended, _by, { opener }) => other(opener)),
    'third-cell-keeps-turn': (sound) => {
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
];

export const ROUND_DEFECTS: readonly Group[] = [ENDS, TURNS];
