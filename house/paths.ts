/** Paths of files in the house, from its top, with slashes. */
import { posix } from 'node:path';

export function isTestRig(path: string): boolean {
  return path.split('/').includes('testing');
}

export function isIn(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

/** The first folder of a path; the empty text for a file at the top, and `..` outside the house. */
export function roomOf(path: string): string {
  return path.includes('/') ? path.slice(0, path.indexOf('/')) : '';
}

export function targetOf(path: string, specifier: string): string {
  return posix.join(posix.dirname(path), specifier).replace(/\.[jt]s$/, '');
}
