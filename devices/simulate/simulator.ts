/**
 * A virtual board in real time: what is due by the machine's clock is said, what comes is heard.
 *
 *     endpoint (pseudo-terminal, TCP, UDP, a terminal) ── Simulator ── VirtualBoard
 *
 * Answers leave up to 1 ms late, as timers ring; the board's own times are kept otherwise.
 */
import { after, micros, type Micros } from '../../protocols/time';
import type { CancelAlarm } from '../clock/alarms';
import type { Clock } from '../clock/clock';
import type { VirtualBoard } from '../virtual/engine/board';

/** Where one of the board's links comes out. */
export interface Endpoint {
  /** As a person would type it behind --link. */
  readonly url: string;
  /** Bytes from the board. */
  write(bytes: Uint8Array): void;
  close(): void;
}

/** Where a player's link comes out. */
export interface PlayerEnd {
  write(bytes: Uint8Array): void;
  hangUp(): void;
}

export interface Simulator {
  /** Bytes from the host on one of the board's links. */
  receive(link: string, bytes: Uint8Array): void;
  /** What `link` says goes to `endpoint` from now on. */
  attach(link: string, endpoint: Pick<Endpoint, 'write'>): void;
  /** A player comes on a link of their own, whose connection the board may close; on udp the board is not told. */
  join(link: string, end: PlayerEnd, told?: 'told'): void;
  leave(link: string): void;
  /** A code before its lens, where it has one. */
  present(symbology: string, payload: Uint8Array): void;
  /** Somebody makes its move at its buttons, where it has any. */
  press(): void;
  /** The reset button. */
  reset(): void;
  stop(): void;
}

export function simulator(board: VirtualBoard, clock: Clock): Simulator {
  const ends = new Map<string, Pick<Endpoint, 'write'> & Partial<PlayerEnd>>();
  const told = new Set<string>();
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
    // Bytes that wait for this process already are heard before a silence is found in them.
    cancel =
      next === undefined ? undefined : clock.alarm(time.toHostTime(next), () => void setImmediate(settle));
  };
  settle();
  return {
    attach: (link, endpoint) => void ends.set(link, endpoint),
    receive: (link, bytes) => {
      if (stopped) return;
      const next = board.wakeAt();
      board.receive(link, bytes, time.advance(next === undefined ? undefined : after(next, micros(-1))));
      settle();
    },
    join: (link, end, tell) => {
      if (stopped) return;
      ends.set(link, end);
      if (tell === undefined) return;
      told.add(link);
      board.connected?.(link, time.advance(undefined));
      settle();
    },
    leave: (link) => {
      ends.delete(link);
      if (!told.delete(link) || stopped) return;
      board.disconnected?.(link, time.advance(undefined));
      settle();
    },
    present: (symbology, payload) => {
      if (stopped) return;
      board.present?.(symbology, payload, time.advance(undefined));
      settle();
    },
    press: () => {
      if (stopped) return;
      board.press?.(time.advance(undefined));
      settle();
    },
    reset: () => {
      board.reset(time.advance(undefined));
      settle();
    },
    stop: () => {
      stopped = true;
      cancel?.();
    },
  };
}

/**
 * The board's time: the machine's, less what this process was held up for. A host that stalls would else make the
 * board find silences in bytes that came in time.
 */
class BoardTime {
  private stalled = 0;
  private last = micros(0);

  constructor(private readonly clock: Clock) {}

  /** Now, and not beyond `due`: what is to happen then has not happened yet. */
  advance(due: Micros | undefined): Micros {
    const now = this.clock.now() - this.stalled;
    const shown = due === undefined ? now : Math.min(now, Math.max(due, this.last));
    this.stalled += now - shown;
    this.last = micros(Math.max(shown, this.last));
    return this.last;
  }

  /** When the machine's clock will show it. */
  toHostTime(at: Micros): Micros {
    return micros(at + this.stalled);
  }
}
