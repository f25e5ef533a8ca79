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

/** The board at which sessions are played. */
export interface SessionTable<Values = unknown> {
  readonly p: Values;
  readonly links: readonly string[];
  readonly carrier: Carrier;
  /** How the board is reset, as it was given. Absent: it cannot be, or nobody knows. */
  readonly reset?: string | undefined;
}

/** The same while sessions are played. */
export interface PlayedTable<State = unknown, Values = unknown> extends SessionTable<Values> {
  /** All chance of the sessions. */
  readonly random: Random;
  /** Everything is tried, else some of it. */
  readonly all: boolean;
  /** Where the board stands by the rules at this moment. */
  readonly state: State;
}

/** One session, from the steps `between` on. */
export interface PlayedSession<Host extends Message = Message, State = unknown, Values = unknown> {
  /** The situation, for people. Default: the title of the scenario. */
  readonly what?: string;
  /**
   * Asked for when the session begins. Each message is sent once all that was due before has come. Absent: on this board the session cannot
   * be played, and `what` says why; `open` names the clause.
   */
  steps?(table: PlayedTable<State, Values>): readonly HostStep<Host>[];
  readonly open?: string;
  /** What goes wrong in it breaks this clause, which is kept where nothing does. Default: that of the rules. */
  readonly charge?: string;
  /** Nothing of it is judged: the state is not known then. It ends once nothing comes any more. */
  readonly isUnjudged?: true;
  /** The board is reset after it, and must not send anything unasked for so long. */
  readonly resets?: Micros;
  /** Where it goes wrong, the later sessions of the scenario show nothing. */
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
  /** Of a case of fuzzing. Default: session. */
  readonly group?: CaseGroup;
  /** How often fuzzing plays one of its sessions, relative to others. Default: 4; 0: never. */
  readonly weight?: number;
  /** Parts of messages that fuzzing tries with it. Default: none. */
  readonly fields?: readonly string[];
  /** Why it is not for this board, in words; it is skipped then. Absent: it is for all. */
  unfit?(table: SessionTable<Values>): string | undefined;
  /** The sessions, each asked for after the one before was played. */
  sessions(table: PlayedTable<State, Values>): Iterable<PlayedSession<Host, State, Values>>;
}

/** What all sessions of a protocol share. */
export interface SessionParts<State = unknown, Values = unknown> {
  /** Steps before each session: they bring the board where sessions begin. Default: none. */
  between?(table: SessionTable<Values>): readonly FuzzStep[];
  /** The bytes of a recipe in this state, and their link where it is not that of the step; undefined: those of the step. Empty: nothing is sent. */
  made?(recipe: string, state: State): Made | undefined;
}

/** The bytes of a recipe. `link`: in place of the step's. */
export type Made = Uint8Array | { readonly link: string; readonly bytes: Uint8Array };
