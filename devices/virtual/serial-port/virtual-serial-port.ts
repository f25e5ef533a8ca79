/**
 * A stand-in for `SerialPort` of serialport: the same stream, with a virtual board at the far end of its path.
 *
 *     your application ── VirtualSerialPort ══ wire at its baud rate, with latency and faults ══ VirtualBoard
 */
import { SerialPortStream, type ErrorCallback, type OpenOptions } from '@serialport/stream';
import type { BindingInterface, BindingPortInterface } from '@serialport/bindings-interface';
import { portInfo, virtualBinding } from '../engine/port-binding';
import type { Simulation } from '../engine/simulation';

/** The port at a path. */
interface PluggedPort extends Pick<Simulation, 'clock' | 'line'> {
  readonly isPlugged: boolean;
}

const PORTS = new Map<string, PluggedPort>();
const OPEN = new Map<string, BindingPortInterface>();

/** Refuses the same operations as the binding of a Linux machine, with the same messages. */
const PLUGGED_PORTS: BindingInterface = {
  list: () =>
    Promise.resolve([...PORTS].filter(([, { isPlugged }]) => isPlugged).map(([path]) => portInfo(path))),
  open: async (options) => {
    const { path } = options;
    const port = PORTS.get(path);
    if (port?.isPlugged !== true) throw new Error(`Error: No such file or directory, cannot open ${path}`);
    if (OPEN.get(path)?.isOpen === true)
      throw new Error(`Error Resource temporarily unavailable Cannot lock port`);
    const opened = await virtualBinding(port).open(options);
    OPEN.set(path, opened);
    return opened;
  },
};

/** Throws an Error if the path is taken. */
export function addPort(path: string, port: PluggedPort): void {
  if (PORTS.has(path)) throw new Error(`there is a virtual board at ${path} already: remove that one first`);
  PORTS.set(path, port);
}

export function removePort(path: string): void {
  PORTS.delete(path);
  OPEN.delete(path);
}

/** As the options of `SerialPort`, without the binding. */
export type VirtualSerialPortOptions = Omit<OpenOptions, 'binding'>;

/** Opens a path at which `plugVirtualBoard` has put a board. Options, methods and events are those of `SerialPort`. */
export class VirtualSerialPort extends SerialPortStream {
  static readonly binding: BindingInterface = PLUGGED_PORTS;
  /** The paths with a board. */
  static readonly list = (): ReturnType<BindingInterface['list']> => PLUGGED_PORTS.list();

  constructor(options: VirtualSerialPortOptions, openCallback?: ErrorCallback) {
    super({ ...options, binding: PLUGGED_PORTS }, openCallback);
  }
}
