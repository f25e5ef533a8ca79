/** What is told of what passes: the monitor of a described conversation, with somebody who listens, or nobody. */
import type { Chunk } from '../../../protocols/chunk';
import type { Monitor } from '../../../protocols/monitor/monitor';
import type { Model } from '../../player/model';

/** A listener gets each chunk before the monitor does. */
export function toldTo(
  monitor: Monitor,
  {
    listener,
    made,
  }: {
    readonly listener: (chunk: Chunk, link: string) => void;
    readonly made: (recipe: string) => Uint8Array | undefined;
  },
): Model {
  return {
    tx: (chunk, link) => {
      listener(chunk, link);
      monitor.tx(chunk, link);
    },
    rx: (chunk, link) => {
      listener(chunk, link);
      monitor.rx(chunk, link);
    },
    presented: (code, at) => monitor.presented?.(code, at),
    made,
    opened: (link, at) => monitor.opened?.(link, at),
    closed: (link, by, at, since) => monitor.closed?.(link, by, at, since),
    isUp: (link) => monitor.isUp?.(link) ?? false,
    tick: (now) => monitor.tick(now),
    due: () => monitor.due(),
    get desynchronised() {
      return monitor.desynchronised;
    },
    coverage: () => [],
  };
}

/** Nothing is due, and nothing is wrong. */
export const UNJUDGED: Model = {
  tx: () => undefined,
  rx: () => undefined,
  tick: () => undefined,
  due: () => undefined,
  desynchronised: true,
  coverage: () => [],
};
