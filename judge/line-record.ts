/** What passes on a line, each event once; and where bytes were lost, from where on it can be read again. */
import type { Direction } from '../protocols/chunk';
import type { Message } from '../protocols/request-response/definition';
import type { LinkChunk, ReadEvent } from './line-reading';
import { isDiscarded, SURELY_LONG } from './reading';

type Events = readonly ReadEvent<Message>[];

export class LineRecord {
  /** Up to the first good frame of a direction, bytes before it were lost. */
  readonly isLost = { tx: false, rx: false };
  private lostAt = 0;
  private latest = { tx: 0, rx: 0 };

  constructor(private readonly onEvent: (direction: Direction, event: ReadEvent<Message>) => void) {}

  /** Returns what takes all back from here on. */
  save(): () => void {
    const { lostAt, latest } = this;
    const isLost = { ...this.isLost };
    this.latest = { ...latest };
    return () => {
      Object.assign(this.isLost, isLost);
      [this.lostAt, this.latest] = [lostAt, { ...latest }];
    };
  }

  clear(): void {
    this.isLost.tx = this.isLost.rx = false;
  }

  /** Readings begin anew. */
  restart(): void {
    this.latest = { tx: 0, rx: 0 };
  }

  /** `isRxFound`: what the board says can be read already. */
  lose(at: number, isRxFound: boolean): void {
    this.lostAt = at;
    this.isLost.tx = true;
    this.isLost.rx = !isRxFound;
  }

  /** After a silence that ends everything, the next byte begins a frame. */
  find({ direction, notBefore }: LinkChunk, pending: number, idle: number): void {
    const isQuiet = notBefore > this.lostAt + SURELY_LONG * idle;
    if (isQuiet && pending === 0) this.isLost[direction] = false;
  }

  /** What asks for something. After lost bytes, only what is surely a request does. `isLikely`: in the likeliest world. */
  asked(events: Events, isLikely: boolean): Events {
    const known = this.known('tx', events);
    if (isLikely) for (const event of known) this.tell('tx', event);
    return known;
  }

  /** What the board says. */
  received(events: Events): Events {
    const told = events.some(isDiscarded) ? events.filter((event) => !isDiscarded(event)) : events;
    for (const event of told) this.tell('rx', event);
    return this.known('rx', told);
  }

  private known(direction: Direction, events: Events): Events {
    if (!this.isLost[direction]) return events;
    const from = events.findIndex(({ passed }) => passed.event.kind === 'frame');
    if (from < 0) return [];
    this.isLost[direction] = false;
    return events.slice(from);
  }

  private tell(direction: Direction, event: ReadEvent<Message>): void {
    if (event.id <= this.latest[direction]) return;
    this.latest[direction] = event.id;
    this.onEvent(direction, event);
  }
}
