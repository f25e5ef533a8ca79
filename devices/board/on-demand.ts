/** Links that are opened when a peer of the board comes, and closed when it goes: connections of tcp, sockets of udp. */
import type { Link } from '../links/link';

export interface OpensLinks {
  /** Whether this link is opened on demand. The board's other links are permanent. */
  has(name: string): boolean;
  /**
   * Opens a link anew, and closes it first where it was open: a new connection, or a new source port. Rejects with
   * {@link LinkError}.
   */
  open(name: string): Promise<Link>;
  /** Idempotent. */
  close(name: string): Promise<void>;
}
