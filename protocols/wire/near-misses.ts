/**
 * Frames with one thing wrong each, made from a good message: a board must refuse them. Bounds that it must accept are
 * there too.
 *
 *     for (const { name, bytes } of nearMisses(requests, message)) …   wrong checksum, bit 3; count 126 (above its most)
 */
import { isByteOf } from './bytes/text';
import { numberText } from './bytes/value-text';
import { numberReader, numberWriter } from './bytes/numbers';
import { kindOf } from './kinds/kinds';
import type { NumberSpec } from './layout/field-spec';
import { keyOffsets } from './layout/repeats';
import type { WireLayout } from './layout/layout-data';
import { plainWireOf } from './parts/plain-wires';
import { walkFrame } from './reading/walk';
import type { Piece, Walk } from './reading/walk-data';
import { itemsOf } from './shrink';
import type { Wire } from './wire';

/**
 * What is wrong. `range` also has the bounds themselves: these are good messages. `spelling` is the same message,
 * written differently.
 */
export type NearMissGroup =
  | 'checksum'
  | 'truncated'
  | 'over-long'
  | 'unknown-form'
  | 'range'
  | 'length'
  | 'constant'
  | 'repeat'
  | 'spelling';

/** A frame with one thing wrong. */
export interface NearMiss {
  /** `wrong checksum, bit 3`, `function 0x0B (0x03 with bit 3 flipped)`. */
  readonly name: string;
  readonly group: NearMissGroup;
  /** The bytes before framing. The sum is right, except in the groups `checksum` and `truncated`. */
  readonly bytes: Uint8Array;
}

/**
 * All near-misses of a message: a wrong sum in every bit, a cut after every byte, extra bytes, every tag one bit from a
 * known one, every field at and past its bounds, wrong counts, lengths and constants, repeated items. Of a list, the
 * first and the last item. Where a form accepts any bytes (`rest`, a tag predicate), a near-miss may be another good
 * message.
 */
export function* nearMisses<M>(wire: Wire<M>, message: M): Iterable<NearMiss> {
  const { wire: own, frame } = plainWireOf(wire, message);
  for (const miss of missesOf(own, message)) yield { ...miss, bytes: frame(miss.bytes) };
}

function* missesOf(wire: Wire<unknown>, message: unknown): Iterable<NearMiss> {
  const good = wire.encode(message);
  const { layout } = wire;
  const resealed = (bytes: Uint8Array): Uint8Array => wire.resum(bytes);
  const found = walkFrame(layout, good);
  const pieces = outermost(found.pieces);
  const seen = new Set([keyOf(good)]);
  const all = [
    wrongSums(wire, good),
    truncations(good),
    surplus(wire, good),
    unknownTags(layout, good, resealed),
    ...pieces.map((piece) => variants(wire, piece, good, resealed)),
    blanks(wire, good, pieces),
    repeats(found, good, resealed),
  ];
  for (const some of all)
    for (const one of some) {
      const key = keyOf(one.bytes);
      if (!seen.has(key)) yield one;
      seen.add(key);
    }
}

type Reseal = (bytes: Uint8Array) => Uint8Array;

function keyOf(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes.subarray(0, 4096)) + String(bytes.length);
}

/** Of pieces that differ only in their list index: the first and the last. */
function outermost(pieces: readonly Piece[]): Piece[] {
  const general = ({ path, role }: Piece): string => `${path.replaceAll(/\[\d+\]/g, '[]')} ${role}`;
  const last = new Map(pieces.map((piece) => [general(piece), piece]));
  const first = new Map([...pieces].reverse().map((piece) => [general(piece), piece]));
  return pieces.filter((piece) => last.get(general(piece)) === piece || first.get(general(piece)) === piece);
}

function* wrongSums(wire: Wire<unknown>, good: Uint8Array): Iterable<NearMiss> {
  for (let bit = 0; bit < 8 * wire.layout.sumBytes; bit++)
    yield { name: `wrong checksum, bit ${bit}`, group: 'checksum', bytes: wire.spoil(good, 2 ** bit) };
  const every = 2 ** (8 * wire.layout.sumBytes) - 1;
  if (every > 0)
    yield { name: 'wrong checksum, all bits', group: 'checksum', bytes: wire.spoil(good, every) };
}

function* truncations(good: Uint8Array): Iterable<NearMiss> {
  for (let length = 1; length < good.length; length++)
    yield { name: `cut after byte ${length}`, group: 'truncated', bytes: good.slice(0, length) };
}

function* surplus(wire: Wire<unknown>, good: Uint8Array): Iterable<NearMiss> {
  const { layout, longest } = wire;
  const end = good.length - layout.sumBytes;
  const longer = (length: number): Uint8Array => {
    const bytes = new Uint8Array(length);
    bytes.set(good.subarray(0, end));
    return wire.seal(bytes);
  };
  for (const more of [1, 2])
    yield {
      name: `${more} more byte${more > 1 ? 's' : ''}`,
      group: 'over-long',
      bytes: longer(good.length + more),
    };
  if (longest + 1 > good.length + 2)
    yield { name: 'one byte above the longest frame', group: 'over-long', bytes: longer(longest + 1) };
}

function* unknownTags({ tag, forms }: WireLayout, good: Uint8Array, reseal: Reseal): Iterable<NearMiss> {
  if (tag === undefined) return;
  const { name, spec, offset } = tag;
  const known = forms.flatMap((form) => (typeof form.tag === 'number' ? [form.tag] : []));
  const hex = (value: number): string => numberText({ base: 'hex' }, value);
  for (const value of known)
    for (let bit = 0; bit < 8 * spec.bytes; bit++) {
      const other = patched(good, offset, spec, flip(spec, value, bit));
      const seen = numberReader(spec)(other, offset);
      if (known.includes(seen)) continue;
      const title = `${name} ${hex(seen)} (${hex(value)} with bit ${bit} flipped)`;
      yield { name: title, group: 'unknown-form', bytes: reseal(other) };
    }
}

/** A value with one bit flipped; only its lowest bytes count. */
function flip({ bytes }: NumberSpec, value: number, bit: number): number {
  const unsigned = value < 0 ? value + 2 ** (8 * bytes) : value;
  return Math.floor(unsigned / 2 ** bit) % 2 === 1 ? unsigned - 2 ** bit : unsigned + 2 ** bit;
}

function patched(good: Uint8Array, offset: number, spec: NumberSpec, value: number): Uint8Array {
  const bytes = Uint8Array.from(good);
  numberWriter(spec)(bytes, offset, value);
  return bytes;
}

function* variants(
  { layout, seal, decode }: Pick<Wire<unknown>, 'layout' | 'seal' | 'decode'>,
  piece: Piece,
  good: Uint8Array,
  reseal: Reseal,
): Iterable<NearMiss> {
  const { path, role, offset, length, spec } = piece;
  const put = (bytes: Uint8Array): Uint8Array => {
    if (bytes.length !== length) return seal(spliced(good, offset, length, bytes));
    const copy = Uint8Array.from(good);
    copy.set(bytes, offset);
    return reseal(copy);
  };
  if (role === 'constant') yield* wrongConstants(piece, good, put);
  if (spec === undefined) return;
  const now = good.subarray(offset, offset + length);
  const kind = kindOf(spec);
  if (role === 'constant' || role === 'value')
    for (const { name, bytes } of kind.spellings?.(spec, now) ?? []) {
      const frame = put(bytes);
      // It may be too long, or not fit the prefix of a list.
      if (decode(frame).kind === 'frame') yield { name: `${path} ${name}`, group: 'spelling', bytes: frame };
    }
  if ((role === 'count' || role === 'bytes' || role === 'length') && spec.kind === 'number') {
    const value = Number(piece.value);
    const words = role === 'length' ? path : `${path} ${role}`;
    for (const other of counts(spec, value))
      yield {
        name: `${words} ${other}, not ${value}`,
        group: 'length',
        bytes: reseal(patched(good, offset, spec, other)),
      };
  } else if (role === 'value' || (role === 'tag' && path !== layout.tag?.name))
    for (const { name, bytes } of kind.bounds?.(spec, now) ?? [])
      yield { name: `${path} ${name}`, group: 'range', bytes: put(bytes) };
}

/** The second and the last item of a list, each as a copy of the first, where items must differ. */
function* repeats({ form, pieces }: Walk, good: Uint8Array, reseal: Reseal): Iterable<NearMiss> {
  for (const { name, spec } of form?.fields ?? []) {
    if (spec.kind !== 'list' || spec.unique === undefined) continue;
    const [first, ...others] = itemsOf(pieces, name);
    if (first === undefined || others.length === 0) continue;
    for (const index of new Set([1, others.length])) {
      const bytes = Uint8Array.from(good);
      const at = others[index - 1]?.from ?? 0;
      for (const offset of keyOffsets(spec)) bytes[at + offset] = good[first.from + offset]!;
      yield { name: `${name}[${index}] a repeat of ${name}[0]`, group: 'repeat', bytes: reseal(bytes) };
    }
  }
}

function spliced(good: Uint8Array, offset: number, length: number, bytes: Uint8Array): Uint8Array {
  return Uint8Array.of(...good.subarray(0, offset), ...bytes, ...good.subarray(offset + length));
}

const BLANK = 0x20;

/** For text: an extra blank before it and after it. */
function* blanks(
  { layout, seal }: Pick<Wire<unknown>, 'layout' | 'seal'>,
  good: Uint8Array,
  pieces: readonly Piece[],
): Iterable<NearMiss> {
  const end = good.length - layout.sumBytes;
  const last = pieces.find(({ offset, length }) => offset + length === end);
  const blank = Uint8Array.of(BLANK);
  if (isText(pieces[0]))
    yield { name: 'a blank before it', group: 'over-long', bytes: seal(spliced(good, 0, 0, blank)) };
  if (isText(last))
    yield { name: 'a blank after it', group: 'over-long', bytes: seal(spliced(good, end, 0, blank)) };
}

function isText(piece: Piece | undefined): boolean {
  const spec = piece?.spec;
  return spec !== undefined && kindOf(spec).isText?.(spec) === true;
}

function* wrongConstants(
  { path, offset, length, spec }: Piece,
  good: Uint8Array,
  put: (bytes: Uint8Array) => Uint8Array,
): Iterable<NearMiss> {
  const [isWord, anyCase] = spec?.kind === 'constant' ? [spec.text !== undefined, spec.anyCase] : [false];
  const now = good.slice(offset, offset + length);
  for (let at = 0; at < length; at++) {
    if (isWord && length > 1) {
      const [before, after] = [now.subarray(0, at), now.subarray(at + 1)];
      const [byte = 0] = now.subarray(at);
      yield {
        name: `${path} without byte ${at}`,
        group: 'constant',
        bytes: put(Uint8Array.of(...before, ...after)),
      };
      const twice = Uint8Array.of(...before, byte, byte, ...after);
      yield { name: `${path} with byte ${at} twice`, group: 'constant', bytes: put(twice) };
    }
    for (let bit = 0; bit < 8; bit++) {
      const bytes = Uint8Array.from(now);
      bytes[at] = bytes[at]! ^ (1 << bit);
      if (isByteOf(now[at]!, bytes[at], anyCase)) continue;
      yield { name: `${path} with bit ${bit} of byte ${at} flipped`, group: 'constant', bytes: put(bytes) };
    }
  }
}

/** Other values of a count: one more, one less, none, and the bounds of its field. */
function counts({ bytes, min, max }: NumberSpec, value: number): number[] {
  const highest = 2 ** (8 * bytes) - 1;
  const others = [value - 1, value + 1, 0, min - 1, max, max + 1, highest];
  return [...new Set(others)].filter((other) => other !== value && other >= 0 && other <= highest);
}
