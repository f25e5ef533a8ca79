/** Operations on the links of a board, permanent or on demand. */
import { micros, type Micros } from '../../protocols/time';
import { LinkError, type Link } from '../links/link';
import type { Board } from './board';

export type NamedLinks = Pick<Board, 'linkUrls' | 'link'>;

/** Reopens a link on demand; returns a permanent link unchanged. Rejects with {@link LinkError}. */
export async function openLink(board: Board, name: string): Promise<Link> {
  return board.onDemand?.has(name) ? board.onDemand.open(name) : board.link(name);
}

/** Closes a link on demand. A permanent link stays open. Idempotent. */
export async function closeLink({ onDemand }: Board, name: string): Promise<void> {
  if (onDemand?.has(name)) await onDemand.close(name);
}

/** The open links. A link on demand may be closed, and so are the links of a lost board. */
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

/** The longest time for which this host stalled the board, or bytes on the way to it, since `since`. */
export function longestStall(board: NamedLinks, since: Micros): Micros {
  return micros(Math.max(0, ...openLinks(board).map(({ stallDuration }) => stallDuration?.(since) ?? 0)));
}

/** How long the board's programs waited for a processor of this host since `since`. */
export function boardWait(board: NamedLinks, since: Micros): Micros {
  return micros(Math.max(0, ...openLinks(board).map(({ waitDuration }) => waitDuration?.(since) ?? 0)));
}

/** The board is a program of this host: a simulated or an emulated one. */
export function isProgram(board: NamedLinks): boolean {
  return openLinks(board).some((link) => link.isProgram === true);
}
