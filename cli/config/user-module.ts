/**
 * The files of a user, and how they are refused. A .ts or .js file is run: what it imports as 'wirejig' is the copy that runs, wherever
 * that is installed; Node itself reads .mjs, .cjs and packages, which have to find wirejig by themselves.
 */
import { join, resolve } from 'node:path';
import { UsageError, reportFileErrors } from '../shared/usage-error';
import { readFileSync } from 'node:fs';
import { readBoundedText } from '../shared/output/own-files';

/** Of the copy of wirejig that runs: compiled, or its sources. */
export const OWN_FOLDER = resolve(__dirname, '../..');

/** Resolves with the default export, or with all exports where there is none. Rejects with {@link UsageError}: `FILE:LINE: cause`. */
export async function loadUserModule(path: string): Promise<unknown> {
  const { createJiti } = await import('jiti');
  const api = join(OWN_FOLDER, 'api');
  const alias = { wirejig: join(api, 'index'), 'wirejig/testing': join(api, 'testing') };
  const loader = createJiti(__filename, { fsCache: false, moduleCache: false, alias });
  try {
    const content: unknown = await loader.import(path, { default: true });
    return await content;
  } catch (error) {
    const cause = firstLine(error instanceof Error ? error.message : String(error));
    throw new UsageError(`${placeOf(error, path)} could not be loaded: ${cause}`);
  }
}

/** `FILE:LINE`: the innermost line of the user's own that failed. The file alone where no line is known. */
function placeOf(error: unknown, path: string): string {
  const text = error instanceof Error ? `${error.message}\n${error.stack ?? ''}` : '';
  const places = [...text.matchAll(/((?:\/|[A-Za-z]:[\\/])[^\n():]+):(\d+)/g)];
  const own = places.find(([, file = '']) => !isForeign(file));
  return own === undefined ? path : `${own[1] ?? ''}:${own[2] ?? ''}`;
}

function isForeign(file: string): boolean {
  return file.startsWith(join(OWN_FOLDER, '/')) || /[\\/]node_modules[\\/]/.test(file);
}

export interface ConfigFile {
  readonly path: string;
  readonly content: unknown;
  /** From 1; undefined where it cannot be told, as of a program that makes its keys. */
  lineOf(path: readonly PropertyKey[]): number | undefined;
}

/** `FILE:LINE: KEY: what is wrong`, as an error. */
export function complaint(file: ConfigFile, path: readonly PropertyKey[], text: string): UsageError {
  const line = file.lineOf(path);
  const keys = path.map(String).filter((key) => key !== '');
  const where = [line === undefined ? file.path : `${file.path}:${line}`, keys.join('.')].filter(
    (part) => part !== '',
  );
  return new UsageError(`${where.join(': ')}: ${text}`);
}

/** `most`: in bytes, where the text is data. Throws {@link UsageError}. */
export function readConfigText(path: string, most?: number): string {
  return reportFileErrors(
    () => (most === undefined ? readFileSync(path, 'utf8') : readBoundedText(path, most)),
    (cause) => `cannot read ${path}: ${cause}: wirejig init writes one`,
  );
}

export function firstLine(text: string): string {
  return text.split('\n', 1)[0]?.trim().replace(/:$/, '') ?? '';
}
