/** wirejig as the tests start it, and the temporary folder of a test. */
import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Not by npx, which would not pass on the signal that ends it. */
const WIREJIG = join(import.meta.dirname, '..', 'node_modules', '.bin', 'wirejig');

/** Runs wirejig to its end: what it printed, and its exit code. */
export async function wirejig(...args) {
  try {
    const { stdout, stderr } = await promisify(execFile)(WIREJIG, args, { maxBuffer: 1e8 });
    return { code: 0, text: stdout + stderr };
  } catch (error) {
    return { code: error.code, text: `${error.stdout}${error.stderr}${error.message}` };
  }
}

/** `use` gets a folder, which is gone afterwards. */
export async function withFolder(use) {
  const folder = mkdtempSync(join(tmpdir(), 'supply-'));
  try {
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Starts wirejig, and waits until it prints what `pattern` fits. */
export async function startWirejig(args, pattern) {
  const child = spawn(WIREJIG, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise((resolve) => child.on('exit', resolve));
  const match = await new Promise((resolve, reject) => {
    let text = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (data) => {
        text += data;
        const found = pattern.exec(text);
        if (found !== null) resolve(found);
      });
    child.on('exit', () => reject(new Error(text)));
  });
  const end = async () => {
    child.kill();
    await ended;
  };
  return { match, end };
}
