/** Programs of the machine that look at codes, for tests: a browser and decoders that know nothing of this program. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';

const CHROMIUM = '/usr/bin/chromium';

/** Which of the Debian packages `chromium`, `dmtx-utils` and `zbar-tools` are here. */
const HERE: Readonly<Record<string, boolean>> = {
  chromium: existsSync(CHROMIUM),
  'dmtx-utils': spawnSync('dmtxread', ['--version']).error === undefined,
  'zbar-tools': spawnSync('zbarimg', ['--version']).error === undefined,
};

/** `test` where the packages are here, and in CI, where they must be; elsewhere the reason is printed. */
export function needing(...packages: readonly string[]): jest.It {
  const missing = packages.filter((name) => HERE[name] !== true);
  if (missing.length === 0 || process.env['CI'] === 'true') return test;
  process.stderr.write(`not tried: codes are read back by ${missing.join(', ')}\n`);
  return test.skip;
}

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
