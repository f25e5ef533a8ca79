/** Finds the wirejig.config.* that is meant. Every command asks for it, so this loads nothing. */
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { UsageError } from '../shared/usage-error';

export const CONFIG_FORMATS = ['.ts', '.js', '.mjs', '.cjs', '.json', '.yaml', '.yml'] as const;
const STEM = 'wirejig.config';

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
  for (const at of projectFolders(folder)) {
    const found = CONFIG_FORMATS.map((format) => join(at, STEM + format)).filter((path) => existsSync(path));
    if (found.length > 1)
      throw new UsageError(`there are ${found.join(' and ')}: keep one, or give --config FILE`);
    if (found[0] !== undefined) return found[0];
  }
  return undefined;
}

/** The folder, and those above it up to the repository's top. Outside a repository a folder above may be anybody's. */
export function projectFolders(folder: string): readonly string[] {
  const up: string[] = [];
  for (let at = resolve(folder); ; at = dirname(at)) {
    up.push(at);
    if (existsSync(join(at, '.git'))) return up;
    if (dirname(at) === at) return up.slice(0, 1);
  }
}
