/**
 * Expected bytes over seen bytes, place by place:
 *
 *     expected  EE 01 EF
 *     seen      06 0A 00 0C
 *               ^^ ^^ ^^ ^^
 */

export type ByteComparison = ReturnType<typeof compareBytes>;
/** Two hex digits each; undefined: no byte at this place. */
export type ComparedByte = ByteComparison['bytes'][number];

/** Equal bytes before the first difference that are shown. */
const CONTEXT = 4;

/** At most `limit` places, from `offset` on, around the first difference. */
export function compareBytes(dueHex: string, seenHex: string, limit: number) {
  const [due, seen] = [bytesOf(dueHex), bytesOf(seenHex)];
  const length = Math.max(due.length, seen.length);
  const differs = (at: number): boolean => due[at] !== seen[at];
  const places = Array.from({ length }, (_, at) => at);
  const first = places.find(differs) ?? 0;
  const offset = length <= limit ? 0 : Math.max(0, Math.min(first - CONTEXT, length - limit));
  const bytes = places
    .slice(offset, offset + limit)
    .map((at) => ({ due: due[at], seen: seen[at], differs: differs(at) }));
  return { bytes, offset, leftOut: length - bytes.length };
}

function bytesOf(hex: string): readonly string[] {
  return (hex.match(/../g) ?? []).map((byte) => byte.toUpperCase());
}
