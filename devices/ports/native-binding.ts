/** The native code of serial ports, loaded when it is first needed: a virtual run needs none. */
import { createRequire } from 'node:module';
import type * as Native from '@serialport/bindings-cpp';

/** By require: Jest runs no dynamic import, and a team opens ports in its tests. */
const load: (name: '@serialport/bindings-cpp') => typeof Native = createRequire(__filename);

export function nativeBinding(): ReturnType<typeof Native.autoDetect> {
  return load('@serialport/bindings-cpp').autoDetect();
}
