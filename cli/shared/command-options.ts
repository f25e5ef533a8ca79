/** What a command of the program declares, and options as the commands share them. */
import { RESET_WAYS } from '../../devices/board/reset';
import { isAbsolute, relative, sep } from 'node:path';
import type { CamelCaseKey, InferredOptionType, Options, PositionalOptions } from 'yargs';

type Named<T> = Readonly<Record<string, T>>;
type OptionLists = Named<readonly string[]>;

/** `as`: the name by which a command reads it, where that is another. `fallback`: its value where it is not given. */
type Declared = Named<Options & PositionalOptions & { readonly as?: string; readonly fallback?: string }>;

/** What a command takes, as `--help` and its page show it. */
export interface Command {
  readonly positionals?: Declared;
  readonly options: Declared;
  /** A command line with `$0` as the program, and what it is for. */
  readonly examples: readonly (readonly [command: string, text: string])[];
  readonly epilogue?: string;
  /** It looks suites or boards up by name: the protocols of the configuration are loaded first. */
  readonly usesProtocols?: true;
  /** By an option: those that are refused beside it, as one of both would do nothing. */
  readonly excludes?: OptionLists;
  /** By an option: those that are refused without it, as they would do nothing. */
  readonly needed?: OptionLists;
}

type Present = { readonly array: true } | { readonly fallback: string } | { readonly demandOption: true };
type NameOf<K extends PropertyKey, D> = D extends { readonly as: infer N extends string }
  ? N
  : CamelCaseKey<K>;
type Values<D extends Declared> = {
  readonly [K in keyof D as D[K] extends Present ? NameOf<K, D[K]> : never]: Readonly<
    NonNullable<InferredOptionType<D[K]>>
  >;
} & {
  readonly [K in keyof D as D[K] extends Present ? never : NameOf<K, D[K]>]?: InferredOptionType<D[K]>;
};

export interface TypedCommand<P extends Declared = Declared, O extends Declared = Declared> extends Command {
  readonly positionals: P;
  readonly options: O;
}

/** What a command is asked, by its declaration. A list that is not given is empty. */
export type RequestOf<C extends TypedCommand> = Values<C['positionals'] & C['options']>;

/** Keeps the types of what is declared. */
export function defineCommand<const O extends Declared, const P extends Declared = Record<never, never>>(
  command: Command & { readonly positionals?: P; readonly options: O },
): TypedCommand<P, O>;
export function defineCommand(command: Command): Command {
  return { positionals: {}, ...command };
}

export function texts(describe: string) {
  return { type: 'string', array: true, requiresArg: true, describe } as const;
}

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

export function off(describe: string) {
  return { type: 'boolean', describe } as const;
}

/** A folder for files, `fallback` where none is given. */
export function folder<const F extends string>(describe: string, fallback: F) {
  return { ...path(`${describe} (default: ${fallback}/)`), fallback } as const;
}

export const common = {
  color: off('Colour the output; --no-color turns it off (default: on a colour terminal)'),
  config: path('Configuration of boards and protocols (default: wirejig.config.*)'),
  json: off('Print one JSON object only'),
  /** Work on boards of a lab in place of one here. */
  lab: {
    type: 'string',
    describe: 'Use boards of a lab, by its redis:// URL (default: WIREJIG_LAB, else the demo)',
  },
  leastJudged: text('Judged exchanges below which the run is INCOMPLETE, exit code 3 (default: 95 %)'),
  link: {
    ...texts('Real board, [NAME=]URL: a serial path, tcp://, rfc2217://, labgrid:PLACE or exec:COMMAND'),
    as: 'links',
  },
  linkOrBoard: {
    type: 'string',
    demandOption: true,
    describe:
      'Serial path, URL or board of wirejig.config.*; NAME=… names the link of a protocol with several',
  },
  allow: text('Also send a real board what its protocol withholds: names, comma-separated, or all'),
  param: { ...texts('Set a parameter: key=value (wirejig list params)'), as: 'params' },
  progress: text('plain: one line of progress every 10 s, for logs (default: a live line on a terminal)'),
  quiet: { ...off('Print only the verdict'), alias: 'q' },
  reporter: text('github: write annotations and a job summary for GitHub Actions'),
  /** Methods of which the next one is tried where a board stays silent after one. */
  resets: {
    ...texts(`Resets, mildest first: ${RESET_WAYS.join(', ')}, tool, cmd:COMMAND (default: none)`),
    as: 'resets',
  },
  stimulus: text('Show codes to a scanner by: page, operator, or cmd:COMMAND with {symbology} and {hex}'),
  suites: { type: 'string', array: true, as: 'suites' },
  ui: off('Show progress in a local web page; on a terminal it stays up until Ctrl-C'),
  urgent: off('With --lab: jump the queue'),
  wait: text('With --lab: time limit for a board to become free (default: 10m)'),
} as const;

/** What a command is asked by options that it shares with others. */
export type Shared<K extends keyof typeof common> = Values<Pick<typeof common, K>>;

export type LabOptions = Shared<'lab' | 'wait' | 'urgent'>;

/** Of what is printed, in place of text for people. */
export const OUTPUT_EXCLUDES = { json: ['quiet'], verbose: ['json', 'quiet'] };

export const OUTPUT = { json: common.json, color: common.color };
