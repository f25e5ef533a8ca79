/** A break on any link: by its modem lines, or as the byte that a UART reads during a break. */
import { after, type Micros } from '../../protocols/time';
import { LinkError, type Link } from './link';
import type { Chunk } from '../../protocols/chunk';

/** A UART reads this byte while the line is at break. */
const BREAK_BYTE = Uint8Array.of(0);

/** Holds the line at break for `span`. Resolves with the chunk that was sent instead of a break, if there was one. */
export async function sendBreak(link: Link, span: Micros): Promise<Chunk | undefined> {
  try {
    await link.lines({ brk: true });
  } catch (error) {
    if (!(error instanceof LinkError) || error.fault !== 'unsupported') throw error;
    return link.send(BREAK_BYTE);
  }
  await link.clock.until(after(link.clock.now(), span));
  await link.lines({ brk: false });
  return undefined;
}
