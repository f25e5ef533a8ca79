/** A break on any link: driven where it has modem lines, else the byte that a UART reads during one. */
import { after, type Micros } from '../../protocols/time';
import { LinkError, type Chunk, type Link } from './link';

/** What a UART reads while the line is at break. */
export const BREAK_BYTE = Uint8Array.of(0);

/** Holds the line at break for `span`; resolves with the chunk that went out in its place, where one did. */
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
