/** The frames that wait for their lines, the lines that came, and what is wrong with these. */
import type { ScannerFrame } from '../../../protocols/set/scanner-link';
import type { Report } from '../../../protocols/set/set';
import type { Discrepancy } from '../../../protocols/set/discrepancies';
import { ALL, kindOf } from './clauses';
import type { ExpectedReports } from './expected-reports';

export class PendingFrames {
  frames: ScannerFrame[] = [];
  reports: Report[] = [];
  /** Before what was settled last there were sets already. */
  hadSets = false;
  /** Undefined: not looked at since more came. */
  private found: readonly Discrepancy[] | undefined;
  /** Sets that the frames complete, and those told of. */
  private sets = { due: 0, told: 0 };

  constructor(private readonly expected: ExpectedReports) {}

  /** More frames stand in it, or another table lies before the board. */
  framed(): void {
    this.found = undefined;
    // Of an unknown table no set is due for certain.
    const due = this.expected.isKnown ? this.expected.of(this.frames) : [];
    this.sets.due = due.reduce((sum, { newSets }) => sum + newSets.length, 0);
  }

  told(report: Report): void {
    this.found = undefined;
    this.reports.push(report);
    if (report.type === 'set') this.sets.told++;
  }

  /** Frames wait for lines that did not come, or lines are wrong. */
  get open(): boolean {
    return this.frames.length > 0 && (this.sets.told < this.sets.due || this.faults.length > 0);
  }

  /** Looked for where somebody asks: a card completes up to forty sets, and each line would be held against them all. */
  get faults(): readonly Discrepancy[] {
    return (this.found ??= this.frames.length === 0 ? [] : this.judged());
  }

  /** The lines are done with, whatever frames there are. */
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
   * Of several frames it is not told which search it was. An earlier one may be told of once more: that there were no sets,
   * where that was so.
   */
  private judged(): readonly Discrepancy[] {
    const several = this.frames.length > 1;
    const all = this.expected.faults(this.expected.of(this.frames), this.frames, this.reports, ALL);
    return all.filter(
      (fault) => !(several && kindOf(fault) === 'count') && (fault.code !== 'extra-no-sets' || this.hadSets),
    );
  }
}
