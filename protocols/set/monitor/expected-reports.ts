/** The lines that frames require on the present table, and the faults in the lines that came. */
import { cardOf, type Card } from '../card';
import { EMPTY_TABLE, placeFrame, type Expectation, type Table, type TableRules } from '../rules';
import type { ScannerFrame } from '../scanner-link';
import type { Report } from '../set';
import { discrepancies, lines, NEW_CARD, type Discrepancy } from '../discrepancies';
import { aspectOf, type Aspect } from './clauses';

/** The most lines that the board may still be about to send for frames that are settled. */
const MOST_UNDER_WAY = 8;

export class ExpectedReports {
  /** If the table is unknown: the cards that are known to be on it. */
  table: Table = EMPTY_TABLE;
  private known = false;
  /** SetCnt and NoSets of so many frames before may still come. */
  private mayFollow = 0;
  /** EndOfFrame lines that may still come for frames without or with many payload bytes. */
  private optionalEnds = 0;

  constructor(readonly rules: TableRules) {}

  /** From here on the board has `table`; undefined: it is unknown. */
  begin(table: Table | undefined): void {
    this.table = table ?? EMPTY_TABLE;
    this.known = table !== undefined;
    this.mayFollow = this.known ? 0 : 1;
    this.optionalEnds = 0;
  }

  /** The table is unknown now; lines of earlier input may still come. */
  forgetTable(): void {
    const { optionalEnds } = this;
    this.begin(undefined);
    this.optionalEnds = optionalEnds;
  }

  /** The cards on the table are known. */
  get isKnown(): boolean {
    return this.known;
  }

  of(frames: readonly ScannerFrame[]): Expectation[] {
    let { table } = this;
    return frames.map((frame) => {
      const placed = placeFrame(table, frame, this.rules);
      ({ table } = placed);
      return placed.expected;
    });
  }

  /** `aspects`: what to look at. */
  faults(
    due: readonly Expectation[],
    frames: readonly ScannerFrame[],
    reports: readonly Report[],
    aspects: readonly Aspect[],
  ): readonly Discrepancy[] {
    const found = this.known ? this.ofTable(due, reports) : this.ofAnyTable(due, reports);
    const lines = found.filter((fault) => aspectOf(fault) !== 'end');
    return [...lines, ...this.ends(frames, reports)].filter((fault) => aspects.includes(aspectOf(fault)));
  }

  /** The table after these frames, if everything was right. */
  follow(frames: readonly ScannerFrame[], reports: readonly Report[], aspects: readonly Aspect[]): void {
    const due = this.of(frames);
    this.mayFollow = this.following(due, reports, aspects.includes('count'));
    const bytes = frames.filter(({ type }) => type === 'byte').length;
    const seen = reports.filter(({ type }) => type === 'end-of-frame').length;
    const left = this.optionalEnds + frames.length - Math.max(bytes, seen);
    this.optionalEnds = aspects.includes('end') ? Math.max(0, left) : Infinity;
    for (const frame of frames) ({ table: this.table } = placeFrame(this.table, frame, this.rules));
  }

  /** Lines are told in the order of their searches: once a search has found sets, NoSets of one before it does not follow. */
  private following(due: readonly Expectation[], reports: readonly Report[], areCounted: boolean): number {
    if (!areCounted) return due.length;
    if ((due.at(-1)?.sets ?? 0) > 0) return due.filter(({ outcome }) => outcome !== 'new').length;
    const told = reports.filter(({ type }) => type === 'no-sets').length;
    return Math.min(Math.max(MOST_UNDER_WAY, due.length), Math.max(0, this.mayFollow + due.length - told));
  }

  /** Whether these lines are right for some table. */
  fitsAnyTable(frames: readonly ScannerFrame[], reports: readonly Report[]): boolean {
    return this.ofAnyTable(this.of(frames), reports).length === 0 && this.ends(frames, reports).length === 0;
  }

  private ofTable(due: readonly Expectation[], reports: readonly Report[]): readonly Discrepancy[] {
    const first = due[0];
    if (first === undefined) return [];
    const allowed = new Set(due.map(({ sets }) => sets));
    // The count before this frame may come again, late.
    const told = reports.filter(
      (report) =>
        report.type !== 'set-count' || report.count !== first.setsBefore || allowed.has(report.count),
    );
    const found = discrepancies([...this.before(first), ...due], told);
    // A full table is reported before a duplicate; the duplicate may be reported too.
    const twice = due.some(({ outcome, byte }) => outcome === 'full' && this.lies(byte));
    return twice ? found.filter(({ code }) => code !== 'extra-duplicate') : found;
  }

  /** Frames whose lines may still come: they allow lines, and require none. */
  private before({ setsBefore }: Expectation): readonly Expectation[] {
    if (this.mayFollow === 0) return [];
    const mayBeFull = this.table.cards.length >= this.rules.tableLimit;
    // Only these two lines count.
    if (setsBefore > 0 && !mayBeFull) return [];
    const before = {
      outcome: 'none',
      newSets: [],
      setsBefore,
      sets: setsBefore,
      endOfFrame: false,
      mayBeFull,
    } as const;
    return Array.from({ length: this.mayFollow }, () => before);
  }

  /** Each card frame requires one of three lines. */
  private ofAnyTable(due: readonly Expectation[], reports: readonly Report[]): Discrepancy[] {
    const of = (type: Report['type']): number => reports.filter((report) => report.type === type).length;
    const cards = due.filter(({ outcome }) => outcome !== 'none');
    const seen = of('new-card') + of('duplicate') + of('table-full');
    const most = cards.length + Math.min(of('table-full'), due.length - cards.length);
    const answers = (count: number): string => `${count} ${count === 1 ? 'card' : 'cards'}`;
    const expected = `${answers(cards.length)} taken, or told to be there already`;
    if (seen < cards.length) return [{ code: 'missing-card', expected, seen: answers(seen) }];
    if (seen > most) return [{ code: 'extra-card', expected, seen: answers(seen) }];
    const fresh = due.filter(({ outcome }) => outcome === 'new').length;
    const added = of('new-card');
    return added > fresh
      ? [{ code: 'extra-card', expected: lines(fresh, NEW_CARD), seen: lines(added, NEW_CARD) }]
      : [];
  }

  /** One with Rx:2 for each frame with one payload byte; at most one for each other frame. */
  private ends(frames: readonly ScannerFrame[], reports: readonly Report[]): Discrepancy[] {
    const all = reports.flatMap((report) => (report.type === 'end-of-frame' ? [report.received] : []));
    const due = frames.filter(({ type }) => type === 'byte').length;
    const most = frames.length + this.optionalEnds;
    const right = all.filter((received) => received === 2).length;
    const expected = lines(due, 'EndOfFrame Rx:2');
    const seen = all.length === 0 ? 'none' : all.map((received) => `Rx:${received}`).join(', ');
    if (all.length > most) return [{ code: 'extra-end-of-frame', expected, seen }];
    return right < due ? [{ code: 'missing-end-of-frame', expected, seen }] : [];
  }

  private lies(byte: number | undefined): boolean {
    const card: Card | undefined = byte === undefined ? undefined : cardOf(byte, this.rules.encoding);
    return card !== undefined && this.table.cards.includes(card);
  }
}
