/**
 * A program in a folder of its own that must not outlive this process: it stands under a small shell, which kills it and
 * removes the folder as soon as the shell's standard input ends, however that came about.
 */
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';

const GUARD = `
folder=$1
shift
exec 3<&0
"$@" </dev/null >/dev/null 3<&- &
program=$!
echo $program
# What a shell says of a killed child would kill the shell, once nobody listens.
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
  private text = '';
  private id = '';

  /** Starts it in a group of its own: the terminal's Ctrl-C does not reach it. */
  constructor(folder: string, command: string, words: readonly string[]) {
    this.guard = spawn('sh', ['-c', GUARD, 'sh', folder, command, ...words], { detached: true });
    this.guard.stdin.on('error', () => undefined);
    this.guard.stdout.on('data', (bytes: Buffer) => (this.id += bytes.toString('latin1')));
    this.guard.stderr.on('data', (bytes: Buffer) => {
      if (this.text.length < MAX_STDERR) this.text += bytes.toString('utf8');
    });
  }

  /** Its process id, once it was started. */
  get pid(): number | undefined {
    return this.id.endsWith('\n') ? Number(this.id) : undefined;
  }

  get running(): boolean {
    return this.guard.exitCode === null && this.guard.signalCode === null;
  }

  /** What it said on standard error so far. */
  get stderr(): string {
    return this.text.trim();
  }

  /** Kills it; resolves once it is gone, and the folder with it. Idempotent. */
  async stop(): Promise<void> {
    const gone = this.running ? once(this.guard, 'close') : undefined;
    this.guard.stdin.end();
    await gone;
  }
}
