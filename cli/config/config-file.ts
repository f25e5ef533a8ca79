/** Reads a wirejig.config.*: its content, and on which line a key stands where the format has lines to tell. */
import { readFileSync, statSync } from 'node:fs';
import { extname } from 'node:path';
import { isMap, isScalar, LineCounter, parseDocument, type Document } from 'yaml';
import { reportFileErrors, UsageError } from '../shared/usage-error';
import type { ConfigFile } from './complaint';
import { CONFIG_FORMATS } from './find-config';
import { loadUserModule } from './user-module';

/** Reads the file at `path`. Rejects with {@link UsageError} of one line that says where it cannot be understood. */
export async function readConfig(path: string): Promise<ConfigFile> {
  const { mtimeMs, size } = reportFileErrors(
    () => statSync(path),
    (cause) => `cannot read ${path}: ${cause}: wirejig init writes one`,
  );
  const key = `${path}\n${mtimeMs}\n${size}`;
  const before = read.get(key);
  const file = before ?? readAnew(path);
  read.set(key, file);
  return file;
}

/** The content of a file that is data, without its protocols; undefined for a program, which is not run. Throws {@link UsageError}. */
export function readDataConfig(path: string): unknown {
  const format = extname(path);
  return isData(format) ? readDocument(path, format).content : undefined;
}

type DataFormat = '.json' | '.yaml' | '.yml';

function isData(format: string): format is DataFormat {
  return format === '.json' || format === '.yaml' || format === '.yml';
}

/** A program is run once: what it defines is the same for all who ask. */
const read = new Map<string, Promise<ConfigFile>>();

async function readAnew(path: string): Promise<ConfigFile> {
  const format = CONFIG_FORMATS.find((one) => one === extname(path));
  if (format === undefined)
    throw new UsageError(`${path} is no configuration: give a file of ${CONFIG_FORMATS.join(', ')}`);
  if (isData(format)) return readDocument(path, format);
  const content = await loadUserModule(path);
  return { path, content, lineOf: (keys) => lineInProgram(textOf(path), keys) };
}

/** Where the last of the keys is written: once in all the text, or behind those that lead to it. */
function lineInProgram(text: string, path: readonly PropertyKey[]): number | undefined {
  // An element of a list has no key.
  const keys = path.filter((key) => !/^\d+$/.test(String(key)));
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

function readDocument(path: string, format: DataFormat): ConfigFile {
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
