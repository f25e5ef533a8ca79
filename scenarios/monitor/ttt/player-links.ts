/** The lines of a TTT server in a trace: what carries each, and whose it is at the time. */
import type { LinkBinding } from '../../../devices/links/link';
import { TTT_REQUIREMENTS } from '../../../protocols/ttt/requirements';
import type { PlayerId } from '../../../protocols/ttt/rules';
import type { VerdictRecorder } from '../../oracle/verdict-recorder';

/** Judged of any line. */
const ANY = 'TTT-01';
const UNCLEAR =
  'the trace does not tell who joined when: of a serial line, where J joins, say so with --binding serial';

export class PlayerLinks {
  private readonly bindings = new Map<string, LinkBinding>();
  private readonly sockets = new Map<string, number>();
  /** Bytes have passed of which nobody knows what they stand for. */
  private unclear = false;

  /** `binding`: of links of which the trace tells no opening. */
  constructor(private readonly binding: LinkBinding | undefined) {}

  opened(link: string, binding: LinkBinding): void {
    this.bindings.set(link, binding);
    this.sockets.set(link, (this.sockets.get(link) ?? 0) + 1);
  }

  /**
   * Who joins and who leaves, and which bytes count, is told otherwise by each binding: undefined where it is not known, and
   * of connections that were not seen to open.
   */
  bindingOf(link: string): LinkBinding | undefined {
    const known = this.bindings.get(link) ?? (this.binding === 'serial' ? this.binding : undefined);
    this.unclear ||= known === undefined;
    return known;
  }

  isTcp(link: string): boolean {
    return this.bindings.get(link) === 'tcp';
  }

  /** Who has a socket of udp opened again is another player. */
  playerAt(link: string): PlayerId {
    return `${link}#${this.sockets.get(link) ?? 0}`;
  }

  /** Says why so little was judged. */
  finish(recorder: VerdictRecorder): void {
    if (!this.unclear) return;
    for (const { id } of TTT_REQUIREMENTS) if (id !== ANY) recorder.skip(id, UNCLEAR);
  }
}
