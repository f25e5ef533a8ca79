/** A scenario that a protocol's author writes. */
import type { Board, Capabilities } from '../../devices/board/board';
import type { Message } from '../../protocols/request-response/definition';
import type { Parameters } from '../../protocols/requirement';
import type { ConversationHost } from './described/host';
import type { RequestResponseHost } from './request-response/host';

/** `{ id: 'full', title: '…', covers: ['SET-CD-03'], needs: ['reset'], run: async (host) => { … } }`. */
export interface HostScenario<Host> {
  /** After the protocol's id: `full` for `set/full`. */
  readonly id: string;
  readonly title: string;
  /** The clauses that it judges. One without a judgement at the end of the run is left open, or an error. */
  readonly covers: readonly string[];
  /** It follows from the description, and judges those of `covers` that it comes to. */
  readonly isStock?: true;
  /** The capabilities that the board needs. On other boards it is skipped. */
  readonly needs?: readonly (keyof Capabilities)[];
  /** Why this board, with these parameters, skips it, in words; undefined: it does not. Absent: no board skips it. */
  unfit?(board: Board, parameters: Parameters): string | undefined;
  /** Plays against a board that is in its initial state, or was just reset, if it can be. */
  run(host: Host): Promise<void>;
}

/** Beside the stock ones of a protocol of requests and answers. The board is in its initial state. */
export type OwnScenario<Request extends Message, Values> = HostScenario<RequestResponseHost<Request, Values>>;

/** A scenario of a conversation. The board has just been reset, if it can be. */
export type ConversationScenario<Host extends Message, State, Values> = HostScenario<
  ConversationHost<Host, State, Values>
>;

export type AnyHost = ConversationHost<Message, unknown, Parameters>;
export type AnyScenario = HostScenario<AnyHost>;
