/** The program: answers what needs no command, and has the rest of the command line read. */
import Module from 'node:module';
import { printableLines } from '../reports/text/printable';
import { RuleError } from '../protocols/request-response/definition';
import { COMMANDS, commandName } from './commands';
import { COMPLETING, COMPLETION as COMPLETION_COMMAND, HELP, helpText } from './help-text';
import { say, tolerateClosedPipes, warn, crashLine } from './shared/console';
import { isNpmStart, wirejigVersion } from './shared/program';
import { errorCode, fileErrorCause, fileErrorCode, UsageError } from './shared/usage-error';
import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolders } from './config/find-config';

const COMPLETION = commandName(COMPLETION_COMMAND);
const VERSION = ['--version', '-V'];
const INTERNAL_ERROR = 3;
const UNDECIDED = 3;
/** As for any mistake in the user's own files. */
const RULES_WRONG = 2;
const OUT_OF_FILES = ['EMFILE', 'ENFILE'];
/** The process ends this long after the work, also with open handles. */
const LINGER_MS = 1000;

/**
 * `wirejig help run` and `wirejig version` are what `wirejig run --help` and `wirejig --version` are. Alone `wirejig` shows its help,
 * and `npm start` in a clone runs all suites.
 */
function spelledOut(words: readonly string[]): readonly string[] {
  const [first, ...rest] = words;
  if (first === undefined) return isNpmStart() ? ['run'] : ['--help'];
  // What is no command is explained, as `wirejig rnu` is.
  if (first === 'help') return rest[0] === undefined || isCommand(rest[0]) ? [...rest, '--help'] : rest;
  if (first === 'version' && rest.length === 0) return ['--version'];
  return words;
}

function isCommand(word: string): boolean {
  return word === COMPLETION || COMMANDS.some((one) => commandName(one) === word);
}

async function main(typed: readonly string[]): Promise<void> {
  const words = spelledOut(typed);
  const [first, shell, ...surplus] = words;
  const isAlone = words.length === 1;
  const help = isAlone && HELP.includes(first ?? '') ? helpText() : undefined;
  if (help !== undefined) return say(help);
  if (isAlone && VERSION.includes(first ?? '')) return say(`${wirejigVersion()}\n`);
  if (first === COMPLETION && surplus.length === 0 && shell?.startsWith('-') !== true) {
    const { completingProgram, completionScript } = await import('./completion.js');
    return say(completionScript(shell, completingProgram()));
  }
  const { carryOut } = await import('./command-parser.js');
  await carryOut(words);
}

/** Prints an error in one line; returns the exit code. It loads nothing: that may be what failed. */
function reportError(error: unknown): number {
  if (error instanceof UsageError || error instanceof RuleError) {
    warn(`wirejig: ${printableLines(error.message.trimEnd()).join('\n  ')}`);
    return error instanceof UsageError ? error.exitCode : RULES_WRONG;
  }
  if (OUT_OF_FILES.includes(errorCode(error) ?? '')) {
    warn(`wirejig: ${fileErrorCause(error) ?? ''}: allow more, as in ulimit -n 1024`);
    return fileErrorCode(error);
  }
  warn(crashLine(error));
  return INTERNAL_ERROR;
}

export async function wirejig(words: readonly string[]): Promise<void> {
  try {
    await main(words);
  } catch (error) {
    // A shell cannot show the errors of an incomplete line.
    if (!words.includes(COMPLETING)) process.exitCode = reportError(error);
  }
}

function runHere(): void {
  tolerateClosedPipes();
  process.on('uncaughtException', (error) => process.exit(reportError(error)));
  const words = process.argv.slice(2);
  // Completion ends by the exit of yargs.
  const settled = words.includes(COMPLETING) ? () => undefined : failUntilSettled();
  void wirejig(words).finally(() => {
    settled();
    setTimeout(() => process.exit(), LINGER_MS).unref();
  });
}

/** A process that ends before its work is a failure: Node ends it with 0 where nothing is left that a promise could wait for. */
function failUntilSettled(): () => void {
  const fail = (code: number): void => {
    if (code !== 0) return;
    process.exitCode = UNDECIDED;
    warn(
      'wirejig: it ended before it was done: a promise that never settles, or process.exit, in the configuration or a file of the project?',
    );
  };
  process.once('exit', fail);
  return () => process.off('exit', fail);
}

/** Only one copy is at work: what a project's files import and what runs them would otherwise not know each other's objects. */
function runLocalCopy(program: string): void {
  process.argv[1] = program;
  Module.runMain();
}

/** Starts the program whose file is `program`, or the copy that this project has installed. */
export function start(program: string): void {
  // A key that is pressed in a folder runs no program of that folder.
  const completing = process.argv.includes(COMPLETING);
  const local = completing ? undefined : localProgram(process.cwd(), program);
  if (local === undefined) runHere();
  else runLocalCopy(local);
}

/**
 * The program of the copy that files in `folder` import; undefined where that is `running`, a program too, or where there is none.
 * It looks into `node_modules` of the folder and, within a repository, of the folders above it.
 */
export function localProgram(folder: string, running: string): string | undefined {
  const program = projectFolders(folder)
    .map((at) => join(at, 'node_modules/wirejig/dist/cli/main.js'))
    .find((path) => existsSync(path));
  if (program === undefined) return undefined;
  const found = realpathSync(program);
  return found === realpathSync(running) ? undefined : found;
}
