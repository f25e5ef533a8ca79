/** A scenario that a protocol's author writes, beside the stock ones. */
import type { Board } from '../../../devices/board/board';
import type { Message } from '../../../protocols/request-response/definition';
import type { Parameters } from '../../../protocols/requirement';
import type { RequestResponseHost } from './host';

/** A scenario of the protocol's author: `{ id: 'each-step', title: '…', covers: ['OV-TG-02'], run: async (host) => { … } }`. */
export interface OwnScenario<Request extends Message, Values> {
  /** After the protocol's id: `registers` for `modbus/registers`. */
  readonly id: string;
  readonly title: string;
  /** The clauses that it judges. One that it never judges is an error at the end of the run. */
  readonly covers: readonly string[];
  /** Why it is not for this board under these parameters, in words; it is skipped then. Absent: it is for all. */
  unfit?(board: Board, parameters: Parameters): string | undefined;
  /** Plays against a board that is in its initial state. */
  run(host: RequestResponseHost<Request, Values>): Promise<void>;
}
