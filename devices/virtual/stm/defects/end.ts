/** Defects of a game's end: STM-GM-10 and GM-11. */
import { ERROR, type State, type Tile } from '../../../../protocols/stm/message';
import {
  boardOf,
  hasMove,
  matches,
  SHUFFLES_PER_GAME,
  WINNING_PAIRS,
  type Board,
  type Game,
} from '../../../../protocols/stm/rules';
import type { StmDefect, StmDefects } from '../firmware';
import { onRequest } from '../hooks';

/** Where Set State is answered with a state, `decide` gives that state. */
function onState(decide: (game: Game, state: State) => State): StmDefect['change'] {
  return onRequest('set-state', (turn, game) => {
    if (turn.answer?.type !== 'state') return turn;
    const state = decide(game, turn.answer.state);
    return { game: { ...game, ended: state !== 'playing' }, answer: { type: 'state', state } };
  });
}

/** Game over by a different rule about the board. */
function overWhen(stuck: (board: Board) => boolean): StmDefect['change'] {
  return onState((game, state) => {
    if (state === 'won' || game.shuffles < SHUFFLES_PER_GAME) return state;
    return stuck(game.board) ? 'over' : 'playing';
  });
}

/** A rule that decides which tiles are open. */
interface OpenRule {
  /** A tile on the next level covers within this distance, in half tiles; 0: never. */
  readonly cover: number;
  /** A neighbour closes a side within this distance of y. */
  readonly reach: number;
  /** Distances of x at which a neighbour closes a side. */
  readonly closing: readonly number[];
  /** Both sides have to be free. */
  readonly bothSides: boolean;
}

const PAGE_RULE: OpenRule = { cover: 2, reach: 2, closing: [2], bothSides: false };

function isOpenBy(tile: Tile, board: Board, sight: OpenRule): boolean {
  const others = [...board.values()];
  const covered = others.some(
    ({ x, y, z }) =>
      z === tile.z + 1 && Math.abs(x - tile.x) < sight.cover && Math.abs(y - tile.y) < sight.cover,
  );
  const closed = (side: number): boolean =>
    others.some(
      ({ x, y, z }) =>
        z === tile.z && sight.closing.includes(side * (x - tile.x)) && Math.abs(y - tile.y) < sight.reach,
    );
  const [left, right] = [closed(-1), closed(1)];
  return !covered && !(sight.bothSides ? left || right : left && right);
}

function withOpenRule(change: Partial<OpenRule>): StmDefect['change'] {
  const sight = { ...PAGE_RULE, ...change };
  return overWhen((board) => {
    const open = [...board.values()].filter((tile) => isOpenBy(tile, board, sight));
    return !open.some((a, i) => open.slice(i + 1).some((b) => matches(a.kind, b.kind)));
  });
}

/** The board with every flower and season as a separate kind. */
function ungrouped(board: Board): Board {
  return new Map(
    [...board].map(([place, tile], i) => [place, tile.kind < 34 ? tile : { ...tile, kind: 100 + i }]),
  );
}

const COUNTS: StmDefects = {
  'won-at-71': {
    breaks: 'STM-GM-10',
    text: 'The game is won with 71 pairs.',
    change: onState((game, state) => (game.pairs === WINNING_PAIRS - 1 ? 'won' : state)),
  },
  'won-at-72-only': {
    breaks: 'STM-GM-10',
    text: 'The game is won with exactly 72 pairs, and not with more.',
    change: onState((game, state) => (game.pairs > WINNING_PAIRS ? 'playing' : state)),
  },
  'pairs-eight-bits': {
    breaks: 'STM-GM-10',
    text: 'Pairs are counted in 8 bits: a game won with 256 of them is being played again.',
    change: onState((game, state) =>
      game.pairs % 256 < WINNING_PAIRS && state === 'won' ? 'playing' : state,
    ),
  },
  'repeated-pair-uncounted': {
    breaks: 'STM-GM-10',
    text: 'After a Shuffle, a pair of positions that are off the known board is not counted.',
    change: onRequest('match', (turn, game) =>
      game.shuffles > 0 && turn.game.pairs > game.pairs && turn.game.board.size === game.board.size
        ? { ...turn, game: { ...turn.game, pairs: game.pairs } }
        : turn,
    ),
  },
  'over-before-won': {
    breaks: 'STM-GM-10',
    text: 'Game over is looked for before won: 72 pairs on a stuck board are lost.',
    change: onState((game, state) =>
      game.shuffles >= SHUFFLES_PER_GAME && !hasMove(game.board) ? 'over' : state,
    ),
  },
};

const BOARDS: StmDefects = {
  'over-after-four': {
    breaks: 'STM-GM-10',
    text: 'The game is over on a stuck board after four shuffles.',
    change: onState((game, state) =>
      state === 'playing' && game.shuffles === SHUFFLES_PER_GAME - 1 && !hasMove(game.board) ? 'over' : state,
    ),
  },
  'empty-board-playing': {
    breaks: 'STM-GM-10',
    text: 'With five shuffles used and no tile left the game goes on.',
    change: overWhen((board) => board.size > 0 && !hasMove(board)),
  },
  'over-ignores-groups': {
    breaks: 'STM-GM-10',
    text: 'Flowers and seasons are no move unless they are the same kind.',
    change: overWhen((board) => !hasMove(ungrouped(board))),
  },
  'over-by-sent-board': {
    breaks: 'STM-GM-10',
    text: 'The known board is the one that was sent, not the one dealt.',
    change: onRequest('shuffle', (turn, _game, { tiles }) =>
      turn.answer?.type === 'shuffle' ? { ...turn, game: { ...turn.game, board: boardOf(tiles) } } : turn,
    ),
  },
  'matched-stay-on-board': {
    breaks: 'STM-GM-10',
    text: 'Matched tiles are not taken off the known board.',
    change: onRequest('match', (turn, { board }) => ({ ...turn, game: { ...turn.game, board } })),
  },
  'matched-by-kind-only': {
    breaks: 'STM-GM-10',
    text: 'A matched position stays on the known board where another kind stands there than was named.',
    change: onRequest('match', (turn, game, { tile }) => {
      if (turn.game.pairs === game.pairs) return turn;
      const named = [game.selected, tile];
      const stays = ([place, { x, y, z, kind }]: readonly [number, Tile]): boolean =>
        turn.game.board.has(place) ||
        !named.some((one) => one?.x === x && one.y === y && one.z === z && one.kind === kind);
      return { ...turn, game: { ...turn.game, board: new Map([...game.board].filter(stays)) } };
    }),
  },
  'cover-unseen': {
    breaks: 'STM-GM-10',
    text: 'A tile under another counts as open.',
    change: withOpenRule({ cover: 0 }),
  },
  'cover-exact': {
    breaks: 'STM-GM-10',
    text: 'Only a tile right above covers another: half a tile off, it does not.',
    change: withOpenRule({ cover: 1 }),
  },
  'side-exact': {
    breaks: 'STM-GM-10',
    text: 'A neighbour half a tile up or down does not close a side.',
    change: withOpenRule({ reach: 1 }),
  },
  'side-near': {
    breaks: 'STM-GM-10',
    text: 'A tile that overlaps another on its level closes that side.',
    change: withOpenRule({ closing: [1, 2] }),
  },
  'side-both': {
    breaks: 'STM-GM-10',
    text: 'A tile is open only with both sides free.',
    change: withOpenRule({ bothSides: true }),
  },
};

const AFTERWARDS: StmDefects = {
  'over-plays-on': {
    breaks: 'STM-GM-11',
    text: 'After game over the board goes on answering as before.',
    change: onRequest('set-state', (turn) =>
      turn.answer?.type === 'state' && turn.answer.state === 'over'
        ? { ...turn, game: { ...turn.game, ended: false } }
        : turn,
    ),
  },
  'select-after-won': {
    breaks: 'STM-GM-11',
    text: 'After won, Select is answered FALSE instead of Error 06.',
    change: onRequest('select', (turn, { ended, pairs }) =>
      ended && pairs >= WINNING_PAIRS ? { ...turn, answer: { type: 'select', result: false } } : turn,
    ),
  },
  'state-after-end': {
    breaks: 'STM-GM-11',
    text: 'Set State is still answered with the end of the game.',
    change: (sound) => ({
      applyRequest: (game, request) =>
        request.type === 'set-state' && game.ended
          ? sound.applyRequest({ ...game, ended: false }, request)
          : sound.applyRequest(game, request),
    }),
  },
  'blocked-after-over': {
    breaks: 'STM-GM-11',
    text: 'After game over a Shuffle gets Error 05 instead of 06.',
    change: onRequest('shuffle', (turn, { ended, shuffles }) =>
      ended && shuffles >= SHUFFLES_PER_GAME
        ? { ...turn, answer: { type: 'error', code: ERROR.shuffleBlocked } }
        : turn,
    ),
  },
  'reset-after-end-refused': {
    breaks: 'STM-GM-11',
    text: 'After the end only Start is taken: Reset gets Error 06.',
    change: onRequest('reset', (turn, game) =>
      game.ended ? { game, answer: { type: 'error', code: ERROR.noGame } } : turn,
    ),
  },
};

export const END_DEFECTS: StmDefects = { ...COUNTS, ...BOARDS, ...AFTERWARDS };
