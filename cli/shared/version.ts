/** The package of wirejig: its files, and its version. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The text of a file of the package, which lies above this file, compiled or not. */
export function packageText(name: string): string {
  for (let folder = __dirname; folder !== dirname(folder); folder = dirname(folder)) {
    const path = join(folder, name);
    if (existsSync(path)) return readFileSync(path, 'utf8');
  }
  throw new Error(`${name} is missing: install wirejig again`);
}

export function wirejigVersion(): string {
  const content: unknown = JSON.parse(packageText('package.json'));
  return typeof content === 'object' && content !== null && 'version' in content
    ? String(content.version)
    : 'unknown';
}
