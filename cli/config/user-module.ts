/**
 * Runs a user's .ts or .js file. What it imports as 'wirejig' is the copy that runs, wherever that is installed; Node itself
 * reads .mjs, .cjs and packages, which have to find wirejig by themselves.
 */
import { join, resolve } from 'node:path';
import { UsageError } from '../shared/usage-error';
import { firstLine } from './config-text';

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
