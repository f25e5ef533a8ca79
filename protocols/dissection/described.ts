/** The description of a wire, as data for a dissector (lua/described/). */

/** The frames of a described wire. protocols/wire/dissection.ts makes this data; lua/described/ reads it. */
export interface DescribedGrammar extends BesideFrames {
  /** A frame belongs to the first wire that can begin with its first bytes. */
  readonly wires: readonly object[];
  readonly framing: object;
  /** Where frames are looked for: each framing with its wire. */
  readonly parts?: readonly object[];
}

/** What is on the line besides frames. */
export interface BesideFrames {
  /** A byte that no frame begins with. It counts as a wake byte if nothing follows it for `ms` milliseconds. */
  readonly wake?: {
    readonly byte: number;
    readonly ms: number;
    readonly name: string;
    readonly means: string;
  };
  /**
   * Bytes that begin no frame, up to and with `end`. The user allows them, or something was just shown to the board.
   */
  readonly loose?: { readonly name: string; readonly end: number; readonly due?: ExpectedCode };
}

/**
 * The bytes in which the board returns what it was shown. `before` and `behind` are the bytes around it, by the values
 * of settings. With a value that is not listed, it comes as a frame. Other frames show the settings.
 */
export interface ExpectedCode {
  readonly before: readonly Wrapping[];
  readonly behind: readonly Wrapping[];
  /** The fields of a frame with the number of a setting, and with its value. */
  readonly setting: string;
  readonly value: string;
  /**
   * The field that says whether the board has `taken` or `denied` a setting, and whether the host brings settings
   * `back`.
   */
  readonly on: string;
  /** Values: the settings of the host's last frame are accepted, or refused. */
  readonly taken: readonly number[];
  readonly denied: readonly number[];
  /** Values: all settings return to their defaults, or only those that are not permanent. */
  readonly back: readonly number[];
  readonly reset: readonly number[];
  /** A bit of this field: the setting is permanent. */
  readonly kept: { readonly name: string; readonly bit: number };
}

interface Wrapping {
  readonly setting: number;
  /** The default value. */
  readonly usual: number;
  readonly values: readonly (readonly [value: number, bytes: readonly number[]])[];
}

/** What a field of a described wire holds, for filters. */
export interface DescribedField {
  readonly name: string;
  readonly kind: 'uint32' | 'int32' | 'uint64' | 'int64' | 'double' | 'string' | 'bytes';
  readonly base?: 'hex' | 'dec';
  /** Values and their meanings. */
  readonly names?: readonly (readonly [value: number, name: string])[];
}
