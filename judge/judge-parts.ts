/** What a judge is made of. */
import type { JudgementLog } from '../protocols/monitor/judgement-log';
import type { Message } from '../protocols/request-response/definition';
import type { Conversation } from './conversation';
import type { LineReading } from './line-reading';

export interface JudgeParts<S> {
  readonly page: Conversation<S>;
  /** What the host sends, and what the board sends, from the beginning of a line on. */
  readonly read: () => { readonly host: LineReading<Message>; readonly board: LineReading<Message> };
  readonly log: JudgementLog<Message>;
  readonly keepsCoverage?: boolean;
  /** Times are those of the line: nothing was read late. */
  readonly isExact?: boolean;
}
