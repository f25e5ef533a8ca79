/** A scenario of a conversation that its author gives as sessions: the suite and the fuzzer play them, and the rules judge what comes. */
import type { Carrier } from '../../protocols/monitor/monitor';
import type { Random } from '../../protocols/random';
import type { Micros } from '../../protocols/time';
import type { FuzzStep } from './step';

/** The board at which sessions are played. */
export interface SessionTable<Values = unknown> {
  readonly p: Values;
  /** Its links. */
  readonly links: readonly string[];
  readonly carrier: Carrier;
  /** How the board is reset, as it was given. Absent: it cannot be, or nobody knows. */
  readonly reset?: string | undefined;
}

/** One session, from the steps `between` on. */
export interface PlayedSession {
  /** The situation, for people. */
  readonly what: string;
  /** Absent: on this board it cannot be played, and `what` says why; `open` names the clause. */
  readonly steps?: () => readonly FuzzStep[];
  readonly open?: string;
  /** What goes wrong in it breaks this clause. Default: that of the rules. */
  readonly charge?: string;
  /** Nothing of it is judged: the state is not known then. It ends once nothing comes any more. */
  readonly isUnjudged?: true;
  /** The board is reset after it, and must not send anything unasked for so long. */
  readonly resets?: Micros;
  /** Where it goes wrong, the later sessions of the scenario show nothing. */
  readonly isPremise?: true;
}

/** `{ id: 'joins', title: '…', covers: ['GT-OP-01'], sessions: function* (random, table) { yield { what: '…', steps: () => […] }; } }`. */
export interface ConversationSessions<State = unknown, Values = unknown> {
  /** After the protocol's id: `joins` for `gate/joins`. */
  readonly id: string;
  readonly title: string;
  /** The clauses that it judges. */
  readonly covers: readonly string[];
  /** The capabilities that the board needs. On other boards it is skipped. */
  readonly needs?: readonly 'reset'[];
  /** How often the fuzzer plays one of its sessions. Default: 4; 0: never. */
  readonly weight?: number;
  /** Why it is not for this board, in words; it is skipped then. Absent: it is for all. */
  unfit?(table: SessionTable<Values>): string | undefined;
  /**
   * The sessions, each asked for after the one before was played. All chance is in `random`. `all`: everything is tried, else some of it.
   * `state`: where the board stands by the rules.
   */
  sessions(
    random: Random,
    table: SessionTable<Values> & { readonly all: boolean; state(): State },
  ): Iterable<PlayedSession>;
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
