/** Finds a Python that can open serial ports. */
import { spawnSync } from 'node:child_process';

const PYTHONS = ['python3', '/usr/bin/python3'];

/** The first Python that has pyserial. */
export function pythonWithSerial(): string | undefined {
  return PYTHONS.find((python) => spawnSync(python, ['-c', 'import serial']).status === 0);
}
