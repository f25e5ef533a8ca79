/** The text of a wirejig.config.*. */
import { readFileSync } from 'node:fs';
import { reportFileErrors } from '../shared/usage-error';

export function readConfigText(path: string): string {
  return reportFileErrors(
    () => readFileSync(path, 'utf8'),
    (cause) => `cannot read ${path}: ${cause}: wirejig init writes one`,
  );
}
