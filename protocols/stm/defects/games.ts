/** Defects of the beginning of a game, of Select and of Match: STM-GM-01 to GM-03, GM-07 to GM-09. */
import { ERROR, positionOf, type Request, type Tile } from '../message';
import { matches, NEW_GAME, POWER_ON, type Game } from '../rules';
import { onRequest, samePlace, type Change, type Changes, type Turn } from './hooks';

/** The turn with some changes to the game. */
function withGame(turn: Turn, change: Partial<Game>): Turn {
  return { ...turn, game: { ...turn.game, ...change } };
}

const BEGINNINGS: Changes = {
  'start-keeps-selection': onRequest('start', (turn, { selected }) => withGame(turn, { selected })),
  'start-keeps-pairs': onRequest('start', (turn, { pairs }) => withGame(turn, { pairs })),
  'start-once': onRequest('start', (turn, game) =>
    game.started ? { game, answer: { type: 'error', code: ERROR.noGame } } : turn,
  ),
  'reset-keeps-selection': onRequest('reset', (turn, { selected }) => withGame(turn, { selected })),
  'reset-keeps-pairs': onRequest('reset', (turn, { pairs }) => withGame(turn, { pairs })),
  'reset-ends-game': onRequest('reset', (turn, game) => (game.started ? { ...turn, game: POWER_ON } : turn)),
  'state-before-start': onRequest('set-state', (turn, { started }) =>
    started ? turn : { ...turn, answer: { type: 'state', state: 'playing' } },
  ),
  'reset-starts': onRequest('reset', (turn, { started }) =>
    started ? turn : { game: NEW_GAME, answer: { type: 'reset' } },
  ),
};

const SELECTS: Changes = {
  'select-replaces': onRequest('select', (turn, _game, { open, tile }) =>
    turn.answer.type === 'select' && open
      ? { game: { ...turn.game, selected: tile }, answer: { type: 'select', result: true } }
      : turn,
  ),
  'select-again-toggles': onRequest('select', (turn, { selected }, { tile }) =>
    selected !== undefined && samePlace(selected, tile) ? withGame(turn, { selected: undefined }) : turn,
  ),
  'closed-deselects': onRequest('select', (turn, _game, { open }) =>
    open ? turn : withGame(turn, { selected: undefined }),
  ),
};

type MatchRequest = Extract<Request, { type: 'match' }>;

/** A Match of two tiles, with the result that `decide` gives. */
function onMatch(
  decide: (selected: Tile, request: MatchRequest, result: boolean, game: Game) => boolean,
): Change {
  return onRequest('match', (turn, game, request) => {
    const { selected } = game;
    if (selected === undefined || turn.answer.type !== 'match') return turn;
    const result = decide(selected, request, turn.answer.result, game);
    return result === turn.answer.result ? turn : matchTurn(game, selected, request.tile, result);
  });
}

function matchTurn(game: Game, selected: Tile, tile: Tile, result: boolean): Turn {
  const board = new Map(game.board);
  for (const one of result ? [selected, tile] : []) board.delete(positionOf(one));
  return {
    game: { ...game, selected: undefined, board, pairs: game.pairs + (result ? 1 : 0) },
    answer: { type: 'match', result },
  };
}

const WINDS = 27;
const FLOWERS = 34;
const SEASONS = 38;

const MATCHES: Changes = {
  'match-ignores-open': onMatch(
    (selected, { tile }) => !samePlace(selected, tile) && matches(selected.kind, tile.kind),
  ),
  'match-with-itself': onMatch((selected, { tile, open }) => open && matches(selected.kind, tile.kind)),
  'match-position-without-z': onMatch(
    (selected, { tile }, result) => result && !(selected.x === tile.x && selected.y === tile.y),
  ),
  'numbers-match': onMatch(
    (selected, { tile, open }, result) =>
      result ||
      (open &&
        !samePlace(selected, tile) &&
        Math.max(selected.kind, tile.kind) < WINDS &&
        selected.kind % 9 === tile.kind % 9),
  ),
  'seasons-match-flowers': onMatch(
    (selected, { tile, open }, result) =>
      result || (open && !samePlace(selected, tile) && selected.kind >= FLOWERS && tile.kind >= FLOWERS),
  ),
  'seasons-same-kind': onMatch(
    (selected, { tile }, result) => result && (selected.kind < SEASONS || selected.kind === tile.kind),
  ),
  'false-match-keeps-selection': onRequest('match', (turn, { selected }) =>
    turn.answer.type === 'match' && !turn.answer.result ? withGame(turn, { selected }) : turn,
  ),
  'shuffle-keeps-selection': onRequest('shuffle', (turn, { selected }) => withGame(turn, { selected })),
};

export const GAME_DEFECTS: Changes = { ...BEGINNINGS, ...SELECTS, ...MATCHES };
