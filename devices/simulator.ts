/**
 * A virtual board in real time: what is due by the machine's clock is said, what comes is heard.
 *
 *     endpoint (pseudo-terminal, TCP) ── Simulator ── VirtualBoard
 *
 * Answers leave up to 1 ms late, as timers ring; the board's own times are kept otherwise.
 */
import { after, micros, type Micros } from '../protocols/time';
import type { CancelAlarm, Clock } from './clock';
import type { VirtualBoard } from './virtual/board';

/** Where one of the board's links comes out. */
export interface Endpoint {
  /** As a person would type it behind --link. */
  readonly url: string;
  /** Bytes from the board. */
  write(bytes: Uint8Array): void;
  close(): void;
}

export interface Simulator {
  /** Bytes from the host on one of the board's links. */
  receive(link: string, bytes: Uint8Array): void;
  /** What `link` says goes to `endpoint` from now on. */
  attach(link: string, endpoint: Pick<Endpoint, 'write'>): void;
  /** The reset button. */
  reset(): void;
  stop(): void;
}

export function simulator(board: VirtualBoard, clock: Clock): Simulator {
  const ends = new Map<string, Pick<Endpoint, 'write'>>();
  let cancel: CancelAlarm | undefined;
  let lastAt = micros(0);
  let stopped = false;

  const arm = (): void => {
    cancel?.();
    const next = stopped ? undefined : board.wakeAt();
    cancel = next === undefined ? undefined : clock.alarm(next, due);
  };
  const settle = (): void => {
    lastAt = clock.now();
    for (const { link, bytes } of board.poll(lastAt)) ends.get(link)?.write(bytes);
    arm();
  };
  // Bytes that came while this process was held up are heard before a silence is found in them.
  const due = (): void => void setImmediate(() => !stopped && settle());
  settle();
  return {
    attach: (link, endpoint) => void ends.set(link, endpoint),
    receive: (link, bytes) => {
      if (stopped) return;
      lastAt = micros(Math.max(lastAt, heardAt(board.wakeAt(), clock.now())));
      board.receive(link, bytes, lastAt);
      settle();
    },
    reset: () => {
      board.reset(clock.now());
      settle();
    },
    stop: () => {
      stopped = true;
      cancel?.();
    },
  };
}

/** An alarm that is overdue when bytes come was held up, as they were: they are taken to have come first. */
function heardAt(wakeAt: Micros | undefined, now: Micros): Micros {
  return wakeAt !== undefined && wakeAt <= now ? after(wakeAt, micros(-1)) : now;
}
