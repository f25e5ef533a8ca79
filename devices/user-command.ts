/** A command line of the user's own, run in the shell: how a board is reset or gets its codes. */
import { spawn } from 'node:child_process';
import { LinkError } from './link';

const COMMAND_TIMEOUT_MS = 60_000;

/** Its output is kept off the terminal. Rejects with {@link LinkError} of `what`, with what the command said. */
export function runCommand(what: string, command: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, { shell: true, stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    child.stderr.on('data', (bytes: Buffer) => {
      if (said.length < 500) said += bytes.toString('utf8');
    });
    const timer = setTimeout(() => child.kill('SIGKILL'), COMMAND_TIMEOUT_MS);
    child.on('error', reject);
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      if (code === 0) resolve();
      else
        reject(
          new LinkError(
            what,
            'refused',
            `the ${what} command '${command}' ended with ${signal ?? `exit code ${code}`}: ${said.trim() || 'it said nothing'}`,
          ),
        );
    });
  });
}
