/**
 * Smaller variants of a frame, right or wrong, for minimising: fewer items, shorter texts, smaller numbers. Errors
 * stay: counts and lengths keep their difference from the right value, and the sum keeps its wrong bits.
 */
import { isSameBytes } from '../bytes';
import { numberReader, numberWriter } from './bytes/numbers';
import { sumBytesOf } from './bytes/sum-bytes';
import { kindOf } from './kinds/kinds';
import type { WireLayout } from './layout/layout-data';
import { plainWireAt } from './parts/plain-wires';
import { walkFrame } from './reading/walk';
import type { Piece } from './reading/walk-data';
import type { Wire } from './wire';

/** Bytes to remove, and the prefixes that count them. */
interface Cut {
  readonly from: number;
  readonly to: number;
  readonly less: readonly { readonly piece: Piece; readonly by: number }[];
}

/** Smaller variants, the smallest first. Each is shorter, or has smaller bytes. */
export function* smallerMessages<M>(wire: Wire<M>, bytes: Uint8Array): Iterable<Uint8Array> {
  const plain = plainWireAt(wire, bytes);
  for (const smaller of smallerContents(plain.wire.layout, plain.content(bytes))) yield plain.frame(smaller);
}

function* smallerContents(layout: WireLayout, content: Uint8Array): Iterable<Uint8Array> {
  const { pieces } = walkFrame(layout, content);
  for (const cut of cuts(pieces)) yield without(layout, content, pieces, cut);
  for (const piece of pieces)
    for (const smaller of smallerValues(piece, content)) yield resealed(layout, content, smaller);
}

function cuts(pieces: readonly Piece[]): Cut[] {
  const inLists = pieces.flatMap((piece) => listCuts(pieces, piece));
  const rest = pieces.flatMap((piece, i) => byteCuts(piece, pieces[i - 1]));
  return [...inLists, ...rest].filter(({ from, to }) => to > from);
}

/** Ways to cut a list: no items, the second half, the first half, or all but the last. */
function listCuts(pieces: readonly Piece[], first: Piece): Cut[] {
  const match = /^(.*)\[0\]/.exec(first.path);
  if (match?.[1] === undefined) return [];
  const path = match[1];
  const items = itemsOf(pieces, path);
  if (items[0]?.from !== first.offset) return [];
  const prefixes = pieces.filter((piece) => piece.path === path);
  const remove = (begin: number, end: number): Cut => {
    const [from, to] = [items[begin]?.from ?? 0, items[end - 1]?.to ?? 0];
    const less = prefixes.map((piece) => ({ piece, by: piece.role === 'bytes' ? to - from : end - begin }));
    return { from, to, less };
  };
  const { length } = items;
  const half = Math.floor(length / 2);
  return [remove(0, length), remove(half, length), remove(0, half), remove(length - 1, length)];
}

/** The places of the items of a list, by its path. */
export function itemsOf(
  pieces: readonly Piece[],
  path: string,
): { readonly from: number; readonly to: number }[] {
  const items: { from: number; to: number }[] = [];
  for (const piece of pieces) {
    if (!piece.path.startsWith(`${path}[`)) continue;
    const index = Number(piece.path.slice(path.length + 1).split(']')[0]);
    const [from, to] = [piece.offset, piece.offset + piece.length];
    items[index] = { from: items[index]?.from ?? from, to };
  }
  return items;
}

/** Cuts text and bytes of a variable length, and bytes outside of fields. */
function byteCuts({ path, role, spec, offset, length }: Piece, before: Piece | undefined): Cut[] {
  const isOpen = role === 'trailing' || role === 'unknown';
  const isText =
    role === 'value' && (spec?.kind === 'text' || spec?.kind === 'bytes') && spec.extent.by !== 'length';
  if (!isOpen && !isText) return [];
  const count = before !== undefined && before.path === path && before.role === 'count' ? before : undefined;
  const end = isText && spec.extent.by === 'until' ? length - 1 : length;
  return [end, Math.ceil(end / 2), 1].map((bytes) => ({
    from: offset + end - Math.min(bytes, end),
    to: offset + end,
    less: count === undefined ? [] : [{ piece: count, by: Math.min(bytes, end) }],
  }));
}

/** The frame without some of its bytes; counts and lengths follow. */
function without(
  layout: WireLayout,
  content: Uint8Array,
  pieces: readonly Piece[],
  { from, to, less }: Cut,
): Uint8Array {
  const counted = Uint8Array.from(content);
  const lengths = pieces.filter(({ role }) => role === 'length').map((piece) => ({ piece, by: to - from }));
  // The byte count of an outer list also counts the items of a list inside it.
  const outer = pieces
    .filter(
      ({ role, path }) => role === 'bytes' && less.some(({ piece }) => piece.path.startsWith(`${path}[`)),
    )
    .map((piece) => ({ piece, by: to - from }));
  for (const { piece, by } of [...less, ...lengths, ...outer]) {
    if (piece.spec?.kind !== 'number') continue;
    const value = numberReader(piece.spec)(counted, piece.offset);
    numberWriter(piece.spec)(counted, piece.offset, value - by);
  }
  const shorter = Uint8Array.from([...counted.subarray(0, from), ...counted.subarray(to)]);
  return resealed(layout, content, shorter);
}

/** The content with a simpler value of as many bytes. */
function* smallerValues({ role, spec, offset, length }: Piece, content: Uint8Array): Iterable<Uint8Array> {
  if (role !== 'value' || spec === undefined) return;
  const now = content.subarray(offset, offset + length);
  for (const bytes of kindOf(spec).smaller?.(spec, now) ?? [new Uint8Array(length)]) {
    if (isSameBytes(bytes, now)) continue;
    const copy = Uint8Array.from(content);
    copy.set(bytes, offset);
    yield copy;
  }
}

/** Gives `changed` a sum with the same wrong bits as that of `content`. */
function resealed({ sum, sumBytes }: WireLayout, content: Uint8Array, changed: Uint8Array): Uint8Array {
  if (sum === undefined || content.length < sumBytes || changed.length < sumBytes) return changed;
  const [end, newEnd] = [content.length - sumBytes, changed.length - sumBytes];
  const before = sumBytesOf(sum.spec, content, sum.from, end);
  const after = sumBytesOf(sum.spec, changed, sum.from, newEnd);
  for (let i = 0; i < sumBytes; i++) changed[newEnd + i] = after[i]! ^ before[i]! ^ content[end + i]!;
  return changed;
}
