/** Finds the copy of wirejig that a project has installed: a global one, or one that npx fetched, makes way for it. */
import { existsSync, realpathSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/**
 * The program of the copy that files in `folder` import; undefined where that is `running`, a program too, or where there is none.
 * Like Node, it looks into `node_modules` of the folder and of each folder above it.
 */
export function localProgram(folder: string, running: string): string | undefined {
  for (let at = resolve(folder); ; at = dirname(at)) {
    const program = join(at, 'node_modules/wirejig/dist/cli/main.js');
    if (existsSync(program)) {
      const found = realpathSync(program);
      return found === realpathSync(running) ? undefined : found;
    }
    if (dirname(at) === at) return undefined;
  }
}
