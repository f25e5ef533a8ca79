/** What all worlds have found is written down here: verdicts, coverage, and how much of what passed was judged. */
import type { JudgementLog } from '../protocols/monitor/judgement-log';
import type { Accounting, CoveragePoint, UnjudgedReason } from '../protocols/monitor/monitor';
import type { Message } from '../protocols/request-response/definition';
import type { Note } from './conversation';

/** Exchanges that no world will end any more: more are counted at once. */
const MOST_OPEN = 1024;

export class Ledger {
  private points: CoveragePoint[] = [];
  private judged = 0;
  private readonly unjudged: Partial<Record<UnjudgedReason, number>> = {};
  /** Exchanges that have not ended yet. */
  private readonly open = new Set<number>();

  /** `keepsCoverage` false: nobody asks for it. */
  constructor(
    private readonly log: JudgementLog<Message>,
    private readonly keepsCoverage: boolean,
  ) {}

  /** The board was asked something. */
  begin(exchange: number): void {
    this.open.add(exchange);
    if (this.open.size <= MOST_OPEN) return;
    const [oldest = 0] = this.open;
    this.end(oldest, 'bytes-lost');
  }

  write(note: Note): void {
    switch (note.kind) {
      case 'pass':
        return this.log.pass(note.clause, note.how, note.request);
      case 'time': {
        const { clause, situation, describe, measurement, how } = note;
        return this.log.measure(
          clause,
          situation,
          describe,
          measurement,
          how === undefined ? {} : { kind: how },
        );
      }
      case 'point':
        if (this.keepsCoverage) this.points.push(note.point);
        return;
      case 'ended':
        this.end(note.exchange, note.reason);
    }
  }

  /** Nothing more is known of what was asked before. */
  endAll(reason: UnjudgedReason): void {
    for (const exchange of this.open) this.end(exchange, reason);
  }

  /** Messages that the board begins have negative numbers, and are counted when they end. */
  private end(exchange: number, reason: UnjudgedReason | undefined): void {
    if (!this.open.delete(exchange) && exchange >= 0) return;
    if (reason === undefined) this.judged++;
    else this.unjudged[reason] = (this.unjudged[reason] ?? 0) + 1;
  }

  /** `isPending`: an exchange is under way. What is not, and has not ended, no two worlds agree on. */
  accounting(isPending: (exchange: number) => boolean): Accounting {
    const unjudged = { ...this.unjudged };
    const lost = [...this.open].filter((exchange) => !isPending(exchange)).length;
    if (lost > 0) unjudged['bytes-lost'] = (unjudged['bytes-lost'] ?? 0) + lost;
    return { judged: this.judged, unjudged };
  }

  takePoints(): readonly CoveragePoint[] {
    const { points } = this;
    if (points.length > 0) this.points = [];
    return points;
  }
}
