/** Sequences of STM requests: games, counts at their limits, silence, noise, and frames at unusual times. */
import { concat } from '../../../../protocols/bytes';
import { LIMIT, type Request, type Tile } from '../../../../protocols/stm/stm';
import { micros, millis, type Micros } from '../../../../protocols/time';
import type { Dice } from '../../campaign/dice';
import { listen, type FuzzStep } from '../../../player/step';
import { generator, sendInPieces } from '../case-building';
import type { Generator } from '../../target';
import { NEAR_MISSES } from './near-misses';
import {
  matchingKind,
  anyRequest,
  anyTile,
  bytes,
  elsewhere,
  field,
  hangingBoard,
  RESET,
  rowBoard,
  type StmView,
  tx,
  SET_STATE,
  START,
  tightBoard,
} from './case-parts';

function pair(dice: Dice, tile: Tile = anyTile(dice)): readonly FuzzStep[] {
  const second = { ...elsewhere(dice, tile), kind: matchingKind(dice, tile.kind) };
  return [tx({ type: 'select', tile, open: true }), tx({ type: 'match', tile: second, open: true })];
}

function times(count: number, steps: () => readonly FuzzStep[]): FuzzStep[] {
  return Array.from({ length: count }, steps).flat();
}

/** `inner` between requests that set a state and show it: the board must keep the state, or leave it. */
function around(dice: Dice, inner: readonly FuzzStep[], view: StmView): readonly FuzzStep[] {
  const tile = anyTile(dice);
  const game = view.state?.game;
  const begin = game?.started === true && !game.ended ? [] : [tx(START)];
  const [select, match] = pair(dice, tile);
  if (select === undefined || match === undefined) return inner;
  return dice.pick([
    [...begin, select, ...inner, match],
    [...begin, ...inner, match],
    [...begin, select, ...inner, tx({ type: 'select', tile: elsewhere(dice, tile), open: true })],
    [...begin, ...inner, tx(SET_STATE)],
  ]);
}

function nearMiss(dice: Dice, view: StmView): readonly FuzzStep[] {
  return dice.any(NEAR_MISSES)?.make(dice, view) ?? [];
}

/** Five shuffles, perhaps some matched pairs, then Set State. */
function stuck(dice: Dice): readonly FuzzStep[] {
  const board = dice.pick([rowBoard, tightBoard, tightBoard, hangingBoard, hangingBoard])(dice);
  const shuffle = tx({ type: 'shuffle', tiles: board });
  const played = dice.once(3) ? times(dice.int(1, 2), () => taken(dice, board)) : [];
  return [
    tx(dice.pick([START, START, RESET])),
    ...times(dice.once(8) ? 4 : 5, () => [shuffle]),
    ...played,
    tx(SET_STATE),
    ...times(dice.int(0, 2), () => [tx(afterwards(dice, board))]),
  ];
}

function afterwards(dice: Dice, board: readonly Tile[]): Request {
  const tile = dice.any(board) ?? anyTile(dice);
  return dice.pick<Request>([
    SET_STATE,
    RESET,
    { type: 'select', tile, open: true },
    { type: 'shuffle', tiles: board },
  ]);
}

function taken(dice: Dice, board: readonly Tile[]): readonly FuzzStep[] {
  const first = dice.any(board) ?? anyTile(dice);
  const second = dice.any(board.filter((tile) => tile !== first)) ?? elsewhere(dice, first);
  // The named kinds may differ from those on the board: only the positions are removed.
  const kind = dice.once(2) ? first.kind : dice.int(0, LIMIT.kind);
  return [
    tx({ type: 'select', tile: { ...first, kind }, open: true }),
    tx({ type: 'match', tile: { ...second, kind }, open: true }),
  ];
}

/** As many pairs as a win takes, one fewer, more, and more than eight bits can count. */
function manyPairs(dice: Dice): readonly FuzzStep[] {
  const tile = anyTile(dice);
  const match = pair(dice, tile);
  const shuffle = [tx({ type: 'shuffle', tiles: [tile] })];
  const begin = [
    tx(dice.pick([START, START, RESET])),
    ...(dice.once(3) ? times(dice.pick([1, 5, 5]), () => shuffle) : []),
  ];
  const won = times(72, () => match);
  const asked = [
    ...(dice.once(3) ? [listen(millis(700))] : []),
    tx(SET_STATE),
    ...times(dice.int(0, 2), () => [tx(afterwards(dice, [tile]))]),
  ];
  switch (dice.int(0, 7)) {
    case 0:
      return [...begin, ...won, ...match, ...asked];
    case 1:
      return [...begin, ...times(dice.pick([255, 256, 256, 257]), () => match), ...asked];
    case 2:
    case 3:
      return [...begin, ...won, tx(dice.pick([START, RESET])), ...asked];
    default:
      return [...begin, ...times(71, () => match), tx(SET_STATE), ...match, ...asked];
  }
}

/** As many shuffles as eight bits can count, and a few more. */
function manyShuffles(dice: Dice): readonly FuzzStep[] {
  const shuffle = [tx({ type: 'shuffle', tiles: [anyTile(dice)] })];
  return [tx(START), ...times(dice.pick([128, 257, 258]), () => shuffle)];
}

/** The same board in all five shuffles of a game, or in the first shuffle of five games. */
function repeatedDeals(dice: Dice): readonly FuzzStep[] {
  const board = field(dice, dice.pick([16, 16, 17, 20, 32, 144]));
  const shuffle = tx({ type: 'shuffle', tiles: board });
  return dice.once(2)
    ? [tx(START), ...times(5, () => [shuffle]), tx(SET_STATE)]
    : times(5, () => [tx(dice.pick([START, RESET])), shuffle]);
}

function shortRequest(dice: Dice, view: StmView): Uint8Array {
  const request = anyRequest(dice, view);
  return bytes(request.type === 'shuffle' ? { ...request, tiles: request.tiles.slice(0, 3) } : request);
}

function noise(dice: Dice): Uint8Array {
  const length = dice.once(12) ? dice.pick([64, 256, 600, 1200]) : dice.int(1, 40);
  const raw = dice.bytes(length);
  return dice.once(2) ? raw : Uint8Array.from(raw, (byte) => (byte < 7 && byte > 0 ? byte + 7 : byte));
}

export function sessions(idleGap: Micros): readonly Generator<StmView>[] {
  return [
    generator('any request', 'valid', 50, [], (dice, view) => [tx(anyRequest(dice, view))]),
    generator('a pair', 'session', 8, [], (dice) => pair(dice)),
    generator('something between select and match', 'session', 14, [], (dice, view) =>
      around(dice, dice.once(3) ? [tx(anyRequest(dice, view))] : nearMiss(dice, view), view),
    ),
    generator('a board with few moves', 'session', 9, [], stuck),
    generator('as many pairs as win', 'session', 0.5, [], manyPairs),
    generator('more shuffles than are counted', 'session', 0.1, [], manyShuffles),
    generator('the same deal asked for again', 'session', 0.6, [], repeatedDeals),
    generator('malformed ones, then five shuffles', 'session', 1, [], (dice, view) => [
      tx(dice.pick([START, RESET])),
      ...nearMiss(dice, view),
      ...times(dice.int(4, 7), () => [tx({ type: 'shuffle', tiles: [anyTile(dice)] })]),
      ...around(dice, [tx({ type: 'shuffle', tiles: [anyTile(dice)] })], view),
    ]),
    generator('two requests at once', 'timing', 2, [], (dice, view) => {
      const [one, other] = [anyRequest(dice, view), anyRequest(dice, view)];
      return [tx(concat(bytes(one), bytes(other)))];
    }),
    generator('pauses inside a frame', 'timing', 2, [], (dice, view) =>
      sendInPieces(dice, shortRequest(dice, view), idleGap, tx),
    ),
    generator('frame cut by an idle gap', 'timing', 1, [], (dice, view) => {
      const frame = shortRequest(dice, view);
      const cut = dice.int(1, frame.length - 1);
      const gap = micros(Math.round(idleGap * dice.pick([1.3, 2, 4])));
      return [tx(frame.subarray(0, cut)), tx(frame.subarray(cut), gap)];
    }),
    generator('silence', 'timing', 0.3, [], (dice) => [listen(millis(dice.pick([700, 2200, 2200])))]),
    generator('noise', 'noise', 2, [], (dice) => [tx(noise(dice))]),
    generator('many frames at once', 'noise', 0.5, [], (dice, view) => [
      tx(concat(...Array.from({ length: dice.int(3, 8) }, () => shortRequest(dice, view)))),
    ]),
    generator('long noise', 'noise', 0.15, [], (dice) => [
      tx(new Uint8Array(dice.pick([600, 1200, 4200, 4200])).fill(dice.pick([0x00, 0x07, 0xee, 0xff]))),
    ]),
  ];
}
