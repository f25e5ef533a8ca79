/**
 * What the bytes of a protocol are called, as data: from it comes a dissector for Wireshark (lua-dissector.ts).
 *
 * A grammar is a row of pieces, read from a frame's first byte on. A piece may need bytes that have not come: then the
 * frame goes on. It may find what it does not allow: then no frame begins so, or a whole one is none, for a reason.
 */
import type { DescribedField, DescribedGrammar } from './described';

/** Values and what they mean. */
export type Names = readonly (readonly [value: number, name: string])[];

/**
 * A sentence with what stands for something: of a value `%d` it, `%X` it in hex, `%o` its place, `%g` ` of entry 3`, where it is
 * in a group; `%H` the bytes up to it; `%{CMD}` the byte of the field of that name.
 */
type Reason = string;

export type Piece =
  /** One byte, or two with the high one first. Not among `only`: no frame begins so, or, with `refused`, one that is none. */
  | {
      readonly kind: 'number';
      readonly name: string;
      readonly length: 1 | 2;
      readonly base: 'hex' | 'dec';
      readonly names?: Names;
      readonly only?: readonly number[];
      /** A lower one is as one that is not among `only`. */
      readonly least?: number;
      /** What the first of two bytes means where the other has not come. */
      readonly half?: string;
      /** What a value means that has no name. */
      readonly otherwise?: string;
      /** Why one with a value that is not among `only` is none: see {@link Reason}. */
      readonly refused?: Reason;
      /** What such a value means, and why no frame begins so. */
      readonly bad?: { readonly means: string; readonly why: Reason };
      /** Where it is another, what is shown goes on without it. */
      readonly optional?: true;
      /** Its meaning is shown in the list of packets, or one of these words. */
      readonly titled?: true | Names;
    }
  /**
   * A subtree each, as long as the next byte is `first`: decimal integers, separated by `between`, up to one of `ends`. Where
   * `when` holds, `last` follows `count` of them, and they keep the `constraints`.
   */
  | {
      readonly kind: 'records';
      readonly name: string;
      readonly when: { readonly name: string; readonly is: number };
      readonly first: number;
      readonly between: number;
      readonly ends: readonly number[];
      readonly last: number;
      readonly count: number;
      readonly fields: readonly {
        readonly name: string;
        readonly min: number;
        readonly max: number;
        readonly names: Names;
      }[];
      /** What a record is called: the meanings of two fields, with `joiner` between them. */
      readonly label: { readonly fields: readonly [string, string]; readonly joiner: string };
      readonly constraints: readonly RecordConstraint[];
      /** What a record without a label means, and what a field means that has no meaning of its own. */
      readonly strange: Readonly<Record<'label' | 'integer' | 'surplus' | 'range', string>>;
      /** `%r` stands for the record, `%f` for the field, `%t` for its text. */
      readonly words: Readonly<Record<RecordFault, Reason>>;
    }
  /** The text of a line of a console, told without escape sequences, and what ends it: CRs, LF, or CRs and LF. */
  | { readonly kind: 'line'; readonly text: string; readonly end: string }
  /** By how many bytes come before one of `ends`: none is nothing. */
  | {
      readonly kind: 'upTo';
      readonly ends: readonly number[];
      readonly one: readonly Piece[];
      readonly more: readonly Piece[];
    }
  /** `byte` right behind one that `after` ended, where another than `unless` follows: `of`. Else `other`. */
  | {
      readonly kind: 'stray';
      readonly byte: number;
      readonly after: number;
      readonly unless: number;
      readonly of: readonly Piece[];
      readonly other: readonly Piece[];
    }
  /**
   * Bytes up to one of `ends`, which is left; without `ends`, all that came with the ones before, as in a datagram. None
   * is no field. `refused`: no frame has any; `%d` stands for its bytes. `shown`: they are text, of which so many are read.
   */
  | {
      readonly kind: 'rest';
      readonly name: string;
      readonly meaning?: string;
      readonly shown?: number;
      readonly titled?: true;
      readonly ends?: readonly number[];
      readonly refused?: Reason;
    }
  /** So many bytes has the whole frame, and `each` for each that an earlier field counts. */
  | {
      readonly kind: 'total';
      readonly bytes: number;
      readonly count?: string;
      readonly each?: number;
    }
  /** As many bytes as an earlier field says, less `less`; none or fewer is no field. */
  | {
      readonly kind: 'bytes';
      readonly name: string;
      readonly count: string;
      readonly less: number;
      /** They are text; why one is none with a byte above 7F, which `%X` and `%o` stand for. */
      readonly ascii?: Reason;
      /** Why one is none with so few of them, which `%d` stands for. */
      readonly short?: { readonly most: number; readonly refused: Reason };
    }
  /** By the next byte, which is of what is read then. `%N` stands for it. */
  | {
      readonly kind: 'next';
      readonly cases: readonly (readonly [bytes: readonly number[], pieces: readonly Piece[]])[];
      readonly other: readonly Piece[];
    }
  /** Nobody sends such a frame: what else is wrong with it says more. */
  | { readonly kind: 'none'; readonly refused: Reason }
  | {
      readonly kind: 'switch';
      readonly on: string;
      readonly cases: readonly (readonly [values: readonly number[], pieces: readonly Piece[]])[];
      /** Left out: another value begins no frame, and why. */
      readonly other?: readonly Piece[];
      readonly why?: Reason;
    }
  /**
   * A subtree each, as often as an earlier field says. `twice`: why a frame is none in which two of them begin with the same
   * values, of so many fields; `%g` stands for the later one, `%d` for the values.
   */
  | {
      readonly kind: 'times';
      readonly name: string;
      readonly count: string;
      readonly of: readonly Piece[];
      readonly twice?: { readonly first: number; readonly refused: Reason };
    }
  /**
   * Over the frame's bytes so far. xor: one byte; sum: two, which make the sum of all 0 modulo 0x10000. `refused`: why another
   * makes it none; `%o` stands for its place, `%X` for it, `%E` for what is right.
   */
  | {
      readonly kind: 'checksum';
      readonly name: string;
      readonly by: 'xor' | 'sum';
      readonly refused: Reason;
    };

type RecordFault = 'none' | 'end' | 'few' | 'many' | 'fields' | 'range' | 'integer';

/** What the values of well-formed records must keep. In `refused`, `%r` stands for the record, `%c` for its label. */
type RecordConstraint =
  /** The value of `field` is the one that `values` lists for the value of `on`. `%d`: the value, `%E`: the right one, `%s`: what that of `on` means. */
  | {
      readonly kind: 'dependent';
      readonly field: string;
      readonly on: string;
      readonly values: readonly number[];
      readonly refused: Reason;
    }
  /** No two records have the same label. */
  | { readonly kind: 'unique'; readonly refused: Reason }
  /** One record at most has this value of `field`. */
  | { readonly kind: 'once'; readonly field: string; readonly value: number; readonly refused: Reason };

/**
 * Lines that begin with `start`, which cuts any other, or, between lines, with `between`, and end with `end`. A link's silence
 * is then the time of a line from its first byte on.
 */
interface Lines {
  readonly start: number;
  readonly between: number;
  readonly end: number;
  /** The field of `end`, and that of what is not understood; of a line that begins otherwise it means `garbage`. */
  readonly last: { readonly name: string; readonly meaning: string };
  readonly rest: { readonly name: string; readonly meaning: string; readonly garbage: string };
  readonly longest: number;
  /** What bytes are called in reasons, `%N`. */
  readonly names: Names;
  /** Why bytes are no line; `%d` stands for how many. */
  readonly garbage: Reason;
  readonly interrupted: Reason;
  readonly tooLong: Reason;
  readonly unfinished: Reason;
}

export interface Grammar {
  readonly frame: readonly Piece[];
  /**
   * Why bytes are no frame that fall silent half-way; `%n` stands for how many, `%t` for how many it has, or where they do not
   * tell, for `untold`.
   */
  readonly silence?: Reason;
  readonly untold?: string;
  /**
   * What begins no frame goes as a whole up to the next idle gap: the field behind what shows it, and why it is none in parts
   * of the longest, before the last.
   */
  readonly dropped?: {
    readonly name: string;
    readonly meaning: string;
    readonly longest: number;
    readonly more: string;
    /** What shows it is not a field of its own. */
    readonly whole?: true;
  };
  readonly lines?: Lines;
  /** Why the first bytes of a longer frame are none, more of it, and its last. */
  readonly longest?: {
    readonly bytes: number;
    readonly first: string;
    readonly more: string;
    readonly last: string;
  };
  /** What a datagram without any bytes is, and why it is no frame, where it is none. */
  readonly empty?: { readonly means: string; readonly refused?: string };
  /** Bytes one of which ends every frame. */
  readonly closes?: readonly number[];
}

export interface DissectedLink {
  readonly name: string;
  /** What a link must be carried by, by what the trace says of it. */
  readonly binding?: 'serial' | 'tcp' | 'udp';
  /** Silence that ends a frame half-way, in milliseconds. Absent where the framing of a described wire knows it. */
  readonly idleMs?: number;
  /** Every field of described wires. */
  readonly fields?: readonly DescribedField[];
  /** Host to board, and board to host. */
  readonly tx: Grammar | DescribedGrammar;
  readonly rx: Grammar | DescribedGrammar;
}

/** What a Wireshark dissector is made from: the grammar of the bytes of each link. */
export interface Dissection {
  /** Of the suite. */
  readonly id: string;
  readonly title: string;
  /** By its binding, else by its name; the first is that of any other. */
  readonly links: readonly DissectedLink[];
}

/** Every value from 0 that `meaning` has words for, up to and without `below`. */
export function namesOf(below: number, meaning: (value: number) => string | undefined): Names {
  return Array.from({ length: below }, (_, value) => [value, meaning(value)] as const).flatMap(
    ([value, name]) => (name === undefined ? [] : [[value, name] as const]),
  );
}

/** Whole numbers from `from` to `to`, both included. */
export function range(from: number, to: number): readonly number[] {
  return Array.from({ length: to - from + 1 }, (_, i) => from + i);
}
