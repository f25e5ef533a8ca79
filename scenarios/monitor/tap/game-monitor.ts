/** Who listens to two boards that play each other. */
import type { Side } from '../../../devices/tap/tap';
import type { Chunk } from '../../../devices/links/link';
import type { Parameter, Parameters, Requirement } from '../../../protocols/requirement';
import type { Micros } from '../../../protocols/time';
import type { VerdictLedger } from '../../runner/verdict-ledger';

/** A game that is over. */
export interface GameResult {
  /** undefined: the boards disagree. */
  readonly winner: Side | undefined;
  /** In words. */
  readonly reason: string;
}

/**
 * ended: over, though one of the boards cannot know. no-way-out: the protocol has none, and nobody did wrong. stuck: why
 * the game may have come to this.
 */
export type Deadlock =
  | { readonly kind: 'no-way-out' | 'stuck'; readonly reason: string }
  | ({ readonly kind: 'ended' } & GameResult);

/** Judges a game of two boards from the cable between them. */
export interface GameMonitor {
  /** Bytes that a board sent. Each side's times never go back. */
  rx(side: Side, chunk: Chunk): void;
  /** Bytes that reached a board, faults and all. */
  tx(side: Side, chunk: Chunk): void;
  /** Lets time pass for a board: all that had passed at `now` has been told. */
  tick(side: Side, now: Micros): void;
  /** Who has won, once both boards know; undefined: the game goes on. */
  readonly result: GameResult | undefined;
  /** How often all that a game has (cards) was counted, after a step of one of the boards. */
  readonly counts: number;
  /** What has become of a game in which neither board says anything any more. */
  readonly deadlock: Deadlock | undefined;
  /** Why the game goes on for ever without a move; undefined: it does not. */
  readonly dispute: string | undefined;
  /** true while a board owes something or may still break a promise by not being quiet. */
  readonly unsettled: boolean;
  /** Both boards have been switched off and on: what they did before is judged, and they begin anew. */
  restarted(now: Micros): void;
  /** Says of what was not seen why it was not judged. */
  finish(): void;
}

export interface GameMonitorOptions {
  readonly ledgers: Readonly<Record<Side, VerdictLedger>>;
  readonly parameters: Parameters;
  /** Both boards were started when the clock was; false: nobody knows when. */
  readonly fresh: boolean;
  /** Times are exact: the clock is virtual. */
  readonly exact: boolean;
  readonly onMove: (side: Side, player: number, at: Micros, text: string) => void;
  /** Something worth a line in the journal. */
  readonly note: (side: Side, event: string, detail: string) => void;
}

/** A protocol whose boards can be watched as they play each other. */
export interface GameMonitorKind {
  /** Of its suite. */
  readonly id: string;
  readonly title: string;
  readonly link: { readonly name: string; readonly baud: number };
  readonly requirements: readonly Requirement[];
  readonly parameters: readonly Parameter[];
  create(options: GameMonitorOptions): GameMonitor;
}
