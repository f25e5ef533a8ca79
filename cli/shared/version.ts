/** The version of wirejig, from its package. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** As in package.json, which lies above this file, compiled or not. */
export function wirejigVersion(): string {
  for (let folder = __dirname; folder !== dirname(folder); folder = dirname(folder)) {
    const path = join(folder, 'package.json');
    if (!existsSync(path)) continue;
    const content: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (typeof content === 'object' && content !== null && 'version' in content)
      return String(content.version);
  }
  return 'unknown';
}
