/** Decoders of codes on this machine, for tests: programs that know nothing of this one. */
import { spawnSync } from 'node:child_process';

/** The bytes of the DataMatrix in each picture, one after the other; a picture that is not read gives none. */
export function readDataMatrices(files: readonly string[]): Buffer {
  return spawnSync('dmtxread', ['--stop-after=1', '--milliseconds=2000', ...files]).stdout;
}

/** The bytes of the QR, EAN-13 or Code 128 in a picture. */
export function readCode(file: string): Buffer {
  return spawnSync('zbarimg', ['--quiet', '--raw', '--oneshot', '-Sbinary', file]).stdout;
}
