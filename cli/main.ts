#!/usr/bin/env node
/** The program: reads the command line. It is the only file that loads yargs. */
import Module from 'node:module';
import yargs, { type Argv } from 'yargs';
import { printable } from '../reports/text/printable';
import { RuleError } from '../protocols/request-response/definition';
import { COMMANDS, EXIT_CODES } from './commands';
import { COMPLETING } from './completion-option';
import { localProgram } from './local-copy';
import type { Command } from './shared/command-options';
import { say, tolerateClosedPipes, warn } from './shared/console';
import { crashLine } from './shared/crash';
import { isNpmStart, programName } from './shared/program';
import { errorCode, fileErrorCause, UsageError } from './shared/usage-error';
import { wirejigVersion } from './shared/version';

const COMPLETION = 'completion';
const INTERNAL_ERROR = 3;
const UNDECIDED = 3;
/** As for any mistake in the user's own files. */
const RULES_WRONG = 2;
const OUT_OF_FILES = ['EMFILE', 'ENFILE'];
const OUT_OF_FILES_CODE = 2;
/** The process ends this long after the work, also with open handles. */
const LINGER_MS = 1000;

/** What reads a command line; `parseAsync` of it carries the command out. */
export function parser(words: readonly string[], commands: readonly Command[] = COMMANDS): Argv {
  const bare = yargs([...words])
    .scriptName(programName())
    .usage('wirejig tests whether a board keeps its protocol, over its serial line.\n\nUsage: $0 <command>')
    .parserConfiguration({
      'greedy-arrays': false,
      'parse-numbers': false,
      'parse-positional-numbers': false,
      'dot-notation': false,
      'camel-case-expansion': false,
    });
  return (
    commands
      .reduce((all, one) => one.addTo(all), bare)
      .completion(`${COMPLETION} [shell]`, 'Print the completion script of bash, zsh or fish', complete)
      .demandCommand(1)
      .strict()
      .help()
      .alias('help', 'h')
      .version(wirejigVersion())
      .alias('version', 'V')
      .epilogue(EXIT_CODES)
      .wrap(Math.min(110, process.stdout.columns || 80))
      // Only completion ends by the exit of yargs. Commands set their own exit code.
      .exitProcess(words.includes(COMPLETING))
      .fail((message: string | null, error?: Error) => {
        if (error !== undefined && error.name !== 'YError') throw error;
        throw new ParseError(message ?? error?.message ?? 'the command could not be read');
      })
  );
}

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
  return word === COMPLETION || COMMANDS.some(({ usage }) => usage.split(' ')[0] === word);
}

async function main(typed: readonly string[]): Promise<void> {
  const words = spelledOut(typed);
  const [command, shell, ...surplus] = words;
  if (command === COMPLETION && surplus.length === 0 && shell?.startsWith('-') !== true)
    return printCompletion(shell);
  const cli = parser(words);
  // Help that yargs prints itself shows commands that cannot be run here.
  const print = (_error: unknown, _options: unknown, text: string): void => {
    if (text !== '') say(`${text}\n`);
  };
  try {
    await (words.includes(COMPLETING) ? cli.parseAsync() : cli.parseAsync(words, {}, print));
  } catch (error) {
    throw error instanceof ParseError ? await explainParseError(words, error.message) : error;
  }
}

async function printCompletion(shell: string | undefined): Promise<void> {
  const { completingProgram, completionScript } = await import('./completion-scripts.js');
  say(completionScript(shell, completingProgram()));
}

/** Has the message of yargs. */
class ParseError extends Error {
  override readonly name = 'Misread';
}

type Offer = (names: string[]) => void;

async function complete(
  current: string,
  _asked: unknown,
  ownWords: (done: (error: Error | null, names: string[] | undefined) => void) => void,
  offer: Offer,
): Promise<void> {
  const { configuredNames, namesFor, joinWords } = await import('./completion.js');
  const { words, offset } = joinWords(process.argv.slice(process.argv.indexOf(COMPLETING) + 2));
  const names = await namesFor(words, await configuredNames(words));
  const typed = offset > 0 ? (words.at(-1) ?? '') : current;
  const fitting = (names ?? []).filter((name) => name.startsWith(typed)).map((name) => name.slice(offset));
  if (names !== undefined) offer([...new Set(fitting)]);
  else ownWords((_error, own) => offer(own ?? []));
}

async function explainParseError(words: readonly string[], message: string): Promise<UsageError> {
  const { explainParseFailure: explanation } = await import('./usage-hints.js');
  const asked = COMMANDS.find(({ usage }) => usage.split(' ')[0] === words[0]);
  const help = await asked?.addTo(yargs(words.slice(0, 1))).getHelp();
  return new UsageError(
    explanation({
      message,
      words,
      suites: (await import('../scenarios/protocols.js')).protocolIds(),
      usages: [...COMMANDS.map(({ usage }) => usage), COMPLETION],
      help: help ?? '',
    }),
  );
}

/** Prints an error in one line; returns the exit code. It loads nothing: that may be what failed. */
function reportError(error: unknown): number {
  if (error instanceof UsageError || error instanceof RuleError) {
    warn(`wirejig: ${printable(error.message)}`);
    return error instanceof UsageError ? error.exitCode : RULES_WRONG;
  }
  if (OUT_OF_FILES.includes(errorCode(error) ?? '')) {
    warn(`wirejig: ${fileErrorCause(error) ?? ''}: allow more, as in ulimit -n 1024`);
    return OUT_OF_FILES_CODE;
  }
  warn(crashLine(error));
  return INTERNAL_ERROR;
}

function exitSoon(): void {
  setTimeout(() => process.exit(), LINGER_MS).unref();
}

/** Runs a command line, and sets the exit code of the process. */
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
    exitSoon();
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

if (require.main === module) {
  // A key that is pressed in a folder runs no program of that folder.
  const completing = process.argv.includes(COMPLETING);
  const local = completing ? undefined : localProgram(process.cwd(), __filename);
  if (local === undefined) runHere();
  else runLocalCopy(local);
}
