/** Writes files of ours where somebody else may have put other things: nothing is written through a link. */
import {
  closeSync,
  constants,
  lstatSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { resolve } from 'node:path';
import { reportFileErrors, UsageError } from '../usage-error';

/** Replaces the file as a whole: a crash or power loss leaves the old or the new content. */
export function replaceFile(path: string, text: string, mode = 0o666): void {
  const next = `${path}.new`;
  rmSync(next, { force: true });
  writeFileSync(next, text, { flag: 'wx', mode });
  renameSync(next, path);
}

export function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
}

/** Writes a file that `--out` names. Throws {@link UsageError} where it cannot be written. */
export function writeNamedFile(path: string, text: string): void {
  // Devices are links by nature: /dev/stdout.
  if (isLink(path) && !path.startsWith('/dev/'))
    throw new UsageError(
      `${path} is a link, through which nothing is written: give another file with --out FILE`,
    );
  reportFileErrors(
    () => writeFileSync(path, text),
    (cause) => `cannot write ${path}: ${cause}: give another file with --out FILE`,
  );
}

/** The text of a regular file: a pipe would be waited for. Throws {@link UsageError} where it is none, or longer than `most` bytes. */
export function readBoundedText(path: string, most: number): string {
  const found = statSync(path);
  if (!found.isFile()) throw new UsageError(`${path} is not a file`);
  if (found.size > most)
    throw new UsageError(`${path} has more than ${most >> 20} MiB: is it the file that you mean?`);
  return readFileSync(path, 'utf8');
}

/** The first bytes of a file; empty where it cannot be read. */
export function headOf(path: string, length: number): string {
  try {
    // A pipe is not waited for.
    const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const buffer = Buffer.alloc(length);
      return buffer.toString('latin1', 0, readSync(file, buffer, 0, length, 0));
    } finally {
      closeSync(file);
    }
  } catch {
    return '';
  }
}

/** Does the work. Throws {@link UsageError} where the directory cannot be written. */
export function reportWriteErrors<T>(directory: string, work: () => T): T {
  return reportFileErrors(
    work,
    (cause) => `cannot write to ${resolve(directory)}: ${cause}: give another directory with --out DIR`,
  );
}
