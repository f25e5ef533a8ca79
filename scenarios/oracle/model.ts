/** The oracle of a board: a model that follows what passes on its links and knows what is due. */
import type { Chunk } from '../../devices/links/link';
import type { Micros } from '../../protocols/time';
import type { Failure } from './failure';

export interface PresentStep {
  readonly kind: 'present';
  readonly symbology: string;
  readonly bytes: Uint8Array;
}

/** A link that is opened on demand: a player comes, or goes. One that is open is closed first. */
export interface DialStep {
  readonly kind: 'dial';
  readonly link: string;
  readonly up: boolean;
}

/** What a model waits for: something on this link by `until`, or that instant itself. */
export interface Due {
  readonly link: string;
  readonly until: Micros;
}

/** One exchange as feedback and coverage count it. */
export interface CoveragePoint {
  readonly state: string;
  readonly trigger: string;
  readonly response: string;
  /** The clause that such an exchange is under. */
  readonly requirement: string;
  /** By the page it changes nothing: where it makes a difference all the same, it is what went wrong. */
  readonly isNoOp: boolean;
}

/**
 * The oracle of one board from a known beginning: told of everything that passes, it knows what is due. Sans-I/O. After
 * the first failure it says nothing of what follows.
 */
export interface Model {
  /** A case begins. */
  begins?(now: Micros): void;
  tx(link: string, chunk: Chunk): void;
  /** Somebody has come by that link, and not gone. */
  isUp?(link: string): boolean;
  /** Somebody came by a link that is opened on demand, or went. */
  dialled?(step: DialStep, at: Micros): void;
  /** The board has closed such a link. */
  ended?(link: string, at: Micros): void;
  presented?(step: PresentStep, at: Micros): void;
  /** The bytes of a recipe as the board stands now; undefined: there are none. */
  made?(recipe: string): Uint8Array | undefined;
  rx(link: string, chunk: Chunk): void;
  /** Time has come to `now`, and everything that had arrived by then was told. */
  passed(now: Micros): void;
  /** What is waited for before the next step; undefined: nothing is due. */
  due(): Due | undefined;
  /** Requests whose answers are still due. */
  readonly unanswered?: number;
  /** These bytes may be sent behind so many requests whose answers are still due: the page promises each its own answer. */
  mayFollow?(link: string, bytes: Uint8Array, before: number): boolean;
  readonly failure: Failure | undefined;
  /** It is no longer known what the board knows: the baseline is due. */
  readonly desynchronised: boolean;
  /** What happened since this was last asked. */
  coverage(): readonly CoveragePoint[];
}
