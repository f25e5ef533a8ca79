/** Finds and reads a wirejig.config.*: its content, and on which line a key stands where the format has lines to tell. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, extname, join, resolve } from 'node:path';
import { isMap, isScalar, LineCounter, parseDocument, type Document } from 'yaml';
import { reportFileErrors, UsageError } from '../shared/usage-error';

const FORMATS = ['.ts', '.js', '.mjs', '.cjs', '.json', '.yaml', '.yml'] as const;
const STEM = 'wirejig.config';

export interface ConfigFile {
  readonly path: string;
  readonly content: unknown;
  /** From 1; undefined where it cannot be told, as of a program that makes its keys. */
  lineOf(path: readonly PropertyKey[]): number | undefined;
}

/**
 * The configuration that is meant: `named`, else the one in `folder` or, within a repository, in a folder above it;
 * undefined where there is none. Throws {@link UsageError} where two are.
 */
export function findConfig(folder: string, named?: string): string | undefined {
  if (named !== undefined) {
    const path = resolve(folder, named);
    if (!existsSync(path)) throw new UsageError(`no configuration at ${path}: wirejig init writes one`);
    return path;
  }
  for (const at of foldersFrom(resolve(folder))) {
    const found = FORMATS.map((format) => join(at, STEM + format)).filter((path) => existsSync(path));
    if (found.length > 1)
      throw new UsageError(`there are ${found.join(' and ')}: keep one, or give --config FILE`);
    if (found[0] !== undefined) return found[0];
  }
  return undefined;
}

/** The folder, and those above it up to the repository's top. Outside a repository a folder above may be anybody's. */
function foldersFrom(folder: string): readonly string[] {
  const up: string[] = [];
  for (let at = folder; ; at = dirname(at)) {
    up.push(at);
    if (existsSync(join(at, '.git'))) return up;
    if (dirname(at) === at) return [folder];
  }
}

/** Reads the file at `path`. Rejects with {@link UsageError} of one line that says where it cannot be understood. */
export async function readConfig(path: string): Promise<ConfigFile> {
  const format = FORMATS.find((one) => one === extname(path));
  if (format === undefined)
    throw new UsageError(`${path} is no configuration: give a file of ${FORMATS.join(', ')}`);
  if (format === '.json' || format === '.yaml' || format === '.yml') return readDocument(path, format);
  return readProgram(path);
}

/** Runs a .ts or .js file and takes what it exports. */
async function readProgram(path: string): Promise<ConfigFile> {
  const { createJiti } = await import('jiti');
  const loader = createJiti(__filename, { fsCache: false, moduleCache: false });
  try {
    const content: unknown = await loader.import(path, { default: true });
    return { path, content: await content, lineOf: (keys) => lineInProgram(textOf(path), keys) };
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    const line = error instanceof Error ? lineInError(path, `${error.message}\n${error.stack ?? ''}`) : '';
    throw new UsageError(
      `${path}${line} could not be loaded: ${firstLine(cause)}: it exports { boards: { … } } by default`,
    );
  }
}

/** `:3` where an error names a line of this file, else nothing. */
function lineInError(path: string, text: string): string {
  const at = text.indexOf(`${path}:`);
  return at < 0 ? '' : (/^:\d+/.exec(text.slice(at + path.length))?.[0] ?? '');
}

/** Where the last of the keys is written: once in all the text, or behind those that lead to it. */
function lineInProgram(text: string, keys: readonly PropertyKey[]): number | undefined {
  const last = keys.at(-1);
  if (last === undefined) return undefined;
  const [only, ...more] = placesOf(text, last);
  let at = more.length === 0 ? only : undefined;
  if (more.length > 0) {
    at = 0;
    for (const key of keys)
      at = at === undefined ? at : placesOf(text, key).find((place) => place > (at ?? 0));
  }
  return at === undefined ? undefined : text.slice(0, at).split('\n').length;
}

/** Where `key:` stands, with quotes or without, from the first on. */
function placesOf(text: string, key: PropertyKey): number[] {
  const name = String(key).replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return [...text.matchAll(new RegExp(`(?<![\\w$'"])(?:['"]?)${name}['"]?\\s*:`, 'g'))].map(
    ({ index }) => index,
  );
}

function readDocument(path: string, format: '.json' | '.yaml' | '.yml'): ConfigFile {
  const text = textOf(path);
  if (format === '.json') checkJson(path, text);
  const counter = new LineCounter();
  const parsed = parseDocument(text, { lineCounter: counter, uniqueKeys: true });
  const [error] = parsed.errors;
  if (error !== undefined) {
    const line = error.linePos?.[0].line;
    throw new UsageError(
      `${path}:${line ?? 1}: ${firstLine(error.message).replace(/ at line \d+.*$/, '')}: mend it there`,
    );
  }
  let content: unknown;
  try {
    content = parsed.toJS();
  } catch (trouble) {
    throw new UsageError(
      `${path}:1: ${trouble instanceof Error ? trouble.message : String(trouble)}: mend it there`,
    );
  }
  return { path, content, lineOf: (keys) => lineIn(parsed, counter, keys) };
}

/** YAML takes more than JSON does: what is called .json is held to it. */
function checkJson(path: string, text: string): void {
  try {
    JSON.parse(text);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const at = Number(/position (\d+)/.exec(message)?.[1] ?? text.length);
    const line = text.slice(0, at).split('\n').length;
    throw new UsageError(`${path}:${line}: is no JSON: ${firstLine(message)}: mend it there`);
  }
}

/** The line of the key that `keys` lead to, or of the deepest one on the way that is there. */
function lineIn(parsed: Document, counter: LineCounter, keys: readonly PropertyKey[]): number | undefined {
  let node: unknown = parsed.contents;
  let offset = 0;
  for (const key of keys) {
    if (!isMap(node)) break;
    const pair = node.items.find((one) => isScalar(one.key) && String(one.key.value) === String(key));
    if (pair === undefined) break;
    if (isScalar(pair.key)) offset = pair.key.range?.[0] ?? offset;
    node = pair.value;
  }
  return counter.linePos(offset).line;
}

function textOf(path: string): string {
  return reportFileErrors(
    () => readFileSync(path, 'utf8'),
    (cause) => `cannot read ${path}: ${cause}: wirejig init writes one`,
  );
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0]?.trim().replace(/:$/, '') ?? '';
}
