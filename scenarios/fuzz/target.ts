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
import type { FuzzStep, SendStep } from './execution/step';
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

/** A case that takes the board's choices to show anything. */
export interface Gamble {
  readonly steps: readonly FuzzStep[];
  /** At least, those of recipes among them. */
  readonly bytes: number;
}

/** How bytes are sent, where that alone makes the difference: frames without a pause between them, a pause inside one. */
export type Pace = 'behind another' | 'pause';

/** A target with the parameters of one board. */
export interface FuzzSession<View = unknown> {
  /** `fresh`: the board was just reset; else nothing is known of it. `now`: at the very instant at which it begins. */
  model(fresh: boolean, now?: boolean): Model & { readonly view: View };
  readonly generators: readonly Generator<View>[];
  /** A good request that changes nothing, and is answered by whatever lives. */
  readonly probe: readonly FuzzStep[];
  /** Good requests that bring any live board to a known state. */
  readonly baseline: readonly FuzzStep[];
  /** Good requests that show what the board holds, each by itself, where the model stands behind these steps. */
  observations(view: View, before: readonly FuzzStep[]): readonly (readonly FuzzStep[])[];
  /** A board that was reset hears nothing for so long. */
  readonly boot?: Micros;
  /** Behind a reset it says something of its own for so long: who has no model does nothing before it is over. */
  readonly greeting?: Micros;
  /** Each block begins with a reset, where there is a way to: nothing else brings the board to a known state. */
  readonly fromReset?: boolean;
  /** Cases from one known beginning, where fewer than usual can be told apart. */
  readonly block?: number;
  /** One case in so many is a kept one, changed; 0: none. Default 4. */
  readonly fromCorpus?: number;
  /** How long a board may take to say what nobody asked for. */
  readonly quiet: Micros;
  /** What a sound board may say by itself at any time: it decides nothing. */
  readonly chatter?: readonly Uint8Array[];
  /**
   * What decides in the text that a link says: a regular expression of Latin-1 characters that JavaScript and Python read
   * alike. In which order decides nothing, nor does the rest.
   */
  readonly words?: Readonly<Record<string, string>>;
  /** What a board chooses at random that decides what is right, as the end of a sentence: `the cards that the board dealt`. */
  readonly chooses?: string;
  /** Responses to requests of many kinds: of one that is a cause it is told what it answered. */
  readonly common?: readonly string[];
  /** The clauses that say that it makes none. */
  readonly paced?: Readonly<Partial<Record<Pace, string>>>;
  /** The clause that says that no input stops it. */
  readonly alive?: string;
  /** How soon it answers again after garbage, by the page. */
  readonly resync?: Resync;
  /** Of a failure about time: what its answer is held to. */
  times?(failure: Pick<Failure, 'kind' | 'trigger' | 'requirement'>): TimeBounds;
  /** The bytes as the messages they are made of, for steps that send one at a time. */
  frames(link: string, bytes: Uint8Array): readonly Uint8Array[];
  /** The same without what makes it more than a plain request; undefined: it is one. */
  plain?(link: string, bytes: Uint8Array): Uint8Array | undefined;
  /** The clause that says that it makes none. */
  readonly surplus?: string;
  /** Good requests that tell what the board holds and change nothing, each by itself. */
  readonly readings?: readonly (readonly FuzzStep[])[];
  /** The steps as somebody plays them who leaves nothing open: what goes wrong is then of what it seems to be of. */
  orderly?(steps: readonly FuzzStep[]): readonly FuzzStep[];
  /** Bytes that say less and may show the same: best first. */
  smaller(link: string, bytes: Uint8Array): Iterable<Uint8Array>;
  /** No part of these bytes says anything: what may be sent in their place is in `smaller`. */
  isWhole?(link: string, bytes: Uint8Array): boolean;
  /** Short cases that come far: tried in the place of longer ones. */
  readonly shortcuts?: readonly (readonly FuzzStep[])[];
  /** Short cases that come far now and then, the fewest bytes first: tried in the place of others that take luck. */
  readonly gambles?: readonly Gamble[];
  /** Long games: one that takes the board's choices all the way is told by the beginning of one. `bytes`: of shorter ones. */
  readonly games?: readonly Gamble[];
  /** The shortest ways to where something may show: the last steps of a case are tried behind each. */
  readonly ways?: readonly (readonly FuzzStep[])[];
  /** What may be sent in its place, where it is one of several choices. */
  others?(step: SendStep): Iterable<SendStep>;
  /** What a step does, in a few words. */
  describe(link: string, bytes: Uint8Array): string;
  fields(link: string, direction: 'tx' | 'rx', bytes: Uint8Array): readonly FieldSpan[];
}

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
  /** Clauses that no input breaks, each with the reason: those the suite asks, and a campaign cannot. */
  readonly beyond?: Readonly<Record<string, string>>;
  /** `links`: those that the board has, by name; default: those of the suite. */
  session(parameters: Parameters, links?: readonly string[]): FuzzSession<View>;
}
