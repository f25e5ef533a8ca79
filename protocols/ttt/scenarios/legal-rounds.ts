/**
 * Rounds of two players, enumerated: all 255 168 legal ones, and small sets that cover a suite.
 */
import { EMPTY, emptyCells, isFull, isOver, linesIn, other, place, type Board, type Side } from '../board';
import type { Cell } from '../message';

export interface Round {
  /** The cells in the order of play; the opener has the first, third, … */
  readonly moves: readonly Cell[];
  readonly by: 'opener' | 'follower';
  /** Lines that the last move completed, indices into LINES; none: a draw. */
  readonly lines: readonly number[];
  readonly full: boolean;
}

/**
 * Every legal round, in the order of its cells (255 168: 131 184 won by the opener, 46 080 drawn). `isWanted`: false for a board whose
 * rounds are left out.
 */
export function* legalRounds(
  isWanted: (board: Board) => boolean = () => true,
  moves: readonly Cell[] = [],
  board: Board = EMPTY,
): Generator<Round> {
  if (!isWanted(board)) return;
  const side: Side = moves.length % 2 === 0 ? 0 : 1;
  if (!isOver(board)) {
    for (const cell of emptyCells(board))
      yield* legalRounds(isWanted, [...moves, cell], place(board, side, cell));
    return;
  }
  const by = other(side);
  yield { moves, by: by === 0 ? 'opener' : 'follower', lines: linesIn(board[by]), full: isFull(board) };
}

/**
 * Rounds that reach each of the 958 final positions once: every line of both sides in every surrounding, double lines,
 * lines with the ninth cell, draws.
 */
export function roundsToEveryEnd(): readonly Round[] {
  const seen = new Set<number>();
  const isNew = (board: Board): boolean => {
    const count = seen.size;
    return seen.add(board[0] | (board[1] << 9)).size > count;
  };
  return [...legalRounds(isNew)];
}

/**
 * A few rounds that show every kind of end once: each of the 8 lines for the opener and for the follower, the draw, a
 * line with the ninth cell, and two lines at once. In this order openers alternate between rounds of odd and even
 * length, as in the page's four rounds of both parities.
 */
export function roundsOfEveryKind(): readonly Round[] {
  const kinds = new Map<string, Round>();
  for (const round of roundsToEveryEnd()) {
    const kind = `${round.by} ${round.lines.join('+')}${round.full ? ' full' : ''}`;
    const wanted = round.lines.length < 2 || round.full;
    const known = kinds.get(kind);
    if (wanted && (known === undefined || round.moves.length < known.moves.length)) kinds.set(kind, round);
  }
  const odd = [...kinds.values()].filter(({ by }) => by === 'opener');
  const even = [...kinds.values()].filter(({ by }) => by === 'follower');
  return Array.from({ length: Math.max(odd.length, even.length) }, (_, i) => [
    ...odd.slice(i, i + 1),
    ...even.slice(i, i + 1),
  ]).flat();
}
