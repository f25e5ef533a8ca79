/** The links of a server, and who plays on them. */
import { BYTE, type Binding } from '../message';
import type { PlayerId } from '../rules';

const UNCLEAR =
  'the trace does not tell who joined when: of a serial line, where J joins, say so with --binding serial';

export class Players {
  private readonly bindings = new Map<string, Binding>();
  private readonly sockets = new Map<string, number>();
  private readonly lastBytes = new Map<string, number>();
  private readonly connected = new Set<string>();
  /** A link's carrier was asked for, and is not known. */
  reasonUnclear: string | undefined;

  /** `binding`: the carrier of links that were not opened. */
  constructor(private readonly binding: Binding | undefined) {}

  /** undefined: nobody knows what joins and leaves on this link. */
  bindingOf(link: string): Binding | undefined {
    const known = this.bindings.get(link) ?? this.binding;
    if (known === undefined) this.reasonUnclear = UNCLEAR;
    return known;
  }

  /** The player on a link now. */
  at(link: string): PlayerId {
    const socket = this.sockets.get(link) ?? 1;
    return socket === 1 ? link : `${link}#${socket}`;
  }

  /** A udp socket has a source port of its own: if the player of the one before may be seated, this is another. */
  opened(link: string, binding: Binding, mayBeSeated: boolean): void {
    if (binding === 'tcp') this.connected.add(link);
    else if (this.bindings.has(link) && mayBeSeated)
      this.sockets.set(link, (this.sockets.get(link) ?? 1) + 1);
    this.bindings.set(link, binding);
    this.lastBytes.delete(link);
  }

  tell(link: string, byte: number): void {
    this.lastBytes.set(link, byte);
  }

  /** The last that the player was told is that the game is full, or shut down. */
  wasDismissed(link: string): boolean {
    const last = this.lastBytes.get(link);
    return last === BYTE.full || last === BYTE.shutdown;
  }

  /** Whether it was a connection. */
  closed(link: string): boolean {
    return this.connected.delete(link);
  }

  isConnected(link: string): boolean {
    return this.connected.has(link);
  }

  get hasConnections(): boolean {
    return this.connected.size > 0;
  }
}
