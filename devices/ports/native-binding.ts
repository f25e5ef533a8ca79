/** What `serialport` is loaded for, when it is first needed: a virtual run needs none of it. */
import { createRequire } from 'node:module';
import type * as Stream from '@serialport/stream';
import type * as Serialport from 'serialport';

/** By require: Jest runs no dynamic import, and a team opens ports in its tests. */
const load: {
  (name: 'serialport'): typeof Serialport;
  (name: '@serialport/stream'): typeof Stream;
} = createRequire(__filename);

export function nativeBinding(): typeof Serialport.SerialPort.binding {
  return load('serialport').SerialPort.binding;
}

/** From its own package: this loads neither native code nor parsers. */
export function serialStream(): typeof Stream.SerialPortStream {
  return load('@serialport/stream').SerialPortStream;
}
