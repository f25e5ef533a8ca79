/** Defects of Shuffle: STM-GM-04 to GM-06. */
import { ERROR, type Tile } from '../../../../protocols/stm/message';
import { SHUFFLES_PER_GAME, type Game } from '../../../../protocols/stm/rules';
import { random } from '../../../random';
import { withKindsOf, type StmDefect, type StmDefects } from '../firmware';
import { onRequest } from '../hooks';

/** Changes a deal; `sent` is the board in the request. */
function onDeal(
  change: (tiles: readonly Tile[], sent: readonly Tile[], game: Game) => readonly Tile[],
): StmDefect['change'] {
  return (sound) => ({ deal: (sent, game) => change(sound.deal(sent, game), sent, game) });
}

const DEAL_DEFECTS: StmDefects = {
  'shuffle-reorders': {
    breaks: 'STM-GM-04',
    text: "Of more than 100 tiles the last two positions come back in each other's place.",
    change: onDeal((tiles) =>
      tiles.length > 100 ? [...tiles.slice(0, -2), ...tiles.slice(-2).reverse()] : tiles,
    ),
  },
  'shuffle-drops-last': {
    breaks: 'STM-GM-04',
    text: 'A full board of 144 tiles comes back without its last one.',
    change: onDeal((tiles) => (tiles.length === 144 ? tiles.slice(0, -1) : tiles)),
  },
  'shuffle-copies-kind': {
    breaks: 'STM-GM-04',
    text: 'Every fourth Shuffle of a game overwrites the kind of its last tile with that of the first.',
    change: onDeal((tiles, _sent, game) =>
      game.shuffles === 3 ? withKindsOf(tiles, [...tiles.slice(0, -1), ...tiles.slice(0, 1)]) : tiles,
    ),
  },
  'flowers-become-one': {
    breaks: 'STM-GM-04',
    text: 'Flowers are kept as a group: all of them come back as the first.',
    change: onDeal((tiles) =>
      tiles.map((tile) => (tile.kind >= 34 && tile.kind <= 37 ? { ...tile, kind: 34 } : tile)),
    ),
  },
  'shuffle-mirrors-x': {
    breaks: 'STM-GM-04',
    text: 'The top bit of x is lost: positions from 32 up come back 32 to the left.',
    change: onDeal((tiles) => tiles.map((tile) => ({ ...tile, x: tile.x & 0x1f }))),
  },
  'shuffle-rotates': {
    breaks: 'STM-GM-06',
    text: 'Shuffle moves every kind on by one place, every time.',
    change: onDeal((_tiles, sent) => withKindsOf(sent, [...sent.slice(1), ...sent.slice(0, 1)])),
  },
  'shuffle-once': {
    breaks: 'STM-GM-06',
    text: 'Only the first Shuffle of a game is random: the others give back what was sent.',
    change: onDeal((tiles, sent, game) => (game.shuffles === 0 ? tiles : sent)),
  },
  'shuffle-small-unmoved': {
    breaks: 'STM-GM-06',
    text: 'Boards of fewer than 20 tiles are given back as they came.',
    change: onDeal((tiles, sent) => (sent.length < 20 ? sent : tiles)),
  },
  'same-deals-every-game': {
    breaks: 'STM-GM-06',
    text: 'The generator is seeded anew at Start and Reset: every game has the same deals.',
    change: (sound) => {
      let own = random(1);
      return {
        deal: (tiles) => withKindsOf(tiles, own.shuffle(tiles)),
        applyRequest: (game, request) => {
          if (request.type === 'start' || request.type === 'reset') own = random(1);
          return sound.applyRequest(game, request);
        },
      };
    },
  },
};

const COUNTS: StmDefects = {
  'sixth-shuffle': {
    breaks: 'STM-GM-05',
    text: 'Six shuffles are done: the count is compared with > instead of >=.',
    change: (sound) => ({
      applyRequest: (game, request) => {
        if (request.type !== 'shuffle' || game.shuffles !== SHUFFLES_PER_GAME)
          return sound.applyRequest(game, request);
        const turn = sound.applyRequest({ ...game, shuffles: game.shuffles - 1 }, request);
        const done = turn.answer?.type === 'shuffle';
        return { ...turn, game: { ...turn.game, shuffles: done ? SHUFFLES_PER_GAME + 1 : game.shuffles } };
      },
    }),
  },
  'shuffle-count-wraps': {
    breaks: 'STM-GM-05',
    text: 'Refused shuffles are counted too, in 8 bits: after 251 of them five more are done.',
    change: onRequest('shuffle', (turn, game) => {
      if (turn.answer?.type !== 'error' || turn.answer.code !== ERROR.shuffleBlocked) return turn;
      return { ...turn, game: { ...turn.game, shuffles: (game.shuffles + 1) % 256 } };
    }),
  },
  'malformed-shuffle-counted': {
    breaks: 'STM-GM-05',
    text: 'A Shuffle with bad content is counted as one of the five.',
    change: (sound) => ({
      handleReject: (game, reject) => {
        const turn = sound.handleReject(game, reject);
        const counted = reject.error.code === 'content' && reject.raw[0] === 3;
        const shuffles = Math.min(SHUFFLES_PER_GAME, game.shuffles + 1);
        return counted && game.started ? { ...turn, game: { ...turn.game, shuffles } } : turn;
      },
    }),
  },
  'reset-keeps-shuffles': {
    breaks: 'STM-GM-05',
    text: 'Reset does not give five new shuffles.',
    change: onRequest('reset', (turn, { shuffles }) => ({ ...turn, game: { ...turn.game, shuffles } })),
  },
  'start-gives-four': {
    breaks: 'STM-GM-05',
    text: 'Start within a game that has used all five shuffles gives four new ones.',
    change: onRequest('start', (turn, { shuffles }) => ({
      ...turn,
      game: { ...turn.game, shuffles: shuffles === SHUFFLES_PER_GAME ? 1 : 0 },
    })),
  },
  'blocked-shuffle-deselects': {
    breaks: 'STM-GM-05',
    text: 'A refused Shuffle drops the selected tile.',
    change: onRequest('shuffle', (turn) =>
      turn.answer?.type === 'error' ? { ...turn, game: { ...turn.game, selected: undefined } } : turn,
    ),
  },
  'blocked-shuffle-clears': {
    breaks: 'STM-GM-05',
    text: 'A refused Shuffle empties the known board.',
    change: onRequest('shuffle', (turn) =>
      turn.answer?.type === 'error' ? { ...turn, game: { ...turn.game, board: new Map() } } : turn,
    ),
  },
};

export const SHUFFLE_DEFECTS: StmDefects = { ...DEAL_DEFECTS, ...COUNTS };
