/**
 * What fuzzing knows of a protocol: generators by name, a model that judges the traffic, a probe that every live board
 * answers. There is one such object for each protocol.
 */
import type { LinkBinding } from '../../devices/links/link';
import type { FieldSpan } from '../../protocols/frame';
import type { Parameters, Requirement } from '../../protocols/requirement';
import type { Micros } from '../../protocols/time';
import type { Dice } from './campaign/dice';
import type { Resync } from './resync/garbage';
import type { FuzzStep } from '../player/step';
import type { CaseGroup } from '../player/conversation-sessions';
import type { Failure } from '../../protocols/monitor/failure';
import type { Model } from '../player/model';

/** The input of a generator: the model's view, never the board. */
export interface Generator<View> {
  readonly name: string;
  readonly group: CaseGroup;
  /** Its frequency relative to the others. */
  readonly weight: number;
  /** Names of the fields that it tries. */
  readonly fields?: readonly string[];
  /** What the board must have for it: something that shows it codes. */
  readonly needs?: 'stimulus';
  make(dice: Dice, view: View): readonly FuzzStep[];
}

/** Limits of an answer's time, microseconds from the last sent byte to its first byte; and between its bytes. */
export interface TimeBounds {
  readonly least?: Micros;
  readonly most?: Micros;
  readonly apart?: Micros;
}

/** The times that a board needs after a reset, microseconds. */
export interface Startup {
  /** Until then it receives nothing. */
  readonly boot?: Micros;
  /** Until then it may send by itself. A script without a model waits for its end. */
  readonly greeting?: Micros;
}

/** Cases from one known state. */
export interface BlockOptions {
  /** Each block begins with a reset, if there is a way to reset: nothing else brings the board to a known state. */
  readonly fromReset?: boolean;
  /** The number of cases in a block. */
  readonly cases?: number;
  /** One case in this many is mutated from the corpus; 0: none. Default 4. */
  readonly fromCorpus?: number;
}

/** Clauses that hold for every request and every answer. */
export interface CircumstanceClauses {
  /** No input stops the board. */
  readonly alive?: string;
  /** Requests directly after each other are all answered. */
  readonly pipelined?: string;
  /** A pause inside a frame makes no difference. */
  readonly pause?: string;
  /** A longer pause ends a frame: bytes after it begin a new one. */
  readonly longestPause?: Micros;
}

/** How exported scripts compare answers. */
export interface ScriptOptions {
  /** What a conformant board may send by itself at any time. It decides nothing. */
  readonly chatter?: readonly Uint8Array[];
  /**
   * By link: a regular expression for the words that are compared, in any order. Latin-1, with the same meaning in
   * JavaScript and Python.
   */
  readonly words?: Readonly<Record<string, string>>;
  /**
   * A random choice of the board that decides which answer is right, as the end of a sentence: `the cards that the
   * board dealt`.
   */
  readonly chooses?: string;
}

/** A target with the parameters of one board. */
export interface FuzzSession<View = unknown> {
  /** `fresh`: the board was just reset; else its state is unknown. `now`: the model begins at this instant. */
  model(fresh: boolean, now?: boolean): Model & { readonly view: View };
  readonly generators: readonly Generator<View>[];
  /** A good request without an effect, which any live board answers. */
  readonly probe: readonly FuzzStep[];
  /** Good requests that bring any live board to a known state. */
  readonly baseline: readonly FuzzStep[];
  /** Good requests that show what the board holds after the steps `before`; `view`: the model's view at that time. */
  stateProbes(view: View, before: readonly FuzzStep[]): readonly (readonly FuzzStep[])[];
  /** Short cases that reach much. They are tried in place of a longer case, and before its last steps. */
  readonly seedCases?: readonly (readonly FuzzStep[])[];
  readonly startup?: Startup;
  readonly blocks?: BlockOptions;
  /** How long a board may take to send something unasked. */
  readonly quiet: Micros;
  readonly clauses?: CircumstanceClauses;
  /** Responses to many kinds of requests: a cause with one of them also names its request. */
  readonly commonResponses?: readonly string[];
  readonly scripts?: ScriptOptions;
  /** The specification's rule for the answer after garbage. */
  readonly resync?: Resync;
  /** The time limits of a failure about time. */
  times?(failure: Pick<Failure, 'kind' | 'trigger' | 'requirement'>): TimeBounds;
  /** The bytes split into frames, for steps that send one at a time. */
  frames(link: string, bytes: Uint8Array): readonly Uint8Array[];
  /** Simpler inputs that may show the same failure, best first. */
  smaller(link: string, bytes: Uint8Array): Iterable<Uint8Array>;
  /** A few words on what a step does. */
  describe(link: string, bytes: Uint8Array): string;
  fields(link: string, direction: 'tx' | 'rx', bytes: Uint8Array): readonly FieldSpan[];
}

/** A protocol's part of fuzzing: a session for each board. */
export interface FuzzTarget<View = unknown> {
  readonly suite: string;
  /** The carrier of its links; absent: any. */
  readonly binding?: LinkBinding;
  readonly requirements: readonly Requirement[];
  /** Everything that a campaign can reach: its report lists what it did not reach. */
  readonly states: readonly string[];
  readonly triggers: readonly string[];
  readonly responses: readonly string[];
  readonly fields: readonly string[];
  /** Symbologies of the codes that its cases present; absent: it presents none. */
  readonly symbologies?: readonly string[];
  /** Clauses that no input breaks, each with the reason: only the suite can check them. */
  readonly beyond?: Readonly<Record<string, string>>;
  /** `links`: names of the board's links; default: those of the suite. */
  session(parameters: Parameters, links?: readonly string[]): FuzzSession<View>;
}
