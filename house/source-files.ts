/** The files of the house, as paths from its top with slashes. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const TOP = join(__dirname, '..');
/** Examples are projects of their own: they import the package, not the house. */
const IGNORED = /^(node_modules|dist|coverage|examples|wirejig-report.*|\..*)$/;

export function filesUnder(folder = ''): string[] {
  return readdirSync(join(TOP, folder), { withFileTypes: true }).flatMap((entry) => {
    if (IGNORED.test(entry.name)) return [];
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    return entry.isDirectory() ? filesUnder(path) : [path];
  });
}

export function readText(path: string): string {
  return readFileSync(join(TOP, path), 'utf8');
}

export function isTest(path: string): boolean {
  return path.endsWith('.test.ts');
}
