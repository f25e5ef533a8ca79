/** Scenarios that a conversation's author gives as sessions: the suite plays them, fuzzing draws from them, and the rules judge what comes. */
import type { Capabilities } from '../../devices/board/board';
import type { Carrier } from '../../protocols/monitor/monitor';
import type { Random } from '../../protocols/random';
import type { Message } from '../../protocols/request-response/definition';
import type { Micros } from '../../protocols/time';
import type { HostStep } from './host-steps';
import type { FuzzStep } from './step';

/** The kind of a case of fuzzing. */
export type CaseGroup = 'valid' | 'near-miss' | 'noise' | 'timing' | 'session';

/** The board under test. */
export interface SessionTable<Values = unknown> {
  readonly p: Values;
  readonly links: readonly string[];
  readonly carrier: Carrier;
  /** The reset method, as it was given. Absent: none, or unknown. */
  readonly reset?: string | undefined;
}

/** The same while sessions are played. */
export interface PlayedTable<State = unknown, Values = unknown> extends SessionTable<Values> {
  /** The dice of the sessions. */
  readonly random: Random;
  /** true: try everything; false: a sample. */
  readonly all: boolean;
  /** The state of the board by the rules, now. */
  readonly state: State;
}

/** One session, beginning with the steps `between`. */
export interface PlayedSession<Host extends Message = Message, State = unknown, Values = unknown> {
  /** The situation, for people. Default: the title of the scenario. */
  readonly what?: string;
  /**
   * Asked for when the session begins. Each message is sent once all that was due before has come. Absent: on this board the session cannot
   * be played, and `what` says why; `open` names the clause.
   */
  steps?(table: PlayedTable<State, Values>): readonly HostStep<Host>[];
  readonly open?: string;
  /** The clause that a failure in it breaks, and that it passes otherwise. Default: that of the rules. */
  readonly charge?: string;
  /** Nothing in it is judged, and the state is unknown afterwards. It ends when the line is quiet. */
  readonly isUnjudged?: true;
  /** Resets the board after it; the board must send nothing unasked for this time. */
  readonly resets?: Micros;
  /** After a failure in it, later sessions of the scenario decide nothing. */
  readonly isPremise?: true;
}

/** `{ id: 'joins', title: '…', covers: ['GT-OP-01'], sessions: ({ random }) => [{ what: '…', steps: () => […] }] }`. */
export interface ConversationSessions<Host extends Message = Message, State = unknown, Values = unknown> {
  /** After the protocol's id: `joins` for `gate/joins`. */
  readonly id: string;
  readonly title: string;
  /** The clauses that it judges. */
  readonly covers: readonly string[];
  /** The capabilities that the board needs. On other boards it is skipped. */
  readonly needs?: readonly (keyof Capabilities)[];
  /** Class of its fuzzing cases. Default: session. */
  readonly group?: CaseGroup;
  /** How often fuzzing plays one of its sessions, relative to others. Default: 4; 0: never. */
  readonly weight?: number;
  /** Parts of messages that fuzzing tries with it. Default: none. */
  readonly fields?: readonly string[];
  /** Why this board skips it, in words; undefined: it does not. Absent: no board skips it. */
  unfit?(table: SessionTable<Values>): string | undefined;
  /** The sessions; each is generated after the one before was played. */
  sessions(table: PlayedTable<State, Values>): Iterable<PlayedSession<Host, State, Values>>;
}

/** What all sessions of a protocol share. */
export interface SessionParts<State = unknown, Values = unknown> {
  /** Steps before each session: they bring the board to the state where sessions begin. Default: none. */
  between?(table: SessionTable<Values>): readonly FuzzStep[];
  /** The bytes of a computed step in this state, and their link if it differs from the step's; undefined: the step's own bytes. Empty: sends nothing. */
  made?(recipe: string, state: State): Made | undefined;
}

/** The bytes of a computed step. `link`: replaces the step's. */
export type Made = Uint8Array | { readonly link: string; readonly bytes: Uint8Array };
