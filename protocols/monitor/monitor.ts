/**
 * The shape of a monitor: passive and pure, it is told of all that passes between a host and its board, knows what is due, and judges
 * what comes. It sends nothing and reads no clock. Suite, `check` and fuzzing judge a board by its protocol's monitor, and by nothing else.
 *
 *     tx, rx, opened, closed, presented, reset, gap, tick ──▶ monitor ──▶ judgements, due, desynchronised, coverage
 *
 * What a board owes, each tolerance, the clause that a fault is charged to, loss of sync and what ends it: all of it is in the monitor.
 */
import type { Chunk } from '../chunk';
import type { Micros } from '../time';
import type { Judgement } from './judgement';
import type { Bounds } from './timed-decoder';

/** What a monitor waits for: bytes on this link by `until`, or that instant itself. */
export interface Due {
  readonly link: string;
  readonly until: Micros;
}

/** One exchange, for coverage and as feedback. */
export interface CoveragePoint {
  readonly state: string;
  readonly trigger: string;
  readonly response: string;
  /** The clause of such an exchange. */
  readonly requirement: string;
  /** By the page it changes nothing: if it makes a difference, it is the cause of the failure. */
  readonly isNoOp: boolean;
}

/** A code that was shown to a scanner. */
export interface PresentedCode {
  readonly symbology: string;
  readonly bytes: Uint8Array;
}

/** What carries the bytes of a link. */
export type Carrier = 'tcp' | 'udp' | 'serial';

/** Why an exchange was not judged. */
export const UNJUDGED_REASONS = ['state-unknown', 'too-many-worlds', 'left-open', 'bytes-lost'] as const;
export type UnjudgedReason = (typeof UNJUDGED_REASONS)[number];

/**
 * How much of what passed was judged, since the monitor was made. An exchange is a request, or bytes that are none, with what answers it,
 * or a message that the board begins.
 */
export interface Accounting {
  readonly judged: number;
  readonly unjudged: Readonly<Partial<Record<UnjudgedReason, number>>>;
}

/** A passive judge of one board, or of one host and its board. Suite, fuzzing and `check` are each an adapter of it. */
export interface Monitor {
  /** Bytes to the board. Calls are in the order of time; in each direction no byte is left out, but for those before a `gap`. */
  tx(chunk: Chunk, link: string): void;
  /** Bytes from the board. */
  rx(chunk: Chunk, link: string): void;
  /** The time is `now`, and everything that had passed by then was told. */
  tick(now: Micros): void;
  /** The board was reset, or switched on, and is in its initial state. `since`: not before that; default `at`. */
  reset(at: Micros, since?: Micros): void;
  /** What is asked from here on is about this clause: it is charged where the answer is wrong. Undefined: what the rules name. */
  charge?(clause: string | undefined): void;
  /** Something passed until then that nobody told of. */
  gap(until: Micros): void;
  /** Nothing more is told: what is wrong by now is judged, though more could have come. */
  finish?(): void;
  /** A link on demand begins: a player comes. `carrier`: if it is told. `since`: not before that; default `at`. */
  opened?(link: string, at: Micros, carrier?: Carrier, since?: Micros): void;
  /** It ends, by one side. `since`: not before that; default `at`. */
  closed?(link: string, by: 'host' | 'board', at: Micros, since?: Micros): void;
  /** A link on demand is open: a player has come and not left. */
  isUp?(link: string): boolean;
  /** A code was shown at some time within these bounds. */
  presented?(code: PresentedCode, at: Bounds): void;
  /** What must be waited for before more is sent; undefined: nothing is due. */
  due(): Due | undefined;
  /** Requests whose answers are still due. */
  readonly unanswered?: number;
  /** The state of the board is unknown, or bytes cannot be told apart: what is not sure is not judged. */
  readonly desynchronised: boolean;
  /** Why next to nothing could be judged so far; undefined: it could. */
  readonly reasonUnjudged?: string | undefined;
  /** How much was judged; absent: the monitor does not count. */
  accounting?(): Accounting;
  /** Returns what takes all back that is told from here on: it can be told otherwise then, as often as needed. */
  save?(): () => void;
  /** What was found since it was last asked, in the order of time. */
  judgements(): readonly Judgement[];
  /** What happened since it was last asked. */
  coverage(): readonly CoveragePoint[];
}
