/** All links of a board in one direction, as the judge reads one. Each event names its link. */
import type { Bounds } from '../protocols/monitor/timed-decoder';
import type { LineReading, LinkChunk, ReadEvent } from './line-reading';
import type { Reading } from './reading';

export class LinksReading<T> implements LineReading<T> {
  /** By the names of links. */
  constructor(private readonly links: ReadonlyMap<string, Reading<T>>) {
    this.all = [...links.values()];
  }

  private readonly all: readonly Reading<T>[];

  get canFork(): boolean {
    return this.all.every(({ canFork }) => canFork);
  }

  get pending(): number {
    return this.all.reduce((sum, { pending }) => sum + pending, 0);
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
    return this.all.some((reading) => reading.mayHaveEnded(at));
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
    return this.named(chunk.link, (reading) => reading.push(chunk));
  }

  /** Without a link: what silence ends first. */
  expire(link?: string): readonly ReadEvent<T>[] {
    if (link !== undefined) return this.named(link, (reading) => reading.expire());
    const end = this.deadline();
    const first = [...this.links].find(([, reading]) => end !== undefined && reading.deadline() === end);
    return first === undefined ? [] : this.named(first[0], (reading) => reading.expire());
  }

  expireGarbage(): readonly ReadEvent<T>[] {
    if (this.pending === 0) return [];
    return [...this.links.keys()].flatMap((link) => this.named(link, (reading) => reading.expireGarbage()));
  }

  private of(link: string | undefined): Reading<T> | undefined {
    return link === undefined ? undefined : this.links.get(link);
  }

  /** Events are counted over all links. A link that has no such side says nothing. */
  private named(
    link: string | undefined,
    read: (reading: Reading<T>) => readonly ReadEvent<T>[],
  ): readonly ReadEvent<T>[] {
    const reading = this.of(link);
    if (link === undefined || reading === undefined) return [];
    const events = read(reading);
    if (events.length === 0) return events;
    let others = 0;
    for (const one of this.all) if (one !== reading) others += one.count;
    return events.map((event) => ({ ...event, link, id: event.id + others }));
  }
}
