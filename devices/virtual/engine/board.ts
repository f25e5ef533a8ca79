/** A virtual board: bytes and time in, bytes and the next wake-up out. It reads no clock. */
import type { LineState, LinkBinding } from '../../links/link';
import type { Micros } from '../../../protocols/time';

/** Bytes a board puts on one of its links; on udp they are one datagram. */
export interface Emission {
  readonly link: string;
  readonly bytes: Uint8Array;
  /** tcp: the board closes the connection after them. */
  readonly hangUp?: true;
}

/** A board in virtual time: bytes come in by `receive`, and leave by `poll` at the times of `wakeAt`. */
export interface VirtualBoard {
  /** Bytes from the host, the last of them at `at`. The bytes of one call came without a pause. */
  receive(link: string, bytes: Uint8Array, at: Micros): void;
  /** When the board will act without input; undefined when it only waits. */
  wakeAt(): Micros | undefined;
  /** The bytes that it sends by `now`. Called after each receive and at wakeAt. */
  poll(now: Micros): readonly Emission[];
  /** Power-on or the reset button: everything volatile is lost. */
  reset(at: Micros): void;
  /** DTR, RTS or break changed on one of its links. Most boards ignore it. */
  lines?(link: string, state: LineState, at: Micros): void;
  /**
   * tcp: a connection was opened, or was closed by either side. A connection is a link with a name of its own
   * (`a`, `a/2`, …). So is each source port of udp, which has no such events.
   */
  connected?(link: string, at: Micros): void;
  disconnected?(link: string, at: Micros): void;
  /** A person presses the board's buttons, if it has any. */
  press?(at: Micros): void;
  /** A code is presented once, to a board that reads codes. */
  present?(symbology: string, payload: Uint8Array, at: Micros): void;
}

/** A named firmware bug that a virtual board can be built with. */
export interface Defect {
  /** The part after the board's name and a plus: `checksum-ignored` in `oven+checksum-ignored`. */
  readonly name: string;
  /** The requirement that it breaks: its check must find the defect. */
  readonly breaks: string;
  /** What the firmware does wrong, in a sentence. */
  readonly text: string;
  /** Parameters of the suite that show it, if the defaults do not. */
  readonly parameters?: Readonly<Record<string, string>>;
  /** Why no input shows it, and what does. Absent: some input shows it. */
  readonly beyondInput?: string;
  /** It follows from the protocol's description and was not written for it. */
  readonly stock?: true;
}

/** The defects of a table with their names, in its order. */
export function listDefects<T extends object>(
  table: Readonly<Record<string, T>>,
): readonly ({ readonly name: string } & T)[] {
  return Object.entries(table).map(([name, defect]) => ({ name, ...defect }));
}

/** A link of a virtual board. Links of tcp and udp are opened on demand, as often as needed. */
export interface KindLink {
  readonly name: string;
  /** Bits per second of a serial link; no meaning for others. */
  readonly baud: number;
  /** Default: serial. */
  readonly binding?: LinkBinding;
}

/** How to make one kind of virtual board. */
export interface BoardKind {
  /** `oven`: the name in `virtual:oven`. */
  readonly name: string;
  readonly title: string;
  /** The suite that tests it. */
  readonly suite: string;
  readonly links: readonly KindLink[];
  readonly defects: readonly Defect[];
  /** The defect of this name, for kinds whose whole list takes long to make. */
  readonly findDefect?: (name: string) => Defect | undefined;
  /**
   * The parameters of its runs if the command names no board: one run for each, besides the suite's first board.
   * Absent: one run with the defaults, if it is the first board.
   */
  readonly defaultRuns?: readonly Readonly<Record<string, string>>[];
  /** `seed` decides all random choices of the board; `parameters` are those of the suite. */
  create(options: BoardOptions): VirtualBoard;
}

/** The kind with these links. Its list of defects is made when it is read, and not before: that may take long. */
export function withLinks(kind: BoardKind, links: readonly KindLink[]): BoardKind {
  const { name, title, suite, findDefect, defaultRuns } = kind;
  return {
    name,
    title,
    suite,
    links,
    get defects() {
      return kind.defects;
    },
    ...(findDefect === undefined ? {} : { findDefect }),
    ...(defaultRuns === undefined ? {} : { defaultRuns }),
    create: (options) => kind.create(options),
  };
}

/** The options of a virtual board. */
export interface BoardOptions {
  readonly seed: number;
  readonly defects: ReadonlySet<string>;
  readonly parameters: Readonly<Record<string, number | string>>;
}

/** Builds the changes of defects into a firmware, one after the other. */
export function applyDefects<F extends object, C>(
  firmware: F,
  changes: readonly ((sound: F, context: C) => Partial<F>)[],
  context: C,
): F {
  // There is only one object, so that a step that calls another one calls the changed one.
  for (const change of changes) Object.assign(firmware, change({ ...firmware }, context));
  return firmware;
}
