/** Who judges a board by a trace of its line, after the fact. */
import type { Chunk } from '../../devices/link';
import type { Parameter, Parameters, Requirement } from '../../protocols/requirement';
import type { Micros } from '../../protocols/time';
import type { Ledger } from '../ledger';

export interface TraceObserver {
  /** Bytes that reached the board. `whole`: none of them are left out of the trace. */
  heard(chunk: Chunk, whole: boolean): void;
  /** Bytes that the board sent. */
  said(chunk: Chunk, whole: boolean): void;
  /** The board was reset, or powered. */
  reset(at: Micros): void;
  /** Something passed that the trace does not have. */
  blur(): void;
  /** Lets time pass: all that had passed at `now` has been told. */
  tick(now: Micros): void;
  /** The trace ends. */
  finish(now: Micros): void;
}

export interface TraceObserverOptions {
  readonly ledger: Ledger;
  readonly parameters: Parameters;
  /** The trace begins as the board is powered; false: nobody knows what was before. */
  readonly fresh: boolean;
  /** Times are those of the wire; false: they are a host's, and a rare outlier may be its own. */
  readonly exact: boolean;
  /** As what is shown names it. */
  readonly link: string;
}

/** A protocol whose boards can be judged by a trace. */
export interface Traceable {
  /** Of its suite. */
  readonly id: string;
  readonly title: string;
  readonly link: { readonly name: string; readonly baud: number };
  readonly requirements: readonly Requirement[];
  readonly parameters: readonly Parameter[];
  /** Why a clause may not be seen in any trace, or only by chance. */
  readonly unseen: ReadonlyMap<string, string>;
  observer(options: TraceObserverOptions): TraceObserver;
}

/** What a trace says, in the order of time. Times are microseconds from its beginning. */
export type Passage =
  | { readonly kind: 'chunk'; readonly chunk: Chunk; readonly left: number }
  | { readonly kind: 'reset' | 'lost'; readonly at: Micros; readonly detail: string };
