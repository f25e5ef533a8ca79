/**
 * A program with its own folder that must end with this process. A small shell starts it. When the standard input of
 * the shell ends, the shell kills the program and removes the folder.
 */
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { collectText } from '../child-process';

const GUARD = `
folder=$1
shift
exec 3<&0
"$@" </dev/null >/dev/null 3<&- &
program=$!
echo $program
# A message about a killed child would kill the shell when nothing reads it.
exec >/dev/null 2>&1
{ read -r _ <&3; kill -KILL $program; } &
watch=$!
wait $program
status=$?
kill $watch
rm -rf "$folder"
exit $status
`;

const MAX_STDERR = 4000;

export class GuardedProcess {
  private readonly guard: ChildProcessWithoutNullStreams;
  private readonly text: () => string;
  private id = '';

  /** Starts the program in its own group, so that Ctrl-C of the terminal does not reach it. */
  constructor(folder: string, command: string, words: readonly string[]) {
    this.guard = spawn('sh', ['-c', GUARD, 'sh', folder, command, ...words], { detached: true });
    this.guard.stdin.on('error', () => undefined);
    this.guard.stdout.on('data', (bytes: Buffer) => (this.id += bytes.toString('latin1')));
    this.text = collectText(this.guard.stderr, MAX_STDERR);
  }

  /** The process id of the program, when it has started. */
  get pid(): number | undefined {
    return this.id.endsWith('\n') ? Number(this.id) : undefined;
  }

  get running(): boolean {
    return this.guard.exitCode === null && this.guard.signalCode === null;
  }

  /** Its standard error so far. */
  get stderr(): string {
    return this.text().trim();
  }

  /** Kills the program. Resolves when it has ended and its folder is removed. Idempotent. */
  async stop(): Promise<void> {
    const gone = this.running ? once(this.guard, 'close') : undefined;
    this.guard.stdin.end();
    await gone;
  }
}
