/** The text of a wirejig.config.*, and of an error about it. */
import { readFileSync } from 'node:fs';
import { readBoundedText } from '../shared/output/folder/own-files';
import { reportFileErrors } from '../shared/usage-error';

/** `most`: in bytes, where the text is data. Throws {@link UsageError}. */
export function readConfigText(path: string, most?: number): string {
  return reportFileErrors(
    () => (most === undefined ? readFileSync(path, 'utf8') : readBoundedText(path, most)),
    (cause) => `cannot read ${path}: ${cause}: wirejig init writes one`,
  );
}

/** The first line of an error's text. */
export function firstLine(text: string): string {
  return text.split('\n', 1)[0]?.trim().replace(/:$/, '') ?? '';
}
