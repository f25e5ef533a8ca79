/** The name that a user may have meant by an unknown one. */

/** Letters of a word that may be the beginning or a part of a name. */
const LEAST_PART = 3;

/**
 * The first name that begins with the word; else the closest, if it differs by at most two letters or a third of its length; else the
 * first that contains the word.
 */
export function suggestName(word: string, names: readonly string[]): string | undefined {
  const part = word.toLowerCase();
  const begun = names.find((name) => name.toLowerCase().startsWith(part));
  if (begun !== undefined && word.length >= LEAST_PART) return begun;
  const ranked = names.map((name) => ({ name, steps: editSteps(part, name.toLowerCase()) }));
  const best = ranked.reduce<(typeof ranked)[number] | undefined>(
    (least, one) => (least === undefined || one.steps < least.steps ? one : least),
    undefined,
  );
  if (best !== undefined && best.steps <= Math.max(2, best.name.length / 3)) return best.name;
  return word.length < LEAST_PART ? undefined : names.find((name) => name.toLowerCase().includes(part));
}

/** Letters to insert, delete, replace or swap with the next one to get from one word to the other (optimal string alignment). */
function editSteps(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, i) => i);
  let before: readonly number[] = [];
  for (let i = 1; i <= from.length; i++) {
    const next = [i];
    for (let j = 1; j <= to.length; j++) {
      const same = from[i - 1] === to[j - 1] ? 0 : 1;
      const swapped = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      next.push(
        Math.min(
          (row[j] ?? 0) + 1,
          (next[j - 1] ?? 0) + 1,
          (row[j - 1] ?? 0) + same,
          swapped ? (before[j - 2] ?? 0) + 1 : Infinity,
        ),
      );
    }
    before = row;
    row = next;
  }
  return row[to.length] ?? 0;
}
