/** Defects of the beginning of a game, of Select and of Match: STM-GM-01 to GM-03, GM-07 to GM-09. */
import { positionOf } from '../../../../protocols/stm/stm';
import type { Request, Tile } from '../../../../protocols/stm/message';
import { matches, POWER_ON, type Game } from '../../../../protocols/stm/rules';
import type { StmDefect, StmDefects, Turn } from '../firmware';
import { onRequest } from '../hooks';

/** The turn with some changes to the game. */
function withGame(turn: Turn, change: Partial<Game>): Turn {
  return { ...turn, game: { ...turn.game, ...change } };
}

const BEGINNINGS: StmDefects = {
  'start-keeps-selection': {
    breaks: 'STM-GM-01',
    text: 'Start within a game leaves the selected tile selected.',
    change: onRequest('start', (turn, { selected }) => withGame(turn, { selected })),
  },
  'start-keeps-pairs': {
    breaks: 'STM-GM-01',
    text: 'Start within a game does not clear the count of pairs.',
    change: onRequest('start', (turn, { pairs }) => withGame(turn, { pairs })),
  },
  'start-once': {
    breaks: 'STM-GM-01',
    text: 'Start within a game gets Error 06.',
    change: onRequest('start', (turn, game) =>
      game.started ? { game, answer: { type: 'error', code: 6 } } : turn,
    ),
  },
  'reset-keeps-selection': {
    breaks: 'STM-GM-02',
    text: 'Reset leaves the selected tile selected.',
    change: onRequest('reset', (turn, { selected }) => withGame(turn, { selected })),
  },
  'reset-keeps-pairs': {
    breaks: 'STM-GM-02',
    text: 'Reset does not clear the count of pairs.',
    change: onRequest('reset', (turn, { pairs }) => withGame(turn, { pairs })),
  },
  'reset-ends-game': {
    breaks: 'STM-GM-02',
    text: 'Reset goes back to before the first Start.',
    change: onRequest('reset', (turn, game) => (game.started ? { ...turn, game: POWER_ON } : turn)),
  },
  'state-before-start': {
    breaks: 'STM-GM-03',
    text: 'Set State before the first Start is answered playing.',
    change: onRequest('set-state', (turn, { started }) =>
      started ? turn : { ...turn, answer: { type: 'state', state: 'playing' } },
    ),
  },
  'reset-starts': {
    breaks: 'STM-GM-03',
    text: 'Reset before the first Start begins a game.',
    change: (sound, { firmware }) => ({
      applyRequest: (game, request) =>
        request.type === 'reset' && !game.started
          ? { game: firmware.applyRequest(game, { type: 'start' }).game, answer: { type: 'reset' } }
          : sound.applyRequest(game, request),
    }),
  },
};

const SELECTS: StmDefects = {
  'select-replaces': {
    breaks: 'STM-GM-07',
    text: 'Select is TRUE while another tile is selected, and selects the new one.',
    change: onRequest('select', (turn, _game, { open, tile }) =>
      turn.answer?.type === 'select' && open
        ? { game: { ...turn.game, selected: tile }, answer: { type: 'select', result: true } }
        : turn,
    ),
  },
  'select-again-toggles': {
    breaks: 'STM-GM-07',
    text: 'Select of the selected tile itself is FALSE, but lets go of it.',
    change: onRequest('select', (turn, { selected }, { tile }) =>
      selected !== undefined && samePlace(selected, tile) ? withGame(turn, { selected: undefined }) : turn,
    ),
  },
  'closed-selects': {
    breaks: 'STM-GM-07',
    text: 'Select of a closed tile is FALSE, but selects it.',
    change: onRequest('select', (turn, game, { open, tile }) =>
      turn.answer?.type === 'select' && !open && game.selected === undefined
        ? withGame(turn, { selected: tile })
        : turn,
    ),
  },
  'closed-deselects': {
    breaks: 'STM-GM-07',
    text: 'Select of a closed tile drops the tile selected before.',
    change: onRequest('select', (turn, _game, { open }) =>
      open ? turn : withGame(turn, { selected: undefined }),
    ),
  },
};

type MatchRequest = Extract<Request, { type: 'match' }>;

function samePlace(a: Tile, b: Tile): boolean {
  return a.x === b.x && a.y === b.y && a.z === b.z;
}

/** A Match of two tiles, with the result that `decide` gives. */
function onMatch(
  decide: (selected: Tile, request: MatchRequest, result: boolean, game: Game) => boolean,
): StmDefect['change'] {
  return onRequest('match', (turn, game, request) => {
    const { selected } = game;
    if (selected === undefined || turn.answer?.type !== 'match') return turn;
    const result = decide(selected, request, turn.answer.result, game);
    return result === turn.answer.result ? turn : matchTurn(game, selected, request.tile, result);
  });
}

function matchTurn(game: Game, selected: Tile, tile: Tile, result: boolean): Turn {
  const board = new Map(game.board);
  for (const { x, y, z } of result ? [selected, tile] : []) board.delete(positionOf(x, y, z));
  return {
    game: { ...game, selected: undefined, board, pairs: game.pairs + (result ? 1 : 0) },
    answer: { type: 'match', result },
  };
}

const FLOWERS = 34;
const SEASONS = 38;

const MATCHES: StmDefects = {
  'match-ignores-open': {
    breaks: 'STM-GM-08',
    text: 'Match does not look at the condition.',
    change: onMatch((selected, { tile }) => !samePlace(selected, tile) && matches(selected.kind, tile.kind)),
  },
  'match-with-itself': {
    breaks: 'STM-GM-08',
    text: 'A tile matches itself.',
    change: onMatch((selected, { tile, open }) => open && matches(selected.kind, tile.kind)),
  },
  'match-position-without-z': {
    breaks: 'STM-GM-08',
    text: 'Positions are compared by x and y: two tiles one over the other never match.',
    change: onMatch(
      (selected, { tile }, result) => result && !(selected.x === tile.x && selected.y === tile.y),
    ),
  },
  'seasons-match-flowers': {
    breaks: 'STM-GM-08',
    text: 'A flower and a season match.',
    change: onMatch(
      (selected, { tile, open }, result) =>
        result || (open && !samePlace(selected, tile) && selected.kind >= FLOWERS && tile.kind >= FLOWERS),
    ),
  },
  'seasons-same-kind': {
    breaks: 'STM-GM-08',
    text: 'Seasons match only their own kind.',
    change: onMatch(
      (selected, { tile }, result) => result && (selected.kind < SEASONS || selected.kind === tile.kind),
    ),
  },
  'match-needs-known-board': {
    breaks: 'STM-GM-08',
    text: 'After a Shuffle, Match is FALSE for a position that the known board does not have.',
    change: onMatch(
      (_selected, { tile: { x, y, z } }, result, { shuffles, board }) =>
        result && (shuffles === 0 || board.has(positionOf(x, y, z))),
    ),
  },
  'false-match-keeps-selection': {
    breaks: 'STM-GM-09',
    text: 'A Match that is FALSE leaves the tile selected.',
    change: onRequest('match', (turn, { selected }) =>
      turn.answer?.type === 'match' && !turn.answer.result ? withGame(turn, { selected }) : turn,
    ),
  },
  'closed-match-keeps-selection': {
    breaks: 'STM-GM-09',
    text: 'A Match with a closed tile leaves the tile selected.',
    change: onRequest('match', (turn, { selected }, { open }) =>
      open ? turn : withGame(turn, { selected }),
    ),
  },
  'match-remembers': {
    breaks: 'STM-GM-09',
    text: 'A Match with nothing selected is compared with the tile selected last.',
    change: (sound) => {
      let last: Tile | undefined;
      return {
        applyRequest: (game, request) => {
          const remembered =
            request.type === 'match' && game.selected === undefined ? { selected: last } : {};
          const turn = sound.applyRequest({ ...game, ...remembered }, request);
          last =
            request.type === 'start' || request.type === 'reset' ? undefined : (turn.game.selected ?? last);
          return turn;
        },
      };
    },
  },
  'shuffle-keeps-selection': {
    breaks: 'STM-GM-09',
    text: 'A Shuffle leaves the selected tile selected.',
    change: onRequest('shuffle', (turn, { selected }) => withGame(turn, { selected })),
  },
};

export const GAME_DEFECTS: StmDefects = { ...BEGINNINGS, ...SELECTS, ...MATCHES };
