/** Defects of Shuffle: STM-GM-04 to GM-06. */
import { CMD, ERROR } from '../message';
import { SHUFFLES_PER_GAME } from '../rules';
import { asIf, onDeal, onReject, onRequest, withKindsOf, type Changes } from './hooks';
import { StmState } from '../rulings';

const DEAL_DEFECTS: Changes = {
  'shuffle-reorders': onDeal((tiles) =>
    tiles.length > 100 ? [...tiles.slice(0, -2), ...tiles.slice(-2).reverse()] : tiles,
  ),
  'shuffle-copies-kind': onDeal((tiles, _sent, game) =>
    game.shuffles === 3 ? withKindsOf(tiles, [...tiles.slice(0, -1), ...tiles.slice(0, 1)]) : tiles,
  ),
  'flowers-become-one': onDeal((tiles) =>
    tiles.map((tile) => (tile.kind >= 34 && tile.kind <= 37 ? { ...tile, kind: 34 } : tile)),
  ),
  'shuffle-rotates': onDeal((_tiles, sent) => withKindsOf(sent, [...sent.slice(1), ...sent.slice(0, 1)])),
  'shuffle-once': onDeal((tiles, sent, game) => (game.shuffles === 0 ? tiles : sent)),
  'shuffle-small-unmoved': onDeal((tiles, sent) => (sent.length < 20 ? sent : tiles)),
  'same-deals-every-game': onDeal((_tiles, sent, { shuffles }) => {
    const from = (7 * shuffles + 3) % sent.length;
    return withKindsOf(sent, [...sent.slice(from), ...sent.slice(0, from)]);
  }),
};

const COUNTS: Changes = {
  'sixth-shuffle': asIf((game, { type }) =>
    type === 'shuffle' && game.shuffles === SHUFFLES_PER_GAME
      ? { ...game, shuffles: game.shuffles - 1 }
      : game,
  ),
  'shuffle-count-wraps': onRequest('shuffle', (turn, game) => {
    if (turn.answer.type !== 'error' || turn.answer.code !== ERROR.shuffleBlocked) return turn;
    return { ...turn, game: { ...turn.game, shuffles: (game.shuffles + 1) % 256 } };
  }),
  'malformed-shuffle-counted': onReject((ruling, { error, raw }, { game }) => {
    const isCounted = ['range', 'repeat'].includes(error.code) && raw[0] === CMD.shuffle && game.started;
    const shuffles = Math.min(SHUFFLES_PER_GAME, game.shuffles + 1);
    return isCounted ? { ...ruling, state: new StmState({ ...game, shuffles }) } : ruling;
  }),
  'reset-keeps-shuffles': onRequest('reset', (turn, { shuffles }) => ({
    ...turn,
    game: { ...turn.game, shuffles },
  })),
  'blocked-shuffle-deselects': onRequest('shuffle', (turn) =>
    turn.answer.type === 'error' ? { ...turn, game: { ...turn.game, selected: undefined } } : turn,
  ),
  'blocked-shuffle-clears': onRequest('shuffle', (turn) =>
    turn.answer.type === 'error' ? { ...turn, game: { ...turn.game, board: new Map() } } : turn,
  ),
};

export const SHUFFLE_DEFECTS: Changes = { ...DEAL_DEFECTS, ...COUNTS };
