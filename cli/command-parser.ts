/** Reads a command line by yargs, and carries the command out. It is the only file that loads yargs. */
import yargs, { type Argv, type ArgumentsCamelCase } from 'yargs';
import { COMMANDS, commandName, EXIT_CODES, type ListedCommand } from './commands';
import { COMPLETING, COMPLETION, DESCRIPTION, HELP, helpWidth } from './help-text';
import { ALLOW } from '../protocols/withheld';
import type { Command } from './shared/command-options';
import { say } from './shared/console';
import { programName, wirejigVersion } from './shared/program';
import { UsageError } from './shared/usage-error';
import { suggestName } from '../devices/name-suggestion';

declare module 'yargs' {
  // Its types leave out this one of its functions.
  interface Argv {
    usageConfiguration(configuration: { readonly 'hide-types': boolean }): Argv;
  }
}

/**
 * What reads a command line; `parseAsync` of it carries the command out. Only the commands that `words` name are loaded. A test of the documentation reads command lines by it.
 * @public
 */
export async function commandParser(
  words: readonly string[],
  commands: readonly ListedCommand[] = COMMANDS,
): Promise<Argv> {
  const cli = yargs([...words])
    .scriptName(programName())
    .usageConfiguration({ 'hide-types': true })
    .usage(`${DESCRIPTION}\n\nUsage: $0 <command>`)
    .parserConfiguration({
      'greedy-arrays': false,
      'parse-numbers': false,
      'parse-positional-numbers': false,
      'dot-notation': false,
      'camel-case-expansion': false,
    });
  for (const listed of commands) {
    const { usage, describe, load } = listed;
    if (words.includes(commandName(listed))) addCommand(cli, listed, await load());
    else cli.command(usage, describe);
  }
  return (
    cli
      .completion(COMPLETION.usage, COMPLETION.describe, complete)
      .demandCommand(1)
      .strict()
      .help()
      .alias('help', 'h')
      .version(wirejigVersion())
      .alias('version', 'V')
      .epilogue(EXIT_CODES)
      // yargs lays the help out with every command, also where nobody sees it.
      .wrap(words.some((word) => HELP.includes(word)) ? helpWidth() : null)
      // Only completion ends by the exit of yargs. Commands set their own exit code.
      .exitProcess(words.includes(COMPLETING))
      .fail((message: string | null, error?: Error) => {
        if (error !== undefined && error.name !== 'YError') throw error;
        throw new ParseError(message ?? error?.message ?? 'the command could not be read');
      })
  );
}

function addCommand(cli: Argv, listed: ListedCommand, command: Command): void {
  cli.command({
    command: listed.usage,
    describe: listed.describe,
    builder: (yargs) => {
      for (const [name, one] of Object.entries(command.positionals ?? {})) yargs.positional(name, one);
      if (command.epilogue !== undefined) yargs.epilogue(command.epilogue);
      return yargs.options(command.options);
    },
    handler: async (given) => {
      refuseConflicts(given, command);
      if (command.usesProtocols === true) {
        const { loadProtocols } = await import('./config/protocols.js');
        await loadProtocols(typeof given['config'] === 'string' ? given['config'] : undefined);
      }
      process.exitCode = await listed.run(requestOf(given, command));
    },
  });
}

/** `--reset-first` is given by that name alone, and read as resetFirst. */
function requestOf(given: ArgumentsCamelCase, { positionals, options }: Command): object {
  const declared = Object.entries({ ...positionals, ...options });
  const request = Object.fromEntries(
    declared.map(([name, { as, array, fallback }]) => [
      as ?? name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase()),
      given[name] ?? (array === true ? [] : fallback),
    ]),
  );
  // What is allowed is a parameter of the board.
  const { allow, params } = request as { readonly allow?: string; readonly params?: readonly string[] };
  if (allow === undefined || params === undefined) return request;
  return { ...request, params: [...params, `${ALLOW}=${allow}`] };
}

function refuseConflicts(
  options: ArgumentsCamelCase,
  { options: declared, excludes = {}, needed = {} }: Command,
): void {
  for (const [name, { array = false }] of Object.entries(declared))
    if (Array.isArray(options[name]) && !array)
      throw new UsageError(`--${name} is given twice: give it once`);
  const isGiven = (name: string): boolean => options[name] !== undefined && options[name] !== false;
  for (const [one, others] of Object.entries(excludes)) {
    const other = isGiven(one) ? others.find(isGiven) : undefined;
    if (other !== undefined) throw new UsageError(`--${one} and --${other} cannot be combined: give one`);
  }
  for (const [one, others] of Object.entries(needed)) {
    const option = isGiven(one) ? undefined : others.find(isGiven);
    if (option !== undefined)
      throw new UsageError(`--${option} does nothing without --${one}: give both, or leave it out`);
  }
}

/** Rejects with {@link UsageError} where the command line cannot be read, and with what the command rejects with. */
export async function carryOut(words: readonly string[]): Promise<void> {
  const cli = await commandParser(words);
  const examples = words.some((word) => HELP.includes(word)) ? await examplesOf(words) : '';
  // Help that yargs prints itself shows commands that cannot be run here.
  const print = (_error: unknown, _options: unknown, text: string): void => {
    if (text !== '') say(`${text}\n${examples}`);
  };
  try {
    await (words.includes(COMPLETING) ? cli.parseAsync() : cli.parseAsync(words, {}, print));
  } catch (error) {
    throw error instanceof ParseError ? await explainParseError(words, error.message) : error;
  }
}

const EXAMPLE_WIDTH = 80;

/** yargs would fold them, and a folded line cannot be run. */
async function examplesOf(words: readonly string[]): Promise<string> {
  const { examples = [] } = (await typedCommand(words)?.load()) ?? {};
  const lines = examples.map(([line, text]) => [line.replace('$0', programName()), text] as const);
  const width = Math.min(EXAMPLE_WIDTH, Math.max(...lines.map(([line]) => line.length)));
  const rows = lines.map(([line, text]) => `  ${line.padEnd(width)}   # ${text}\n`);
  return rows.length === 0 ? '' : `\nExamples:\n${rows.join('')}`;
}

function typedCommand(words: readonly string[]): ListedCommand | undefined {
  return COMMANDS.find((listed) => commandName(listed) === words[0]);
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
  const asked = await typedCommand(words)?.load();
  const options = asked && Object.keys(asked.options);
  return new UsageError(
    explainParseFailure({
      message,
      words,
      suites: (await import('../scenarios/protocols.js')).protocolIds(),
      usages: [...COMMANDS.map(({ usage }) => usage), commandName(COMPLETION)],
      options: options === undefined ? [] : [...options, 'help', 'version'],
    }),
  );
}

export interface ParseFailure {
  readonly message: string;
  /** The typed words after `wirejig`. */
  readonly words: readonly string[];
  readonly usages: readonly string[];
  readonly suites: readonly string[];
  /** Those of the command that was typed; empty where it is none. */
  readonly options: readonly string[];
}

function explainParseFailure({ message, words, usages, suites, options }: ParseFailure): string {
  const commands = usages.map((usage) => commandName({ usage }));
  const typed = words.find((word) => !word.startsWith('-'));
  const usage = usages.find((one) => commandName({ usage: one }) === typed);
  if (typed !== undefined && usage === undefined) {
    const suite = suggestName(typed, suites);
    const near = suggestName(typed, commands) ?? (suite && `run ${suite}`);
    const hint = near === undefined ? `there are ${commands.join(', ')}` : `did you mean ${near}?`;
    return `no command '${typed}': ${hint}`;
  }
  if (typed === undefined && /^Not enough non-option/.test(message))
    return 'no command: wirejig --help shows them';
  const see = `see wirejig ${typed === undefined ? '' : `${typed} `}--help`;
  const unknown = /^Unknown arguments?: (.*)$/m.exec(message)?.[1]?.split(', ');
  if (unknown !== undefined) return `${unknownText(unknown, words, options)}${see}`;
  const lacking = /^Not enough arguments following: (.*)$/m.exec(message)?.[1];
  if (lacking !== undefined) return `${dashed(lacking)} has no value: give it one: ${see}`;
  if (/^Not enough non-option arguments/.test(message))
    return `an argument is missing: the command is wirejig ${usage ?? ''}: ${see}`;
  const line = message.replaceAll(/\s*\n\s*/g, ' ').replace(/[.:]$/, '');
  return `${line.charAt(0).toLowerCase()}${line.slice(1)}: ${see}`;
}

function unknownText(unknown: readonly string[], words: readonly string[], options: readonly string[]) {
  const [first = ''] = unknown;
  const isOption = words.some((word) => word.startsWith(`-${first}`) || word.startsWith(`--${first}`));
  if (!isOption) return `unknown argument '${first}': `;
  const near = OTHER_NAMES[first] ?? (first.length > 1 ? suggestName(first, options) : undefined);
  const known = near !== undefined && options.includes(near) ? near : undefined;
  return `no option ${dashed(first)}: ${known === undefined ? '' : `did you mean --${known}? `}`;
}

/** What other test programs call our options. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  x: 'bail',
  lf: 'last-failed',
  exitfirst: 'bail',
  sel: 'match',
  select: 'match',
  filter: 'match',
  grep: 'match',
  count: 'repeat',
};

function dashed(option: string): string {
  return option.length === 1 ? `-${option}` : `--${option}`;
}
