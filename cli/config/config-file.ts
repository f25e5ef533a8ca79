/** Reads a wirejig.config.*: its content, and on which line a key stands where the format has lines to tell. */
import { statSync } from 'node:fs';
import { extname } from 'node:path';
import { reportFileErrors, UsageError } from '../shared/usage-error';
import { type ConfigFile, readConfigText, loadUserModule } from './user-module';
import { CONFIG_FORMATS } from './find-config';

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

/** A program is run once: what it defines is the same for all who ask. */
const read = new Map<string, Promise<ConfigFile>>();

async function readAnew(path: string): Promise<ConfigFile> {
  const format = CONFIG_FORMATS.find((one) => one === extname(path));
  if (format === undefined)
    throw new UsageError(`${path} is not a configuration: give a file of ${CONFIG_FORMATS.join(', ')}`);
  // The parser of YAML takes a while to load, and most configurations are programs.
  if (format === '.json' || format === '.yaml' || format === '.yml')
    return (await import('./config-document.js')).readDocument(path);
  const content = await loadUserModule(path);
  return { path, content, lineOf: (keys) => lineInProgram(readConfigText(path), keys) };
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
