/** The text of a wirejig.config.*, and how it is refused. */
import { readFileSync } from 'node:fs';
import { readBoundedText } from '../shared/output/folder/own-files';
import { reportFileErrors, UsageError } from '../shared/usage-error';

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

/** `most`: in bytes, where the text is data. Throws {@link UsageError}. */
export function readConfigText(path: string, most?: number): string {
  return reportFileErrors(
    () => (most === undefined ? readFileSync(path, 'utf8') : readBoundedText(path, most)),
    (cause) => `cannot read ${path}: ${cause}: wirejig init writes one`,
  );
}

export function firstLine(text: string): string {
  return text.split('\n', 1)[0]?.trim().replace(/:$/, '') ?? '';
}
