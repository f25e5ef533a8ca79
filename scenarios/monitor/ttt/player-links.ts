/** The lines of a TTT server in a trace: the carrier of each, and its present player. */
import type { LinkBinding } from '../../../devices/links/link';
import { TTT_REQUIREMENTS } from '../../../protocols/ttt/requirements';
import type { PlayerId } from '../../../protocols/ttt/rules';
import type { VerdictRecorder } from '../../oracle/verdict-recorder';

/** The clause that is judged on any line. */
const ANY = 'TTT-01';
const UNCLEAR =
  'the trace does not tell who joined when: of a serial line, where J joins, say so with --binding serial';

export class PlayerLinks {
  private readonly bindings = new Map<string, LinkBinding>();
  private readonly sockets = new Map<string, number>();
  /** Some bytes had an unknown meaning. */
  private unclear = false;

  /** `binding`: the carrier of links that the trace does not open. */
  constructor(private readonly binding: LinkBinding | undefined) {}

  opened(link: string, binding: LinkBinding): void {
    this.bindings.set(link, binding);
    this.sockets.set(link, (this.sockets.get(link) ?? 0) + 1);
  }

  /**
   * Each binding has its own rule for joins, leaves and the bytes that count. undefined: the carrier is unknown, or its
   * connection was not seen to open.
   */
  bindingOf(link: string): LinkBinding | undefined {
    const known = this.bindings.get(link) ?? (this.binding === 'serial' ? this.binding : undefined);
    this.unclear ||= known === undefined;
    return known;
  }

  isTcp(link: string): boolean {
    return this.bindings.get(link) === 'tcp';
  }

  /** A udp socket that is opened again is another player. */
  playerAt(link: string): PlayerId {
    return `${link}#${this.sockets.get(link) ?? 0}`;
  }

  /** Gives the reason if little was judged. */
  finish(recorder: VerdictRecorder): void {
    if (!this.unclear) return;
    for (const { id } of TTT_REQUIREMENTS) if (id !== ANY) recorder.skip(id, UNCLEAR);
  }
}
