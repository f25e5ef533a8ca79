/**
 * One link of a virtual board over a network: opened for each player who comes, each time as a new connection.
 *
 *     host                                             board, which calls the connection `a`, then `a/2`, …
 *     open ───── 50 to 200 µs ─────▶ connected         tcp alone: udp has neither beginning nor end
 *     send ─────────────────────────▶ receive          a chunk, or a datagram, empty ones too
 *     ended ◀──── bytes, hang up ────                  tcp: earlier bytes first
 *     close ────────────────────────▶ disconnected
 *
 * What one side does reaches the other in order, over all connections of the link.
 */
import { after, micros, type Micros } from '../../../protocols/time';
import type { Random } from '../../random';
import type { Emission, VirtualBoard } from './board';
import type { VirtualClock } from './virtual-clock';

/** The host's side of a connection. */
export interface NetEnd {
  /** Returns true when somebody waited for them. */
  deliver(bytes: Uint8Array): boolean;
  /** The connection has ended, for this reason: nothing comes any more. Returns true when somebody waited for bytes. */
  ended(reason: string): boolean;
}

/** What the host does with a connection. */
export interface NetConnection {
  /** When it is established: nothing comes before this time. */
  readonly openAt: Micros;
  send(bytes: Uint8Array): void;
  /** Idempotent. */
  close(): void;
}

export interface NetLineOptions {
  readonly name: string;
  readonly binding: 'tcp' | 'udp';
  readonly clock: VirtualClock;
  readonly board: VirtualBoard;
  readonly random: Random;
  /** Called after an event for the board: it may have an answer. */
  readonly settle: () => void;
}

const LATENCY_US = { least: 50, most: 200 } as const;

export class NetLine {
  private readonly connections = new Map<string, Connection>();
  private opened = 0;
  private plugged = true;

  constructor(readonly options: NetLineOptions) {}

  /** A connection, or a socket with its own source port; undefined while the cable is pulled. */
  open(host: NetEnd): NetConnection | undefined {
    if (!this.plugged) return undefined;
    this.opened++;
    const { name } = this.options;
    const id = this.opened === 1 ? name : `${name}/${this.opened}`;
    const connection = new Connection(id, this.options, this.toBoard, this.toHost, host, () =>
      this.connections.delete(id),
    );
    this.connections.set(id, connection);
    return connection;
  }

  /** Bytes from the board on one of the connections. Returns false for a connection of another link. */
  emit(emission: Emission): boolean {
    const connection = this.connections.get(emission.link);
    connection?.fromBoard(emission);
    return connection !== undefined;
  }

  unplug(): void {
    this.plugged = false;
    for (const connection of this.connections.values()) connection.cut();
    this.connections.clear();
  }

  private readonly toBoard = this.arrivalTimes();
  private readonly toHost = this.arrivalTimes();

  /** One direction: when bytes that leave now arrive, never before earlier ones. */
  private arrivalTimes(): () => Micros {
    let last = micros(0);
    return () => {
      const { clock, random } = this.options;
      const due = after(clock.now(), micros(random.int(LATENCY_US.least, LATENCY_US.most)));
      last = micros(Math.max(last, due));
      return last;
    };
  }
}

class Connection implements NetConnection {
  readonly openAt: Micros;
  /** Whether each side still receives from the other. */
  private boardListens = true;
  private hostListens = true;

  constructor(
    private readonly id: string,
    private readonly options: NetLineOptions,
    private readonly toBoard: () => Micros,
    private readonly toHost: () => Micros,
    private readonly host: NetEnd,
    private readonly onClosed: () => void,
  ) {
    const { board, binding, clock } = options;
    this.openAt = binding === 'udp' ? clock.now() : toBoard();
    if (binding === 'tcp') this.notifyBoard(this.openAt, (at) => board.connected?.(id, at));
  }

  send(bytes: Uint8Array): void {
    const { binding, board } = this.options;
    if (bytes.length === 0 && binding === 'tcp') return;
    const copy = new Uint8Array(bytes);
    this.notifyBoard(this.toBoard(), (at) => {
      if (this.boardListens) board.receive(this.id, copy, at);
    });
  }

  close(): void {
    if (!this.hostListens) return;
    this.hostListens = false;
    this.finish();
  }

  fromBoard({ bytes, hangUp }: Emission): void {
    if (!this.boardListens) return;
    const { clock, binding } = this.options;
    if (bytes.length > 0 || (binding === 'udp' && !hangUp)) {
      clock.schedule(this.toHost(), () => {
        return this.hostListens && this.host.deliver(bytes);
      });
    }
    if (!hangUp || binding === 'udp') return;
    this.boardListens = false;
    clock.schedule(this.toHost(), () => this.end('the far end closed the connection'));
  }

  cut(): void {
    this.boardListens = false;
    this.end('the cable was pulled');
  }

  private end(reason: string): boolean {
    if (!this.hostListens) return false;
    this.hostListens = false;
    const isAwaited = this.host.ended(reason);
    this.finish();
    return isAwaited;
  }

  /** The host's side is closed: the board gets that event after the sent bytes. */
  private finish(): void {
    const { board, binding } = this.options;
    this.notifyBoard(this.toBoard(), (at) => {
      this.onClosed();
      if (binding === 'tcp') board.disconnected?.(this.id, at);
    });
  }

  private notifyBoard(at: Micros, what: (at: Micros) => void): void {
    const { clock, settle } = this.options;
    clock.schedule(at, () => {
      what(clock.now());
      settle();
      return false;
    });
  }
}
