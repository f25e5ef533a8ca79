/** A configuration that was read, and how it is refused. */
import { UsageError } from '../shared/usage-error';

export interface ConfigFile {
  readonly path: string;
  readonly content: unknown;
  /** From 1; undefined where it cannot be told, as of a program that makes its keys. */
  lineOf(path: readonly PropertyKey[]): number | undefined;
}

/** `FILE:LINE: KEY: what is wrong`, as an error. */
export function complaint(file: ConfigFile, path: readonly PropertyKey[], text: string): UsageError {
  const line = file.lineOf(path);
  const keys = path.map(String).filter((key) => key !== '');
  const where = [line === undefined ? file.path : `${file.path}:${line}`, keys.join('.')].filter(
    (part) => part !== '',
  );
  return new UsageError(`${where.join(': ')}: ${text}`);
}
