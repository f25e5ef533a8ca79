/** Requests and sessions of STM, for properties. */
import fc, { type Arbitrary } from 'fast-check';
import { positionOf, LIMIT, requests, type Request, type Tile } from '../message';
import { WINNING_PAIRS } from '../rules';
import { messages } from '../../wire/wire.arbitrary';

/** Any tile in range. */
export function tile(): Arbitrary<Tile> {
  return messages(requests, 'select').map((select) => select.tile);
}

/** Tiles at different positions: usually few, sometimes as many as a frame holds. */
export function tiles(): Arbitrary<readonly Tile[]> {
  return messages(requests, 'shuffle').map((shuffle) => shuffle.tiles);
}

/** Any request. */
export function request(): Arbitrary<Request> {
  return messages(requests);
}

const START: Request = { type: 'start' };
const SET_STATE: Request = { type: 'set-state' };

/**
 * Sequences of requests with real games in them: usually a Start, pairs selected and matched, too many shuffles, games
 * won and games over, each sometimes done wrongly.
 */
export function session(): Arbitrary<Request[]> {
  const games = fc.array(game(), { minLength: 1, maxLength: 3 }).map((parts) => parts.flat());
  return fc.oneof(
    { arbitrary: games, weight: 6 },
    // Before the first Start there is no game (STM-GM-03).
    {
      arbitrary: fc
        .tuple(fc.array(request(), { maxLength: 3 }), games)
        .map(([before, rest]) => [...before, ...rest]),
      weight: 2,
    },
    { arbitrary: won(), weight: 1 },
  );
}

function game(): Arbitrary<Request[]> {
  const few = fc.uniqueArray(tile(), {
    minLength: 1,
    maxLength: 6,
    selector: positionOf,
  });
  return few.chain((board) =>
    fc
      .array(
        fc.oneof(
          { arbitrary: pair(board), weight: 8 },
          { arbitrary: fc.constant<Request[]>([{ type: 'shuffle', tiles: board }]), weight: 5 },
          { arbitrary: shuffles(board), weight: 1 },
          { arbitrary: fc.constant([SET_STATE]), weight: 3 },
          { arbitrary: request().map((one) => [one]), weight: 3 },
          { arbitrary: tiles().map((all): Request[] => [{ type: 'shuffle', tiles: all }]), weight: 1 },
          { arbitrary: fc.constant<Request[]>([{ type: 'reset' }]), weight: 1 },
        ),
        { minLength: 1, maxLength: 10 },
      )
      .map((turns) => [START, ...turns.flat()]),
  );
}

/** Five shuffles or more, then Set State. */
function shuffles(board: readonly Tile[]): Arbitrary<Request[]> {
  return fc
    .integer({ min: 5, max: 7 })
    .map((times) => [
      ...Array.from({ length: times }, (): Request => ({ type: 'shuffle', tiles: board })),
      SET_STATE,
    ]);
}

/** Select, then Match: usually a matching pair, of the board's tiles or of any. */
function pair(board: readonly Tile[]): Arbitrary<Request[]> {
  const one = fc.oneof({ arbitrary: fc.constantFrom(...board), weight: 3 }, tile());
  const open = fc.oneof({ arbitrary: fc.constant(true), weight: 9 }, fc.constant(false));
  return fc
    .tuple(one, one, fc.nat(3), open, open, fc.nat(9))
    .map(([first, second, groupStep, selectOpen, matchOpen, again]): Request[] => {
      const kind = groupStep === 0 ? second.kind : sameGroup(first.kind, groupStep);
      const select: Request = { type: 'select', tile: first, open: selectOpen };
      const match: Request = { type: 'match', tile: { ...second, kind }, open: matchOpen };
      return again === 0 ? [select, select, match, match] : [select, match];
    });
}

/** A kind that matches: itself, or another flower or season. */
function sameGroup(kind: number, step: number): number {
  if (kind < 34) return kind;
  const first = kind < 38 ? 34 : 38;
  return first + ((kind - first + step) % 4);
}

/** As many pairs as a win takes, one fewer, or one more; then requests after the end. */
function won(): Arbitrary<Request[]> {
  return fc
    .tuple(fc.integer({ min: WINNING_PAIRS - 1, max: WINNING_PAIRS + 1 }), tile(), request())
    .map(([pairs, first, then]) => {
      const second = { ...first, x: (first.x + 1) % (LIMIT.x + 1) };
      const turns = Array.from({ length: pairs }, (): Request[] => [
        { type: 'select', tile: first, open: true },
        { type: 'match', tile: second, open: true },
      ]);
      return [START, ...turns.flat(), SET_STATE, then, SET_STATE];
    });
}
