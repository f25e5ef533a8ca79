/** Events in the order in which the board saw them, without holding the whole trace. */
import type { Micros } from '../../../protocols/time';
import type { TraceEvent } from './trace-monitor';

/** An event comes this much too late at most, counted in events. Half as many more are held. */
const WINDOW = 100_000;

/** The events of a trace are too far out of order. */
export class TraceDisorder extends Error {
  override readonly name = 'TraceDisorder';
}

/**
 * A slow host records received bytes late. Sent bytes count from the first byte, received ones from the last, so that no answer
 * comes before its request. Throws {@link TraceDisorder} for an event that comes more than `window` events too late.
 */
export function* inOrder(events: Iterable<TraceEvent>, window = WINDOW): Generator<TraceEvent> {
  let waiting: TraceEvent[] = [];
  let latest = -Infinity;
  for (const event of events) {
    if (timeOf(event) < latest)
      throw new TraceDisorder(
        `an event at ${(timeOf(event) / 1e6).toFixed(6)} s comes more than ${window} events late`,
      );
    waiting.push(event);
    if (waiting.length < 1.5 * window) continue;
    waiting.sort(byTime);
    const due = waiting.slice(0, waiting.length - window);
    waiting = waiting.slice(-window);
    latest = timeOf(due.at(-1) ?? event);
    yield* due;
  }
  yield* waiting.sort(byTime);
}

function byTime(one: TraceEvent, other: TraceEvent): number {
  return timeOf(one) - timeOf(other);
}

function timeOf(event: TraceEvent): Micros {
  if (event.kind !== 'chunk') return event.at;
  return event.chunk.direction === 'tx' ? event.chunk.notBefore : event.chunk.notAfter;
}
