/** The capability of boards with links that a peer opens and closes: tcp connections, udp sockets. */
import type { Link } from '../links/link';

export interface OpensLinks {
  /** Whether this link is opened on demand. Other links are permanent. */
  has(name: string): boolean;
  /**
   * Closes the link if it is open, then opens it: a new connection, or a new source port. Rejects with {@link LinkError}.
   */
  open(name: string): Promise<Link>;
  /** Idempotent. */
  close(name: string): Promise<void>;
}
