/** What is asked of a board, as data: suites of scenarios, each naming the requirements it covers. */
import type { Board, Capabilities } from '../devices/board/board';
import type { Parameter, Parameters, Requirement } from '../protocols/requirement';
import type { Micros } from '../protocols/time';
import type { Bench } from './bench/bench';

/** A part of a suite: it plays against the board by a {@link Bench}, and judges clauses. */
export interface Scenario {
  /** Within its suite: `stm/crc`. */
  readonly id: string;
  readonly title: string;
  /** Requirement ids it judges; one of them never checked is an error. */
  readonly covers: readonly string[];
  /** What the board must be able to do; where it cannot, the scenario is skipped with that reason. */
  readonly needs?: readonly (keyof Capabilities)[];
  /** Why it is not for this board under these parameters, in words; it is skipped then. Absent: it is for all. */
  unfit?(board: Board, parameters: Parameters): string | undefined;
  run(bench: Bench): Promise<void>;
}

/** A link of the boards that a suite is for. */
export interface SuiteLink {
  readonly name: string;
  /** Bits per second, where it is serial and nothing else is said. */
  readonly baud: number;
  /**
   * Opened by `board.onDemand` where it is of tcp or udp. Only the first such link has to be given; `board.linkUrls`
   * lists those that were.
   */
  readonly onDemand?: true;
}

/** What a board of one protocol is asked: links, clauses, parameters and scenarios. */
export interface Suite {
  /** `stm`: what a person types. */
  readonly id: string;
  readonly title: string;
  readonly links: readonly SuiteLink[];
  readonly requirements: readonly Requirement[];
  readonly parameters: readonly Parameter[];
  readonly scenarios: readonly Scenario[];
  /** A board that this machine keeps standing still for so long, as an emulated or a simulated one may be, answers otherwise, however sound it is. */
  stallLimit?(parameters: Parameters): Micros;
  /** How long the suite takes on a sound board in real time; absent, or undefined: nobody knows, as where a person moves. */
  usualTime?(parameters: Parameters): Micros | undefined;
  /** Finds out whether a board is there at all: undefined, or why not, in a sentence. */
  probe(bench: Bench): Promise<string | undefined>;
}
