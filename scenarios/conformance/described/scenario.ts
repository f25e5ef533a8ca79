/** A scenario of a described conversation. */
import type { Board, Capabilities } from '../../../devices/board/board';
import type { Message } from '../../../protocols/request-response/definition';
import type { Parameters } from '../../../protocols/requirement';
import type { ConversationHost } from './host';

/** `{ id: 'full', title: '…', covers: ['SET-CD-03'], needs: ['reset'], run: async (host) => { … } }`. */
export interface ConversationScenario<Host extends Message, State, Values> {
  /** After the protocol's id: `full` for `set/full`. */
  readonly id: string;
  readonly title: string;
  /** The clauses that it judges. */
  readonly covers: readonly string[];
  /** The capabilities that the board needs. On other boards it is skipped. */
  readonly needs?: readonly (keyof Capabilities)[];
  /** Why it is not for this board under these parameters, in words; it is skipped then. Absent: it is for all. */
  unfit?(board: Board, parameters: Parameters): string | undefined;
  /** Plays against a board that was just reset, if it can be. */
  run(host: ConversationHost<Host, State, Values>): Promise<void>;
}

export type AnyHost = ConversationHost<Message, unknown, Parameters>;
export type AnyScenario = ConversationScenario<Message, unknown, Parameters>;
