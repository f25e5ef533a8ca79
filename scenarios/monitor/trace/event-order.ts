/** Events in the order in which the board saw them, without holding the whole trace. */
import type { TraceEvent } from './trace-monitor';

/** An event comes this much too late at most, counted in events. No more are held. */
const WINDOW = 100_000;

/** The events of a trace are too far out of order. */
export class TraceDisorder extends Error {
  override readonly name = 'TraceDisorder';
}

/**
 * A slow host records received bytes late. Sent bytes count from the first byte, received ones from the last, so that no answer
 * comes before its request. The events are gone through once for their times, and again whenever the result is: only those are held
 * that an earlier one still follows. Throws {@link TraceDisorder} for an event that comes more than `window` events too late.
 */
export function inOrder(events: Iterable<TraceEvent>, window = WINDOW): Iterable<TraceEvent> {
  return events instanceof OrderedEvents ? events : new OrderedEvents(events, window);
}

class OrderedEvents implements Iterable<TraceEvent> {
  private readonly count: number;
  /** The earliest time from each event on. */
  private readonly earliest: Float64Array;

  constructor(
    private readonly events: Iterable<TraceEvent>,
    window: number,
  ) {
    const times = timesOf(events);
    checkOrder(times, window);
    for (let at = times.length - 2; at >= 0; at--)
      times[at] = Math.min(times[at] ?? Infinity, times[at + 1] ?? Infinity);
    this.count = times.length;
    this.earliest = times;
  }

  *[Symbol.iterator](): Generator<TraceEvent> {
    const held: TraceEvent[] = [];
    let read = 0;
    for (const event of this.events) {
      // A file that a run still writes has grown meanwhile.
      if (read === this.count) break;
      read++;
      const following = this.earliest[read] ?? Infinity;
      if (held.length === 0 && timeOf(event) <= following) {
        yield event;
        continue;
      }
      held.splice(
        placeIn(held.length, (at) => timeAt(held, at) > timeOf(event)),
        0,
        event,
      );
      yield* held.splice(
        0,
        placeIn(held.length, (at) => timeAt(held, at) > following),
      );
    }
    yield* held;
  }
}

function timesOf(events: Iterable<TraceEvent>): Float64Array {
  let times = new Float64Array(1024);
  let count = 0;
  for (const event of events) {
    if (count === times.length) {
      const more = new Float64Array(2 * count);
      more.set(times);
      times = more;
    }
    times[count++] = timeOf(event);
  }
  return times.slice(0, count);
}

function checkOrder(times: Float64Array, window: number): void {
  /** The latest time up to each event. */
  const latest = new Float64Array(times.length);
  let last = -Infinity;
  for (const [at, time] of times.entries()) {
    const isLate = time < last;
    last = latest[at] = Math.max(last, time);
    if (isLate && at - placeIn(at, (one) => (latest[one] ?? Infinity) > time) > window)
      throw new TraceDisorder(
        `an event at ${(time / 1e6).toFixed(6)} s comes more than ${window} events late`,
      );
  }
}

/** The first place up to `end` for which `isBehind` holds, as it does for all after that; `end`: for none. */
function placeIn(end: number, isBehind: (at: number) => boolean): number {
  let from = 0;
  let to = end;
  while (from < to) {
    const middle = (from + to) >> 1;
    if (isBehind(middle)) to = middle;
    else from = middle + 1;
  }
  return from;
}

function timeAt(events: readonly TraceEvent[], at: number): number {
  const event = events[at];
  return event === undefined ? Infinity : timeOf(event);
}

function timeOf(event: TraceEvent): number {
  if (event.kind !== 'chunk') return event.at;
  return event.chunk.direction === 'tx' ? event.chunk.notBefore : event.chunk.notAfter;
}
