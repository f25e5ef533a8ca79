/** wirejig as its users start it, for tests: the built program, as a child process. */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { askWarmProcess } from './warm-processes';

const MAIN = join(__dirname, '../../dist/cli/main.js');

export interface ProcessResult {
  /** The exit code; the signal's name where one ended it. */
  readonly code: number | string;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunningProcess {
  readonly child: ChildProcess;
  /** Resolves with the match once standard output has it. Rejects when the program ends without. */
  waitForOutput(pattern: RegExp): Promise<RegExpExecArray>;
  /** The same of standard error. */
  waitForError(pattern: RegExp): Promise<RegExpExecArray>;
  readonly ended: Promise<ProcessResult>;
}

export interface ProcessOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** A named pipe that is its standard input. */
  readonly input?: string;
}

const children = new Set<ChildProcess>();
const folders: string[] = [];
const endings: (() => void)[] = [];

export function start(
  words: readonly string[],
  { cwd = folder(), env = {}, input }: ProcessOptions = {},
): RunningProcess {
  const { NO_COLOR: _no, FORCE_COLOR: _force, ...inherited } = process.env;
  const options = { cwd, env: { ...inherited, ...env } };
  const command = [MAIN, ...words];
  // It is the pipe's writer, too: so it has no end.
  const shell = ['-c', 'exec "$0" "$@" 0<>"$INPUT"', process.execPath, ...command];
  const child =
    input === undefined
      ? spawn(process.execPath, command, options)
      : spawn('sh', shell, { ...options, env: { ...options.env, INPUT: input } });
  children.add(child);
  let stdout = '';
  let stderr = '';
  const ended = new Promise<ProcessResult>((resolve) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    child.on('close', (code, signal) => {
      children.delete(child);
      resolve({ code: code ?? signal ?? 'unknown', stdout, stderr });
    });
  });
  const waitFor = (
    stream: NodeJS.ReadableStream,
    printed: () => string,
    pattern: RegExp,
  ): Promise<RegExpExecArray> =>
    new Promise((resolve, reject) => {
      const check = (): void => {
        const match = pattern.exec(printed());
        if (match !== null) resolve(match);
      };
      check();
      stream.on('data', check);
      void ended.then(({ code }) =>
        reject(new Error(`ended with ${code} before it said ${pattern.source}: ${stdout}${stderr}`)),
      );
    });
  return {
    child,
    waitForOutput: (pattern) => waitFor(child.stdout, () => stdout, pattern),
    waitForError: (pattern) => waitFor(child.stderr, () => stderr, pattern),
    ended,
  };
}

/**
 * A command line carried out. A process that has carried out others does it, which costs no start: real starts are what
 * {@link start} is for. Completion is answered by a real one: yargs ends the process itself.
 */
export function wirejig(words: readonly string[], surroundings: ProcessOptions = {}): Promise<ProcessResult> {
  if (words.includes('--get-yargs-completions')) return start(words, surroundings).ended;
  const { cwd = folder(), env = {} } = surroundings;
  return askWarmProcess({ words, cwd, env });
}

/** A fresh folder, gone after the tests. */
export function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'wirejig-'));
  folders.push(path);
  return path;
}

/** What else {@link cleanUp} ends. */
export function atCleanUp(end: () => void): void {
  endings.push(end);
}

export function cleanUp(): void {
  for (const end of endings.splice(0)) end();
  for (const child of children) child.kill('SIGKILL');
  for (const path of folders.splice(0)) rmSync(path, { recursive: true, force: true });
}

export function lines(path: string): readonly string[] {
  return readFileSync(path, 'utf8').trimEnd().split('\n');
}

/** Words of a campaign that takes a moment and finds one bug. */
export const ONE_FINDING_CAMPAIGN = 'fuzz stm --board virtual:stm+crc-ignored --cases 250 --seed 1'.split(
  ' ',
);

/** The processes of this machine whose command lines have this text. */
export function countProcesses(text: string): number {
  return readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && commandLine(pid).includes(text)).length;
}

/** Whether none is left after three seconds. */
export async function isGone(text: string): Promise<boolean> {
  for (let i = 0; i < 150 && countProcesses(text) > 0; i++) await pause(20);
  return countProcesses(text) === 0;
}

function commandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}
