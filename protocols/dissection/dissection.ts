/**
 * The names of a protocol's bytes, as data for its Wireshark dissector (lua-dissector.ts).
 *
 * A grammar is a sequence of pieces, read from a frame's first byte. Where a piece lacks bytes, the frame is not
 * complete yet. Where bytes do not fit a piece, no frame begins so, or the complete frame is refused with a reason.
 */
import type { DescribedField, DescribedGrammar } from './described';

/** Values and their meanings. */
export type Names = readonly (readonly [value: number, name: string])[];

/** A sentence with placeholders: `%d` a value, `%X` a byte in hex, `%N` its name. */
type Reason = string;

/** A part of a frame, and the names of its bytes. */
export type Piece =
  /** A byte. A value outside `only`, of a line that is refused: `bad`; of a frame that is read nonetheless: `refused`. */
  | {
      readonly kind: 'byte';
      readonly name: string;
      readonly names?: Names;
      readonly only?: readonly number[];
      /** The meaning of a value without a name. */
      readonly otherwise?: string;
      readonly refused?: Reason;
      readonly bad?: { readonly means: string; readonly why: Reason };
      /** If the value is another, the display goes on without this piece. */
      readonly optional?: true;
      /** Its meaning is shown in the list of packets, or the word that is listed here for it. */
      readonly titled?: true | Names;
    }
  /**
   * A subtree for each record. A record begins with `first`; decimal integers follow, separated by `between`, up to one
   * of `ends`. If `when` holds, there are `count` records, then `last`, and the `constraints` apply.
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
      /** The name of a record: the meanings of two fields, with `joiner` between them. */
      readonly label: { readonly fields: readonly [string, string]; readonly joiner: string };
      readonly constraints: readonly RecordConstraint[];
      /** The meanings of a record without a label, and of fields without a meaning of their own. */
      readonly strange: Readonly<Record<'label' | 'integer' | 'surplus' | 'range', string>>;
      /** Placeholders: `%r` the record, `%f` the field, `%t` its text. */
      readonly words: Readonly<Record<RecordFault, Reason>>;
    }
  /** A console line: its text without escape sequences, and its end: CRs, LF, or CRs and LF. */
  | { readonly kind: 'line'; readonly text: string; readonly end: string }
  /** With one byte before one of `ends`, `one` is read; with several, `more`; with none, nothing. */
  | {
      readonly kind: 'upTo';
      readonly ends: readonly number[];
      readonly one: readonly Piece[];
      readonly more: readonly Piece[];
    }
  /**
   * Reads `of` if this byte is `byte`, the frame before ended with `after`, and a byte other than `unless` follows.
   * Else `other`.
   */
  | {
      readonly kind: 'stray';
      readonly byte: number;
      readonly after: number;
      readonly unless: number;
      readonly of: readonly Piece[];
      readonly other: readonly Piece[];
    }
  /**
   * Bytes up to one of `ends`, which is not included. Without `ends`: the rest of the chunk, as in a datagram. No
   * bytes, no field. `refused`: why there must be none; `%d` is their number. `shown`: they are text, and at most this
   * many are read.
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
  /** Selected by the next byte, which the selected pieces read. */
  | {
      readonly kind: 'next';
      readonly cases: readonly (readonly [bytes: readonly number[], pieces: readonly Piece[]])[];
      readonly other: readonly Piece[];
    };

type RecordFault = 'none' | 'end' | 'few' | 'many' | 'fields' | 'range' | 'integer';

/** A rule for the values of well-formed records. In `refused`, `%r` is the record and `%c` its label. */
type RecordConstraint =
  /**
   * `values[value of on]` is the right value of `field`. `%d`: the value; `%E`: the right one; `%s`: the meaning of
   * `on`.
   */
  | {
      readonly kind: 'dependent';
      readonly field: string;
      readonly on: string;
      readonly values: readonly number[];
      readonly refused: Reason;
    }
  /** No two records have the same label. */
  | { readonly kind: 'unique'; readonly refused: Reason }
  /** At most one record has this value of `field`. */
  | { readonly kind: 'once'; readonly field: string; readonly value: number; readonly refused: Reason };

/**
 * Lines begin with `start`, or, after a line, with `between`; they end with `end`. `start` inside a line begins a new
 * one. The link's idle time is the longest time of a line from its first byte on.
 */
interface Lines {
  readonly start: number;
  readonly between: number;
  readonly end: number;
  /**
   * The names of the field for `end` and of the field for unreadable bytes. `garbage` is the meaning of a line with a
   * wrong beginning.
   */
  readonly last: { readonly name: string; readonly meaning: string };
  readonly rest: { readonly name: string; readonly meaning: string; readonly garbage: string };
  readonly longest: number;
  /** The names of bytes in reasons, `%N`. */
  readonly names: Names;
  /** Why bytes are no line; `%d` is their number. */
  readonly garbage: Reason;
  readonly interrupted: Reason;
  readonly tooLong: Reason;
  readonly unfinished: Reason;
}

/** How a dissector finds and names the bytes of one direction. */
export interface Grammar {
  readonly frame: readonly Piece[];
  /** Why a frame that stops half-way is refused. `%n`: its bytes so far. */
  readonly silence?: Reason;
  readonly lines?: Lines;
  /** Why the first part of an over-long frame is refused, a middle part, and the last. */
  readonly longest?: {
    readonly bytes: number;
    readonly first: string;
    readonly more: string;
    readonly last: string;
  };
  /** The meaning of a datagram without bytes, and why it is refused, if it is. */
  readonly empty?: { readonly means: string; readonly refused?: string };
  /** Bytes that end a frame: any one of them. */
  readonly closes?: readonly number[];
}

/** How a link's bytes are dissected. */
export interface DissectedLink {
  readonly name: string;
  /** The carrier that the link must have in the trace. */
  readonly binding?: 'serial' | 'tcp' | 'udp';
  /** Silence that ends an unfinished frame, in milliseconds. Absent where the framing of a described wire has it. */
  readonly idleMs?: number;
  /** Every field of described wires. */
  readonly fields?: readonly DescribedField[];
  /** Host to board, and board to host. */
  readonly tx: Grammar | DescribedGrammar;
  readonly rx: Grammar | DescribedGrammar;
}

/** The data for a Wireshark dissector: the grammar of each link. */
export interface Dissection {
  /** The id of the suite. */
  readonly id: string;
  readonly title: string;
  /** Links are matched by their binding, else by name; the first one serves all others. */
  readonly links: readonly DissectedLink[];
}

/** Every byte with a name. */
export function byteNames(meaning: (byte: number) => string | undefined): Names {
  return range(0, 0xff).flatMap((byte) => {
    const name = meaning(byte);
    return name === undefined ? [] : [[byte, name] as const];
  });
}

/** Whole numbers from `from` to `to`, both included. */
export function range(from: number, to: number): readonly number[] {
  return Array.from({ length: to - from + 1 }, (_, i) => from + i);
}
