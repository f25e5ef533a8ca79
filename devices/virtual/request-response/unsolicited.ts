/** The times of a board's unsolicited messages: each is repeated after a time drawn within its period. */
import type { Message, Unsolicited } from '../../../protocols/request-response/definition';
import { after, micros, type Micros } from '../../../protocols/time';
import type { Random } from '../../random';
import { earliest } from '../engine/outbox';

/** A message waits for the frame before it, so it is planned within this share of its period. */
const MOST_SHARE = 0.875;

interface Entry {
  readonly kind: Unsolicited<Message, unknown>;
  readonly period: NonNullable<Unsolicited<Message, unknown>['period']>;
  due: Micros;
}

export class UnsolicitedSchedule {
  private readonly entries: readonly Entry[];

  constructor(
    kinds: readonly Unsolicited<Message, unknown>[],
    private readonly random: Random,
    from: Micros,
  ) {
    this.entries = kinds.flatMap((kind) => {
      const { period } = kind;
      return period === undefined ? [] : [{ kind, period, due: this.next(from, period) }];
    });
  }

  get due(): Micros | undefined {
    return earliest(...this.entries.map(({ due }) => due));
  }

  /** The messages that are due by `now`. */
  take(now: Micros, state: unknown): readonly Message[] {
    return this.entries.flatMap((entry) => {
      if (entry.due > now) return [];
      entry.due = this.next(now, entry.period);
      return [entry.kind.message(state)];
    });
  }

  private next(from: Micros, { min, max }: Entry['period']): Micros {
    const most = min + MOST_SHARE * (max - min);
    return after(from, micros(this.random.int(Math.ceil(min), Math.max(Math.ceil(min), Math.floor(most)))));
  }
}
