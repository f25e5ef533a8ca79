/** Variations of a request, one field each, at every place where something changes: found by bisection. */
import type { AnySession, Message } from '../../../protocols/request-response/definition';
import { fieldAxis, type FieldAxis } from '../../../protocols/request-response/field-axis';

/** Where a change is looked for, beside the bounds of a field and the values next to it: powers of 16. */
const POWERS = Array.from({ length: 9 }, (_, at) => 1n << BigInt(4 * at));

/**
 * Requests on both sides of every change of `kindOf` (undefined: no message) that a grid over each field shows. `numbers` are worth
 * a try in each field.
 */
export function* requestBounds(
  session: AnySession,
  request: Message,
  numbers: readonly number[],
  kindOf: (request: Message) => string | undefined,
): Generator<Message> {
  for (const [name, value] of Object.entries<unknown>({ ...request })) {
    const axis = fieldAxis(session, { ...request, [name]: grown(value) }, name);
    if (axis === undefined) continue;
    const make = (at: bigint): Message => ({ ...request, [name]: axis.valueAt(at) });
    const kinds = new Map<bigint, string | undefined>();
    const kindAt = (at: bigint): string | undefined => {
      if (!kinds.has(at)) kinds.set(at, kindOf(make(at)));
      return kinds.get(at);
    };
    const grid = gridOf(axis, numbers);
    for (const [i, from] of grid.entries())
      for (const at of [from, ...changes(from, grid[i + 1] ?? from, kindAt)])
        if (kindAt(at) !== undefined) yield make(at);
  }
}

/** Where there is nothing, the least that can be more. */
function grown(value: unknown): unknown {
  if (value === '') return '0';
  if (value instanceof Uint8Array) return value.length === 0 ? Uint8Array.of(0) : value;
  return Array.isArray(value) && value.length === 0 ? [0] : value;
}

/** Both sides of each change that bisection comes to between `from` and `to`. */
function* changes(from: bigint, to: bigint, kindAt: (at: bigint) => string | undefined): Generator<bigint> {
  const last = kindAt(to);
  let low = from;
  while (kindAt(low) !== last) {
    const kind = kindAt(low);
    let high = to;
    while (high - low > 1n) {
      const middle = (low + high) / 2n;
      if (kindAt(middle) === kind) low = middle;
      else high = middle;
    }
    yield* [low, high];
    low = high;
  }
}

function gridOf({ at, low, high }: FieldAxis, numbers: readonly number[]): readonly bigint[] {
  const known = [at, ...numbers.filter(Number.isInteger).map(BigInt)];
  const all = [
    low,
    high,
    0n,
    ...POWERS,
    ...POWERS.map((power) => -power),
    ...known.flatMap((n) => [n - 1n, n, n + 1n]),
  ];
  return [...new Set(all)].filter((n) => n >= low && n <= high).sort((a, b) => (a < b ? -1 : 1));
}
