/** The links of one board: permanent links are open as long as the board is, others are opened on demand. */
import { LinkError, type Link } from './link';

/** The capability of boards with links that a peer opens and closes: tcp connections, udp sockets. */
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

interface LinkNames {
  readonly permanent: readonly string[];
  readonly onDemand: readonly string[];
}

export class LinkSet {
  /** Undefined if all links are permanent. */
  readonly onDemand: OpensLinks | undefined;
  private readonly links = new Map<string, Link>();
  private closed = false;

  constructor(
    private readonly names: LinkNames,
    private readonly opener: (name: string) => Promise<Link>,
  ) {
    const { onDemand } = names;
    if (onDemand.length > 0)
      this.onDemand = {
        has: (name) => onDemand.includes(name),
        open: (name) => this.openOne(name),
        close: (name) => this.closeOne(name),
      };
  }

  /** Opens the permanent links. Rejects with {@link LinkError} of the first that cannot be opened. */
  async open(): Promise<void> {
    this.closed = false;
    for (const name of this.names.permanent) this.links.set(name, await this.opener(name));
  }

  get(name: string): Link {
    const link = this.links.get(name);
    if (link === undefined) throw new LinkError(name, 'missing', `link ${name} is not open`);
    return link;
  }

  all(): readonly Link[] {
    return [...this.links.values()];
  }

  async close(): Promise<void> {
    this.closed = true;
    await Promise.all(this.all().map((link) => link.close()));
  }

  private async openOne(name: string): Promise<Link> {
    await this.closeOne(name);
    if (this.closed) throw closedWithBoard(name);
    const link = await this.opener(name);
    this.links.set(name, link);
    if (!this.closed) return link;
    // The board was closed while this link was being opened.
    await link.close();
    throw closedWithBoard(name);
  }

  private async closeOne(name: string): Promise<void> {
    const link = this.links.get(name);
    this.links.delete(name);
    await link?.close();
  }
}

function closedWithBoard(name: string): LinkError {
  return new LinkError(name, 'closed', `link ${name} is closed with its board`);
}
