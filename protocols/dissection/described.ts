/** The description of a wire as data for a dissector (lua-described.ts). */

/** The frames of a described wire: data that lua-described.ts reads, made by protocols/wire/dissection.ts. */
export interface DescribedGrammar {
  /** A frame is of the first that its first bytes can begin. */
  readonly wires: readonly object[];
  readonly framing: object;
}

/** What a field of a described wire holds, for filters. */
export interface DescribedField {
  readonly name: string;
  readonly kind: 'uint32' | 'int32' | 'uint64' | 'int64' | 'double' | 'string' | 'bytes';
  readonly base?: 'hex' | 'dec';
  /** Values and what they mean. */
  readonly names?: readonly (readonly [value: number, name: string])[];
}
