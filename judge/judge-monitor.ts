/** What the monitors of a judge share. */
import type { CoveragePoint, Accounting } from '../protocols/monitor/monitor';
import type { Judgement } from '../protocols/monitor/judgement';
import type { Message } from '../protocols/request-response/definition';
import type { Micros } from '../protocols/time';
import type { Judge } from './judge';

export abstract class JudgeMonitor<Talk extends { readonly page: unknown }> {
  protected abstract readonly judge: Judge<Talk>;
  protected abstract readonly page: { charged: string | undefined };

  /** Where the board stands, as far as is known. */
  get state(): Talk['page'] {
    return this.judge.world.state.page;
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
}
