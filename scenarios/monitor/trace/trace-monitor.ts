/** Who judges a board by a trace of its line, after the fact. */
import type { Chunk, LinkBinding } from '../../../devices/links/link';
import type { Parameter, Parameters, Requirement } from '../../../protocols/requirement';
import type { Micros } from '../../../protocols/time';
import type { VerdictLedger } from '../../runner/verdict-ledger';

/** Judges a recorded trace, chunk by chunk, in the order of time. */
export interface TraceMonitor {
  /** Bytes that reached the board, on this link. `whole`: none of them are left out of the trace. */
  tx(chunk: Chunk, whole: boolean, link: string): void;
  /** Bytes that the board sent. */
  rx(chunk: Chunk, whole: boolean, link: string): void;
  /** The board was reset, or powered. */
  reset(at: Micros): void;
  /** Up to then something passed that the trace does not have. */
  traceGap(until: Micros): void;
  /** A connection of tcp, or a socket of udp, begins or ends, whoever ended it; permanent lines know no such thing. */
  linkOpened?(link: string, binding: LinkBinding, at: Micros): void;
  linkClosed?(link: string, by: 'host' | 'board', at: Micros): void;
  /** A code was brought before the board's lens: its kind, and its bytes in hex. */
  codePresented?(detail: string, at: Micros): void;
  /** Time has come to `now`. Called before each event but a reset, and at the end. */
  tick?(now: Micros): void;
  /** The trace ends. */
  finish?(now: Micros): void;
}

/** What a monitor of a trace is made with. */
export interface TraceMonitorOptions {
  readonly ledger: VerdictLedger;
  readonly parameters: Parameters;
  /** The trace begins as the board is powered; false: nobody knows what was before. */
  readonly fresh: boolean;
  /** Times are those of the wire; false: they are a host's, and a rare outlier may be its own. */
  readonly exact: boolean;
  /** The trace says when the board was reset; false: it may have been at any time. */
  readonly recordsResets: boolean;
  /** What carries a link of which the trace tells no opening; undefined: nobody knows. */
  readonly binding: LinkBinding | undefined;
}

/** A protocol whose boards can be judged by a trace. */
export interface TraceMonitorKind {
  /** Of its suite. */
  readonly id: string;
  readonly title: string;
  /** The first is that of a file that names none. */
  readonly links: readonly TraceLink[];
  readonly requirements: readonly Requirement[];
  readonly parameters: readonly Parameter[];
  /** Why a clause may not be seen in any trace, or only by chance. */
  readonly reasonsUnseen: ReadonlyMap<string, string>;
  create(options: TraceMonitorOptions): TraceMonitor;
}

/** A link as a trace has it. */
export interface TraceLink {
  readonly name: string;
  /** Bits per second. */
  readonly baud: number;
  /** Of a file of two wires (an analyser's) it is that of what the host sends, or of what the board sends; default both. */
  readonly wire?: 'tx' | 'rx';
}

/** What a trace says, in the order of time. Times are microseconds from its beginning. `link`: one of the protocol's. */
export type TraceEvent =
  | { readonly kind: 'chunk'; readonly link: string; readonly chunk: Chunk; readonly omittedBytes: number }
  | { readonly kind: 'open'; readonly link: string; readonly binding: LinkBinding; readonly at: Micros }
  /** From here on it is another board, as it was powered. */
  | { readonly kind: 'board'; readonly parameters: Parameters; readonly at: Micros; readonly detail: string }
  | { readonly kind: 'close'; readonly link: string; readonly by: 'host' | 'board'; readonly at: Micros }
  | { readonly kind: 'reset' | 'lost' | 'present'; readonly at: Micros; readonly detail: string };
