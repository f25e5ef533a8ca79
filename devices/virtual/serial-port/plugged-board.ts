/** A virtual board at the path of a serial port, for tests of an application that opens this path. */
import type { Fault, FaultEvent, FaultPlan } from '../../faults/faults';
import type { Direction } from '../../../protocols/chunk';
import { micros, millis, type Micros } from '../../../protocols/time';
import { resolveAmong } from '../board-name';
import type { BoardKind } from '../engine/board';
import { createSimulation, type VirtualLine } from '../engine/simulation';
import { virtualClock, type ControlledClock } from '../engine/virtual-clock';
import { addPort, removePort } from './virtual-serial-port';
import { installTimers } from './virtual-timers';
import { affectedLine, type WireEffects } from './wire-effects';

/** After an action of the host the clock jumps by itself for this time, while events of the board are due. */
const RUN = millis(10_000);

/** How a virtual board behaves at its port. */
export interface PlugOptions {
  /** The board's link at the path, if it has several. Default: its first serial one. */
  readonly link?: string;
  /** Firmware bugs by name. */
  readonly defects?: readonly string[];
  /** Decides all random choices. Default 1. */
  readonly seed?: number;
  readonly parameters?: Readonly<Record<string, number | string>>;
  /** The delay of the adapter in each direction, ms. Default 0. */
  readonly latency?: number | Partial<Readonly<Record<Direction, number>>>;
  /** Faults of the wire by direction; tx: to the board. Default: none. */
  readonly faults?: Partial<Readonly<Record<Direction, readonly Fault[] | FaultPlan>>>;
  /** Called with each fault that reached the wire. */
  readonly onFault?: (fault: FaultEvent, direction: Direction) => void;
  /**
   * jumps: while the application waits, time jumps to the next event of the board, and of the application's timers if
   * they were replaced. manual: only `clock.advance` lets time pass. Default: jumps.
   */
  readonly clock?: 'jumps' | 'manual';
}

/** Virtual time in ms, from 0. */
export interface PortClock {
  now(): number;
  /** Lets `ms` pass. Resolves when all events of this time have happened. */
  advance(ms: number): Promise<void>;
  /**
   * Puts setTimeout, setInterval, Date.now and performance.now of this process on this clock. Then time-outs of the
   * application follow the board's time, and cost no real time. Returns a function that restores the real ones.
   */
  replaceTimers(): () => void;
}

/** A virtual board at the path of a port. */
export interface PluggedBoard {
  readonly path: string;
  readonly clock: PortClock;
  /** Pulls the cable: an open port ends with `close`, like a real one, and the path is gone. */
  unplug(): void;
  /** Plugs it in again: the path can be opened. */
  plug(): void;
  /** Presses the reset button. */
  reset(): void;
  /** Presses its buttons, if it has any. */
  press(): void;
  /** Presents a code once, to a board that reads codes. */
  present(symbology: string, payload: Uint8Array): void;
  /** Removes the board: the path is free for another one. */
  remove(): void;
}

/** Throws an Error of one line if the path is taken, and for a link or a defect that the board does not have. */
export function plugBoard(path: string, kind: BoardKind, options: PlugOptions = {}): PluggedBoard {
  const { seed = 1, parameters = {}, clock: mode = 'jumps', defects = [] } = options;
  const found = resolveAmong([kind], 'virtual board', [kind.name, ...defects].join('+'));
  const clock = virtualClock({ jumps: mode === 'jumps' });
  const board = kind.create({ seed, defects: new Set(found.defects.map(({ name }) => name)), parameters });
  const simulation = createSimulation(clock, kind, board, seed);
  let isPlugged = true;
  const letRun = (): void => clock.runUntil(micros(clock.now() + RUN));
  const unplug = (): void => {
    isPlugged = false;
    simulation.unplug();
  };
  const line = affectedLine({
    line: serialLine(kind, options.link, (name) => simulation.line(name)),
    clock,
    effects: { tx: effectsOf(options, 'tx'), rx: effectsOf(options, 'rx') },
    onHostAction: letRun,
    unplug,
  });
  const acted = (act: () => void): void => {
    act();
    letRun();
  };
  addPort(path, {
    clock,
    line: () => line,
    get isPlugged() {
      return isPlugged;
    },
  });
  return {
    path,
    clock: portClock(clock),
    unplug,
    plug: () => {
      isPlugged = true;
      simulation.plug();
    },
    reset: () => acted(() => simulation.reset()),
    press: () => acted(() => simulation.press()),
    present: (symbology, payload) => acted(() => simulation.present(symbology, payload)),
    remove: () => {
      if (isPlugged) unplug();
      removePort(path);
    },
  };
}

function serialLine(
  { name, links }: BoardKind,
  asked: string | undefined,
  lineOf: (name: string) => VirtualLine | undefined,
): VirtualLine {
  const serial = links.filter(({ binding = 'serial' }) => binding === 'serial').map((link) => link.name);
  const line = lineOf(asked ?? serial[0] ?? '');
  if (line === undefined)
    throw new Error(
      `${name} has no serial link${asked === undefined ? '' : ` '${asked}'`}${serial.length === 0 ? '' : `: give ${serial.join(' or ')}`}`,
    );
  return line;
}

function effectsOf({ latency = 0, faults, onFault }: PlugOptions, direction: Direction): WireEffects {
  return {
    latency: millis(typeof latency === 'number' ? latency : (latency[direction] ?? 0)),
    faults: faults?.[direction] ?? [],
    onFault: (fault) => onFault?.(fault, direction),
  };
}

function portClock(clock: ControlledClock): PortClock {
  const inMs = (time: Micros): number => time / 1000;
  return {
    now: () => inMs(clock.now()),
    advance: (ms) => clock.advance(millis(ms)),
    replaceTimers: () => installTimers(clock),
  };
}
