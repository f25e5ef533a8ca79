/** The oracle of a campaign: a protocol's monitor, up to its first finding. */
import type { Chunk } from '../../../protocols/chunk';
import type { Failure } from '../../../protocols/monitor/failure';
import type { Judgement } from '../../../protocols/monitor/judgement';
import type { CoveragePoint, Due, Monitor, PresentedCode } from '../../../protocols/monitor/monitor';
import type { Bounds } from '../../../protocols/monitor/timed-decoder';
import type { Micros } from '../../../protocols/time';
import type { Model } from '../../player/model';

/** A {@link Monitor} as the {@link Model} of a campaign: its first judgement that fails is the failure. */
export class MonitorModel<Watch extends Monitor> implements Model {
  failure: Failure | undefined;

  constructor(protected readonly monitor: Watch) {}

  get desynchronised(): boolean {
    return this.monitor.desynchronised;
  }

  get unanswered(): number {
    return this.monitor.unanswered ?? 0;
  }

  tx(chunk: Chunk, link: string): void {
    this.tell(() => this.monitor.tx(chunk, link));
  }

  rx(chunk: Chunk, link: string): void {
    this.tell(() => this.monitor.rx(chunk, link));
  }

  tick(now: Micros): void {
    this.tell(() => this.monitor.tick(now));
  }

  isUp(link: string): boolean {
    return this.monitor.isUp?.(link) ?? false;
  }

  opened(link: string, at: Micros): void {
    this.tell(() => this.monitor.opened?.(link, at));
  }

  closed(link: string, by: 'host' | 'board', at: Micros, since?: Micros): void {
    this.tell(() => this.monitor.closed?.(link, by, at, since));
  }

  presented(code: PresentedCode, at: Bounds): void {
    this.tell(() => this.monitor.presented?.(code, at));
  }

  due(): Due | undefined {
    return this.failure === undefined ? this.monitor.due() : undefined;
  }

  coverage(): readonly CoveragePoint[] {
    return this.monitor.coverage();
  }

  /** After its failure it is told nothing more. */
  private tell(work: () => void): void {
    if (this.failure !== undefined) return;
    work();
    for (const judgement of this.monitor.judgements())
      if (judgement.verdict === 'fail') this.failure ??= toFailure(judgement);
  }
}

function toFailure({ kind, clause, trigger, due, pipelined, plain, expected, seen }: Judgement): Failure {
  const isPlain = plain === undefined ? {} : { plain };
  return { kind, requirement: clause, trigger, due, pipelined, ...isPlain, expected, seen };
}
