/** What passed on the links, in the order in which people read it: what was sent by its first byte, what came by its last. */
interface Transfer {
  readonly direction: 'tx' | 'rx';
  readonly notBefore: number;
  readonly notAfter: number;
}

/**
 * Oldest first. An answer is known to have come after its request by when it was there; its earliest time may lie before that
 * of the request.
 */
export function sortByTime<T extends Transfer>(passages: readonly T[]): T[] {
  return passages.toSorted((a, b) => timeOf(a) - timeOf(b));
}

function timeOf({ direction, notBefore, notAfter }: Transfer): number {
  return direction === 'tx' ? notBefore : notAfter;
}
