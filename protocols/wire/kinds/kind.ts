/**
 * A kind of fields without subfields: all that is done with its values and its bytes, in one object. kinds.ts lists them.
 * Fields with subfields are in the hands of those who walk over fields.
 */
import type { DescribedField } from '../../dissection/described';
import { latin1Bytes } from '../bytes/text';
import type { NumberSpec } from '../layout/field-spec';
import type { Size } from '../layout/layout-data';
import type { Source } from '../layout/source';
import type { Dice } from './dice';

/** What is optional has a default: see {@link kindOf}'s callers. */
export interface FieldKind<Spec> {
  /** Its bytes. Throws LayoutError for a field that could not be read back. */
  size(spec: Spec, path: string): Size;
  /** Reads the field at `at`. `limit`: the end of a field that goes to the end of the frame. `short`: bytes are missing. */
  read(spec: Spec, bytes: Uint8Array, at: number, limit: number): Scalar | 'short';
  /**
   * Adds the text of a function that reads the field and moves `at` past it, or sets `cursor.ok` to false. Gives the text
   * of the value. Default: the text calls `read`.
   */
  addRead?(text: Source, spec: Spec): string | undefined;
  /** Where a field of variable size ends. Default: no byte tells it. */
  measure?(spec: Spec): Measure;
  /** Gives the bytes of a value. Throws EncodeError where it does not fit. */
  encode?(spec: Spec, path: string): (value: unknown) => Uint8Array;
  /** In place of `encode`: adds the text of a function that writes `value`, the text of one. */
  addWrite?(text: Source, spec: Spec, value: string, path: string): void;
  /** A random value. */
  sample(spec: Spec, dice: Dice): unknown;
  /** The bytes that may stand at each of its first places, as far as they are known. Default: any. */
  leads?(spec: Spec): Lead;
  /** Bytes with the field at its bounds and past them. `now`: its present bytes. Default: none. */
  bounds?(spec: Spec, now: Uint8Array): readonly OtherBytes[];
  /** Other bytes of the same value. Default: none. */
  spellings?(spec: Spec, now: Uint8Array): readonly OtherBytes[];
  /** As many bytes with a simpler value, the simplest first. Default: zeros. */
  smaller?(spec: Spec, now: Uint8Array): Iterable<Uint8Array>;
  /** Its bytes are characters. Default: they are not. */
  isText?(spec: Spec): boolean;
  /** A value for people. Default, and for what is no value: as its type is shown. */
  describe?(spec: Spec, value: unknown): string | undefined;
  /** The value as a person types it: `take` gives the next word, or undefined where it is left out. */
  typed(spec: Spec, name: string, take: () => string | undefined): unknown;
  /** The names of the words that it takes. Default: its own. */
  typedNames?(spec: Spec, name: string): readonly string[];
  /** What a dissector can filter by. */
  filters(spec: Spec, name: string): readonly DescribedField[];
  /** The spec as data for a dissector. Default: as it is. */
  dissected?(spec: Spec): object;
}

export interface Scalar {
  /** A number before it that counts its bytes. */
  readonly prefix?: { readonly spec: NumberSpec; readonly length: number; readonly value: number };
  /** Its bytes without the prefix. */
  readonly length: number;
  readonly value: unknown;
  /** Default: true. */
  readonly isReadable?: boolean;
  /** Its end is unknown, so nothing after it can be read. Default: false. */
  readonly isLost?: boolean;
  readonly shown: number | bigint | string;
  readonly meaning?: string | undefined;
  readonly flaw?: ScalarFlaw | undefined;
}

export interface ScalarFlaw {
  readonly code: 'range' | 'length' | 'constant';
  /** From the field's first byte (or from its prefix, where it has one). */
  readonly offset: number;
  readonly expected: string;
  readonly seen: string;
}

/** `0 (its least)`, `written 03.3`. */
export interface OtherBytes {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** The bytes that may stand at each place from the first on; undefined: any. */
export type Lead = readonly (readonly number[] | undefined)[];

/** The end of a field that begins at `at`, in the bytes before `to`: an offset above 0, MORE or NONE. */
export type Measure = (bytes: Uint8Array, at: number, to: number) => number;

export function sized(min: number, max = min): Size {
  return { min, max, isOpen: false };
}

export function flawOf(code: ScalarFlaw['code'], expected: string, seen: string, offset = 0): ScalarFlaw {
  return { code, offset, expected, seen };
}

/** Bytes without a value. `isLost`: nothing after them can be read. */
export function unreadableScalar(
  length: number,
  shown: Scalar['shown'],
  flaw: ScalarFlaw,
  isLost = false,
): Scalar {
  return { length, value: undefined, isReadable: false, isLost, shown, flaw };
}

/** All texts but the present one, as bytes. */
export function spelled(now: Uint8Array, textsOf: (written: string) => readonly string[]): OtherBytes[] {
  const written = String.fromCharCode(...now);
  return [...new Set(textsOf(written))]
    .filter((text) => text !== written)
    .map((text) => ({ name: `written ${text}`, bytes: latin1Bytes(text) }));
}

export function anyBytes(count: number): Lead {
  return Array.from({ length: count }, () => undefined);
}

/** A range's bounds, and the values next to them. */
export function boundNames<N extends number | bigint>(
  [min, max]: readonly [N, N],
  [below, above]: readonly [N, N],
): readonly (readonly [N, string])[] {
  return [
    [min, 'its least'],
    [max, 'its most'],
    [below, 'below its least'],
    [above, 'above its most'],
  ];
}
