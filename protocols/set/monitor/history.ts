/**
 * The recent traffic of a Set board, for traces that do not record resets. If the table is unknown, the next set shows
 * how many cards are on it, and so which.
 *
 *     +A  +B  | reset, unseen |  +C  +D  +E  1,SpotNewSet:0,1,2!      three cards: C, D and E
 */
import type { Chunk } from '../../chunk';
import type { Report } from '../set';
import { millis } from '../../time';

/** Traffic between two times at which no input waited for its lines. */
interface Passage {
  readonly chunks: Chunk[];
  /** `after`: the number of `chunks` before the report. */
  readonly reports: { readonly after: number; readonly report: Report }[];
}

/** A full table, with inputs between that add no card. */
const LONGEST = 256;
/** The shortest time of a reset. */
const PAUSE = millis(10);
/** The most pauses in one passage. */
const MOST_PAUSES = 16;

export class SetHistory {
  private passages: Passage[] = [];

  forget(): void {
    this.passages = [];
  }

  /** `opens`: no earlier input waits for its lines. */
  add(chunk: Chunk, opens: boolean): void {
    const last = this.passages.at(-1);
    if (last === undefined || opens) this.passages.push({ chunks: [chunk], reports: [] });
    else last.chunks.push(chunk);
    if (this.passages.length > LONGEST) this.passages.shift();
  }

  /** The line that the last chunk ended. */
  addReport(report: Report): void {
    const last = this.passages.at(-1);
    last?.reports.push({ after: last.chunks.length, report });
  }

  /** The last passage. */
  get last(): readonly Chunk[] {
    return this.passages.at(-1)?.chunks ?? [];
  }

  /** The latest places in the last passage where the board may have been reset. */
  get pauses(): readonly number[] {
    let before: Chunk | undefined;
    const found = this.last.flatMap((chunk, i) => {
      if (chunk.direction === 'rx') return [];
      const paused = before === undefined || chunk.notBefore - before.notAfter >= PAUSE;
      before = chunk;
      return paused ? [i] : [];
    });
    return found.slice(-MOST_PAUSES);
  }

  /** Splits the last passage in two. */
  split(at: number): void {
    const last = this.passages.at(-1);
    if (last === undefined || at === 0) return;
    const { chunks, reports } = last;
    const rest = reports.filter(({ after }) => after > at);
    this.passages.splice(
      -1,
      1,
      { chunks: chunks.slice(0, at), reports: reports.filter(({ after }) => after <= at) },
      { chunks: chunks.slice(at), reports: rest.map(({ after, report }) => ({ after: after - at, report })) },
    );
  }

  /** The chunks from each passage on, the last passage first; never from the first one. */
  *fromEachPassage(most: number): Generator<readonly Chunk[], void, undefined> {
    const first = Math.max(1, this.passages.length - most);
    for (let from = this.passages.length - 1; from >= first; from--) yield this.from(from);
  }

  /** The chunks from each passage on, up to the last one. The first passage comes first. */
  *untilLastPassage(most: number): Generator<readonly Chunk[], void, undefined> {
    const end = this.passages.length - 1;
    if (end > 0) yield this.from(0, end);
    for (let from = end - 1; from >= Math.max(1, end - most); from--) yield this.from(from, end);
  }

  /**
   * The chunks since the table was empty, by the last reported set. undefined: it does not show that, or it was before
   * this history.
   */
  get sinceEmpty(): readonly Chunk[] | undefined {
    const sets = this.passages
      .at(-1)
      ?.reports.flatMap(({ report }) => (report.type === 'set' ? [report] : []));
    const newest = sets?.at(-1)?.triple[2];
    // With several cards it is unknown which one completed the set.
    if (newest === undefined || this.cards(this.passages.length - 1) !== 1) return undefined;
    let missing = newest + 1;
    for (let from = this.passages.length - 1; from >= 0; from--) {
      missing -= this.cards(from);
      if (missing < 0) return undefined;
      if (missing > 0) continue;
      this.passages = this.passages.slice(from);
      return this.from(0);
    }
    return undefined;
  }

  private cards(index: number): number {
    const reports = this.passages[index]?.reports ?? [];
    return reports.filter(({ report }) => report.type === 'new-card').length;
  }

  private from(index: number, end?: number): readonly Chunk[] {
    return this.passages.slice(index, end).flatMap(({ chunks }) => chunks);
  }
}
