/**
 * The queue of what a virtual board will send, by due time. Items due at the same time leave in their order of arrival.
 */
import type { Micros } from '../../../protocols/time';

export class Outbox<T> {
  private entries: { readonly due: Micros; readonly item: T }[] = [];

  get length(): number {
    return this.entries.length;
  }

  /** When the first item is due. */
  get due(): Micros | undefined {
    return this.entries[0]?.due;
  }

  push(due: Micros, item: T): void {
    const place = this.entries.findIndex((entry) => entry.due > due);
    this.entries.splice(place < 0 ? this.entries.length : place, 0, { due, item });
  }

  /** Removes the first item. */
  shift(): T | undefined {
    return this.entries.shift()?.item;
  }

  /** Removes the items that are due by `now`. */
  take(now: Micros): T[] {
    let count = 0;
    while ((this.entries[count]?.due ?? Infinity) <= now) count++;
    return this.entries.splice(0, count).map(({ item }) => item);
  }

  /** Drops items that do not pass the test; without a test, all. */
  keep(test: (item: T) => boolean = () => false): void {
    this.entries = this.entries.filter(({ item }) => test(item));
  }
}

/** The earliest of these times; undefined if there is none. */
export function earliest(...times: readonly (Micros | undefined)[]): Micros | undefined {
  let least: Micros | undefined;
  for (const time of times) if (time !== undefined && (least === undefined || time < least)) least = time;
  return least;
}
