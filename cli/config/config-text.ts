/** The text of a wirejig.config.*, and of an error about it. */
import { readFileSync } from 'node:fs';
import { reportFileErrors } from '../shared/usage-error';

export function readConfigText(path: string): string {
  return reportFileErrors(
    () => readFileSync(path, 'utf8'),
    (cause) => `cannot read ${path}: ${cause}: wirejig init writes one`,
  );
}

/** The first line of an error's text. */
export function firstLine(text: string): string {
  return text.split('\n', 1)[0]?.trim().replace(/:$/, '') ?? '';
}
