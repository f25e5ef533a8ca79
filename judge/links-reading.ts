/** All links of a board in one direction, as the judge reads one. Each event names its link. */
import type { Bounds } from '../protocols/monitor/timed-decoder';
import type { LineReading, LinkChunk, ReadEvent } from './line-reading';
import type { Reading } from './reading';

const NONE: readonly never[] = [];

export class LinksReading<T> implements LineReading<T> {
  /** By the names of links. */
  constructor(private readonly links: ReadonlyMap<string, Reading<T>>) {
    this.all = [...links.values()];
  }

  private readonly all: readonly Reading<T>[];

  get canFork(): boolean {
    for (const one of this.all) if (!one.canFork) return false;
    return true;
  }

  get pending(): number {
    let sum = 0;
    for (const one of this.all) sum += one.pending;
    return sum;
  }

  get isInPieces(): boolean {
    return this.all.some(({ isInPieces }) => isInPieces);
  }

  get lastByte(): Bounds | undefined {
    let last: Bounds | undefined;
    for (const { lastByte } of this.all)
      if (lastByte !== undefined && lastByte.notAfter > (last?.notAfter ?? -Infinity)) last = lastByte;
    return last;
  }

  fork(): LinksReading<T> {
    return new LinksReading(new Map([...this.links].map(([name, reading]) => [name, reading.fork()])));
  }

  isSame(other: LineReading<T>): boolean {
    if (!(other instanceof LinksReading)) return false;
    const { all } = other as LinksReading<T>;
    return this.all.every((reading, i) => all[i] !== undefined && reading.isSame(all[i]));
  }

  deadline(): number | undefined {
    let least: number | undefined;
    for (const reading of this.all) {
      const end = reading.deadline();
      if (end !== undefined && end < (least ?? Infinity)) least = end;
    }
    return least;
  }

  mayHaveEnded(at: number): boolean {
    for (const one of this.all) if (one.mayHaveEnded(at)) return true;
    return false;
  }

  mayBeAnsweredEarly(at: number): boolean {
    return this.all.some((reading) => reading.mayBeAnsweredEarly(at));
  }

  mayEndBefore(chunk: LinkChunk): boolean {
    return this.of(chunk.link)?.mayEndBefore(chunk) ?? false;
  }

  mayPauseIn(chunk: LinkChunk): boolean {
    return this.of(chunk.link)?.mayPauseIn(chunk) ?? false;
  }

  push(chunk: LinkChunk): readonly ReadEvent<T>[] {
    const reading = this.of(chunk.link);
    return reading === undefined ? NONE : this.counting(reading).push(chunk);
  }

  /** Without a link: what silence ends first. */
  expire(link?: string): readonly ReadEvent<T>[] {
    const end = this.deadline();
    const reading =
      link === undefined
        ? this.all.find((one) => end !== undefined && one.deadline() === end)
        : this.links.get(link);
    return reading === undefined ? NONE : this.counting(reading).expire();
  }

  expireGarbage(): readonly ReadEvent<T>[] {
    if (this.pending === 0) return [];
    return this.all.flatMap((reading) => this.counting(reading).expireGarbage());
  }

  /** A link that has no such side says nothing. */
  private of(link: string | undefined): Reading<T> | undefined {
    return link === undefined ? undefined : this.links.get(link);
  }

  /** Events are counted over all links. */
  private counting(reading: Reading<T>): Reading<T> {
    reading.before = 0;
    for (const one of this.all) if (one !== reading) reading.before += one.count;
    return reading;
  }
}
