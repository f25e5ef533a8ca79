/** Finds the copy of wirejig that a project has installed: a global one, or one that npx fetched, makes way for it. */
import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolders } from './config/find-config';

/**
 * The program of the copy that files in `folder` import; undefined where that is `running`, a program too, or where there is none.
 * It looks into `node_modules` of the folder and, within a repository, of the folders above it.
 */
export function localProgram(folder: string, running: string): string | undefined {
  const program = projectFolders(folder)
    .map((at) => join(at, 'node_modules/wirejig/dist/cli/main.js'))
    .find((path) => existsSync(path));
  if (program === undefined) return undefined;
  const found = realpathSync(program);
  return found === realpathSync(running) ? undefined : found;
}
