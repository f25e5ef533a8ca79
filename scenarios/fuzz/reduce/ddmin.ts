/**
 * Delta debugging: the fewest of some items with which a test still holds.
 *
 *     1 2 3 4 5 6 7 8  →  1 2 3 4, 5 6 7 8  →  without 7 8, without 5 6, …  →  without 8, without 7, …
 *
 * Parts are left out from the last to the first, because a failure usually needs earlier items.
 */
export async function ddmin<T>(
  items: readonly T[],
  holds: (fewer: readonly T[]) => Promise<boolean>,
  isOver: () => boolean = () => false,
): Promise<readonly T[]> {
  let left = items;
  for (let size = left.length >> 1 || left.length; size >= 1;) {
    let isSmaller = false;
    for (let end = left.length; end > 0; end -= size) {
      if (isOver()) return left;
      const fewer = [...left.slice(0, Math.max(0, end - size)), ...left.slice(end)];
      if (!(await holds(fewer))) continue;
      left = fewer;
      isSmaller = true;
    }
    // Single items are tried until none of them can be removed.
    if (size > 1) size = isSmaller ? Math.max(1, Math.min(size, left.length >> 1)) : size >> 1;
    else if (!isSmaller) break;
  }
  return left;
}
