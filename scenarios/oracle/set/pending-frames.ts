/** The frames that wait for their lines, the lines that came, and the faults in these. */
import type { ScannerFrame } from '../../../protocols/set/scanner-link';
import type { Report } from '../../../protocols/set/set';
import type { Discrepancy } from '../../../protocols/set/discrepancies';
import { ALL, kindOf } from './clauses';
import type { ExpectedReports } from './expected-reports';

export class PendingFrames {
  frames: ScannerFrame[] = [];
  reports: Report[] = [];
  /** There were sets already before the last settled frames. */
  hadSets = false;
  /** Undefined: not computed since more came. */
  private found: readonly Discrepancy[] | undefined;
  /** The sets that the frames complete, and the reported ones. */
  private sets = { due: 0, told: 0 };

  constructor(private readonly expected: ExpectedReports) {}

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

  /** Computed only on request: a card completes up to forty sets, and each line is compared with all of them. */
  get faults(): readonly Discrepancy[] {
    return (this.found ??= this.frames.length === 0 ? [] : this.judged());
  }

  /** The lines are settled, whatever frames there are. */
  forgetReports(): void {
    this.reports = [];
    this.sets.told = 0;
    this.found = undefined;
  }

  settled(): void {
    this.forgetReports();
    this.frames = [];
    this.sets.due = 0;
  }

  /**
   * With several frames the search of a line is unknown. An earlier result may come again: that there were no sets, if
   * that was so.
   */
  private judged(): readonly Discrepancy[] {
    const several = this.frames.length > 1;
    const all = this.expected.faults(this.expected.of(this.frames), this.frames, this.reports, ALL);
    return all.filter(
      (fault) => !(several && kindOf(fault) === 'count') && (fault.code !== 'extra-no-sets' || this.hadSets),
    );
  }
}
