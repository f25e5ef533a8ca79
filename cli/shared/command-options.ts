/** A command of the program, and options as the commands share them. */
import { isAbsolute, relative, sep } from 'node:path';
import type { ArgumentsCamelCase, Argv } from 'yargs';
import { UsageError } from './usage-error';

/** What a command takes, and what it does. */
export interface Command {
  /** `usage`: `run [suite..]`. */
  addTo(cli: Argv, listed: { readonly usage: string; readonly describe: string }): Argv;
}

type OptionLists = Readonly<Record<string, readonly string[]>>;

interface CommandDefinition<T> {
  readonly builder: (yargs: Argv) => Argv<T>;
  /** It looks suites or boards up by name: the protocols of the configuration are loaded first. */
  readonly usesProtocols?: true;
  /** By an option: those that are refused beside it, as one of both would do nothing. */
  readonly excludes?: OptionLists;
  /** By an option: those that are refused without it, as they would do nothing. */
  readonly needed?: OptionLists;
  /** Resolves with the exit code. `main` prints what it rejects with. */
  readonly run: (options: ArgumentsCamelCase<T>) => Promise<number>;
}

export function defineCommand<T>({
  builder,
  usesProtocols,
  excludes = {},
  needed = {},
  run,
}: CommandDefinition<T>): Command {
  const handler = async (options: ArgumentsCamelCase<T>): Promise<void> => {
    refuseConflicts(options, excludes, needed);
    if (usesProtocols === true) await loadConfigured(options);
    process.exitCode = await run(options);
  };
  return {
    addTo: (cli, { usage, describe }) => cli.command<T>({ command: usage, describe, builder, handler }),
  };
}

function refuseConflicts(options: ArgumentsCamelCase, excludes: OptionLists, needed: OptionLists): void {
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

/** An option of one text, refused where it is given twice. */
export function text(name: string, describe: string) {
  const coerce = (value: unknown): string | undefined => {
    if (Array.isArray(value)) throw new UsageError(`--${name} is given twice: give it once`);
    return typeof value === 'string' ? value : undefined;
  };
  return { type: 'string', requiresArg: true, coerce, describe } as const;
}

/** As {@link text}: a path. One below this folder is taken from here, so that shown commands hold as on another machine. */
export function path(name: string, describe: string) {
  const option = text(name, describe);
  const coerce = (value: unknown): string | undefined => {
    const given = option.coerce(value);
    return given === undefined ? undefined : pathFromHere(given);
  };
  return { ...option, coerce } as const;
}

function pathFromHere(given: string): string {
  if (!isAbsolute(given)) return given;
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
  'least-judged',
  'Judged exchanges below which the run is INCOMPLETE, exit code 3 (default: 95 %)',
);

/** Where boards and protocols are configured. */
export const CONFIG = path('config', 'Configuration of boards and protocols (default: wirejig.config.*)');

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

export const WAIT = text('wait', 'With --lab: time limit for a board to become free (default: 10m)');

/** The suites of a command. */
export const SUITES = { type: 'string', array: true } as const;

export const REPORTER = text('reporter', 'github: write annotations and a job summary for GitHub Actions');

export const PROGRESS = text(
  'progress',
  'plain: one line of progress every 10 s, for logs (default: a live line on a terminal)',
);

export const UI = off('Show progress in a local web page; on a terminal it stays up until Ctrl-C');

export const STIMULUS =
  'Show codes to a scanner by: page, operator, or cmd:COMMAND with {symbology} and {hex}';
