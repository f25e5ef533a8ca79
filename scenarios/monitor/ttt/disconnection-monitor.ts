/** Judges the last bytes of a TTT server: S at a shutdown (TTT-40), and connections closed after F and S (TTT-05). */
import { BYTE } from '../../../protocols/ttt/message';
import type { PlayerId } from '../../../protocols/ttt/rules';
import { after, millis, type Micros } from '../../../protocols/time';
import type { VerdictRecorder } from '../../oracle/verdict-recorder';
import { linkOf } from './clauses';

/** If the host only waited for this long, the connection was left open. */
const WAITED = millis(1000);

const CLOSING_BYTES: readonly number[] = [BYTE.full, BYTE.shutdown];

export class DisconnectionMonitor {
  private readonly lastBytes = new Map<PlayerId, number>();
  /** Players who have received S since they last joined. */
  private readonly toldShutdown = new Set<PlayerId>();
  /** Players who were seated at the last shutdown and have not received S. */
  private shutdownPending = new Set<PlayerId>();
  private shutAt: Micros = millis(0);
  /** The last byte on any line, if it was F or S. */
  private lastClosingByte: { readonly player: PlayerId; readonly at: Micros } | undefined;

  constructor(private readonly recorder: VerdictRecorder) {}

  joined(player: PlayerId): void {
    this.toldShutdown.delete(player);
    this.shutdownPending.delete(player);
  }

  /** Other traffic. */
  otherTraffic(): void {
    this.lastClosingByte = undefined;
  }

  rx(player: PlayerId, byte: number, at: Micros): void {
    this.lastClosingByte = CLOSING_BYTES.includes(byte) ? { player, at } : undefined;
    this.lastBytes.set(player, byte);
    if (byte !== BYTE.shutdown) return;
    if (this.toldShutdown.has(player))
      this.recorder.fail('TTT-40', 'shut down', 'exactly one S', `${linkOf(player)} hears S once more`);
    else if (this.shutdownPending.delete(player)) this.recorder.pass('TTT-40');
    this.toldShutdown.add(player);
  }

  /** `seated`: the seated players, as far as they are known. */
  shutDown(seated: readonly PlayerId[], at: Micros): void {
    this.lastClosingByte = undefined;
    this.shutdownPending = new Set(seated);
    this.shutAt = at;
  }

  /** An unknown part of the traffic is missing. */
  desynchronise(): void {
    this.lastClosingByte = undefined;
    this.shutdownPending.clear();
  }

  /** `listened`: whether the player's line is recorded, also after the player has left. */
  tick(now: Micros, listened: (player: PlayerId) => boolean): void {
    if (this.shutdownPending.size === 0 || now <= after(this.shutAt, WAITED)) return;
    for (const player of this.shutdownPending)
      if (listened(player)) this.recorder.fail('TTT-40', 'shut down', `${linkOf(player)} hears S`, 'nothing');
    this.shutdownPending.clear();
  }

  /** The server has closed a connection. `sure`: no unknown shutdown can be the cause. */
  closed(player: PlayerId, sure: boolean): void {
    const word = this.lastBytes.get(player);
    const told = word !== undefined && CLOSING_BYTES.includes(word);
    const seen = word === undefined ? 'nothing' : String.fromCharCode(word);
    const title = `${linkOf(player)} is disconnected`;
    if (this.shutdownPending.delete(player))
      this.recorder.fail('TTT-40', `shut down: ${title}`, 'S before it', seen);
    else if (sure || told)
      this.recorder.check('TTT-05', told, () => ({ title, expected: 'F or S before it', seen }));
  }

  /** The host closes its end: judges whether the server should have closed it before. */
  left(player: PlayerId, at: Micros): void {
    const { lastClosingByte } = this;
    this.shutdownPending.delete(player);
    if (lastClosingByte?.player !== player || at < after(lastClosingByte.at, WAITED)) return;
    const word = String.fromCharCode(this.lastBytes.get(player) ?? 0);
    this.recorder.fail(
      'TTT-05',
      `${linkOf(player)} hears ${word}`,
      'the server closes the connection behind it',
      `it stays open for ${Math.round((at - lastClosingByte.at) / 1000)} ms`,
    );
  }
}
