/** Parses the values of options. Every error is one line with the valid values. */
import { suggestName } from '../../devices/name-suggestion';
import { RESET_WAYS, type ResetRecipe } from '../../devices/board/reset';
import type { Parameter, Parameters } from '../../protocols/requirement';
import { micros, type Micros } from '../../protocols/time';
import { Selection, type SelectableSuite } from '../../scenarios/runner/selection';
import { toolReset } from './boards/tool-recipes';
import { refuseErrors, UsageError } from './usage-error';
import type { Protocol } from '../../scenarios/protocol';
import { protocolIds, protocolOf } from '../../scenarios/protocols';
import type { Suite } from '../../scenarios/suite';

const SEEDS = 2 ** 31;

/** A whole number from 0 to 2147483647; without a text `preset`, or a random one. */
export function parseSeed(text: string | undefined, preset = randomSeed()): number {
  if (text === undefined) return preset;
  const seed = /^\d{1,10}$/.test(text) ? Number(text) : SEEDS;
  if (seed >= SEEDS)
    throw new UsageError(`--seed ${quoted(text)} is not a seed: give a whole number from 0 to ${SEEDS - 1}`);
  return seed;
}

/** By the global `crypto`: the module would be loaded with every command. */
function randomSeed(): number {
  return (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) % SEEDS;
}

/** A whole number from 1 to `most`, where one is given. `what`: in the error, `number of boards`. */
export function parseWhole(option: string, text: string, what: string, most?: number): number;
export function parseWhole(
  option: string,
  text: string | undefined,
  what: string,
  most?: number,
): number | undefined;
export function parseWhole(option: string, text: string | undefined, what: string, most = Infinity) {
  if (text === undefined) return undefined;
  const value = /^\d{1,15}$/.test(text) ? Number(text) : 0;
  if (value >= 1 && value <= most) return value;
  const range = most === Infinity ? '1 or more' : `1 to ${most}`;
  throw new UsageError(`--${option} ${quoted(text)} is not a ${what}: give ${range}`);
}

/** `--jobs`: a number of processes. */
export function parseJobs(text: string | undefined, fallback: number): number {
  return parseWhole('jobs', text, 'number of processes', MOST_JOBS) ?? fallback;
}

const MOST_JOBS = 999;

/** A percentage from 0 to 100, with decimals or without. */
export function parsePercent(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const value = /^\d{1,3}(?:\.\d{1,6})?$/.test(text) ? Number(text) : Infinity;
  if (value <= 100) return value;
  throw new UsageError(`--${option} ${quoted(text)} is not a percentage: give 0 to 100`);
}

const WITH_START = /^([a-z0-9]+),start=(.*)$/;

export function parseResetRecipe(text: string, label = `--reset ${quoted(text)}`): ResetRecipe {
  const command = toolReset(text);
  if (command !== undefined) return { way: 'cmd', command };
  const [, way = text, start] = WITH_START.exec(text) ?? [];
  const recipe = parseRecipe(
    way,
    RESET_WAYS,
    `${label} is not a reset method: give ${RESET_WAYS.join(', ')}, a tool (openocd, st-flash, jlink, …) or cmd:COMMAND`,
  );
  if (start === undefined || recipe.way === 'cmd') return recipe;
  return { ...recipe, start: parseDuration(`reset ${way},start`, start) };
}

const SHOWN = ['page', 'operator'] as const;

type Recipe<Way> = { readonly way: Way } | { readonly way: 'cmd'; readonly command: string };

export function parseStimulusRecipe(
  text: string,
  label = `--stimulus ${quoted(text)}`,
): Recipe<(typeof SHOWN)[number]> {
  const failure = `${label} is not a stimulus method: give page, operator or cmd:COMMAND with {symbology} and {hex}`;
  return parseRecipe(text, SHOWN, failure);
}

function parseRecipe<Way extends string>(text: string, ways: readonly Way[], failure: string): Recipe<Way> {
  const way = ways.find((one) => one === text);
  if (way !== undefined) return { way };
  if (text.startsWith('cmd:') && text.length > 4) return { way: 'cmd', command: text.slice(4) };
  throw new UsageError(failure);
}

/** `--only A,B --only C` as A, B and C. */
export function parseIds(texts: readonly string[]): string[] {
  return texts.flatMap((text) => text.split(',').map((part) => part.trim())).filter((part) => part !== '');
}

export function parseSelection(
  suites: readonly SelectableSuite[],
  only: readonly string[],
  skip: readonly string[],
  match?: string,
): Selection {
  return refuseErrors(
    () => Selection.of(suites, only, skip, match),
    (cause) =>
      `${cause}${cause.endsWith('?') ? ' ' : ': '}wirejig list requirements and list scenarios show them`,
  );
}

const LISTED = 12;

/** The one of `known` with this name. Throws {@link UsageError} that lists the names. */
export function pickByName<T>(
  known: readonly T[],
  nameOf: (one: T) => string,
  name: string,
  what: string,
  where: string,
): T {
  const found = known.find((one) => nameOf(one) === name);
  if (found !== undefined) return found;
  const names = known.map(nameOf);
  const near = suggestName(name, names);
  const more = names.length > LISTED ? ', …' : '';
  const list = `${where}: ${names.slice(0, LISTED).join(', ')}${more}`;
  throw new UsageError(
    `no ${what} named ${quoted(name)}: ${near === undefined ? '' : `did you mean ${near}? `}${list}`,
  );
}

/** `scanner=/dev/ttyUSB1` as a name and a URL: a name has no slash and no colon, so that paths and URLs with = in them stay whole. */
export function namedUrl(text: string): readonly [name: string | undefined, url: string] {
  const [, name, url = text] = /^([A-Za-z][\w-]*)=(.*)$/s.exec(text) ?? [];
  return [name, url];
}

export type Assignments = ReadonlyMap<string, string>;

export function parseAssignments(texts: readonly string[]): Assignments {
  const read = new Map<string, string>();
  for (const text of texts) {
    const at = text.indexOf('=');
    if (at < 1) throw new UsageError(`--param ${quoted(text)} is not a parameter: give --param name=value`);
    const name = text.slice(0, at);
    if (read.has(name)) throw new UsageError(`--param ${name} is given twice: give it once`);
    read.set(name, text.slice(at + 1));
  }
  return read;
}

const UNITS: Readonly<Record<string, number>> = { ms: 1e3, s: 1e6, '': 1e6, m: 60e6, h: 3600e6 };

/** `90`, `90s`, `500ms`, `2m`, `1h`: a time in microseconds, where one is given. */
export function parseDuration(option: string, text: string): Micros;
export function parseDuration(option: string, text: string | undefined): Micros | undefined;
export function parseDuration(option: string, text: string | undefined) {
  if (text === undefined) return undefined;
  const match = /^(\d+(?:\.\d+)?)\s*(ms|s|m|h|)$/.exec(text);
  const span = Number(match?.[1]) * (UNITS[match?.[2] ?? ''] ?? NaN);
  if (!(span > 0))
    throw new UsageError(`--${option} ${quoted(text)} is not a time: give 90s, 500ms, 2m or 1h`);
  return micros(span);
}

interface Parameterised {
  readonly id: string;
  readonly parameters: readonly Parameter[];
}

/** Values for every parameter of each suite, by its id. A name that no suite has is refused. `label`: the name of values in errors. */
export function parseParameters(
  suites: readonly Parameterised[],
  given: Assignments,
  label?: string,
): ReadonlyMap<string, Parameters> {
  const all = suites.flatMap(({ parameters }) => parameters);
  const unique = [...new Map(all.map((parameter) => [parameter.name, parameter])).values()];
  for (const name of given.keys())
    pickByName(unique, (one) => one.name, name, 'parameter', `${suites.map(({ id }) => id).join(', ')} has`);
  return new Map(suites.map(({ id, parameters }) => [id, valuesOf(parameters, given, label)]));
}

/** The parameters of a file that the suite has, each within its limits. `place`: of the file, for the error. */
export function checkParameters(suite: Parameterised, given: Parameters, place: string): Parameters {
  const own = Object.entries(given).filter(([name]) => suite.parameters.some((one) => one.name === name));
  // A run of one suite on several boards lists the values of all: each board says its own.
  for (const [name, value] of own)
    for (const one of String(value).split(', '))
      parseParameters([suite], new Map([[name, one]]), `${place}: parameter ${name}`);
  const isNumber = (name: string): boolean =>
    suite.parameters.some((one) => one.name === name && typeof one.default === 'number');
  return Object.fromEntries(own.filter(([name, value]) => !isNumber(name) || typeof value === 'number'));
}

function valuesOf(parameters: readonly Parameter[], given: Assignments, label?: string): Parameters {
  return Object.fromEntries(
    parameters.map((parameter) => {
      const text = given.get(parameter.name);
      return [parameter.name, text === undefined ? parameter.default : valueOf(parameter, text, label)];
    }),
  );
}

function valueOf(parameter: Parameter, text: string, label = `--param ${parameter.name}`): number | string {
  const { choices, unit } = parameter;
  if (typeof parameter.default === 'string') {
    if (choices === undefined || choices.includes(text)) return text;
    throw new UsageError(`${label} is not ${quoted(text)}: give ${choices.join(' or ')}`);
  }
  const value = /^(0x[0-9a-f]+|-?\d+(\.\d+)?)$/i.test(text) ? Number(text) : NaN;
  const { min = -Infinity, max = Infinity } = parameter;
  if (value >= min && value <= max) return value;
  const units = unit === undefined ? '' : ` ${unit}`;
  throw new UsageError(`${label} is not ${quoted(text)}: give a number ${bounds(min, max)}${units}`);
}

function bounds(min: number, max: number): string {
  if (max === Infinity) return `of at least ${min}`;
  return min === -Infinity ? `of at most ${max}` : `from ${min} to ${max}`;
}

export function quoted(text: string): string {
  return `'${text}'`;
}

export async function findSuite(name: string): Promise<Suite> {
  return (await findProtocol(name)).suite;
}

export function findSuites(names: readonly string[]): Promise<readonly Suite[]> {
  return Promise.all(names.map((name) => findSuite(name)));
}

/** The protocol of this name. Rejects with {@link UsageError} that lists the suites. */
export async function findProtocol(name: string): Promise<Protocol> {
  const protocol = await protocolOf(checkSuiteName(name));
  if (protocol === undefined) throw new Error(`${name} was listed a moment ago`);
  return protocol;
}

export function checkSuiteName(name: string): string {
  return pickByName(protocolIds(), (id) => id, name, 'suite', 'there are');
}
