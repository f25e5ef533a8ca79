/** The native code of serial ports, from `serialport`. It is loaded when it is first needed: a virtual run needs none. */
import { createRequire } from 'node:module';
import type * as Serialport from 'serialport';

/** By require: Jest runs no dynamic import, and a team opens ports in its tests. */
const load: (name: 'serialport') => typeof Serialport = createRequire(__filename);

export function nativeBinding(): typeof Serialport.SerialPort.binding {
  return load('serialport').SerialPort.binding;
}
