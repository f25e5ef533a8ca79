/**
 * A description of a wire, checked and measured. Errors name the path: `forms.read.count: …`.
 *
 *     ┌──────┬─────┬────────────────────┬─────┐
 *     │ head │ tag │ fields of the form │ sum │
 *     └──────┴─────┴────────────────────┴─────┘
 */
import type { Fields, NumberField } from './field-types';
import type { NamedSpec, NumberSpec } from './field-spec';
import type { SumSpec } from '../sums';

/** Tags of a form with more than one. */
export interface TagPredicate {
  readonly tag: (tag: number) => boolean;
}

/** The form that takes every frame which no other form fits: `other: [otherwise, { line: text({ rest: true }) }]`. */
export const otherwise: TagPredicate = { tag: () => true };

/** With a tag of the wire: `[tag, fields]`. Without: the fields alone, or `[otherwise, fields]`. */
export type FormOptions = readonly [tag: number | TagPredicate, fields: Fields] | Fields;

/** The description of a wire: {@link wire} takes it. */
export interface WireOptions {
  /** Fields of every form, before the tag. Their size is fixed. */
  readonly head?: Fields;
  /** One number that selects the form: `tag: { function: u8() }`. Without it, constant bytes do. */
  readonly tag?: Readonly<Record<string, NumberField>>;
  /**
   * The messages, by the name that is their `type`. A tag predicate gets the tags that no tag before it fits, and frames of a known tag
   * whose length does not fit its form.
   */
  readonly forms: Readonly<Record<string, FormOptions>>;
  /** The last bytes of a frame. `from`: the offset of the first byte that it covers. Default 0. */
  readonly sum?: SumSpec | { readonly by: SumSpec; readonly from: number };
  /**
   * Bytes of the longest frame, and the limit of a decoder's buffer. Default: what the fields allow. A field without an
   * end of its own needs it.
   */
  readonly longest?: number;
}

/** An impossible description: the author's error. The message begins with its path. */
export class LayoutError extends Error {
  override readonly name = 'LayoutError';

  constructor(
    readonly path: string,
    readonly what: string,
  ) {
    super(`${path}: ${what}`);
  }
}

export interface TagLayout {
  readonly name: string;
  readonly spec: NumberSpec;
  readonly offset: number;
}

export interface FormLayout {
  readonly name: string;
  /** Without tags on the wire: absent, or {@link otherwise}. */
  readonly tag?: number | TagPredicate;
  readonly fields: readonly NamedSpec[];
  /** Of the whole frame, head, tag and sum included. */
  readonly size: Size;
}

export interface SumLayout {
  readonly spec: SumSpec;
  readonly from: number;
}

export interface WireLayout {
  readonly head: readonly NamedSpec[];
  readonly tag?: TagLayout;
  readonly forms: readonly FormLayout[];
  readonly sum?: SumLayout;
  /** Bytes of the sum; 0: no sum. */
  readonly sumBytes: number;
  /** Bytes before the fields of a form. */
  readonly headBytes: number;
  /** Bytes of the shortest and of the longest frame. */
  readonly shortest: number;
  readonly longest: number;
  /**
   * A frame's first bytes tell its length: no field goes to the end of the frame, and no two forms differ only in
   * length.
   */
  readonly selfDelimiting: boolean;
}

/** Bytes that something takes. */
export interface Size {
  readonly min: number;
  /** Infinity: no bound. */
  readonly max: number;
  /** It goes to the end of the frame, or may be absent. */
  readonly isOpen: boolean;
}
