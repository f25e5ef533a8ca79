/** Sends bytes of `monitor --reconnect`: what a lost link did not take is sent once it is back. */
import type { Clock } from '../../../devices/clock/clock';
import { LinkError, type Link } from '../../../devices/links/link';
import type { Chunk } from '../../../protocols/chunk';
import { after, millis } from '../../../protocols/time';

const POLL = millis(100);

/** `opened`: how often the link came back. Rejects with the {@link LinkError} of the last try when `isOver`. */
export async function sendLastingly(
  bytes: Uint8Array,
  clock: Clock,
  { link, opened, isOver }: { link: () => Link; opened: () => number; isOver: () => boolean },
): Promise<Chunk> {
  for (;;) {
    const before = opened();
    try {
      return await link().send(bytes);
    } catch (error) {
      if (!(error instanceof LinkError)) throw error;
      while (!isOver() && opened() === before) await clock.until(after(clock.now(), POLL));
      if (isOver()) throw error;
    }
  }
}
