/**
 * The simulation of a virtual run: one board, its lines, one virtual clock.
 *
 *     SerialPortStream ── VirtualPortBinding ══╗
 *                                   LineLink ══ paced lines ══ VirtualBoard
 *                                    NetLink ══ net lines   ══
 */
import type { LineState } from '../../links/link';
import type { Micros } from '../../../protocols/time';
import type { CancelAlarm } from '../../clock/clock';
import type { BoardKind, VirtualBoard } from './board';
import { random } from '../../random';
import { NetLine } from './net-line';
import { PacedLine } from './paced-line';
import type { VirtualClock } from './virtual-clock';

/** The host's end of a line: called when bytes come or the cable is pulled. `deliver` returns true when it touched the host. */
export interface HostEnd {
  deliver(bytes: Uint8Array, at: Micros, span: number): boolean;
  unplugged(): void;
}

/** One link of the board: a line each way. */
export interface VirtualLine {
  readonly name: string;
  /** Host to board. Returns when the last byte will have left. */
  send(bytes: Uint8Array): Micros;
  readonly sentAt: Micros;
  attach(end: HostEnd | undefined): void;
  drive(state: LineState): void;
  setBaud(baud: number): void;
}

export interface Simulation {
  readonly clock: VirtualClock;
  readonly board: VirtualBoard;
  /** A serial link. */
  line(name: string): VirtualLine | undefined;
  /** A link of tcp or udp. */
  net(name: string): NetLine | undefined;
  /** Presses the board's reset button. Bytes on their way to the host over a serial line are lost. */
  reset(): void;
  /** Shows a code to the board's lens, once. A board without a lens ignores it. */
  present(symbology: string, payload: Uint8Array): void;
  /** Presses the board's buttons. A board without buttons ignores it. */
  press(): void;
  /** Pulls one cable (or all) now. */
  unplug(name?: string): void;
  /** Plugs the cables of serial lines in again. Links that were open stay lost. */
  plug(): void;
}

/** `seed` decides the latencies of networks. */
export function createSimulation(
  clock: VirtualClock,
  kind: Pick<BoardKind, 'links'>,
  board: VirtualBoard,
  seed = 0,
): Simulation {
  let cancelWake: CancelAlarm | undefined;
  let wakeAt: Micros | undefined;

  const settle = (): void => {
    for (const emission of board.poll(clock.now())) {
      const end = serialLines.get(emission.link);
      if (end !== undefined) end.fromBoard(emission.bytes);
      else netLines.some((net) => net.emit(emission));
    }
    const next = board.wakeAt();
    if (next === wakeAt) return;
    cancelWake?.();
    wakeAt = next;
    cancelWake =
      next === undefined
        ? undefined
        : clock.schedule(next, () => {
            wakeAt = undefined;
            settle();
            return false;
          });
  };
  const serialLines = new Map<string, LineEnds>();
  const netLines: NetLine[] = [];
  for (const { name, baud, binding = 'serial' } of kind.links) {
    if (binding === 'serial') serialLines.set(name, new LineEnds(name, baud, clock, board, settle));
    else
      netLines.push(
        new NetLine({ name, binding, clock, board, random: random(seed + netLines.length), settle }),
      );
  }
  settle();
  return {
    clock,
    board,
    line: (name) => serialLines.get(name),
    net: (name) => netLines.find(({ options }) => options.name === name),
    reset: () => {
      for (const end of serialLines.values()) end.clear();
      board.reset(clock.now());
      settle();
    },
    present: (symbology, payload) => {
      board.present?.(symbology, payload, clock.now());
      settle();
    },
    press: () => {
      board.press?.(clock.now());
      settle();
    },
    unplug: (name) => {
      for (const end of serialLines.values()) if (name === undefined || end.name === name) end.unplug();
      for (const net of netLines) if (name === undefined || net.options.name === name) net.unplug();
    },
    plug: () => {
      for (const end of serialLines.values()) end.plug();
    },
  };
}

class LineEnds implements VirtualLine {
  private host: HostEnd | undefined;
  private plugged = true;
  private readonly toBoard: PacedLine;
  private readonly toHost: PacedLine;

  constructor(
    readonly name: string,
    baud: number,
    private readonly clock: VirtualClock,
    private readonly board: VirtualBoard,
    private readonly settle: () => void,
  ) {
    this.toBoard = new PacedLine(clock, baud, false, (bytes, at) => {
      board.receive(name, bytes, at);
      settle();
      return false;
    });
    this.toHost = new PacedLine(
      clock,
      baud,
      true,
      (bytes, at, span) => this.host?.deliver(bytes, at, span) ?? false,
    );
  }

  get sentAt(): Micros {
    return this.toBoard.freeAt;
  }

  attach(end: HostEnd | undefined): void {
    this.host = end;
    if (!this.plugged) end?.unplugged();
  }

  send(bytes: Uint8Array): Micros {
    return this.plugged ? this.toBoard.send(bytes) : this.clock.now();
  }

  fromBoard(bytes: Uint8Array): void {
    if (this.plugged) this.toHost.send(bytes);
  }

  drive(state: LineState): void {
    if (!this.plugged) return;
    this.board.lines?.(this.name, state, this.clock.now());
    this.settle();
  }

  setBaud(baud: number): void {
    this.toBoard.setBaud(baud);
    this.toHost.setBaud(baud);
  }

  clear(): void {
    this.toBoard.clear();
    this.toHost.clear();
  }

  unplug(): void {
    if (!this.plugged) return;
    this.plugged = false;
    this.clear();
    this.host?.unplugged();
  }

  plug(): void {
    this.plugged = true;
  }
}
