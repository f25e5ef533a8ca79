/**
 * Due items with their times: a binary heap, earliest first, equal times in order of creation.
 *
 *     items    0: earliest    1, 2: children of 0    3, 4: of 1    …    parent of n: (n - 1) / 2
 *
 * Each item knows its place, so that a cancelled one is removed immediately: deadlines are many, and few are reached.
 */

export interface Due {
  readonly at: number;
  /** The order of creation: no two are equal. */
  readonly order: number;
  /** Returns true when it touched the host. */
  readonly run: () => boolean;
  /** It makes time pass. */
  readonly drives: boolean;
  /** Set by the heap: the item's index, -1 if it is not in the heap. */
  place: number;
}

export class DueHeap {
  private readonly items: Due[] = [];

  /** When the earliest item is due; Infinity: there is none. */
  get firstAt(): number {
    return this.items[0]?.at ?? Infinity;
  }

  push(due: Due): void {
    this.items.push(due);
    this.rise(due, this.items.length - 1);
  }

  /** Removes the earliest item, if it is due before an item of this time and order. */
  popBefore(at: number, order: number): Due | undefined {
    const top = this.items[0];
    return top !== undefined && (top.at < at || (top.at === at && top.order < order))
      ? this.pop()
      : undefined;
  }

  /** Removes the earliest item. */
  pop(): Due | undefined {
    const top = this.items[0];
    if (top !== undefined) this.remove(top);
    return top;
  }

  /** Returns false if it is no longer in the heap. */
  remove(due: Due): boolean {
    const { place } = due;
    if (place < 0) return false;
    due.place = -1;
    const last = this.items.pop();
    if (last === undefined || last === due) return true;
    const above = this.items[(place - 1) >> 1];
    if (place > 0 && above !== undefined && before(last, above)) this.rise(last, place);
    else this.sink(last, place);
    return true;
  }

  private rise(due: Due, from: number): void {
    let at = from;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = this.items[parent];
      if (above === undefined || !before(due, above)) break;
      this.put(above, at);
      at = parent;
    }
    this.put(due, at);
  }

  private sink(due: Due, from: number): void {
    let at = from;
    for (;;) {
      let child = 2 * at + 1;
      let least = this.items[child];
      if (least === undefined) break;
      const right = this.items[child + 1];
      if (right !== undefined && before(right, least)) {
        least = right;
        child++;
      }
      if (!before(least, due)) break;
      this.put(least, at);
      at = child;
    }
    this.put(due, at);
  }

  private put(due: Due, place: number): void {
    this.items[place] = due;
    due.place = place;
  }
}

function before(a: Due, b: Due): boolean {
  return a.at < b.at || (a.at === b.at && a.order < b.order);
}
