/** A link that tells what passes: every chunk and every line event, with bounds on when it was on the wire. */
import type { Micros } from '../protocols/time';
import type { Chunk, LineState, Link } from './link';

export interface TraceSink {
  chunk(link: string, chunk: Chunk): void;
  line(link: string, at: Micros, state: LineState): void;
}

/** Wraps a link: what `sink` is told is what the wrapped link sent and received, in that order. */
export function traced(link: Link, sink: TraceSink): Link {
  return {
    name: link.name,
    url: link.url,
    clock: link.clock,
    async send(bytes) {
      const chunk = await link.send(bytes);
      sink.chunk(link.name, chunk);
      return chunk;
    },
    async receive(deadline) {
      const chunk = await link.receive(deadline);
      if (chunk !== undefined) sink.chunk(link.name, chunk);
      return chunk;
    },
    async lines(state) {
      const at = link.clock.now();
      await link.lines(state);
      sink.line(link.name, at, state);
    },
    close: () => link.close(),
  };
}
