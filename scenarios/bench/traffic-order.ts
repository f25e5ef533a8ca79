/** Sorts traffic for readers: sent bytes by the time of the first byte, received bytes by the time of the last. */
interface Transfer {
  readonly direction: 'tx' | 'rx';
  readonly notBefore: number;
  readonly notAfter: number;
}

/**
 * Oldest first. An answer comes after its request by its latest time. Its earliest time may be before that of the
 * request.
 */
export function sortByTime<T extends Transfer>(transfers: readonly T[]): T[] {
  return transfers.toSorted((a, b) => timeOf(a) - timeOf(b));
}

function timeOf({ direction, notBefore, notAfter }: Transfer): number {
  return direction === 'tx' ? notBefore : notAfter;
}
