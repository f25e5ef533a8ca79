/** The description of a wire as data for a dissector (lua-described.ts). */

/** The frames of a described wire: data that lua-described.ts reads, made by protocols/wire/dissection.ts. */
export interface DescribedGrammar extends BesideFrames {
  /** A frame is of the first that its first bytes can begin. */
  readonly wires: readonly object[];
  readonly framing: object;
}

/** What travels beside frames. */
export interface BesideFrames {
  /** What a byte is that stands alone for so many milliseconds, though no frame begins so. */
  readonly wake?: {
    readonly byte: number;
    readonly ms: number;
    readonly name: string;
    readonly means: string;
  };
  /** What bytes may be that begin no frame, up to this one: where somebody says so, or something was just shown to the board. */
  readonly loose?: { readonly name: string; readonly end: number; readonly due?: ExpectedCode };
}

/**
 * What was shown to the board comes back as these bytes: `before` it and `behind` it those of settings, each by its value; a
 * value that is not among them: it comes otherwise, as a frame. Frames tell the settings.
 */
export interface ExpectedCode {
  readonly before: readonly Wrapping[];
  readonly behind: readonly Wrapping[];
  /** Fields of a frame: which setting, and its value. */
  readonly setting: string;
  readonly value: string;
  /** The field by which a frame of the board is `taken` or `denied`, and one of the host brings settings `back`. */
  readonly on: string;
  /** What the host's last frame says of settings holds from there on, or not. */
  readonly taken: readonly number[];
  readonly denied: readonly number[];
  /** The usual values of all settings, or of those that were not told for good. */
  readonly back: readonly number[];
  readonly reset: readonly number[];
  /** A bit of this field: the setting is told for good. */
  readonly kept: { readonly name: string; readonly bit: number };
}

interface Wrapping {
  readonly setting: number;
  /** Its value where none was told. */
  readonly usual: number;
  readonly values: readonly (readonly [value: number, bytes: readonly number[]])[];
}

/** What a field of a described wire holds, for filters. */
export interface DescribedField {
  readonly name: string;
  readonly kind: 'uint32' | 'int32' | 'uint64' | 'int64' | 'double' | 'string' | 'bytes';
  readonly base?: 'hex' | 'dec';
  /** Values and what they mean. */
  readonly names?: readonly (readonly [value: number, name: string])[];
}
