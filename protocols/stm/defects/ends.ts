/** Defects of a game's end: STM-GM-10 and GM-11. */
import { ERROR, type State, type Tile } from '../message';
import { boardOf, hasMove, matches, SHUFFLES_PER_GAME, WINNING_PAIRS, type Board, type Game } from '../rules';
import { asIf, onRequest, type Change, type Changes } from './hooks';

/** Where Set State is answered with a state, `decide` gives that state. */
function onState(decide: (game: Game, state: State) => State): Change {
  return onRequest('set-state', (turn, game) => {
    if (turn.answer.type !== 'state') return turn;
    const state = decide(game, turn.answer.state);
    return { game: { ...game, ended: state !== 'playing' }, answer: { type: 'state', state } };
  });
}

/** Game over by a different rule about the board. */
function overWhen(stuck: (board: Board) => boolean): Change {
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

function withOpenRule(change: Partial<OpenRule>): Change {
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

const COUNTS: Changes = {
  'won-at-71': onState((game, state) => (game.pairs === WINNING_PAIRS - 1 ? 'won' : state)),
  'won-at-72-only': onState((game, state) => (game.pairs > WINNING_PAIRS ? 'playing' : state)),
  'pairs-eight-bits': onState((game, state) =>
    game.pairs % 256 < WINNING_PAIRS && state === 'won' ? 'playing' : state,
  ),
  'over-before-won': onState((game, state) =>
    game.shuffles >= SHUFFLES_PER_GAME && !hasMove(game.board) ? 'over' : state,
  ),
};

const BOARDS: Changes = {
  'over-after-four': onState((game, state) =>
    state === 'playing' && game.shuffles === SHUFFLES_PER_GAME - 1 && !hasMove(game.board) ? 'over' : state,
  ),
  'empty-board-playing': overWhen((board) => board.size > 0 && !hasMove(board)),
  'over-ignores-groups': overWhen((board) => !hasMove(ungrouped(board))),
  'over-by-sent-board': onRequest('shuffle', (turn, _game, { tiles }) =>
    turn.answer.type === 'shuffle' ? { ...turn, game: { ...turn.game, board: boardOf(tiles) } } : turn,
  ),
  'matched-stay-on-board': onRequest('match', (turn, { board }) => ({
    ...turn,
    game: { ...turn.game, board },
  })),
  'cover-unseen': withOpenRule({ cover: 0 }),
  'cover-exact': withOpenRule({ cover: 1 }),
  'side-exact': withOpenRule({ reach: 1 }),
  'side-near': withOpenRule({ closing: [1, 2] }),
  'side-both': withOpenRule({ bothSides: true }),
};

const AFTERWARDS: Changes = {
  'over-plays-on': onRequest('set-state', (turn) =>
    turn.answer.type === 'state' && turn.answer.state === 'over'
      ? { ...turn, game: { ...turn.game, ended: false } }
      : turn,
  ),
  'select-after-won': onRequest('select', (turn, { ended, pairs }) =>
    ended && pairs >= WINNING_PAIRS ? { ...turn, answer: { type: 'select', result: false } } : turn,
  ),
  'state-after-end': asIf((game, { type }) => (type === 'set-state' ? { ...game, ended: false } : game)),
  'blocked-after-over': onRequest('shuffle', (turn, { ended, shuffles }) =>
    ended && shuffles >= SHUFFLES_PER_GAME
      ? { ...turn, answer: { type: 'error', code: ERROR.shuffleBlocked } }
      : turn,
  ),
  'reset-after-end-refused': onRequest('reset', (turn, game) =>
    game.ended ? { game, answer: { type: 'error', code: ERROR.noGame } } : turn,
  ),
};

export const END_DEFECTS: Changes = { ...COUNTS, ...BOARDS, ...AFTERWARDS };
