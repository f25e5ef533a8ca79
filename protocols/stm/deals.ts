/** Whether a board's shuffles are random (STM-GM-06), as far as its deals of the same sent tiles tell. */
import type { Tile } from './message';
import { haveSamePositions, SHUFFLES_PER_GAME } from './rules';

/** Fewer tell nothing: a small board may well be dealt as it was. */
const LEAST = { kinds: 8, tiles: 16 } as const;
const GAMES = 5;

type Tiles = readonly Tile[];

/** What was dealt of the same tiles. It never changes. */
export interface DealMemory {
  /** The tiles of all shuffles of this game; undefined: none was done, or they were different ones. */
  readonly sent: Tiles | undefined;
  /** Their deals; undefined: this game tells nothing. */
  readonly results: readonly Tiles[] | undefined;
  /** The first tiles of the games before, while they were the same, and their deals. */
  readonly firstSent: Tiles | undefined;
  readonly firsts: readonly Tiles[];
}

export const NO_DEALS: DealMemory = { sent: undefined, results: [], firstSent: undefined, firsts: [] };

export function dealsOfNewGame(memory: DealMemory): DealMemory {
  return { ...memory, sent: undefined, results: [] };
}

function isLargeEnough(tiles: Tiles): boolean {
  return tiles.length >= LEAST.tiles && new Set(tiles.map(({ kind }) => kind)).size >= LEAST.kinds;
}

/** After one more shuffle. */
export function withDeal(memory: DealMemory, sent: Tiles, dealt: Tiles): DealMemory {
  const { results, firsts, firstSent } = memory;
  if (results === undefined) return memory;
  const isFirst = results.length === 0;
  if (!isLargeEnough(sent) || (!isFirst && !areSameTiles(sent, memory.sent)))
    return { ...memory, results: undefined };
  const next = { ...memory, sent, results: [...results, dealt] };
  if (!isFirst) return next;
  const before = areSameTiles(sent, firstSent) ? firsts : [];
  return { ...next, firstSent: sent, firsts: [...before, dealt].slice(-GAMES) };
}

/** The next shuffle of these tiles decides whether shuffling is random. */
export function isDecisive({ results, sent, firsts, firstSent }: DealMemory, tiles: Tiles): boolean {
  if (results === undefined) return false;
  const isFirst = results.length === 0;
  const isLast = isFirst ? firsts.length >= GAMES - 1 : results.length === SHUFFLES_PER_GAME - 1;
  return isLast && isLargeEnough(tiles) && areSameTiles(tiles, isFirst ? firstSent : sent);
}

/** What is not random in the deals, right after one of these tiles; undefined: nothing. */
export function flawOf({ results = [], firsts }: DealMemory, sent: Tiles): string | undefined {
  if (results.length === 1 && firsts.length === GAMES && areAllEqual(firsts))
    return 'the first deals of five games were all equal';
  if (results.length !== SHUFFLES_PER_GAME) return undefined;
  if (areAllEqual(results)) return 'five deals of one board were all equal';
  return results.filter((one) => !haveSameKinds(one, sent)).length < 2
    ? 'of five deals of one board fewer than two differ from what was sent'
    : undefined;
}

function areAllEqual([first = [], ...others]: readonly Tiles[]): boolean {
  return others.every((one) => haveSameKinds(one, first));
}

/** The same kinds in the same order. */
function haveSameKinds(a: Tiles, b: Tiles): boolean {
  return a.length === b.length && a.every(({ kind }, i) => kind === b[i]?.kind);
}

function areSameTiles(a: Tiles, b: Tiles | undefined): boolean {
  return b !== undefined && (a === b || (haveSamePositions(a, b) && haveSameKinds(a, b)));
}
