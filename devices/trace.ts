/** A link that tells what passes: every chunk and every line event, with bounds on when it was on the wire, and its loss. */
import type { Micros } from '../protocols/time';
import { LinkError, type Chunk, type LineState, type Link } from './link';

export interface TraceSink {
  chunk(link: string, chunk: Chunk): void;
  line(link: string, at: Micros, state: LineState): void;
  /** It ended by itself, for this reason: told once. */
  lost(link: string, at: Micros, reason: string): void;
}

/** Wraps a link: what `sink` is told is what the wrapped link sent and received, in that order. */
export function traced(link: Link, sink: TraceSink): Link {
  let lost = false;
  const watched = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      if (!lost && error instanceof LinkError && error.fault === 'lost') {
        lost = true;
        sink.lost(link.name, link.clock.now(), error.message);
      }
      throw error;
    }
  };
  return {
    name: link.name,
    url: link.url,
    clock: link.clock,
    ...(link.budget === undefined ? {} : { budget: link.budget }),
    ...(link.stood === undefined ? {} : { stood: link.stood }),
    async send(bytes) {
      const chunk = await watched(link.send(bytes));
      sink.chunk(link.name, chunk);
      return chunk;
    },
    async receive(deadline) {
      const chunk = await watched(link.receive(deadline));
      if (chunk !== undefined) sink.chunk(link.name, chunk);
      return chunk;
    },
    ...(link.atHand === undefined
      ? {}
      : {
          atHand: () => {
            const chunk = link.atHand?.();
            if (chunk !== undefined) sink.chunk(link.name, chunk);
            return chunk;
          },
        }),
    async lines(state) {
      const at = link.clock.now();
      await link.lines(state);
      sink.line(link.name, at, state);
    },
    close: () => link.close(),
  };
}
