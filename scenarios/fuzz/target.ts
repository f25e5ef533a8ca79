/**
 * What fuzzing knows of a protocol: generators by name, a model that judges as the bytes pass, a probe that asks whether
 * the board lives. One such object for each protocol; `targets.ts` lists them.
 */
import type { LinkBinding } from '../../devices/links/link';
import type { FieldSpan } from '../../protocols/frame';
import type { Parameters, Requirement } from '../../protocols/requirement';
import type { Micros } from '../../protocols/time';
import type { Dice } from './campaign/dice';
import type { Resync } from './resync/garbage';
import type { FuzzStep } from './execution/step';
import type { Failure } from '../oracle/failure';
import type { Model } from '../oracle/model';

/** What a generator may look at: never the board, only what the page says of where it stands. */
export interface Generator<View> {
  readonly name: string;
  readonly group: 'valid' | 'near-miss' | 'noise' | 'timing' | 'session';
  /** How often, against the others. */
  readonly weight: number;
  /** Fields it tries, by their names. */
  readonly fields?: readonly string[];
  /** What the board must have for it: something that shows it codes. */
  readonly needs?: 'stimulus';
  make(dice: Dice, view: View): readonly FuzzStep[];
}

/** Limits of an answer's time, microseconds from the last byte sent to its first byte; and between bytes of it. */
export interface TimeBounds {
  readonly least?: Micros;
  readonly most?: Micros;
  readonly apart?: Micros;
}

/** What a board needs after a reset, microseconds. */
export interface Startup {
  /** How long it receives nothing. */
  readonly boot?: Micros;
  /** How long it sends by itself. A script without a model waits until that is over. */
  readonly greeting?: Micros;
}

/** Cases from one known beginning. */
export interface BlockOptions {
  /** Each block begins with a reset, where there is a way to: nothing else brings the board to a known state. */
  readonly fromReset?: boolean;
  /** Cases of a block. */
  readonly cases?: number;
  /** One case in this many is mutated from the corpus; 0: none. Default 4. */
  readonly fromCorpus?: number;
}

/** The clauses that a failure breaks by its circumstances, whatever the request was. */
export interface CircumstanceClauses {
  /** No input stops the board. */
  readonly alive?: string;
  /** Requests right after each other are answered each. */
  readonly pipelined?: string;
  /** A pause inside a frame makes no difference. */
  readonly pause?: string;
}

/** What exported scripts compare by. */
export interface ScriptOptions {
  /** What a sound board may send by itself at any time; it decides nothing. */
  readonly chatter?: readonly Uint8Array[];
  /**
   * By link, a regular expression for the parts of its text that are compared; their order does not count. Latin-1, and read
   * alike by JavaScript and Python.
   */
  readonly words?: Readonly<Record<string, string>>;
  /** What a board chooses at random that decides what is right, as the end of a sentence: `the cards that the board dealt`. */
  readonly chooses?: string;
}

/** A target with the parameters of one board. */
export interface FuzzSession<View = unknown> {
  /** `fresh`: the board was just reset; else nothing is known of it. `now`: at the very instant at which it begins. */
  model(fresh: boolean, now?: boolean): Model & { readonly view: View };
  readonly generators: readonly Generator<View>[];
  /** A good request that changes nothing, and that any live board answers. */
  readonly probe: readonly FuzzStep[];
  /** Good requests that bring any live board to a known state. */
  readonly baseline: readonly FuzzStep[];
  /** Good requests that show what the board holds after the steps before; `view`: where the model stands then. */
  stateProbes(view: View, before: readonly FuzzStep[]): readonly (readonly FuzzStep[])[];
  /** Short cases that come far: tried in place of a longer case, and with the last steps of one after them. */
  readonly seedCases?: readonly (readonly FuzzStep[])[];
  readonly startup?: Startup;
  readonly blocks?: BlockOptions;
  /** How long a board may take to say what nobody asked for. */
  readonly quiet: Micros;
  readonly clauses?: CircumstanceClauses;
  /** Responses to requests of many kinds: a cause that is one of them names its request too. */
  readonly commonResponses?: readonly string[];
  readonly scripts?: ScriptOptions;
  /** How soon it answers again after garbage, by the page. */
  readonly resync?: Resync;
  /** The time limits of a failure about time. */
  times?(failure: Pick<Failure, 'kind' | 'trigger' | 'requirement'>): TimeBounds;
  /** The bytes as the messages they are made of, for steps that send one at a time. */
  frames(link: string, bytes: Uint8Array): readonly Uint8Array[];
  /** Inputs that say less and may show the same failure, best first. */
  smaller(link: string, bytes: Uint8Array): Iterable<Uint8Array>;
  /** What a step does, in a few words. */
  describe(link: string, bytes: Uint8Array): string;
  fields(link: string, direction: 'tx' | 'rx', bytes: Uint8Array): readonly FieldSpan[];
}

/** What makes a protocol fuzzable: a session for each board. */
export interface FuzzTarget<View = unknown> {
  readonly suite: string;
  /** What carries its links, where it is not any. */
  readonly binding?: LinkBinding;
  readonly requirements: readonly Requirement[];
  /** Everything there is to reach: what a campaign did not is in its report. */
  readonly states: readonly string[];
  readonly triggers: readonly string[];
  readonly responses: readonly string[];
  readonly fields: readonly string[];
  /** Symbologies of the codes that its cases present; absent: they present none. */
  readonly symbologies?: readonly string[];
  /** Clauses that no input breaks, each with the reason: those the suite asks, and a campaign cannot. */
  readonly beyond?: Readonly<Record<string, string>>;
  /** `links`: those that the board has, by name; default: those of the suite. */
  session(parameters: Parameters, links?: readonly string[]): FuzzSession<View>;
}
