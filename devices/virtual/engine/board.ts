/**
 * What a virtual board is: bytes and time in, bytes and the next wake-up out. It reads no clock.
 */
import type { LineState, LinkBinding } from '../../links/link';
import type { Micros } from '../../../protocols/time';

/** Bytes a board puts on one of its links; on udp they are one datagram. */
export interface Emission {
  readonly link: string;
  readonly bytes: Uint8Array;
  /** tcp: the board closes the connection behind them. */
  readonly hangUp?: true;
}

export interface VirtualBoard {
  /** Bytes from the host, the last of them at `at`; those of one call came without a pause. */
  receive(link: string, bytes: Uint8Array, at: Micros): void;
  /** When the board will do something by itself; undefined when it only waits. */
  wakeAt(): Micros | undefined;
  /** What it has to say by `now`. Called after each receive and at wakeAt. */
  poll(now: Micros): readonly Emission[];
  /** Power-on or the reset button: everything volatile is lost. */
  reset(at: Micros): void;
  /** DTR, RTS or break changed on one of its links; most boards do not care. */
  lines?(link: string, state: LineState, at: Micros): void;
  /**
   * tcp: somebody connected, or somebody's end is closed, whoever began. A connection is a link with a name of its own
   * (`a`, `a/2`, …), and so is each source port of udp, which has neither beginning nor end.
   */
  connected?(link: string, at: Micros): void;
  disconnected?(link: string, at: Micros): void;
  /** Somebody presses the buttons of the board, where it has any. */
  press?(at: Micros): void;
  /** A code is presented once, to a board that reads codes. */
  present?(symbology: string, payload: Uint8Array, at: Micros): void;
}

/** A named firmware bug that a virtual board can be built with. */
export interface Defect {
  /** Behind the board's name and a plus: `crc-ignored` in `stm+crc-ignored`. */
  readonly name: string;
  /** The requirement it breaks: the one that must catch it. */
  readonly breaks: string;
  /** What the firmware does wrong, in a sentence. */
  readonly text: string;
  /** The suite's parameters under which it must be caught, where the defaults do not show it. */
  readonly parameters?: Readonly<Record<string, string>>;
  /** Why no input shows it, whatever is sent, in words: what else it takes. Absent: some input does. */
  readonly beyondInput?: string;
}

/** Defects by their names. */
export type DefectTable<D extends Defect> = Readonly<Record<string, Omit<D, 'name'>>>;

/** The defects of a table with their names, in its order. */
export function listDefects<T extends object>(
  table: Readonly<Record<string, T>>,
): readonly ({ readonly name: string } & T)[] {
  return Object.entries(table).map(([name, defect]) => ({ name, ...defect }));
}

/** A link of a virtual board. One of tcp or udp is opened on demand, as often as a player comes. */
export interface KindLink {
  readonly name: string;
  /** Bits per second of a serial one; of no meaning elsewhere. */
  readonly baud: number;
  /** Default: serial. */
  readonly binding?: LinkBinding;
}

/** How to make one kind of virtual board. */
export interface BoardKind {
  /** `stm`: the name in `virtual:stm`. */
  readonly name: string;
  readonly title: string;
  /** The suite that asks it everything. */
  readonly suite: string;
  readonly links: readonly KindLink[];
  readonly defects: readonly Defect[];
  /**
   * In a run that names no board it is asked once under each of these parameters, beside the suite's first board. Absent:
   * where it is the first, under the defaults.
   */
  readonly defaultRuns?: readonly Readonly<Record<string, string>>[];
  /** `seed` decides everything the board does at random; `parameters` are the suite's. */
  create(options: BoardOptions): VirtualBoard;
}

export interface BoardOptions {
  readonly seed: number;
  readonly defects: ReadonlySet<string>;
  readonly parameters: Readonly<Record<string, number | string>>;
}
