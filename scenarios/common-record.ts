/** What the journals of runs and of campaigns both record: bytes on a link, the board. */

/** The named stretches of some bytes, for hex views. */
export interface FieldRecord {
  readonly name: string;
  readonly offset: number;
  readonly length: number;
  readonly value: number | string;
  readonly meaning?: string;
}

/** Some bytes on a link, explained: what `evidence` is made of. */
export interface BytesRecord {
  readonly link: string;
  /** tx: host to board; rx: board to host. */
  readonly direction: 'tx' | 'rx';
  /** Between these instants all of the bytes were on the wire, in microseconds. */
  readonly notBefore: number;
  readonly notAfter: number;
  readonly hex: string;
  /** Bytes left out of `hex` behind its end. */
  readonly elided?: number;
  /** Why the decoder refused them, where it did. */
  readonly reject?: string;
  /** The byte that was wrong and what would have been right there, in words, where the refusal tells. */
  readonly wrong?: { readonly offset: number; readonly expected: string };
  readonly fields?: readonly FieldRecord[];
}

/** The board as it was asked. */
export interface BoardRecord {
  readonly name: string;
  readonly kind: string;
  readonly virtual: boolean;
  /** Named defects switched on, of a virtual board. */
  readonly defects: readonly string[];
  readonly identity?: string;
  readonly links: readonly { readonly name: string; readonly url: string }[];
}
