/** Whether a recording has an echo: what the host sends comes back first, before the board's own bytes. */
import type { TraceEvent } from '../../../../scenarios/monitor/trace/trace-monitor';

/** So many writes come back, with as many contents: an answer that repeats its request is no echo. */
const LEAST_WRITES = 5;
const LEAST_CONTENTS = 3;
const MOST_CHUNKS = 1000;

interface EchoState {
  pending: number[];
  writes: number;
  readonly contents: Set<string>;
  /** Bytes of the board besides. */
  others: number;
}

/** The name of a link with an echo; undefined: there is none. It shows at the beginning of a recording: no more is read. */
export function linkWithEcho(events: Iterable<TraceEvent>): string | undefined {
  // undefined: the link has none.
  const links = new Map<string, EchoState | undefined>();
  let chunks = 0;
  for (const event of events) {
    if (event.kind !== 'chunk') continue;
    if (++chunks > MOST_CHUNKS) return undefined;
    const { link, chunk } = event;
    const fresh: EchoState = { pending: [], writes: 0, contents: new Set(), others: 0 };
    const state = links.has(link) ? links.get(link) : fresh;
    if (state === undefined) continue;
    if (chunk.direction === 'tx' && isCertain(state)) return link;
    const isPossible = chunk.direction === 'tx' ? send(state, chunk.bytes) : receive(state, chunk.bytes);
    links.set(link, isPossible ? state : undefined);
  }
  return undefined;
}

function isCertain({ pending, writes, contents, others }: EchoState): boolean {
  const isWhole = pending.length === 0;
  return isWhole && writes >= LEAST_WRITES && contents.size >= LEAST_CONTENTS && others >= LEAST_WRITES;
}

/** false: the write before has not come back. */
function send(state: EchoState, bytes: Uint8Array): boolean {
  if (state.pending.length > 0) return false;
  state.writes++;
  state.contents.add(Buffer.from(bytes).toString('hex'));
  state.pending = [...bytes];
  return true;
}

/** false: something else came before the write was back. */
function receive(state: EchoState, bytes: Uint8Array): boolean {
  for (const byte of bytes)
    if (state.pending[0] === byte) state.pending.shift();
    else if (state.pending.length > 0) return false;
    else state.others++;
  return true;
}
