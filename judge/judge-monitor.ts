/** What the monitors of a judge share. */
import type { Chunk } from '../protocols/chunk';
import type { Accounting, CoveragePoint, Due } from '../protocols/monitor/monitor';
import type { Judgement } from '../protocols/monitor/judgement';
import type { Message } from '../protocols/request-response/definition';
import { micros, type Micros } from '../protocols/time';
import type { Conversation } from './conversation';
import { Judge } from './judge';
import type { JudgeParts } from './judge-parts';
import type { LinkChunk } from './line-reading';

export abstract class JudgeMonitor<Talk extends { readonly page: unknown }, Page extends Conversation<Talk>> {
  protected readonly judge: Judge<Talk>;

  /** `link`: where messages come that name none. */
  constructor(
    protected readonly page: Page,
    parts: Omit<JudgeParts<Talk>, 'page'>,
    initial: Talk,
    private readonly link: string,
  ) {
    this.judge = new Judge({ ...parts, page }, initial);
  }

  /** Where the board stands, as far as is known. */
  get state(): Talk['page'] {
    return this.judge.world.state.page;
  }

  get desynchronised(): boolean {
    return !this.judge.isSure || !this.page.isKnown(this.judge.world.state);
  }

  /** When the next thing is decided by time; undefined: nothing is due, and the next message may be sent. */
  due(): Due | undefined {
    const next = this.judge.next(this.page.background);
    return next && { link: next.owed?.send.link ?? this.link, until: micros(next.at) };
  }

  tx(chunk: Chunk, link = this.link): void {
    this.judge.tx(onLink(chunk, link));
  }

  rx(chunk: Chunk, link = this.link): void {
    this.judge.rx(onLink(chunk, link));
  }

  finish(): void {
    this.judge.finish();
  }

  judgements(): readonly Judgement<Message>[] {
    return this.judge.judgements();
  }

  coverage(): readonly CoveragePoint[] {
    return this.judge.takePoints();
  }

  accounting(): Accounting {
    return this.judge.accounting;
  }

  /** What is asked from here on is about this clause: it is charged where something is wrong. Undefined: what the rules name. */
  charge(clause: string | undefined): void {
    this.page.charged = clause;
  }

  tick(now: Micros): void {
    this.judge.tick(now);
  }

  gap(until: Micros): void {
    this.judge.lose(until, 'bytes-lost');
  }

  /** Returns what takes all back that is told from here on: it can be told otherwise then. */
  save(): () => void {
    return this.judge.save();
  }
}

function onLink(chunk: Chunk, link: string): LinkChunk {
  const { direction, bytes, notBefore, notAfter, lastNotBefore, stalledSinceReset } = chunk;
  if (stalledSinceReset !== undefined) return { ...chunk, link };
  return { direction, bytes, notBefore, notAfter, lastNotBefore, link };
}
