/** Whether a recording has an echo: what the host sends comes back first, before the board's own bytes. */
import type { TraceEvent } from '../../../../scenarios/monitor/trace/trace-monitor';

/** So many writes come back, with as many contents: an answer that repeats its request is no echo. */
const LEAST_WRITES = 5;
const LEAST_CONTENTS = 3;

interface EchoState {
  /** What has not come back of the last write. */
  pending: number[];
  writes: number;
  readonly contents: Set<string>;
  /** Bytes of the board besides. */
  others: number;
}

/** The name of a link with an echo; undefined: there is none. Reads no more than the first writes of each link. */
export function linkWithEcho(events: Iterable<TraceEvent>): string | undefined {
  const links = new Map<string, EchoState | undefined>();
  for (const event of events) {
    if (event.kind !== 'chunk') continue;
    const { link, chunk } = event;
    if (!links.has(link)) links.set(link, { pending: [], writes: 0, contents: new Set(), others: 0 });
    const state = links.get(link);
    if (state === undefined) continue;
    if (chunk.direction === 'tx') {
      if (state.pending.length > 0) {
        links.set(link, undefined);
        continue;
      }
      if (
        state.writes >= LEAST_WRITES &&
        state.contents.size >= LEAST_CONTENTS &&
        state.others >= LEAST_WRITES
      )
        return link;
      state.writes++;
      state.contents.add(Buffer.from(chunk.bytes).toString('hex'));
      state.pending = [...chunk.bytes];
    } else
      for (const byte of chunk.bytes)
        if (state.pending[0] === byte) state.pending.shift();
        else if (state.pending.length > 0) links.set(link, undefined);
        else state.others++;
  }
  return undefined;
}
