/**
 * The game as a pure model: the answer of a board to each request, and the game after it.
 *
 * {@link apply} is what a board does. {@link expect} and {@link follow} are the oracle: it cannot foresee a
 * shuffle, and takes the deal from the board's answer. A `Game` never changes.
 */
import { ERROR, LIMIT, positionOf, type Answer, type ErrorCode, type Request, type Tile } from './message';

/** The known board: {@link positionOf} → tile. */
export type Board = ReadonlyMap<number, Tile>;

export interface Game {
  /** A Start was answered since power-on. */
  readonly started: boolean;
  /** Set State answered `won` or `game over` (STM-GM-11). */
  readonly ended: boolean;
  readonly selected: Tile | undefined;
  /** Pairs matched. */
  readonly pairs: number;
  /** Shuffles done, 0..5. */
  readonly shuffles: number;
  /** The last Shuffle's answer, without the positions matched since. */
  readonly board: Board;
}

export const SHUFFLES_PER_GAME = 5;
export const WINNING_PAIRS = 72;

/** After power-on, before the first Start. */
export const POWER_ON: Game = {
  started: false,
  ended: false,
  selected: undefined,
  pairs: 0,
  shuffles: 0,
  board: new Map(),
};

/** After Start, before anything else. */
export const NEW_GAME: Game = { ...POWER_ON, started: true };

/** The tiles by position; of two at one position, the later one counts. */
export function boardOf(tiles: readonly Tile[]): Board {
  return new Map(tiles.map((tile) => [positionOf(tile), tile]));
}

/** Flowers match each other, and so do seasons. */
function groupOf(kind: number): number {
  if (kind < 34 || kind > LIMIT.kind) return kind;
  return kind < 38 ? 34 : 38;
}

/** The same kind, two flowers, or two seasons (STM-GM-08). */
export function matches(kindA: number, kindB: number): boolean {
  return groupOf(kindA) === groupOf(kindB);
}

function samePosition(a: Tile, b: Tile): boolean {
  return a.x === b.x && a.y === b.y && a.z === b.z;
}

function holds(board: Board, x: number, y: number, z: number): boolean {
  // A position out of range could have the number of another one.
  return x >= 0 && x <= LIMIT.x && y >= 0 && y <= LIMIT.y && board.has(positionOf({ x, y, z }));
}

function sideClosed(board: Board, { x, y, z }: Tile, dx: number): boolean {
  return holds(board, x + dx, y - 1, z) || holds(board, x + dx, y, z) || holds(board, x + dx, y + 1, z);
}

function covered(board: Board, { x, y, z }: Tile): boolean {
  const above = { x, y, z: z + 1, kind: 0 };
  return sideClosed(board, above, -1) || sideClosed(board, above, 0) || sideClosed(board, above, 1);
}

/** Nothing overlaps it one level up, and its left or its right side is free. The tile need not be on the board. */
export function isOpen(tile: Tile, board: Board): boolean {
  return !covered(board, tile) && !(sideClosed(board, tile, -2) && sideClosed(board, tile, 2));
}

/** The open tiles, in the board's order. */
export function openTiles(board: Board): Tile[] {
  return [...board.values()].filter((tile) => isOpen(tile, board));
}

/** Two open tiles match. */
export function hasMove(board: Board): boolean {
  const open = openTiles(board);
  return open.some((a, i) => open.slice(i + 1).some((b) => matches(a.kind, b.kind)));
}

/** What a board must answer: this, or the same positions in order with the kinds dealt anew. */
export type ExpectedAnswer =
  | { readonly type: 'exact'; readonly answer: Answer }
  | { readonly type: 'shuffle'; readonly tiles: readonly Tile[] };

function exact(answer: Answer): ExpectedAnswer {
  return { type: 'exact', answer };
}

/** The Error for a request whose bytes are good; 06 goes before 05 (STM-FR-07). */
function refusal(game: Game, request: Request): ErrorCode | undefined {
  if (request.type === 'start') return undefined;
  if (!game.started) return ERROR.noGame;
  if (game.ended && request.type !== 'reset') return ERROR.noGame;
  return request.type === 'shuffle' && game.shuffles >= SHUFFLES_PER_GAME ? ERROR.shuffleBlocked : undefined;
}

function pairs(selected: Tile | undefined, tile: Tile, open: boolean): boolean {
  return selected !== undefined && open && !samePosition(selected, tile) && matches(selected.kind, tile.kind);
}

function state(game: Game): 'playing' | 'won' | 'over' {
  if (game.pairs >= WINNING_PAIRS) return 'won';
  return game.shuffles >= SHUFFLES_PER_GAME && !hasMove(game.board) ? 'over' : 'playing';
}

/** The right answer of a board in this game to this well-formed request. */
export function expect(game: Game, request: Request): ExpectedAnswer {
  const code = refusal(game, request);
  if (code !== undefined) return exact({ type: 'error', code });
  switch (request.type) {
    case 'start':
    case 'reset':
      return exact({ type: request.type });
    case 'shuffle':
      return { type: 'shuffle', tiles: request.tiles };
    case 'select':
      return exact({ type: 'select', result: request.open && game.selected === undefined });
    case 'match':
      return exact({ type: 'match', result: pairs(game.selected, request.tile, request.open) });
    case 'set-state':
      return exact({ type: 'state', state: state(game) });
  }
}

/** Whether the answer is the expected one: a shuffle's tiles in any deal (STM-GM-04). */
export function agrees(expected: ExpectedAnswer, answer: Answer): boolean {
  if (expected.type === 'shuffle') return answer.type === 'shuffle' && isDealOf(answer.tiles, expected.tiles);
  const given: Readonly<Record<string, unknown>> = { ...answer };
  return Object.entries(expected.answer).every(([name, value]) => given[name] === value);
}

/** The same positions in the same order, and the same multiset of kinds. */
export function isDealOf(dealt: readonly Tile[], tiles: readonly Tile[]): boolean {
  return haveSamePositions(dealt, tiles) && sameKinds(dealt, tiles);
}

export function haveSamePositions(dealt: readonly Tile[], tiles: readonly Tile[]): boolean {
  return dealt.length === tiles.length && tiles.every((tile, i) => samePosition(tile, dealt[i]!));
}

/** Of as many tiles. */
function sameKinds(dealt: readonly Tile[], tiles: readonly Tile[]): boolean {
  // A kind is a byte, in range or not.
  const left = new Int16Array(256);
  for (const { kind } of tiles) left[kind]!++;
  return dealt.every(({ kind }) => left[kind]!-- > 0);
}

function without(board: Board, a: Tile, b: Tile): Board {
  const left = new Map(board);
  left.delete(positionOf(a));
  left.delete(positionOf(b));
  return left;
}

function matched(game: Game, tile: Tile, open: boolean): Game {
  const { selected } = game;
  if (selected === undefined || !pairs(selected, tile, open)) return { ...game, selected: undefined };
  return { ...game, selected: undefined, pairs: game.pairs + 1, board: without(game.board, selected, tile) };
}

/**
 * The game after a request and the board's answer. From the answer it takes a Shuffle's deal, and whether Set State
 * reported the end. The page decides everything else. A Shuffle with a wrong answer counts as not done.
 */
export function follow(game: Game, request: Request, answer: Answer): Game {
  if (refusal(game, request) !== undefined) return game;
  switch (request.type) {
    case 'start':
    case 'reset':
      return NEW_GAME;
    case 'shuffle':
      if (answer.type !== 'shuffle') return game;
      return { ...game, selected: undefined, shuffles: game.shuffles + 1, board: boardOf(answer.tiles) };
    case 'select':
      return request.open && game.selected === undefined ? { ...game, selected: request.tile } : game;
    case 'match':
      return matched(game, request.tile, request.open);
    case 'set-state':
      return answer.type === 'state' && answer.state !== 'playing' ? { ...game, ended: true } : game;
  }
}

/**
 * A board's own turn. `shuffleWith` deals the kinds of a Shuffle anew. Without it, every kind keeps its place: that is
 * one of the possible deals.
 */
export function apply(
  game: Game,
  request: Request,
  shuffleWith: (tiles: readonly Tile[]) => readonly Tile[] = (tiles) => tiles,
): { readonly game: Game; readonly answer: Answer } {
  const expected = expect(game, request);
  const answer: Answer =
    expected.type === 'exact' ? expected.answer : { type: 'shuffle', tiles: shuffleWith(expected.tiles) };
  return { game: follow(game, request, answer), answer };
}

/** Nothing has changed from one to the other. */
export function sameGame(a: Game, b: Game): boolean {
  return (
    a.started === b.started &&
    a.ended === b.ended &&
    a.selected === b.selected &&
    a.pairs === b.pairs &&
    a.shuffles === b.shuffles &&
    a.board === b.board
  );
}
