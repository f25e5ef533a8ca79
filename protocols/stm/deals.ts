/** Whether a board's shuffles are random (STM-GM-06), as far as its deals of the same sent tiles tell. */
import type { Tile } from './message';
import { SHUFFLES_PER_GAME } from './rules';

/** Fewer tell nothing: a small board may well be dealt as it was. */
const LEAST = { kinds: 8, tiles: 16 } as const;
const GAMES = 5;

/** What was dealt of the same tiles. It never changes. */
export interface DealMemory {
  /** The tiles of all shuffles of this game; undefined: none was done, or they were different ones. */
  readonly sent: string | undefined;
  /** Their deals; undefined: this game tells nothing. */
  readonly results: readonly string[] | undefined;
  /** The first tiles of the games before, while they were the same, and their deals. */
  readonly firstSent: string | undefined;
  readonly firsts: readonly string[];
}

export const NO_DEALS: DealMemory = { sent: undefined, results: [], firstSent: undefined, firsts: [] };

export function dealsOfNewGame(memory: DealMemory): DealMemory {
  return { ...memory, sent: undefined, results: [] };
}

function isLargeEnough(tiles: readonly Tile[]): boolean {
  return tiles.length >= LEAST.tiles && new Set(tiles.map(({ kind }) => kind)).size >= LEAST.kinds;
}

/** After one more shuffle. */
export function withDeal(memory: DealMemory, sent: readonly Tile[], dealt: readonly Tile[]): DealMemory {
  const { results, firsts, firstSent } = memory;
  if (results === undefined) return memory;
  const board = textOf(sent);
  const isFirst = results.length === 0;
  if (!isLargeEnough(sent) || (!isFirst && board !== memory.sent)) return { ...memory, results: undefined };
  const result = kindsOf(dealt);
  const next = { ...memory, sent: board, results: [...results, result] };
  if (!isFirst) return next;
  const before = board === firstSent ? firsts : [];
  return { ...next, firstSent: board, firsts: [...before, result].slice(-GAMES) };
}

/** The next shuffle of these tiles decides whether shuffling is random. */
export function isDecisive(
  { results, sent, firsts, firstSent }: DealMemory,
  tiles: readonly Tile[],
): boolean {
  if (results === undefined) return false;
  const isFirst = results.length === 0;
  const isLast = isFirst ? firsts.length >= GAMES - 1 : results.length === SHUFFLES_PER_GAME - 1;
  return isLast && isLargeEnough(tiles) && (isFirst ? firstSent : sent) === textOf(tiles);
}

/** What is not random in the deals, right after one of these tiles; undefined: nothing. */
export function flawOf({ results = [], firsts }: DealMemory, sent: readonly Tile[]): string | undefined {
  if (results.length === 1 && firsts.length === GAMES && new Set(firsts).size === 1)
    return 'the first deals of five games were all equal';
  if (results.length !== SHUFFLES_PER_GAME) return undefined;
  if (new Set(results).size < 2) return 'five deals of one board were all equal';
  const unmoved = kindsOf(sent);
  return results.filter((one) => one !== unmoved).length < 2
    ? 'of five deals of one board fewer than two differ from what was sent'
    : undefined;
}

function kindsOf(tiles: readonly Tile[]): string {
  return tiles.map(({ kind }) => kind).join(' ');
}

function textOf(tiles: readonly Tile[]): string {
  return tiles.map(({ x, y, z, kind }) => `${x},${y},${z},${kind}`).join(' ');
}
