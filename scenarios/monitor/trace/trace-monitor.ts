/** The monitor of a recorded trace. */
import type { Chunk, Direction } from '../../../protocols/chunk';
import type { Codec, FieldSpan, FrameEvent } from '../../../protocols/frame';
import type { PassListener } from '../../../protocols/monitor/judgement-log';
import type { Monitor } from '../../../protocols/monitor/monitor';
import type { LinkBinding } from '../../../devices/links/link';
import type { Parameter, Parameters, Requirement } from '../../../protocols/requirement';
import type { Micros } from '../../../protocols/time';

/** A protocol's monitor for one trace, and the names of the fields in its bytes. */
export interface TraceMonitor {
  readonly monitor: Monitor;
  fields(raw: Uint8Array, direction: Direction, link: string): readonly FieldSpan[];
}

/** The options of a trace monitor. */
export interface TraceMonitorOptions {
  readonly parameters: Parameters;
  /** The trace begins when the board is switched on; false: its earlier state is unknown. */
  readonly fresh: boolean;
  /** Times were taken on the wire; false: on a host, which may cause rare outliers. */
  readonly exact: boolean;
  /** The trace records the resets of the board; false: there may be a reset at any time. */
  readonly recordsResets: boolean;
  /** The carrier of links that the trace does not open; undefined: unknown. */
  readonly binding: LinkBinding | undefined;
  /** Gets passed checks. */
  readonly onPass: PassListener;
}

/** How each direction is read without the other. */
export interface FrameReading {
  readonly tx: Pick<Codec<unknown>, 'decoder'>;
  readonly rx: Pick<Codec<unknown>, 'decoder'>;
  /** After this silence nothing is in flight, and the next byte begins a frame. */
  readonly idle: Micros;
  /** Whether this message of the host needs an answer. Absent: unknown. */
  isAnswered?(message: unknown): boolean;
  /** Whether the board may send this message without a request. Absent: no. */
  isUnasked?(message: unknown): boolean;
  /** The clauses that a frame of the board keeps, and that other bytes break. */
  clausesOf(event: FrameEvent<unknown>): readonly string[];
  /** Why it cannot be known whether this frame of the board is right; undefined: it is. Absent: all are. */
  doubtOf?(frame: FrameEvent<unknown>): string | undefined;
}

/** How many frames could be read. */
export interface FrameCounts {
  readonly right: number;
  readonly wrong: number;
  /** Stretches of bytes of which nobody can tell what they are. */
  readonly unread: number;
}

/** A protocol whose boards can be judged by a trace. */
export interface TraceMonitorKind {
  /** The id of the suite. */
  readonly id: string;
  readonly title: string;
  /** The first link is the one of a file without link names. */
  readonly links: readonly TraceLink[];
  readonly requirements: readonly Requirement[];
  readonly parameters: readonly Parameter[];
  /** Why a trace cannot show a clause, or only by chance. */
  readonly reasonsUnseen: ReadonlyMap<string, string>;
  create(options: TraceMonitorOptions): TraceMonitor;
  /** Absent: one wire alone cannot be read. */
  readonly frames?: (parameters: Parameters) => FrameReading;
}

/** One link of the board in a trace. */
export interface TraceLink {
  readonly name: string;
  /** Bits per second. */
  readonly baud: number;
  /** In a file of two wires (of a logic analyser): the wire of the sent or of the received bytes; default: both. */
  readonly wire?: 'tx' | 'rx';
}

/**
 * An event of a trace, in order of time. Times are microseconds from the beginning. `link`: one of the protocol's
 * links.
 */
export type TraceEvent =
  | { readonly kind: 'chunk'; readonly link: string; readonly chunk: Chunk; readonly omittedBytes: number }
  /** `until`: the board has noticed by then, here and below. */
  | {
      readonly kind: 'open';
      readonly link: string;
      readonly binding: LinkBinding;
      readonly at: Micros;
      readonly until?: Micros;
    }
  /** From here on it is another board, just switched on. */
  | { readonly kind: 'board'; readonly parameters: Parameters; readonly at: Micros; readonly detail: string }
  | {
      readonly kind: 'close';
      readonly link: string;
      readonly by: 'host' | 'board';
      readonly at: Micros;
      readonly until?: Micros;
    }
  | { readonly kind: 'present'; readonly at: Micros; readonly until?: Micros; readonly detail: string }
  /** `until`: the board was reset by then, at some time since `at`. */
  | { readonly kind: 'reset'; readonly at: Micros; readonly until?: Micros; readonly detail: string }
  /** From here on until `retry`, what is left open is tried again, and counts no more. */
  | { readonly kind: 'tried'; readonly at: Micros }
  /** For `span` of the time until then the board's program waited for a processor. */
  | { readonly kind: 'waited'; readonly at: Micros; readonly until: Micros; readonly span: Micros }
  /** `CLAUSE what`: only a stall of the machine explains that. */
  | { readonly kind: 'doubt'; readonly at: Micros; readonly detail: string }
  | { readonly kind: 'lost' | 'charge' | 'retry'; readonly at: Micros; readonly detail: string };
