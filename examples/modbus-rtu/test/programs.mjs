/** The programs that the tests start, and the temporary folder in which their ports are. */
import { execFile, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

/** Debian's packages of what is not in npm, and how each is seen. */
const PACKAGES = {
  socat: () => isThere('socat', '-V'),
  mbpoll: () => isThere('mbpoll', '-V'),
  gcc: () => isThere('cc', '--version'),
  'libmodbus-dev': () => existsSync('/usr/include/modbus/modbus.h'),
  'python3-pymodbus': () => isThere('/usr/bin/python3', '-c', 'import pymodbus'),
  'python3-serial-asyncio': () => isThere('/usr/bin/python3', '-c', 'import serial_asyncio'),
};

function isThere(program, ...args) {
  return spawnSync(program, args, { stdio: 'ignore' }).status === 0;
}

/** For `test`: skips it with the reason where a package is missing. With CI=true nothing is skipped, and the test fails. */
export function needs(...packages) {
  const missing = packages.filter((name) => !PACKAGES[name]());
  if (missing.length === 0 || process.env.CI === 'true') return {};
  return { skip: `apt-get install ${missing.join(' ')}` };
}

/** `use` gets a folder and a way to start programs; afterwards all of it is gone. */
export async function withPrograms(use) {
  const folder = mkdtempSync(join(tmpdir(), 'modbus-'));
  const children = [];
  /** Starts a program and waits until `path` is there. */
  const start = async (path, program, ...args) => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    const output = { text: '' };
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output.text += data));
    child.on('error', (error) => (output.text += error.message));
    children.push(child);
    for (let tries = 0; !existsSync(path); tries++) {
      if (tries === 400) throw new Error(`${program}: no ${path} after 40 s: ${output.text}`);
      await sleep(100);
    }
    return output;
  };
  try {
    return await use(folder, start);
  } finally {
    for (const child of children) child.kill();
    rmSync(folder, { recursive: true });
  }
}

/** Runs a program to its end: what it printed, and its exit code. */
export async function run(program, ...args) {
  try {
    const { stdout, stderr } = await promisify(execFile)(program, args, { maxBuffer: 1e8 });
    return { code: 0, text: stdout + stderr };
  } catch (error) {
    return { code: error.code, text: `${error.stdout}${error.stderr}${error.message}` };
  }
}

/** Not by npx, which would not pass on the signal that ends it. */
export const WIREJIG = join(import.meta.dirname, '..', 'node_modules', '.bin', 'wirejig');
export const wirejig = (...args) => run(WIREJIG, ...args);

/** Two ports that are joined as by a cable. */
export const CABLE = (a, b) => [`pty,raw,echo=0,link=${a}`, `pty,raw,echo=0,link=${b}`];
