/** A command line of the user, run in the shell: it resets a board, flashes it, reads its version, or presents codes. */
import { spawn, type ChildProcess } from 'node:child_process';
import { LinkError } from '../links/link';

const COMMAND_TIMEOUT_MS = 60_000;
/** Characters: the begin of its output is an answer, the end of its standard error a cause. */
const MAX_ANSWER = 4000;
const MAX_COMPLAINT = 500;

/**
 * Resolves with its standard output, at most 4000 characters; nothing goes to the terminal. `folder`: where it runs; default:
 * the folder of this process. Rejects with {@link LinkError} of `what`, with the output of the command, when it fails or takes
 * longer than `limitMs`.
 */
export function runCommand(
  what: string,
  command: string,
  folder?: string,
  limitMs = COMMAND_TIMEOUT_MS,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, {
      shell: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      // A group of its own, so that all that the shell starts ends with it.
      detached: process.platform !== 'win32',
      ...(folder === undefined ? {} : { cwd: folder }),
    });
    let answer = '';
    let complaint = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      if (answer.length < MAX_ANSWER) answer += text;
    });
    child.stderr
      .setEncoding('utf8')
      .on('data', (text: string) => (complaint = (complaint + text).slice(-MAX_COMPLAINT)));
    const refuse = (ending: string): void => {
      const output = complaint.trim() || answer.trim().slice(-MAX_COMPLAINT) || 'no output';
      reject(new LinkError(what, 'refused', `the ${what} command '${command}' ${ending}: ${output}`));
    };
    const timer = setTimeout(() => {
      killAll(child);
      refuse(`did not end within ${limitMs / 1000} s`);
    }, limitMs);
    const abandon = (): void => killAll(child);
    process.once('exit', abandon);
    child.on('error', reject);
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      process.off('exit', abandon);
      if (code === 0) resolve(answer.slice(0, MAX_ANSWER));
      else refuse(`ended with ${signal ?? `exit code ${code}`}`);
    });
  });
}

function killAll(child: ChildProcess): void {
  const { pid } = child;
  if (pid === undefined || process.platform === 'win32') child.kill('SIGKILL');
  else
    try {
      process.kill(-pid, 'SIGKILL');
    } catch {
      // The process has ended meanwhile.
    }
}
