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

/** What a monitor waits for: bytes on this link by `until`, or that instant. */
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
  /** By the specification it changes nothing: if it makes a difference, it causes the failure. */
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
 * How much traffic was judged, since the monitor was made. An exchange is a request, or bytes that are not one, with its answer,
 * or a message that the board begins.
 */
export interface Accounting {
  readonly judged: number;
  readonly unjudged: Readonly<Partial<Record<UnjudgedReason, number>>>;
}

/** A passive judge of one board, or of one host and its board. Suite, fuzzing and `check` all use it. */
export interface Monitor {
  /** Bytes to the board. Calls are in order of time; no byte is left out, except before a `gap`. */
  tx(chunk: Chunk, link: string): void;
  /** Bytes from the board. */
  rx(chunk: Chunk, link: string): void;
  /** The time is `now`: all earlier traffic has been given. */
  tick(now: Micros): void;
  /** The board was reset or switched on, and is in its initial state. `since`: the earliest time; default `at`. `way`: how, if known. */
  reset(at: Micros, since?: Micros, way?: string): void;
  /** From here on a wrong answer breaks this clause. Undefined: the clause that the rules name. */
  charge?(clause: string | undefined): void;
  /** Traffic until this time is missing. */
  gap(until: Micros): void;
  /** The traffic ends: judges what is wrong by now, although more could have come. */
  finish?(): void;
  /** A link on demand opens: a player joins. `carrier`: if known. `since`: its earliest time; default `at`. */
  opened?(link: string, at: Micros, carrier?: Carrier, since?: Micros): void;
  /** One side closes it. `since`: the earliest time; default `at`. */
  closed?(link: string, by: 'host' | 'board', at: Micros, since?: Micros): void;
  /** Whether a link on demand is open: a player has joined and not left. */
  isUp?(link: string): boolean;
  /** A code was shown at some time within these bounds. */
  presented?(code: PresentedCode, at: Bounds): void;
  /** What to wait for before sending more; undefined: nothing is due. */
  due(): Due | undefined;
  /** Requests whose answers are still due. */
  readonly unanswered?: number;
  /** The state of the board is unknown, or bytes are ambiguous: only what is certain is judged. */
  readonly desynchronised: boolean;
  /** Why next to nothing could be judged so far; undefined: enough was judged. */
  readonly reasonUnjudged?: string | undefined;
  /** How much was judged; absent: the monitor does not count. */
  accounting?(): Accounting;
  /** Returns a function that undoes all calls after this one, so that other traffic can be tried, as often as needed. */
  save?(): () => void;
  /** The findings since the last call, in order of time. */
  judgements(): readonly Judgement[];
  /** The coverage since the last call. */
  coverage(): readonly CoveragePoint[];
}
