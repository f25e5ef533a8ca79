/** The frames that wait for their lines, the lines that came, and the faults in these. */
import type { ScannerFrame } from '../scanner-link';
import type { Report } from '../set';
import type { Discrepancy } from '../discrepancies';
import { aspectOf, type Aspect } from './clauses';
import type { ExpectedReports } from './expected-reports';

export class PendingFrames {
  frames: ScannerFrame[] = [];
  reports: Report[] = [];
  /** Classes of the frames, and of what came with them and is none. */
  triggers: string[] = [];
  /** One of them follows another without a pause. */
  hasCloseFrames = false;
  /** Undefined: not computed since more came. */
  private found: readonly Discrepancy[] | undefined;
  /** The sets that the frames complete, and the reported ones. */
  private sets = { due: 0, told: 0 };

  /** `aspects`: what to look at. */
  constructor(
    private readonly expected: ExpectedReports,
    private readonly aspects: () => readonly Aspect[],
  ) {}

  /** There are more frames, or the board has another table. */
  framed(): void {
    this.found = undefined;
    // With an unknown table no set is certain to be due.
    const due = this.expected.isKnown ? this.expected.of(this.frames) : [];
    this.sets.due = due.reduce((sum, { newSets }) => sum + newSets.length, 0);
  }

  told(report: Report): void {
    this.found = undefined;
    this.reports.push(report);
    if (report.type === 'set') this.sets.told++;
  }

  /** Frames wait for missing lines, or lines are wrong. */
  get open(): boolean {
    return this.frames.length > 0 && (this.sets.told < this.sets.due || this.faults.length > 0);
  }

  /** A new card and its lines only. Those of earlier frames may have kept the line busy until its own could leave. */
  get isLoneCard(): boolean {
    const { frames, triggers, reports } = this;
    const ends = reports.filter(({ type }) => type === 'end-of-frame').length;
    const isNew = reports.some(({ type }) => type === 'new-card');
    return frames.length === 1 && triggers[0] === 'card' && isNew && ends <= 1;
  }

  /** Computed only on request: a card completes up to forty sets, and each line is compared with all of them. */
  get faults(): readonly Discrepancy[] {
    return (this.found ??= this.frames.length === 0 ? [] : this.judged());
  }

  /** Other reports came than it seemed. */
  retell(reports: readonly Report[]): void {
    this.reports = [...reports];
    this.sets.told = reports.filter(({ type }) => type === 'set').length;
    this.found = undefined;
  }

  settled(): void {
    this.retell([]);
    this.frames = [];
    this.triggers = [];
    this.hasCloseFrames = false;
    this.sets.due = 0;
  }

  /** With several frames it is unknown to which search a count belongs. */
  private judged(): readonly Discrepancy[] {
    const { frames, reports, expected } = this;
    const all = expected.faults(expected.of(frames), frames, reports, this.aspects());
    return frames.length > 1 ? all.filter((fault) => aspectOf(fault) !== 'count') : all;
  }
}
