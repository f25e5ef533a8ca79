/** Programs of the machine that look at codes, for tests: a browser and decoders that know nothing of this program. */
import { spawnSync } from 'node:child_process';
import { chromium, type Browser } from 'playwright-core';

const CHROMIUM = '/usr/bin/chromium';

export function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: CHROMIUM, chromiumSandbox: false });
}

/** The bytes of the DataMatrix in each picture, one after the other; a picture that is not read gives none. */
export function readDataMatrices(files: readonly string[]): Buffer {
  return spawnSync('dmtxread', ['--stop-after=1', '--milliseconds=2000', ...files]).stdout;
}

/** The bytes of the QR, EAN-13 or Code 128 in a picture. */
export function readCode(file: string): Buffer {
  return spawnSync('zbarimg', ['--quiet', '--raw', '--oneshot', '-Sbinary', file]).stdout;
}
