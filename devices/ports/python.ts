/** A Python that can open serial ports, for scripts that are made for one. */
import { spawnSync } from 'node:child_process';

const PYTHONS = ['python3', '/usr/bin/python3'];

/** The first that has pyserial; undefined: none. */
export function pythonWithSerial(): string | undefined {
  return PYTHONS.find((python) => spawnSync(python, ['-c', 'import serial']).status === 0);
}
