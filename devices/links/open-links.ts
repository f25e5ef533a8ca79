/** The links of one board: permanent ones, open with it, and those that are opened when somebody comes. */
import { micros, type Micros } from '../../protocols/time';
import type { Board } from '../board/board';
import { LinkError, type Link } from './link';

export interface LinkNames {
  readonly permanent: readonly string[];
  readonly onDemand: readonly string[];
}

export class OpenLinks {
  private readonly links = new Map<string, Link>();
  private ended = false;

  constructor(
    private readonly names: LinkNames,
    private readonly opener: (name: string) => Promise<Link>,
  ) {}

  /** Opens the permanent ones. Rejects with {@link LinkError} of the first that cannot be opened. */
  async open(): Promise<void> {
    this.ended = false;
    for (const name of this.names.permanent) this.links.set(name, await this.opener(name));
  }

  get(name: string): Link {
    const link = this.links.get(name);
    if (link === undefined) throw new LinkError(name, 'missing', `link ${name} is not open`);
    return link;
  }

  isOnDemand(name: string): boolean {
    return this.names.onDemand.includes(name);
  }

  /** A new one on demand, the one before closed; of permanent ones the one that is open. */
  async openOne(name: string): Promise<Link> {
    if (!this.isOnDemand(name)) return this.get(name);
    await this.closeOne(name);
    if (this.ended) throw new LinkError(name, 'closed', `link ${name} is closed with its board`);
    const link = await this.opener(name);
    this.links.set(name, link);
    if (!this.ended) return link;
    // The board was closed while this one was on its way.
    await link.close();
    throw new LinkError(name, 'closed', `link ${name} is closed with its board`);
  }

  /** Closes one that was opened on demand; a permanent one stays. */
  async closeOne(name: string): Promise<void> {
    if (!this.isOnDemand(name)) return;
    const link = this.links.get(name);
    this.links.delete(name);
    await link?.close();
  }

  all(): readonly Link[] {
    return [...this.links.values()];
  }

  async close(): Promise<void> {
    this.ended = true;
    await Promise.all(this.all().map((link) => link.close()));
  }
}

/** A player's may not be open, and a lost board's are closed. */
export function openLinks(board: Pick<Board, 'linkUrls' | 'link'>): readonly Link[] {
  return board.linkUrls.flatMap(({ name }) => {
    try {
      return [board.link(name)];
    } catch (error) {
      if (error instanceof LinkError) return [];
      throw error;
    }
  });
}

/** The longest that this host kept the board, or what was sent to it, standing still since then. */
export function stoodStill(board: Pick<Board, 'linkUrls' | 'link'>, since: Micros): Micros {
  return micros(Math.max(0, ...openLinks(board).map(({ stood }) => stood?.(since) ?? 0)));
}
