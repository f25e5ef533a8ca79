/**
 * A virtual board in real time, by the clock of this machine.
 *
 *     endpoint (pseudo-terminal, TCP, UDP, a terminal) ── Simulator ── VirtualBoard
 *
 * Answers leave up to 1 ms late, because timers ring late. Otherwise the board keeps its times.
 */
import { after, micros, type Micros } from '../../protocols/time';
import type { CancelAlarm, Clock } from '../clock/clock';
import type { VirtualBoard } from '../virtual/engine/board';

/** The outer end of a link of the board. */
export interface Endpoint {
  /** The URL as a user types it after --link. */
  readonly url: string;
  /** Bytes from the board. */
  write(bytes: Uint8Array): void;
  close(): void;
}

/** The outer end of a player's link. */
export interface PlayerEnd {
  write(bytes: Uint8Array): void;
  hangUp(): void;
}

export interface Simulator {
  /** Bytes from the host on one of the board's links. */
  receive(link: string, bytes: Uint8Array): void;
  /** From now on the bytes of `link` go to `endpoint`. */
  attach(link: string, endpoint: Pick<Endpoint, 'write'>): void;
  /**
   * A player joins on its own link; the board may close its connection. Without `connection` (udp) the board gets no
   * event.
   */
  join(link: string, end: PlayerEnd, connection?: 'new'): void;
  leave(link: string): void;
  /** Presents a code to a board that reads codes. */
  present(symbology: string, payload: Uint8Array): void;
  /** A person presses the buttons of the board, if it has any. */
  press(): void;
  /** The reset button. */
  reset(): void;
  stop(): void;
}

export function simulator(board: VirtualBoard, clock: Clock): Simulator {
  const ends = new Map<string, Pick<Endpoint, 'write'> & Partial<PlayerEnd>>();
  const connected = new Set<string>();
  const time = new BoardTime(clock);
  let cancel: CancelAlarm | undefined;
  let stopped = false;

  const settle = (): void => {
    if (stopped) return;
    for (const { link, bytes, hangUp } of board.poll(time.advance(board.wakeAt()))) {
      if (!hangUp || bytes.length > 0) ends.get(link)?.write(bytes);
      if (hangUp) ends.get(link)?.hangUp?.();
    }
    cancel?.();
    const next = board.wakeAt();
    // The board receives bytes that wait for this process before it checks for a silence.
    cancel =
      next === undefined ? undefined : clock.alarm(time.toHostTime(next), () => void setImmediate(settle));
  };
  const act = (event: (now: Micros) => void): void => {
    if (stopped) return;
    event(time.advance(undefined));
    settle();
  };
  settle();
  return {
    attach: (link, endpoint) => void ends.set(link, endpoint),
    receive: (link, bytes) => {
      if (stopped) return;
      const next = board.wakeAt();
      // A board may end a silence so much later than it came: bytes of an unbroken run may still have been on their way.
      board.receive(link, bytes, time.advance(next === undefined ? undefined : after(next, micros(-1001))));
      settle();
    },
    join: (link, end, connection) => {
      ends.set(link, end);
      if (connection === undefined) return;
      connected.add(link);
      act((now) => board.connected?.(link, now));
    },
    leave: (link) => {
      ends.delete(link);
      if (connected.delete(link)) act((now) => board.disconnected?.(link, now));
    },
    present: (symbology, payload) => act((now) => board.present?.(symbology, payload, now)),
    press: () => act((now) => board.press?.(now)),
    reset: () => act((now) => board.reset(now)),
    stop: () => {
      stopped = true;
      cancel?.();
    },
  };
}

/**
 * The board's time: the machine's minus the stalls of this process. Else a stall of the host would look like a silence
 * between bytes that came in time.
 */
class BoardTime {
  private stalled = 0;
  private last = micros(0);

  constructor(private readonly clock: Clock) {}

  /** Now, but not later than `due`: the event of that time has not happened yet. */
  advance(due: Micros | undefined): Micros {
    const now = this.clock.now() - this.stalled;
    const shown = due === undefined ? now : Math.min(now, Math.max(due, this.last));
    this.stalled += now - shown;
    this.last = micros(Math.max(shown, this.last));
    return this.last;
  }

  /** The same instant on the machine's clock. */
  toHostTime(at: Micros): Micros {
    return micros(at + this.stalled);
  }
}
