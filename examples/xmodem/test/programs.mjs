/** The programs that the tests start, and the temporary folder of their files. */
import { execFile, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

export const PROJECT = join(import.meta.dirname, '..');
/** Not by npx, which would not pass on the signal that ends it. */
const WIREJIG = join(PROJECT, 'node_modules', '.bin', 'wirejig');

/** For `test`: skips it with the reason where lrzsz or socat is missing. With CI=true nothing is skipped, and the test fails. */
export function needsPrograms() {
  const missing = [
    ['lrzsz', 'sx'],
    ['socat', 'socat'],
  ].filter(([, program]) => spawnSync(program, ['-h'], { stdio: 'ignore' }).error !== undefined);
  if (missing.length === 0 || process.env.CI === 'true') return {};
  return { skip: `apt-get install ${missing.map(([name]) => name).join(' ')}` };
}

/** `use` gets a folder and a way to start programs; afterwards all of it is gone. */
export async function withPrograms(use) {
  const folder = mkdtempSync(join(tmpdir(), 'xmodem-'));
  const children = [];
  /** Starts a program, and waits until what it prints matches. */
  const start = async (pattern, program, ...args) => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    let text = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (text += data));
    child.on('error', (error) => (text += error.message));
    children.push(child);
    for (let tries = 0; !pattern.test(text); tries++) {
      if (tries === 400) throw new Error(`${program} ${args.join(' ')}: ${text}`);
      await sleep(100);
    }
    return text.match(pattern);
  };
  try {
    return await use(folder, {
      start,
      /** A program as a board: a new one for each connection. */
      board: async (command) => {
        const listen = ['-d', '-d', 'TCP-LISTEN:0,bind=127.0.0.1,reuseaddr,fork', `EXEC:${command}`];
        const [, port] = await start(/listening on AF=\d+ \S+:(\d+)/, 'socat', ...listen);
        return `tcp://127.0.0.1:${port}`;
      },
      simulate: async (...args) => {
        const [link] = await start(
          /tcp:\/\/[0-9.:]+/,
          WIREJIG,
          'simulate',
          ...args,
          '--tcp',
          '0',
          '--reset-on-connect',
        );
        return link;
      },
    });
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

export const wirejig = (...args) => run(WIREJIG, ...args);

/** Runs a suite on a link: its exit code, what it printed, and the verdict of each clause. */
export async function runOn(link, suite, out, ...options) {
  const { code, text } = await wirejig(
    'run',
    suite,
    '--link',
    link,
    '--reset',
    'reopen',
    '--seed',
    '1',
    '--out',
    out,
    ...options,
  );
  const { results } = JSON.parse(readFileSync(join(out, 'results.json'), 'utf8'));
  return { code, text, verdicts: results.extra.requirements };
}
