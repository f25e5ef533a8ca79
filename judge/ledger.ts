/** What all worlds have found is written down here: verdicts, coverage, and how much of what passed was judged. */
import type { JudgementLog } from '../protocols/monitor/judgement-log';
import type { Accounting, CoveragePoint, UnjudgedReason } from '../protocols/monitor/monitor';
import type { Message } from '../protocols/request-response/definition';
import type { Note } from './conversation';
import { commonNotes, nameOf } from './merging';
import { changed, exchangesOf, type World } from './world';

const NONE: readonly never[] = [];

export class Ledger {
  private points: CoveragePoint[] = [];
  private judged = 0;
  private unjudged: Partial<Record<UnjudgedReason, number>> = {};

  /** `keepsCoverage` false: nobody asks for it. */
  constructor(
    private readonly log: JudgementLog<Message>,
    private readonly keepsCoverage: boolean,
  ) {}

  /** Returns what takes all back that is written from here on. */
  save(): () => void {
    const { judged, unjudged, points } = this;
    [this.unjudged, this.points] = [{ ...unjudged }, [...points]];
    return () => {
      this.judged = judged;
      [this.unjudged, this.points] = [{ ...unjudged }, [...points]];
    };
  }

  /** What all worlds have found is said. The rest waits until the others have found it, too, or have died. */
  writeCommon<S>(worlds: readonly World<S>[]): readonly World<S>[] {
    for (const { notes } of worlds) if (notes.length === 0) return worlds;
    const common = commonNotes(worlds);
    if (common.length === 0) return worlds;
    for (const note of common) this.write(note);
    const [first] = worlds;
    if (first !== undefined && worlds.length === 1) return [changed(first, { notes: NONE })];
    const written = new Set(common.map(nameOf));
    return worlds.map((world) => ({
      ...world,
      notes: world.notes.filter((note) => !written.has(nameOf(note))),
    }));
  }

  private write(note: Note): void {
    switch (note.kind) {
      case 'pass':
        return this.log.pass(note.clause, note.how, note.request);
      case 'time': {
        const { clause, situation, describe, measurement, how, mayBeReset = false } = note;
        return this.log.measure(clause, situation, describe, measurement, {
          isDoubtful: mayBeReset,
          ...(how === undefined ? {} : { kind: how }),
        });
      }
      case 'flaw':
        return note.mayBeReset === true
          ? this.log.failUnlessReset(note.clause, note.situation, note.flaw)
          : this.log.fail(note.clause, note.situation, note.flaw);
      case 'point':
        if (this.keepsCoverage) this.points.push(note.point());
        return;
      case 'ended':
        this.end(note.exchange, note.reason);
    }
  }

  /** What has ended in this world, and no two agree on it; and what is under way. */
  endAll<S>({ notes, owed, inbox }: World<S>, reason: UnjudgedReason): void {
    const ended = notes.flatMap((note) => (note.kind === 'ended' ? [note] : []));
    for (const note of ended) this.end(note.exchange, note.reason ?? reason);
    const open = new Set([...owed.flatMap(exchangesOf), ...inbox.ids()]);
    for (const exchange of open) this.end(exchange, reason);
    for (const { exchange } of ended) open.add(exchange);
    // Others have ended as judged, but for a part that has not come.
    for (const part of new Set(owed.map(({ send }) => send.part ?? 0)))
      if (part !== 0 && !open.has(part) && this.judged > 0) {
        this.judged--;
        this.end(part, reason);
      }
  }

  /** Of what the board begins, `exchange` is negative; 0 is none. */
  private end(exchange: number, reason: UnjudgedReason | undefined): void {
    if (exchange === 0) return;
    if (reason === undefined) this.judged++;
    else this.unjudged[reason] = (this.unjudged[reason] ?? 0) + 1;
  }

  /** `open`: what has ended, and no two worlds agree on it yet. */
  accounting(open: readonly Note[]): Accounting {
    const unjudged = { ...this.unjudged };
    for (const note of open)
      if (note.kind === 'ended' && note.exchange !== 0) {
        const { reason = 'left-open' } = note;
        unjudged[reason] = (unjudged[reason] ?? 0) + 1;
      }
    return { judged: this.judged, unjudged };
  }

  takePoints(): readonly CoveragePoint[] {
    const { points } = this;
    if (points.length > 0) this.points = [];
    return points;
  }
}
