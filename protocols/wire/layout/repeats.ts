/** Items of a list that must not repeat: which bytes are compared, and which item repeats an earlier one. */
import type { FieldSpec, ListSpec } from './field-spec';
import { fixedSize } from './sizes';
import { cachedBySpec } from './spec-cache';

/** One compared byte of an item. */
interface KeyByte {
  /** From the item's first byte. */
  readonly offset: number;
  /** The bits that can be set in a value within range. */
  readonly bits: number;
}

export interface Repeat {
  /** The item that repeats, and the earlier item with the same bytes. */
  readonly item: number;
  readonly earlier: number;
  /** Offset of the repeating item. */
  readonly offset: number;
  /** The bytes that are equal. */
  readonly key: Uint8Array;
}

/** Offsets, from an item's first byte, of the bytes that are compared. */
export function keyOffsets(list: ListSpec): readonly number[] {
  return keyBytes(list).map(({ offset }) => offset);
}

/** The compared part of an item's value, as text. */
export function keyOfValue({ unique }: ListSpec, item: unknown): string {
  const names = unique === true ? undefined : [...(unique ?? [])];
  const bigAsText = (value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value);
  if (names === undefined || typeof item !== 'object' || item === null)
    return JSON.stringify(item, (_, value) => bigAsText(value));
  const entries = Object.entries(item).filter(([name]) => names.includes(name));
  return JSON.stringify(entries, (_, value) => bigAsText(value));
}

function keyBytes({ of, unique }: ListSpec): readonly KeyByte[] {
  if (unique === undefined) return [];
  if (unique === true || of.kind !== 'struct') return bytesAt(of, 0);
  let at = 0;
  return of.fields.flatMap(({ name, spec }) => {
    const offset = at;
    at += fixedSize(spec) ?? 0;
    return unique.includes(name) ? bytesAt(spec, offset) : [];
  });
}

function bytesAt(spec: FieldSpec, offset: number): KeyByte[] {
  const bits = spec.kind === 'number' && spec.bytes === 1 && !spec.signed ? 32 - Math.clz32(spec.max) : 8;
  return Array.from({ length: fixedSize(spec) ?? 0 }, (_, i) => ({ offset: offset + i, bits }));
}

type RepeatFinder = (bytes: Uint8Array, begin: number, count: number) => Repeat | undefined;

/** Finds the first of `count` items from `begin` on that repeats an earlier one. Values may be out of range. */
export const repeatFinder: (list: ListSpec) => RepeatFinder = cachedBySpec((list) => {
  const offsets = keyOffsets(list);
  const size = fixedSize(list.of) ?? 0;
  return (bytes, begin, count) => {
    const seen = new Map<string, number>();
    for (let item = 0; item < count; item++) {
      const at = begin + item * size;
      const key = offsets.map((offset) => bytes[at + offset]!);
      const text = key.join();
      const earlier = seen.get(text);
      if (earlier !== undefined) return { item, earlier, offset: at, key: Uint8Array.from(key) };
      seen.set(text, item);
    }
    return undefined;
  };
});

type RepeatCheck = (bytes: Uint8Array, begin: number, count: number) => boolean;

/** The longest key that gets a table of all its values. */
const TABLE_BITS = 16;
const TABLE_BYTES = 4;

/** A fast check for repeats among items within range; undefined: items may repeat. */
export function repeatCheck(list: ListSpec): RepeatCheck | undefined {
  if (list.unique === undefined) return undefined;
  const key = keyBytes(list);
  const bits = key.reduce((sum, one) => sum + one.bits, 0);
  if (bits <= TABLE_BITS && key.length <= TABLE_BYTES) return tableCheck(key, bits, fixedSize(list.of) ?? 0);
  const find = repeatFinder(list);
  return (bytes, begin, count) => find(bytes, begin, count) !== undefined;
}

/** A table with the round in which each key was last seen: emptying it costs nothing. */
function tableCheck(key: readonly KeyByte[], bits: number, size: number): RepeatCheck {
  const seen = new Uint32Array(2 ** bits);
  // A missing byte weighs 0. Without a loop over the bytes this takes half the time.
  const [o0 = 0, o1 = 0, o2 = 0, o3 = 0] = key.map(({ offset }) => offset);
  const weights = key.map((_, i) => 2 ** key.slice(i + 1).reduce((sum, one) => sum + one.bits, 0));
  const [w0 = 0, w1 = 0, w2 = 0, w3 = 0] = weights;
  let round = 0;
  return (bytes, begin, count) => {
    if (++round > 0xffffffff) {
      seen.fill(0);
      round = 1;
    }
    for (let item = 0, at = begin; item < count; item++, at += size) {
      const place =
        Math.imul(bytes[at + o0]!, w0) |
        Math.imul(bytes[at + o1]!, w1) |
        Math.imul(bytes[at + o2]!, w2) |
        Math.imul(bytes[at + o3]!, w3);
      if (seen[place] === round) return true;
      seen[place] = round;
    }
    return false;
  };
}
