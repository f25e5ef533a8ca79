/** Files that a system tells of itself by (/proc): what is not there, or ends while it is read, tells nothing. */
import { readdirSync, readFileSync } from 'node:fs';

/** Nothing where there is no such folder. */
export function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Nothing where there is no such file. */
export function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
