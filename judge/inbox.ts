/**
 * What waits until something else has come. An inbox is not changed, but made anew; those that come of one share its arrays.
 *
 *     link a    r1 r2 │ r3 r4 r5 │ r6        r1, r2: taken; r6: of another inbox
 *                    from       to
 */

/** `id`: those that come later have greater ones. */
export interface Waiting {
  readonly id: number;
  readonly link?: string | undefined;
}

interface Line<T> {
  readonly link: string | undefined;
  readonly waiting: T[];
  readonly from: number;
  readonly to: number;
}

export class Inbox<T extends Waiting> {
  constructor(private readonly lines: readonly Line<T>[] = []) {}

  get length(): number {
    let sum = 0;
    for (const { from, to } of this.lines) sum += to - from;
    return sum;
  }

  /** The first that `takes` lets through, of the first of each link. */
  first(takes: (head: T) => boolean = () => true): T | undefined {
    let first: T | undefined;
    for (const { waiting, from } of this.lines) {
      const head = waiting[from];
      if (head !== undefined && head.id < (first?.id ?? Infinity) && takes(head)) first = head;
    }
    return first;
  }

  with(last: T): Inbox<T> {
    const { link } = last;
    const line = this.lines.find((one) => one.link === link);
    if (line === undefined) return new Inbox([...this.lines, { link, waiting: [last], from: 0, to: 1 }]);
    const { waiting, from, to } = line;
    // Another has gone on with the array, or most of it is taken.
    const isShared = waiting.length === to && from <= to - from;
    const all = isShared ? waiting : waiting.slice(from, to);
    all.push(last);
    return this.replacing(line, [{ link, waiting: all, from: isShared ? from : 0, to: all.length }]);
  }

  /** Without the first of its link. */
  without({ link }: T): Inbox<T> {
    const line = this.lines.find((one) => one.link === link);
    if (line === undefined) return this;
    const { from, to } = line;
    return this.replacing(line, from + 1 < to ? [{ ...line, from: from + 1 }] : []);
  }

  withoutLink(link: string): Inbox<T> {
    const line = this.lines.find((one) => one.link === link);
    return line === undefined ? this : this.replacing(line, []);
  }

  /** Of all, or of one link. */
  ids(of: (link: string | undefined) => boolean = () => true): readonly number[] {
    return this.lines.flatMap(({ link, waiting, from, to }) =>
      of(link) ? waiting.slice(from, to).map(({ id }) => id) : [],
    );
  }

  private replacing(line: Line<T>, by: readonly Line<T>[]): Inbox<T> {
    return new Inbox(this.lines.length === 1 ? by : this.lines.flatMap((one) => (one === line ? by : [one])));
  }
}
