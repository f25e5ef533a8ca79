/** What the packed wire says in JSON before its columns: wire-pack.ts writes it, the page's script reads it. */

/** An event between the chunks. Times are in microseconds. */
export interface TimelineMark {
  readonly at: number;
  readonly kind: 'scenario' | 'check' | 'line' | 'move';
  readonly text: string;
  /** Of a check: the clause, its verdict, and when the exchange that it is about began. */
  readonly id?: string;
  readonly verdict?: string;
  readonly from?: number;
}

/** What a frame says: its name, why it is none, and of each field name, offset, length, meaning, and 1 where it is wrong. */
export type Explanation = readonly [name: string, reject?: string, fields?: readonly ExplainedField[]];

export type ExplainedField = readonly [
  name: string,
  offset: number,
  length: number,
  meaning: string,
  wrong?: 1,
];

export interface WireHeader {
  readonly links: readonly string[];
  readonly count: number;
  /** The bytes of each column. */
  readonly columns: readonly number[];
  readonly marks: readonly TimelineMark[];
  readonly end: number;
  /** Of each lane how many frames it has, and the bytes of its two columns; null: its chunks are not taken apart. */
  readonly frames?: readonly (
    readonly [count: number, lengths: number, explained: number] | undefined | null
  )[];
  readonly explanations?: readonly Explanation[];
}
