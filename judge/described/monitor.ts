/** The judge of a described conversation, as suite, fuzzing and `check` use it. */
import type { ConversationSession } from '../../protocols/conversation/definition';
import type { Chunk } from '../../protocols/chunk';
import type { Judgement } from '../../protocols/monitor/judgement';
import { JudgementLog, type PassListener } from '../../protocols/monitor/judgement-log';
import type { Accounting, CoveragePoint, Due, Monitor } from '../../protocols/monitor/monitor';
import type { Message } from '../../protocols/request-response/definition';
import { micros, type Micros } from '../../protocols/time';
import { Judge } from '../judge';
import { LinksReading } from '../links-reading';
import { Reading } from '../reading';
import { JudgedConversation } from './conversation';
import { freshTalk, type Talk } from './talk';

export interface ConversationMonitorOptions {
  /** false: the board may be in any state. Default: it was just reset, and is ready. */
  readonly known?: boolean;
  /** true: it was just reset, and nobody knows what was before. */
  readonly isReset?: boolean;
  /** false: the board may be reset at any time, and nobody tells. Default: resets are told. */
  readonly seesResets?: boolean;
  /** Gets what passes; then judgements are of the rest. null: nobody asks for it. */
  readonly onPass?: PassListener<Message> | null;
  /** true: somebody asks for coverage. */
  readonly keepsCoverage?: boolean;
}

export class ConversationMonitor<State = unknown> implements Monitor {
  private readonly judge: Judge<Talk<State>>;
  private readonly page: JudgedConversation<State>;
  private readonly listensOn: string;
  private readonly log: JudgementLog<Message>;

  constructor(
    private readonly session: ConversationSession<Message, Message, State>,
    {
      known = true,
      isReset = false,
      seesResets = true,
      onPass,
      keepsCoverage = false,
    }: ConversationMonitorOptions = {},
  ) {
    this.log = new JudgementLog(onPass);
    this.page = new JudgedConversation(session, this.log, seesResets);
    this.listensOn = session.links.find(({ board }) => board !== undefined)?.name ?? '';
    const lose = this.page.lose.bind(this.page);
    const read = () => readersOf(session);
    this.judge = new Judge(
      { page: this.page, read, log: this.log, keepsCoverage, lose },
      freshTalk(session.initial),
    );
    if (!known || isReset) this.judge.lose(0, 'state-unknown');
    if (isReset) this.judge.restart(this.page.ready(this.judge.world.state), {}, 0);
  }

  /** Where the board stands, as far as is known. */
  get state(): State {
    return this.judge.world.state.page;
  }

  get desynchronised(): boolean {
    return !this.judge.isSure || !this.session.isKnown(this.state);
  }

  /** Nothing is judged before the line was quiet. */
  get isOpen(): boolean {
    return this.judge.world.open !== undefined;
  }

  get unanswered(): number {
    return this.judge.world.owed.filter(({ send }) => send.duty === 'must').length;
  }

  judgements(): readonly Judgement[] {
    return this.judge.judgements();
  }

  coverage(): readonly CoveragePoint[] {
    return this.judge.takePoints();
  }

  accounting(): Accounting {
    return this.judge.accounting;
  }

  due(): Due | undefined {
    const until = this.judge.due([]);
    return until === undefined ? undefined : { link: this.listensOn, until: micros(until) };
  }

  tx(chunk: Chunk, link: string): void {
    this.judge.tx({ ...chunk, link });
  }

  rx(chunk: Chunk, link: string): void {
    this.judge.rx({ ...chunk, link });
  }

  tick(now: Micros): void {
    this.judge.tick(now);
  }

  reset(at: Micros): void {
    this.judge.tick(at);
    const talk = this.judge.world.state;
    this.judge.restart(talk, this.page.reset(talk, at), at);
  }

  gap(until: Micros): void {
    this.judge.lose(until, 'bytes-lost');
  }

  /** Returns what takes all back that is told from here on. */
  save(): () => void {
    return this.judge.save();
  }
}

function readersOf({ links }: ConversationSession<Message, Message, unknown>) {
  const side = (name: 'host' | 'board'): LinksReading<Message> =>
    new LinksReading(
      new Map(
        links.flatMap((link) => {
          const one = link[name];
          return one === undefined ? [] : [[link.name, new Reading(one.codec, one.silence)]];
        }),
      ),
    );
  return { host: side('host'), board: side('board') };
}
