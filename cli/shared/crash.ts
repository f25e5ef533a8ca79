/** Reports an internal error: one line on the terminal, the stack in a file. */
import { join } from 'node:path';
import { printable } from '../../reports/text/printable';
import { replaceFile } from './output/folder/own-files';

let directory: string | undefined;

/** Stacks go to `crash.txt` in this directory from now on. */
export function keepCrashesIn(path: string): void {
  directory = path;
}

/** Writes the stack down; returns the line to show. */
export function crashLine(error: unknown): string {
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const message = error instanceof Error ? error.message : String(error);
  const path = join(directory ?? '.', 'crash.txt');
  const kept = directory !== undefined && tryWrite(path, `${stack}\n`);
  const where = kept ? `the stack is in ${path}` : 'run it again with --out DIR to keep the stack';
  return `wirejig: internal error: ${printable(message)}: please report it; ${where}`;
}

function tryWrite(path: string, text: string): boolean {
  try {
    replaceFile(path, text);
    return true;
  } catch {
    return false;
  }
}
