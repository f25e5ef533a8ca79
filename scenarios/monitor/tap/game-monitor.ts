/** The monitor of two boards that play each other. */
import type { Side } from '../../../devices/tap/tap';
import type { Chunk } from '../../../protocols/chunk';
import type { Parameter, Parameters, Requirement } from '../../../protocols/requirement';
import type { Micros } from '../../../protocols/time';
import type { VerdictLedger } from '../../runner/verdict-ledger';

/** The result of a game. */
export interface GameResult {
  /** undefined: the boards disagree. */
  readonly winner: Side | undefined;
  /** In words. */
  readonly reason: string;
}

/**
 * ended: the game is over, though one board cannot know it. no-way-out: the protocol offers no step, and nobody broke a
 * rule. stuck: the possible reason.
 */
export type Deadlock =
  | { readonly kind: 'no-way-out' | 'stuck'; readonly reason: string }
  | ({ readonly kind: 'ended' } & GameResult);

/** Judges a game of two boards from the cable between them. */
export interface GameMonitor {
  /** Bytes that a board sent. Times of a side never decrease. */
  rx(side: Side, chunk: Chunk): void;
  /** Bytes that reached a board, with the faults of the cable. */
  tx(side: Side, chunk: Chunk): void;
  /** Lets time pass for a board: all its bytes up to `now` were given. */
  tick(side: Side, now: Micros): void;
  /** The winner, once both boards know it; undefined: the game goes on. */
  readonly result: GameResult | undefined;
  /** How often all cards of the game were counted, after a step of a board. */
  readonly counts: number;
  /** The state of a game in which both boards have fallen silent. */
  readonly deadlock: Deadlock | undefined;
  /** Why the game goes on without a move for ever; undefined: it does not. */
  readonly dispute: string | undefined;
  /** true while a board has to send something, or may still break a rule by sending. */
  readonly unsettled: boolean;
  /** Both boards were switched off and on: their earlier actions are judged, and they begin a new game. */
  restarted(now: Micros): void;
  /** Gives the reason for each clause that was not judged. */
  finish(): void;
}

/** What the monitor of a tapped game is built with. */
export interface GameMonitorOptions {
  readonly ledgers: Readonly<Record<Side, VerdictLedger>>;
  readonly parameters: Parameters;
  /** Both boards were started with the clock; false: their start is unknown. */
  readonly fresh: boolean;
  /** Times are exact: the clock is virtual. */
  readonly exact: boolean;
  readonly onMove: (side: Side, player: number, at: Micros, text: string) => void;
  /** A note for the journal. */
  readonly note: (side: Side, event: string, detail: string) => void;
}

/** A protocol with a monitor of two boards that play each other. */
export interface GameMonitorKind {
  /** The id of the suite. */
  readonly id: string;
  readonly title: string;
  readonly link: { readonly name: string; readonly baud: number };
  readonly requirements: readonly Requirement[];
  readonly parameters: readonly Parameter[];
  create(options: GameMonitorOptions): GameMonitor;
}
