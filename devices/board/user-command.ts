/** A command line of the user, run in the shell: it resets a board, flashes it, reads its version, or presents codes. */
import { spawn, type ChildProcess } from 'node:child_process';
import { callAtProcessEnd } from '../child-process';
import { LinkError } from '../links/link';
import { markedEnvironment, sweepProcesses } from '../platform/process-sweep';
import { hasGroups, killGroup } from '../platform/signals';

const COMMAND_TIMEOUT_MS = 60_000;
/** Characters: the beginning of its output is the answer, the end of its standard error is the cause. */
const MAX_ANSWER = 4000;
const MAX_COMPLAINT = 500;

export interface UserCommand {
  /** Its purpose in one word: `reset`. */
  readonly what: string;
  readonly command: string;
  /** Its working folder; default: the folder of this process. */
  readonly folder?: string | undefined;
  /** Default: one minute. */
  readonly limitMs?: number;
  /** Aborts it. */
  readonly signal?: AbortSignal;
}

export class BoardCommands {
  private running = new AbortController();

  constructor(private readonly folder: string | undefined) {}

  /** See {@link runCommand}. The message of a failure is one line: reports quote it in a sentence. */
  async run(what: string, command: string): Promise<string> {
    try {
      return await runCommand({ what, command, folder: this.folder, signal: this.running.signal });
    } catch (error) {
      if (!(error instanceof LinkError)) throw error;
      throw new LinkError(what, 'refused', error.message.replace(/:\n/, ': ').replace(/\s*\n\s*/g, ' / '));
    }
  }

  /** Ends the running ones. */
  end(): void {
    this.running.abort();
    this.running = new AbortController();
  }
}

/**
 * Resolves with its standard output, at most 4000 characters; nothing goes to the terminal. Rejects with {@link
 * LinkError} of `what`, with the output of the command, when it fails, is aborted or exceeds its limit. It ends with
 * this process, together with everything that it started.
 */
export function runCommand({
  what,
  command,
  folder,
  limitMs = COMMAND_TIMEOUT_MS,
  signal,
}: UserCommand): Promise<string> {
  return new Promise((resolve, reject) => {
    const { id, env } = markedEnvironment();
    // Before it starts: a signal that comes while it does ends it too.
    let child: ChildProcess | undefined = undefined;
    const kill = (): void => (child === undefined ? undefined : killAll(child, id));
    const takeBack = callAtProcessEnd(kill);
    child = spawn(command, {
      shell: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      // A separate group, so that everything that the shell starts ends with it.
      detached: hasGroups(),
      env,
      ...(folder === undefined ? {} : { cwd: folder }),
    });
    const output = collectOutput(child);
    const fail = (ending: string): void =>
      reject(new LinkError(what, 'refused', `the ${what} command '${command}' ${ending}:${output.cause()}`));
    const end = (ending: string): void => {
      kill();
      fail(ending);
    };
    const timer = setTimeout(() => end(`did not end within ${limitMs / 1000} s`), limitMs);
    const abort = (): void => end('was interrupted');
    const settle = (): void => {
      clearTimeout(timer);
      takeBack();
      signal?.removeEventListener('abort', abort);
    };
    signal?.addEventListener('abort', abort);
    child.on('error', (error) => {
      settle();
      reject(error);
    });
    child.on('close', (code, endedBy) => {
      settle();
      if (code === 0) resolve(output.answer());
      else fail(`ended with ${endedBy ?? `exit code ${code}`}`);
    });
  });
}

interface Output {
  readonly answer: () => string;
  /** The cause of the failure, as far as its output says it. */
  readonly cause: () => string;
}

function collectOutput({ stdout, stderr }: ChildProcess): Output {
  let answer = '';
  let complaint = '';
  stdout?.setEncoding('utf8').on('data', (text: string) => {
    if (answer.length < MAX_ANSWER) answer += text;
  });
  stderr
    ?.setEncoding('utf8')
    .on('data', (text: string) => (complaint = (complaint + text).slice(-2 * MAX_COMPLAINT)));
  return {
    answer: () => answer.slice(0, MAX_ANSWER),
    cause: () => wholeLines(complaint.trim() || answer.trim() || 'no output'),
  };
}

/** The end of a text, from the beginning of a line on; several lines begin on a line of their own. */
function wholeLines(text: string): string {
  const end = text.slice(-MAX_COMPLAINT);
  const lines = (text.length > end.length ? end.slice(end.indexOf('\n') + 1) : end).split(/\r?\n/);
  return lines.length > 1 ? ['', ...lines].join('\n') : ` ${lines.join('')}`;
}

/** Kills its process group, and processes that have left the group. */
function killAll(child: ChildProcess, id: string): void {
  killGroup(child);
  sweepProcesses(id);
}
