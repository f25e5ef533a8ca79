/** The judge of a described protocol of requests and answers, as suite, fuzzing and `check` use it. */
import type { Chunk } from '../../protocols/chunk';
import type { JudgeOptions } from '../../protocols/conversation/own-judge';
import { JudgementLog } from '../../protocols/monitor/judgement-log';
import type { Due, Monitor } from '../../protocols/monitor/monitor';
import type {
  AnySession,
  Message,
  RequestResponseSession,
} from '../../protocols/request-response/definition';
import { micros, type Micros } from '../../protocols/time';
import { silenceOf } from '../../protocols/wire/framing';
import { Judge } from '../judge';
import { JudgeMonitor } from '../judge-monitor';
import { Reading } from '../reading';
import { QUEUES } from './context';
import { RequestResponseConversation } from './conversation';
import { freshTalk, settle, type Talk } from './talk';
import { queueOf } from './unsolicited';

export type MonitorOptions = Pick<
  JudgeOptions,
  'known' | 'seesResets' | 'isExact' | 'onPass' | 'keepsCoverage'
> & {
  /** The name of the board's link. Default `main`. */
  readonly link?: string;
};

export class RequestResponseMonitor<State = unknown> extends JudgeMonitor<Talk<State>> implements Monitor {
  protected readonly judge: Judge<Talk<State>>;
  private readonly link: string;
  protected readonly page: RequestResponseConversation<State>;
  /** What nobody waits for before the next request. */
  private readonly background: readonly string[];

  constructor(
    private readonly session: RequestResponseSession<Message, Message, State>,
    {
      link = 'main',
      known = true,
      seesResets = true,
      isExact = false,
      onPass,
      keepsCoverage = false,
    }: MonitorOptions = {},
  ) {
    super();
    this.link = link;
    const log = new JudgementLog(onPass);
    const page = new RequestResponseConversation(session, { log, seesResets });
    this.page = page;
    this.background = ['quiet', QUEUES.late, ...session.unsolicited.map((_, at) => queueOf(at))];
    this.judge = new Judge(
      { page, read: () => readersOf(session), log, keepsCoverage, isExact, lose: page.lose.bind(page) },
      this.atReset,
    );
    if (!known) this.judge.lose(0, 'state-unknown');
  }

  private get atReset(): Talk<State> {
    return freshTalk(this.session.afterReset ?? this.session.initial, true);
  }

  get desynchronised(): boolean {
    return !this.judge.isSure || !this.judge.world.state.isKnown;
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

  /** When the next thing is decided by silence; undefined: nothing is due, and the next request may be sent. */
  due(): Due | undefined {
    const until = this.judge.due(this.background);
    return until === undefined ? undefined : { link: this.link, until: micros(until) };
  }

  tx(chunk: Chunk): void {
    this.judge.tx(chunk);
  }

  rx(chunk: Chunk): void {
    this.judge.rx(chunk);
  }

  /** The board was reset: it is in its initial state, and has forgotten what it was asked. */
  reset(at: Micros): void {
    this.judge.restart(settle(this.atReset, at, this.session.idle), {}, at, at);
  }

  /** Returns what takes all back that is told from here on: it can be told otherwise then. */
  save(): () => void {
    return this.judge.save();
  }
}

function readersOf({ requests, answers }: AnySession) {
  return {
    host: new Reading(requests.codec, silenceOf(requests.framing)),
    board: new Reading(answers.codec, silenceOf(answers.framing)),
  };
}
