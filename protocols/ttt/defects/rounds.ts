/** Bugs of a server in the end of rounds and the change of turns, in shutdown, long runs, and time. */
import {
  EMPTY,
  isFull,
  linesIn,
  LINES,
  other,
  seatsOf,
  type Board,
  type Side,
  type GameState,
} from '../game';
import { OCCUPIED, SHUT, tell } from '../firmware';
import {
  adding,
  isDraw,
  onRoundEnd,
  onStep,
  PVP,
  CONNECTIONLESS,
  on,
  onChunk,
  PVE,
  remembering,
  SHUT_DOWN,
  silent,
  stopAfter,
  twice,
} from './hooks';
import type { Group, TttChange } from './hooks';
import { micros, millis } from '../../../api/index';

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

/** Before each W: within the 200 ms in which nothing may follow S. */
const LATER = millis(60);

const SHUTDOWN: readonly Group[] = [
  [SHUT_DOWN, { 'shutdown-unsaid': on(SHUT, silent), 'shutdown-twice': on(SHUT, twice) }],
  [
    { ...SHUT_DOWN, ...PVP },
    { 'shutdown-to-first-only': on(SHUT, (reply) => ({ ...reply, says: reply.says.slice(0, 1) })) },
  ],
  [
    { ...SHUT_DOWN, ...PVP, ...CONNECTIONLESS },
    {
      'wait-behind-shutdown': (sound, context) => ({
        ...on(SHUT, (reply, { seats }) => adding(reply, 'wait', seats))(sound, context),
        delay: (turn, message, index) =>
          turn.event.kind === 'reset' && message.type === 'wait' ? LATER : sound.delay(turn, message, index),
      }),
    },
  ],
  [
    { ...SHUT_DOWN, ...CONNECTIONLESS },
    {
      'shutdown-to-strangers': remembering(() => {
        const known = new Set<string>();
        return (reply, _game, turn) => {
          if (turn.kind === 'shutdown') return { ...reply, says: [...known].map(tell({ type: 'shutdown' })) };
          known.add(turn.player);
          return reply;
        };
      }),
      'shutdown-keeps-seats': on(SHUT, (reply, game) => ({ ...reply, game })),
    },
  ],
];

const MOST_BYTES = 65_535;
const MOST_JOINS = 150;
const MOST_REFUSALS = 64;
const LONGEST_NOISE = 20;

const LONG_RUNS: Group = [
  {},
  {
    'stops-at-64-kib': (sound, context) => {
      let count = 0;
      return onChunk((events, { length }) => ((count += length) > MOST_BYTES ? [] : events))(sound, context);
    },
    'stops-at-150-joins': stopAfter(() => {
      let joins = 0;
      return ({ kind }) => kind === 'join' && ++joins > MOST_JOINS;
    }),
    'stops-at-64-refusals': stopAfter(() => {
      let refusals = 0;
      return (turn, { game, seats }) => {
        if (turn.kind === 'shutdown') refusals = 0;
        const isRefused =
          turn.kind === 'join' && seats.length === seatsOf(game) && !seats.includes(turn.player);
        return isRefused && ++refusals > MOST_REFUSALS;
      };
    }),
    'noise-stops': stopAfter(() => {
      let noise = 0;
      return ({ kind }) => (noise = kind === 'invalid' ? noise + 1 : 0) > LONGEST_NOISE;
    }),
    'answers-late': (_sound, { random }) => ({
      delay: (_turn, _message, index) => micros(index === 0 ? random.int(60_000, 90_000) : 0),
    }),
  },
];

const THINKING: Group = [
  PVE,
  {
    'machine-thinks-long': (sound, { random }) => ({
      delay: (turn, message, index) =>
        message.type === 'move' && index === 0
          ? micros(random.int(80_000, 120_000))
          : sound.delay(turn, message, index),
    }),
  },
];

export const END_DEFECTS: readonly Group[] = [...SHUTDOWN, LONG_RUNS, THINKING];
