/** The package of wirejig: its files, and its version. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The text of a file of the package. */
export function packageText(name: string): string {
  return readFileSync(join(packageFolder(name), name), 'utf8');
}

/** The folder of the package, which lies above this file, compiled or not: the one with the file `name`. */
export function packageFolder(name = 'package.json'): string {
  for (let folder = __dirname; folder !== dirname(folder); folder = dirname(folder))
    if (existsSync(join(folder, name))) return folder;
  throw new Error(`${name} is missing: install wirejig again`);
}

export function wirejigVersion(): string {
  const content: unknown = JSON.parse(packageText('package.json'));
  return typeof content === 'object' && content !== null && 'version' in content
    ? String(content.version)
    : 'unknown';
}
