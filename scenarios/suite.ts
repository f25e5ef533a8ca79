/** The test of a board as data: suites of scenarios, each with the requirements that it covers. */
import type { Board, Capabilities } from '../devices/board/board';
import type { LineFormat } from '../devices/links/link-url';
import type { Parameter, Parameters, Requirement } from '../protocols/requirement';
import type { Micros } from '../protocols/time';
import type { Withholder } from '../protocols/withheld';
import type { Bench } from './bench/bench';

/** A part of a suite: it plays with the board through a {@link Bench}, and judges clauses. */
export interface Scenario {
  /** Within its suite: `oven/crc`. */
  readonly id: string;
  readonly title: string;
  /** Ids of the requirements that it judges; one without a check is an error. */
  readonly covers: readonly string[];
  /** It follows from the description, and judges those of `covers` that it comes to. */
  readonly isStock?: true;
  /** The capabilities that the board needs. On other boards the scenario is skipped, with that reason. */
  readonly needs?: readonly (keyof Capabilities)[];
  /** Why this board, with these parameters, skips it, in words; undefined: it does not. Absent: no board skips it. */
  unfit?(board: Board, parameters: Parameters): string | undefined;
  run(bench: Bench): Promise<void>;
}

/** A link of the boards that a suite is for. */
/** A link of the boards that a suite is for. Its rate and format are those of a serial link whose URL names none. */
export interface SuiteLink extends LineFormat {
  readonly name: string;
  /**
   * With tcp or udp it is opened by `board.onDemand`. Only the first such link must be given; `board.linkUrls` lists
   * the given ones.
   */
  readonly onDemand?: true;
  /** The board sends the screen of a terminal. A program (`exec:`) then gets a terminal as a shell's, else one that passes bytes as they are. */
  readonly screen?: true;
}

/** The suite of one protocol: links, clauses, parameters and scenarios. */
export interface Suite {
  /** `oven`: its name on the command line. */
  readonly id: string;
  readonly title: string;
  readonly links: readonly SuiteLink[];
  readonly requirements: readonly Requirement[];
  readonly parameters: readonly Parameter[];
  readonly scenarios: readonly Scenario[];
  /** After a stall of this length by this machine, a conformant board (emulated or simulated) may answer differently. */
  stallLimit?(parameters: Parameters): Micros;
  /**
   * The time of the suite on a conformant board in real time; absent, or undefined: unknown, for example if a person moves.
   */
  usualTime?(parameters: Parameters): Micros | undefined;
  /** What is not sent to a real board; undefined: all is. Throws an Error of one line for a name to allow that is not known. */
  withholds?(parameters: Parameters): Withholder | undefined;
  /** Finds out whether the board is there: undefined, or a sentence with the reason why not. */
  probe(bench: Bench): Promise<string | undefined>;
}
