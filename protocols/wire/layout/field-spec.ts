/**
 * What a field is, as data: encoder, decoder, near-misses, drawings and the dissector read it.
 * Users make fields with the constructors of field.ts.
 */

/** A whole number of 1 to 4 bytes, or of 8 bytes (then a bigint). */
export interface NumberSpec {
  readonly kind: 'number';
  readonly bytes: 1 | 2 | 3 | 4;
  readonly signed: boolean;
  readonly order: ByteOrder;
  /** Both included. */
  readonly min: number;
  readonly max: number;
  /** What values mean, for people. A value without a name is valid too. */
  readonly names?: Readonly<Record<number, string>>;
  /** What values mean, by the number in an earlier field. */
  readonly namesBy?: NamesBy;
  readonly base: 'dec' | 'hex';
  readonly unit?: string;
}

/** What the values of a number mean, by the number in an earlier field. */
export interface NamesBy {
  readonly field: string;
  readonly names: Readonly<Record<number, Readonly<Record<number, string>>>>;
}

/** `big`: the high byte first. */
export type ByteOrder = 'big' | 'little';

/** A whole number of 8 bytes. */
export interface BigNumberSpec {
  readonly kind: 'bignumber';
  readonly signed: boolean;
  readonly order: ByteOrder;
  readonly min: bigint;
  readonly max: bigint;
  readonly base: 'dec' | 'hex';
  readonly unit?: string;
}

/** Bits that are true or false, by their number (0: the lowest). All others are 0. */
export interface FlagsSpec {
  readonly kind: 'flags';
  readonly of: NumberSpec;
  readonly flags: Readonly<Record<string, number>>;
}

/** Small numbers in the bits of one. */
export interface BitsSpec {
  readonly kind: 'bits';
  readonly of: NumberSpec;
  readonly parts: readonly { readonly name: string; readonly width: number; readonly shift: number }[];
}

/** Bytes that never change. */
export interface ConstantSpec {
  readonly kind: 'constant';
  readonly bytes: Uint8Array;
  /** The bytes are text. */
  readonly text?: string;
  /** What they mean, for people. */
  readonly meaning?: string;
  /** Letters are read in either case. */
  readonly anyCase?: boolean;
}

/** How far a text or bytes go. */
export type Extent =
  | { readonly by: 'length'; readonly length: number }
  /** A number before it counts its bytes. */
  | { readonly by: 'counted'; readonly count: NumberSpec }
  /** This byte ends it, and belongs to it. */
  | { readonly by: 'until'; readonly end: number; readonly most: number }
  /** To the end of the frame, without the fields after it and the sum. */
  | { readonly by: 'rest'; readonly most: number };

/** Of a text field. Bytes that are no text in it are out of range. */
export type Charset = 'ascii' | 'latin1' | 'utf8';

export interface TextSpec {
  readonly kind: 'text';
  readonly extent: Extent;
  readonly charset: Charset;
  /** With a length: this byte pads the end. */
  readonly pad?: number;
  /** Fewest bytes. */
  readonly least: number;
}

export interface BytesSpec {
  readonly kind: 'bytes';
  readonly extent: Extent;
  /** Fewest bytes. */
  readonly least: number;
}

/** The same field again and again. The prefixes come in the order count, bytes. */
export interface ListSpec {
  readonly kind: 'list';
  readonly of: FieldSpec;
  /** The number of items, or a prefix that counts them. */
  readonly count?: number | NumberSpec;
  /** A prefix that counts their bytes. Without either: items up to the end of the frame. */
  readonly bytes?: NumberSpec;
  readonly least: number;
  readonly most: number;
  /** Fields whose values no two items share; `true`: no two items are equal. */
  readonly unique?: true | readonly string[];
}

export interface StructSpec {
  readonly kind: 'struct';
  readonly fields: readonly NamedSpec[];
}

/** Present if bytes are left for it. */
export interface OptionalSpec {
  readonly kind: 'optional';
  readonly of: FieldSpec;
}

/** A number that says which fields follow. */
export interface ChoiceSpec {
  readonly kind: 'choice';
  readonly tag: NumberSpec;
  readonly cases: readonly ChoiceCase[];
}

export interface ChoiceCase {
  readonly name: string;
  readonly tag: number;
  readonly fields: readonly NamedSpec[];
}

/** A computed number: the bytes of the whole frame, or those after it to the end; `plus` is added. */
export interface LengthSpec {
  readonly kind: 'length';
  readonly of: NumberSpec;
  readonly from: 'frame' | 'here';
  readonly plus: number;
  /** A length that the form cannot have begins no frame. */
  readonly strict: boolean;
}

export interface NamedSpec {
  readonly name: string;
  readonly spec: FieldSpec;
}

/** The specs of fields without subfields. A kind with a file of its own in kinds/ adds its own. */
export interface ScalarSpecs {
  readonly number: NumberSpec;
  readonly bignumber: BigNumberSpec;
  readonly flags: FlagsSpec;
  readonly bits: BitsSpec;
  readonly constant: ConstantSpec;
  readonly text: TextSpec;
  readonly bytes: BytesSpec;
}

/** A field without subfields. */
export type ScalarSpec = ScalarSpecs[keyof ScalarSpecs];

export type FieldSpec = ScalarSpec | ListSpec | StructSpec | OptionalSpec | ChoiceSpec | LengthSpec;
