/** Lets virtual time pass until bytes come. */
import type { Micros } from '../../../protocols/time';
import type { Chunk } from '../../../protocols/chunk';
import type { ReceiveQueue } from '../../links/receive-queue';
import type { VirtualClock } from './virtual-clock';

/** The next bytes of a queue, or undefined at `deadline`; a promise of them where the host has something else to do first. */
export function receiveAtOnce(
  queue: ReceiveQueue,
  clock: VirtualClock,
  deadline: Micros,
): Chunk | undefined | Promise<Chunk | undefined> {
  const come = queue.tryReceive();
  if (come !== undefined) return come;
  const isOpen = queue.end === undefined && !queue.isAwaited;
  if (!isOpen || !clock.pass(deadline, queue.isDecided)) return queue.receive(deadline);
  return queue.tryReceive() ?? (queue.end === undefined ? undefined : queue.receive(deadline));
}
