/** What is asked of a board's links, permanent or not. */
import { micros, type Micros } from '../../protocols/time';
import { LinkError, type Link } from '../links/link';
import type { Board } from './board';

type NamedLinks = Pick<Board, 'linkUrls' | 'link'>;

/** Opens a link on demand anew; a permanent one is given as it is. Rejects with {@link LinkError}. */
export async function openLink(board: Board, name: string): Promise<Link> {
  return board.onDemand?.has(name) ? board.onDemand.open(name) : board.link(name);
}

/** Closes a link on demand; a permanent one stays open. Idempotent. */
export async function closeLink({ onDemand }: Board, name: string): Promise<void> {
  if (onDemand?.has(name)) await onDemand.close(name);
}

/** Those that are open: one on demand may not be, and those of a lost board are closed. */
export function openLinks(board: NamedLinks): readonly Link[] {
  return board.linkUrls.flatMap(({ name }) => {
    try {
      return [board.link(name)];
    } catch (error) {
      if (error instanceof LinkError) return [];
      throw error;
    }
  });
}

/** The longest time since `since` for which this host stalled the board, or the bytes on their way to it. */
export function longestStall(board: NamedLinks, since: Micros): Micros {
  return micros(Math.max(0, ...openLinks(board).map(({ stallDuration }) => stallDuration?.(since) ?? 0)));
}
