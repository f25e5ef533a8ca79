/** A command of the program, and options as the commands share them. */
import { isAbsolute, relative, sep } from 'node:path';
import type { ArgumentsCamelCase, Argv, InferredOptionTypes, Options, PositionalOptions } from 'yargs';
import { UsageError } from './usage-error';

type Declared<T> = Readonly<Record<string, T>>;
type OptionLists = Declared<readonly string[]>;

/** What a command takes, as `--help` and its page show it, and what it does. */
export interface Command {
  /** By their names in the usage. */
  readonly positionals?: Declared<PositionalOptions>;
  readonly options: Declared<Options>;
  /** A command line with `$0` as the program, and what it is for. */
  readonly examples: readonly (readonly [command: string, text: string])[];
  readonly epilogue?: string;
  /** It looks suites or boards up by name: the protocols of the configuration are loaded first. */
  readonly usesProtocols?: true;
  /** By an option: those that are refused beside it, as one of both would do nothing. */
  readonly excludes?: OptionLists;
  /** By an option: those that are refused without it, as they would do nothing. */
  readonly needed?: OptionLists;
  /** Resolves with the exit code. `main` prints what it rejects with. */
  run(options: ArgumentsCamelCase): Promise<number>;
}

/** A command whose `run` gets the values of what it declares. */
export function defineCommand<P extends Declared<PositionalOptions>, O extends Declared<Options>>(
  command: Omit<Command, 'run'> & {
    readonly positionals?: P;
    readonly options: O;
    run(options: ArgumentsCamelCase<InferredOptionTypes<P & O>>): Promise<number>;
  },
): Command {
  return command;
}

/** Adds it to the commands that yargs reads. */
export function addCommand(
  cli: Argv,
  { usage, describe }: { readonly usage: string; readonly describe: string },
  command: Command,
): Argv {
  return cli.command({
    command: usage,
    describe,
    builder: (yargs) => {
      for (const [name, one] of Object.entries(command.positionals ?? {})) yargs.positional(name, one);
      for (const [line, text] of command.examples) yargs.example(line, text);
      if (command.epilogue !== undefined) yargs.epilogue(command.epilogue);
      return yargs.options(command.options);
    },
    handler: async (given) => {
      refuseConflicts(given, command);
      if (command.usesProtocols === true) await loadConfigured(given);
      process.exitCode = await command.run(Object.assign(given, inCamelCase(given)));
    },
  });
}

/** `--reset-first` is given by that name alone, and read as resetFirst. */
function inCamelCase(options: ArgumentsCamelCase): object {
  const named = ([name, value]: [string, unknown]): [string, unknown] => [
    name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase()),
    value,
  ];
  return Object.fromEntries(Object.entries(options).map(named));
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

async function loadConfigured({ config }: ArgumentsCamelCase): Promise<void> {
  const named = typeof config === 'string' ? config : undefined;
  const { loadProtocols } = await import('../config/protocols.js');
  await loadProtocols(named);
}

/** An option that is given any number of times, one text each. */
export function texts(describe: string) {
  return { type: 'string', array: true, requiresArg: true, describe } as const;
}

/** An option of one text. */
export function text(describe: string) {
  return { type: 'string', requiresArg: true, describe } as const;
}

/** As {@link text}: a path. One below this folder is taken from here, so that shown commands hold as on another machine. */
export function path(describe: string) {
  return { ...text(describe), coerce: pathFromHere } as const;
}

/** What is given twice is refused later. */
function pathFromHere(given: string): string {
  if (typeof given !== 'string' || !isAbsolute(given)) return given;
  const near = relative(process.cwd(), given);
  if (near.split(sep)[0] === '..' || isAbsolute(near)) return given;
  return near === '' ? '.' : near;
}

/** A switch that is off until it is given. */
export function off(describe: string) {
  return { type: 'boolean', describe } as const;
}

/** Where few exchanges could be judged, nothing is known of the rest. */
export const LEAST_JUDGED = text(
  'Judged exchanges below which the run is INCOMPLETE, exit code 3 (default: 95 %)',
);

/** Where boards and protocols are configured. */
export const CONFIG = path('Configuration of boards and protocols (default: wirejig.config.*)');

export const JSON_ONLY = off('Print one JSON object only');

export const PARAM = texts('Set a parameter: key=value (wirejig list params)');

/** A real board. */
export const LINK = texts(
  'Real board, [NAME=]URL: a serial path, tcp://, rfc2217://, labgrid:PLACE or exec:COMMAND',
);

/** Methods of which the next one is tried where a board stays silent after one. */
export const RESETS = texts(
  'Resets, mildest first: reopen, dtr, rts, break, esp32, tool, cmd:COMMAND (default: none)',
);

/** What `monitor` and `doctor` look at. */
export const LINK_OR_BOARD = {
  type: 'string',
  demandOption: true,
  describe: 'Serial path, URL or board of wirejig.config.*; NAME=… names the link of a protocol with several',
} as const;

export const COLOR = {
  type: 'boolean',
  describe: 'Colour the output; --no-color turns it off (default: on a colour terminal)',
} as const;

/** What and how is printed. */
export const OUTPUT = { json: JSON_ONLY, color: COLOR };

/** Work on boards of a lab in place of one here. */
export const LAB = {
  type: 'string',
  describe: 'Use boards of a lab, by its redis:// URL (default: WIREJIG_LAB, else the demo)',
} as const;

export const URGENT = off('With --lab: jump the queue');

export const WAIT = text('With --lab: time limit for a board to become free (default: 10m)');

/** The suites of a command. */
export const SUITES = { type: 'string', array: true } as const;

export const REPORTER = text('github: write annotations and a job summary for GitHub Actions');

export const PROGRESS = text(
  'plain: one line of progress every 10 s, for logs (default: a live line on a terminal)',
);

export const UI = off('Show progress in a local web page; on a terminal it stays up until Ctrl-C');

export const STIMULUS =
  'Show codes to a scanner by: page, operator, or cmd:COMMAND with {symbology} and {hex}';
