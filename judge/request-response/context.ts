/** What the rules of one line share. */
import type { Message, RequestResponseSession } from '../../protocols/request-response/definition';
import type { JudgementLog } from '../../protocols/monitor/judgement-log';
import { millis } from '../../protocols/time';
import type { Send } from '../conversation';
import type { Talk } from './talk';

/** An answer that is late, or that a stalled host reads late, is one all the same. After so much more it is missing. */
export const GRACE = millis(250);
export const QUEUES = { answers: 'answers', silence: 'silence', late: 'late', unseen: 'unseen' } as const;

export interface RuleContext<State> {
  readonly session: RequestResponseSession<Message, Message, State>;
  readonly log: JudgementLog<Message>;
  /** false: the board may be reset at any time, and nobody tells. */
  readonly seesResets: boolean;
  /** Messages that the board sends by itself, which are due from its first sign of life on. */
  readonly lifeSigns: (talk: Talk<State>, first: Send<Talk<State>>['since']) => readonly Send<Talk<State>>[];
}

/** Of a message that may come, and that nobody judges. */
export const UNJUDGED = {
  duty: 'may',
  charge: () => ({ excuse: 'none' as const }),
  recover: () => [{}],
} as const;
