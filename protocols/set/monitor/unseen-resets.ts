/** Whether unrecorded resets explain a failure: each possible place of a reset is tried. */
import type { Chunk } from '../../chunk';
import type { SetFlaw } from './flaws';
import type { SetHistory } from './history';
import { replay, type TableJudge } from './table-judge';

/** The most passages back at which a reset is tried. */
const RESETS_BACK = 40;

export class UnseenResets {
  constructor(
    private readonly history: SetHistory,
    /** A judge from an empty table, or from an unknown one. */
    private readonly newJudge: (fresh: boolean) => TableJudge,
  ) {}

  /** Whether the flaw disappears if the table was emptied, or, if it was not `known`, with another table. */
  explain({ kind, due }: SetFlaw, known: boolean): boolean {
    const { history } = this;
    // A board may report at its start that there are no sets.
    if (kind === 'unasked' && due === 'count') return true;
    // After a report that is too early the rest may be on its way.
    const isRight = (judge: TableJudge) => (kind === 'silence' ? judge.fits : judge.failure === undefined);
    if (!known && isRight(this.ofUnknownTable(history.last))) return true;
    const emptied = this.findReset(isRight, known);
    if (emptied !== undefined) {
      history.split(emptied);
      return true;
    }
    for (const chunks of history.fromEachPassage(RESETS_BACK))
      if (isRight(this.ofEmptyTable(chunks))) return true;
    return false;
  }

  /** The place in the last passage where a reset explains all that follows. Earlier resets explain what was before. */
  private findReset(isRight: (judge: TableJudge) => boolean, known: boolean): number | undefined {
    const { last, pauses } = this.history;
    const resets: number[] = [];
    const fitsSince = (from: number, to: number) => this.ofEmptyTable(last.slice(from, to)).fits;
    const fitsUntil = (to: number) =>
      to === 0 ||
      this.fitsFromBefore(last.slice(0, to), known) ||
      resets.some((from) => from < to && fitsSince(from, to));
    let before: { readonly at: number; readonly fits: boolean } | undefined;
    for (const at of pauses) {
      // A reset can cut off the lines of the input directly before it.
      const cut =
        before?.fits === true && this.ofUnknownTable(last.slice(before.at, at)).failure === undefined;
      before = { at, fits: fitsUntil(at) };
      if (before.fits || cut) resets.push(at);
    }
    return resets.findLast((from) => isRight(this.ofEmptyTable(last.slice(from))));
  }

  /** Whether the beginning of the last passage fits the passages before it, perhaps after a reset among them. */
  private fitsFromBefore(begun: readonly Chunk[], known: boolean): boolean {
    if (!known) return this.ofUnknownTable(begun).fits;
    for (const chunks of this.history.untilLastPassage(RESETS_BACK))
      if (this.ofEmptyTable([...chunks, ...begun]).fits) return true;
    return false;
  }

  private ofEmptyTable(chunks: readonly Chunk[]): TableJudge {
    return replay(this.newJudge(true), chunks);
  }

  private ofUnknownTable(chunks: readonly Chunk[]): TableJudge {
    return replay(this.newJudge(false), chunks);
  }
}
