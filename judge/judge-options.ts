/** What a judge is made of. */
import type { JudgementLog } from '../protocols/monitor/judgement-log';
import type { UnjudgedReason } from '../protocols/monitor/monitor';
import type { Message } from '../protocols/request-response/definition';
import type { Conversation, Ruling } from './conversation';
import type { LineReading } from './line-reading';

export interface JudgeOptions<S> {
  readonly page: Conversation<S>;
  /** What the host sends, and what the board sends, from the beginning of a line on. */
  readonly read: () => { readonly host: LineReading<Message>; readonly board: LineReading<Message> };
  readonly log: JudgementLog<Message>;
  readonly keepsCoverage: boolean;
  /** Times are those of the line: nothing was read late. */
  readonly isExact: boolean;
  /** What follows where more worlds are possible than fit, or bytes were lost. */
  readonly lose: (state: S, at: number, reason: UnjudgedReason) => Ruling<S>;
}
