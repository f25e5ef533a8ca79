/** Files that a system tells of itself by (/proc): what is not there, or ends while it is read, tells nothing. */
import { readdirSync, readFileSync } from 'node:fs';

/** Nothing where there is no such folder. */
export function listFolder(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Nothing where there is no such file. */
export function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
