/** The judge of a described conversation, as suite, fuzzing and `check` use it. */
import type { JudgeOptions, OwnJudge } from '../../protocols/conversation/own-judge';
import type { ConversationSession } from '../../protocols/conversation/session';
import { JudgementLog } from '../../protocols/monitor/judgement-log';
import type { Carrier, PresentedCode } from '../../protocols/monitor/monitor';
import type { Bounds } from '../../protocols/monitor/timed-decoder';
import type { Message } from '../../protocols/request-response/definition';
import { micros, type Micros } from '../../protocols/time';
import { JudgeMonitor } from '../judge-monitor';
import { LinksReading } from '../links-reading';
import { Reading } from '../reading';
import { JudgedConversation } from './conversation';
import type { LinkChange, LinkChunk } from '../line-reading';
import { CHANGES, freshTalk, type Talk } from './talk';

/** The author's own judge, or the one that follows from the rules. */
export function judgeOf(
  session: ConversationSession<Message, Message, unknown>,
  options: JudgeOptions,
): OwnJudge<unknown> {
  return session.judge?.(options) ?? new ConversationMonitor(session, options);
}

export class ConversationMonitor<State = unknown>
  extends JudgeMonitor<Talk<State>, JudgedConversation<State>>
  implements OwnJudge<State>
{
  /** Connections. */
  private up: ReadonlySet<string> = new Set();

  constructor(
    private readonly session: ConversationSession<Message, Message, State>,
    told: JudgeOptions = {},
  ) {
    const { known = true, isReset = false, seesResets = true, seesCodes = true } = told;
    const { losesPackets = false, onPass } = told;
    const log = new JudgementLog<Message>(onPass);
    const page = new JudgedConversation(session, log, { seesResets, losesPackets });
    page.mayBeUntold = !seesCodes && session.symbologies.length > 0;
    const speaker = session.links.find(({ board }) => board !== undefined);
    const parts = { ...told, log, read: () => readersOf(session) };
    super(page, parts, freshTalk(session.initial), speaker?.name ?? '');
    if (!known || isReset) this.judge.lose(0, 'state-unknown');
    if (isReset) this.judge.restart(this.page.ready(this.judge.world.state), {}, 0);
    if (known && session.boots) this.reset(micros(0));
  }

  get unanswered(): number {
    return this.judge.world.owed.filter(({ send }) => send.duty === 'must').length;
  }

  presented(code: PresentedCode, at: Bounds): void {
    this.page.mayBeUntold = false;
    this.judge.show(code, at);
  }

  isUp(link: string): boolean {
    return this.up.has(link);
  }

  opened(link: string, at: Micros, _carrier?: Carrier, since: Micros = at): void {
    const { carrier } = this.session;
    if (carrier === 'serial') return;
    if (this.isUp(link)) this.closed(link, 'host', at);
    if (carrier === 'tcp') this.up = new Set([...this.up, link]);
    this.judge.tx(changeOf('opened', link, at, since));
  }

  closed(link: string, by: 'host' | 'board', at: Micros, since: Micros = at): void {
    // Where it began before somebody listened, its end tells something.
    if (this.session.carrier !== 'tcp' || (!this.isUp(link) && !this.desynchronised)) return;
    this.up = new Set([...this.up].filter((one) => one !== link));
    const change = changeOf('closed', link, at, since);
    if (by === 'host') this.judge.tx(change);
    else this.judge.rx({ ...change, direction: 'rx' });
  }

  /** `since`: it began, and the board may have owed nothing from then on. What comes as connections end may be missed. */
  reset(at: Micros, since: Micros = at, way = ''): void {
    this.judge.tick(since);
    // Answers that are under way may still come.
    if (this.unanswered > 0) this.judge.lose(since, 'state-unknown');
    const { isSure, world } = this.judge;
    const times = { notBefore: since, notAfter: at };
    const isRead = way !== 'reopen' || this.session.carrier === 'serial';
    const ruling = this.page.reset(world.state, times, isRead);
    // Nothing comes that is from before, where nothing was owed.
    const isIdle = isSure && world.owed.length === 0 && Object.keys(world.timers).length === 0;
    const isWhole = ruling.isWhole === true && isIdle;
    this.judge.restart(world.state, ruling, at, isWhole ? undefined : at);
  }

  /** It is known from elsewhere where the board stands, before anything has passed. */
  assume(page: State): void {
    this.judge.restart(freshTalk(page), {}, 0);
  }

  override save(): () => void {
    const { up } = this;
    const { mayBeUntold } = this.page;
    const restore = super.save();
    return () => {
      restore();
      this.up = up;
      this.page.mayBeUntold = mayBeUntold;
    };
  }
}

const NOTHING = new Uint8Array(0);

function changeOf(change: LinkChange, link: string, at: Micros, since: Micros): LinkChunk {
  const times = { notBefore: since, notAfter: at, lastNotBefore: since };
  return { direction: 'tx', bytes: NOTHING, ...times, link, change };
}

function readersOf({ links }: ConversationSession<Message, Message, unknown>) {
  const side = (name: 'host' | 'board'): LinksReading<Message> =>
    new LinksReading(
      new Map(
        links.flatMap((link) => {
          const one = link[name];
          return one === undefined
            ? []
            : [[link.name, new Reading(one.codec, one.silence, CHANGES, one.age, link.name)]];
        }),
      ),
    );
  return { host: side('host'), board: side('board') };
}
