/**
 * A virtual board that suites treat as a real one, although its time is virtual. They take samples, keep the limits of
 * real time, and know received bytes only to the time for which an adapter may hold them.
 */
import { micros, type Micros } from '../../protocols/time';
import type { Chunk } from '../../protocols/chunk';
import type { Link, LinkBinding } from '../links/link';
import type { Board } from './board';

/**
 * The delay that a real adapter or network may add: a serial adapter with its latency timer at 1 ms, a network within
 * one machine. Microseconds.
 */
const HOLD: Readonly<Record<LinkBinding, number>> = { serial: 1000, tcp: 200, udp: 200 };

/** The same board with a clock that says it is real; `exact`: its times stay exact. */
export function realStandIn<B extends Board>(board: B, exact = false): B {
  const standIn = { ...board, clock: { ...board.clock, virtual: false } };
  if (exact) return standIn;
  const { onDemand } = board;
  const wrapped = (link: Link): Link => withHold(link, HOLD[board.binding(link.name)]);
  return {
    ...standIn,
    link: (name) => wrapped(board.link(name)),
    onDemand: onDemand && { ...onDemand, open: async (name) => wrapped(await onDemand.open(name)) },
  };
}

function withHold(link: Link, hold: number): Link {
  const held = (chunk: Chunk | undefined): Chunk | undefined => chunk && holdChunk(chunk, hold);
  return {
    name: link.name,
    url: link.url,
    clock: link.clock,
    send: (bytes) => link.send(bytes),
    receive: async (deadline) => held(await link.receive(deadline)),
    ...(link.tryReceive === undefined ? {} : { tryReceive: () => held(link.tryReceive?.()) }),
    lines: (state) => link.lines(state),
    close: () => link.close(),
  };
}

function holdChunk(chunk: Chunk, hold: number): Chunk {
  const earlier = (time: Micros): Micros => micros(Math.max(0, time - hold));
  return { ...chunk, notBefore: earlier(chunk.notBefore), lastNotBefore: earlier(chunk.lastNotBefore) };
}
