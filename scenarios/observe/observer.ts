/** Who listens to two boards that play each other. */
import type { Side } from '../../devices/tap';
import type { Chunk } from '../../devices/link';
import type { Parameter, Parameters, Requirement } from '../../protocols/requirement';
import type { Micros } from '../../protocols/time';
import type { Ledger } from '../ledger';

export interface Observer {
  /** Bytes that a board sent. Each side's times never go back. */
  said(side: Side, chunk: Chunk): void;
  /** Bytes that reached a board, faults and all. */
  heard(side: Side, chunk: Chunk): void;
  /** Lets time pass for a board: all that had passed at `now` has been told. */
  tick(side: Side, now: Micros): void;
  /** Who has won, in words, once both boards know; undefined: the game goes on. */
  readonly ended: string | undefined;
  /** Why a game may never go on, where something was seen that makes it so. */
  readonly stuck: string | undefined;
  /** true while a board owes something or may still break a promise by not being quiet. */
  readonly unsettled: boolean;
  /** Says of what was not seen why it was not judged. */
  finish(): void;
}

export interface ObserverOptions {
  readonly ledgers: Readonly<Record<Side, Ledger>>;
  readonly parameters: Parameters;
  /** Both boards were started when the clock was; false: nobody knows when. */
  readonly fresh: boolean;
  /** Times are exact: the clock is virtual. */
  readonly exact: boolean;
  readonly moved: (side: Side, player: number, at: Micros, text: string) => void;
  /** Something worth a line in the journal. */
  readonly note: (side: Side, event: string, detail: string) => void;
}

/** A protocol whose boards can be watched as they play each other. */
export interface Watchable {
  /** Of its suite. */
  readonly id: string;
  readonly title: string;
  readonly link: { readonly name: string; readonly baud: number };
  readonly requirements: readonly Requirement[];
  readonly parameters: readonly Parameter[];
  observer(options: ObserverOptions): Observer;
}
