/** A link that reports each chunk and line event with its time bounds, and its loss. */
import type { Micros } from '../../protocols/time';
import { factsOf, LinkError, type LineState, type Link, type TransferAtOnce } from '../links/link';
import type { Chunk } from '../../protocols/chunk';

export interface TraceSink {
  chunk(link: string, chunk: Chunk): void;
  line(link: string, at: Micros, state: LineState): void;
  /** The link ended by itself. Called once. */
  lost(link: string, at: Micros, reason: string): void;
}

/** Wraps a link: `sink` gets what the wrapped link sent and received, in that order. */
export function traceLink(link: Link, sink: TraceSink): Link {
  let lost = false;
  const onError = (error: unknown): never => {
    if (!lost && error instanceof LinkError && error.fault === 'lost') {
      lost = true;
      sink.lost(link.name, link.clock.now(), error.message);
    }
    throw error;
  };
  const report = <T extends Chunk | undefined>(chunk: T): T => {
    if (chunk !== undefined) sink.chunk(link.name, chunk);
    return chunk;
  };
  const whenCome = <T extends Chunk | undefined>(chunk: T | Promise<T>): T | Promise<T> =>
    chunk instanceof Promise ? chunk.then(report, onError) : report(chunk);
  const atOnceOf = ({ send, receive }: TransferAtOnce): TransferAtOnce => ({
    send: (bytes) => whenCome(send(bytes)),
    receive: (deadline) => whenCome(receive(deadline)),
  });
  return {
    ...factsOf(link),
    // Not async: with a hundred thousand chunks each await costs time.
    send: (bytes) => link.send(bytes).then(report, onError),
    receive: (deadline) => link.receive(deadline).then(report, onError),
    ...(link.tryReceive === undefined ? {} : { tryReceive: () => report(link.tryReceive?.()) }),
    ...(link.atOnce && { atOnce: atOnceOf(link.atOnce) }),
    async lines(state) {
      const at = link.clock.now();
      await link.lines(state);
      sink.line(link.name, at, state);
    },
    close: () => link.close(),
  };
}
