/**
 * A stand-in for `SerialPort` of serialport: the same stream, with a virtual board at the far end of its path.
 *
 *     your application ── VirtualSerialPort ══ wire at its baud rate, with latency and faults ══ VirtualBoard
 */
import { SerialPortStream, type ErrorCallback, type OpenOptions } from '@serialport/stream';
import type { BindingInterface } from '@serialport/bindings-interface';
import { PLUGGED_PORTS } from './plugged-ports';

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
