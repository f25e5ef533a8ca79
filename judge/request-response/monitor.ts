/** The judge of a described protocol of requests and answers, as suite, fuzzing and `check` use it. */
import type { JudgeOptions } from '../../protocols/conversation/own-judge';
import { JudgementLog } from '../../protocols/monitor/judgement-log';
import type { Monitor } from '../../protocols/monitor/monitor';
import type {
  AnySession,
  Message,
  RequestResponseSession,
} from '../../protocols/request-response/definition';
import type { Micros } from '../../protocols/time';
import { silenceOf } from '../../protocols/wire/framing';
import { JudgeMonitor } from '../judge-monitor';
import { Reading } from '../reading';
import { RequestResponseConversation } from './conversation';
import { freshTalk, settle, type Talk } from './talk';

export class RequestResponseMonitor<State = unknown>
  extends JudgeMonitor<Talk<State>, RequestResponseConversation<State>>
  implements Monitor
{
  constructor(
    private readonly session: RequestResponseSession<Message, Message, State>,
    told: JudgeOptions = {},
  ) {
    const { known = true, seesResets = true, onPass } = told;
    const log = new JudgementLog<Message>(onPass);
    const page = new RequestResponseConversation(session, { log, seesResets });
    super(page, { ...told, log, read: () => readersOf(session) }, atReset(session), 'main');
    if (!known) this.judge.lose(0, 'state-unknown');
  }

  /** Requests that still wait for an answer. */
  get unanswered(): number {
    const { owed, inbox } = this.judge.world;
    return owed.filter(({ send }) => send.isBlocking).length + inbox.length;
  }

  /** What was sent last was refused, or is not known. */
  get isAfterRefusal(): boolean {
    return this.judge.world.state.afterRefusal;
  }

  /** An answer is due to bytes that are no request. The page promises nothing about what is sent meanwhile. */
  get isRefusing(): boolean {
    return this.judge.world.owed.some(({ send }) => send.isBlocking && send.isRefusal);
  }

  /** Bytes of a request have come, and more may. */
  get isReceiving(): boolean {
    return this.judge.world.host.pending > 0;
  }

  /** The board was reset: it is in its initial state, and has forgotten what it was asked. */
  reset(at: Micros): void {
    this.judge.restart(settle(atReset(this.session), at, this.session.idle), {}, at, at);
  }
}

function readersOf({ requests, answers }: AnySession) {
  return {
    host: new Reading(requests.codec, silenceOf(requests.framing)),
    board: new Reading(answers.codec, silenceOf(answers.framing)),
  };
}

function atReset<State>({
  afterReset,
  initial,
}: RequestResponseSession<Message, Message, State>): Talk<State> {
  return freshTalk(afterReset ?? initial, true);
}
