/**
 * The wrong fields of a frame, and their right values:
 *
 *     01 FF F8      checksum F8, wrong, should be F9
 *           ^^
 */
import type { BytesRecord, FieldRecord } from '../../scenarios/record';

type Bytes = Pick<BytesRecord, 'hex' | 'fields' | 'wrong'>;

const DUE_IN_MEANING = /^(?:wrong, )?should be (.+)$/s;
const HEX_BYTES = /^[0-9a-f]{2}(?: [0-9a-f]{2})*$/i;

/** The index of each byte's field; if fields overlap, the shortest one. */
export function ownersOfBytes(
  fields: readonly FieldRecord[],
  count: number,
): readonly (number | undefined)[] {
  const owner: (number | undefined)[] = Array.from({ length: count }, () => undefined);
  fields.forEach((field, index) => {
    const end = Math.min(count, field.offset + field.length);
    for (let at = Math.max(0, field.offset); at < end; at += 1) {
      const before = fields[owner[at] ?? -1];
      if (before === undefined || field.length < before.length) owner[at] = index;
    }
  });
  return owner;
}

export function wrongFields({ fields = [], wrong }: Bytes): ReadonlyMap<FieldRecord, string> {
  const found = new Map<FieldRecord, string>();
  for (const field of fields) {
    const due = DUE_IN_MEANING.exec(field.meaning ?? '')?.[1];
    if (due !== undefined) found.set(field, due);
  }
  if (wrong === undefined) return found;
  const refused = fields[ownersOfBytes(fields, wrong.offset + 1)[wrong.offset] ?? -1];
  if (refused !== undefined) found.set(refused, wrong.expected);
  return found;
}

/** The frame with right values, as hex; undefined if nothing is wrong, or the right bytes are not known exactly. */
export function correctedHex(record: Bytes): string | undefined {
  const wrong = wrongFields(record);
  if (wrong.size === 0) return undefined;
  let hex = record.hex;
  for (const [{ offset, length }, due] of wrong) {
    const bytes = HEX_BYTES.test(due) ? due.replaceAll(' ', '').toLowerCase() : '';
    if (bytes.length !== 2 * length) return undefined;
    hex = hex.slice(0, 2 * offset) + bytes + hex.slice(2 * (offset + length));
  }
  return hex;
}

export type ByteComparison = ReturnType<typeof compareBytes>;
/** Two hex digits each; undefined: no byte at this place. */
export type ComparedByte = ByteComparison['bytes'][number];

/** Equal bytes before the first difference that are shown. */
const CONTEXT = 4;

/**
 * Expected bytes over seen bytes, place by place:
 *
 *     expected  EE 01 EF
 *     seen      06 0A 00 0C
 *               ^^ ^^ ^^ ^^
 *
 * At most `limit` places, from `offset` on, around the first difference.
 */
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
