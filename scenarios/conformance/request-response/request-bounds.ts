/** Variations of a request, one field each, at every place where something changes: found by bisection. */
import type { Message } from '../../../protocols/request-response/definition';

const LARGEST = 32;
const LONGEST = 1024;

/** The request itself with one field changed: a number, or the length of a list, of a text or of bytes. */
interface Variation<Request> {
  readonly grid: readonly number[];
  readonly make: (at: number) => Request;
}

/**
 * Requests on both sides of every change of `kindOf` (undefined: no message) that a grid over each field shows. `numbers` are worth
 * a try in each field.
 */
export function* requestBounds<Request extends Message>(
  request: Request,
  numbers: readonly number[],
  kindOf: (request: Request) => string | undefined,
): Generator<Request> {
  for (const { grid, make } of variationsOf(request, numbers)) {
    const kinds = new Map<number, string | undefined>();
    const kindAt = (n: number): string | undefined => {
      if (!kinds.has(n)) kinds.set(n, kindOf(make(n)));
      return kinds.get(n);
    };
    const possible = withoutImpossible(grid, kindAt);
    for (const [at, from] of possible.entries())
      for (const n of [from, ...changes(from, possible[at + 1] ?? from, kindAt)])
        if (kindAt(n) !== undefined) yield make(n);
  }
}

/** Without what lies more than one step beyond the possible ones, on either side. */
function withoutImpossible(
  grid: readonly number[],
  kindAt: (n: number) => string | undefined,
): readonly number[] {
  const middle = Math.max(0, grid.indexOf(0));
  const end = grid.findIndex((n, at) => at > middle && kindAt(n) === undefined);
  const begin = grid.findLastIndex((n, at) => at < middle && kindAt(n) === undefined);
  return grid.slice(Math.max(0, begin), end < 0 ? grid.length : end + 1);
}

/** Both sides of each change that bisection comes to between `from` and `to`. */
function* changes(from: number, to: number, kindOf: (n: number) => string | undefined): Generator<number> {
  const last = kindOf(to);
  let low = from;
  while (kindOf(low) !== last) {
    const kind = kindOf(low);
    let high = to;
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if (kindOf(middle) === kind) low = middle;
      else high = middle;
    }
    yield* [low, high];
    low = high;
  }
}

function* variationsOf<Request extends Message>(
  request: Request,
  numbers: readonly number[],
): Generator<Variation<Request>> {
  const entries: [string, unknown][] = Object.entries(request);
  for (const [name, value] of entries) {
    if (typeof value === 'number')
      yield { grid: valueGrid([...numbers, value]), make: (n) => ({ ...request, [name]: n }) };
    else if (name !== 'type' && isSized(value))
      yield { grid: lengthGrid(value.length), make: (n) => ({ ...request, [name]: resize(value, n) }) };
  }
}

type Sized = string | Uint8Array | readonly unknown[];

function isSized(value: unknown): value is Sized {
  return typeof value === 'string' || value instanceof Uint8Array || Array.isArray(value);
}

/** The last item again and again, where it is too short. */
function resize(value: Sized, length: number): Sized {
  if (typeof value === 'string') return value.padEnd(length, value.at(-1) ?? '0').slice(0, length);
  if (value instanceof Uint8Array)
    return Uint8Array.from({ length }, (_, at) => value[Math.min(at, value.length - 1)] ?? 0);
  return Array.from({ length }, (_, at) => value[Math.min(at, value.length - 1)] ?? 0);
}

function valueGrid(numbers: readonly number[]): readonly number[] {
  const powers = Array.from({ length: LARGEST / 4 + 1 }, (_, at) => 2 ** (4 * at));
  const around = numbers.filter(Number.isInteger).flatMap((n) => [n - 1, n, n + 1]);
  return sortUnique([...powers, ...powers.map((power) => -power), -1, 0, 1, ...around]);
}

function lengthGrid(length: number): readonly number[] {
  return sortUnique([0, 1, 2, length - 1, length, length + 1, 8, 32, 128, LONGEST]).filter((n) => n >= 0);
}

function sortUnique(numbers: readonly number[]): readonly number[] {
  return [...new Set(numbers)].sort((a, b) => a - b);
}
